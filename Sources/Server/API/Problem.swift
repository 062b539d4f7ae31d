import HTTPTypes
import Hummingbird
import JSONText

/// Why a request is not answered as asked. One kind of fault has one status:
///
/// - 400: it cannot be read: malformed syntax, an unknown, repeated or missing parameter or member.
/// - 404: something that its path or its query names does not exist.
/// - 409: it conflicts with what is stored.
/// - 413: its body has too many bytes.
/// - 422: it can be read, and a value is not accepted, names something in the body that does not exist, values do not go together, or it asks for too much.
///
/// Problem details of RFC 9457, with a stable code, and the field, its value and what is
/// accepted where there are such.
package struct Problem: Error, Sendable, Equatable {
    package let status: HTTPResponse.Status
    /// Words in kebab case that never change; the document lists them.
    package let code: String
    /// A sentence with names, numbers and what to do.
    package let detail: String
    /// A parameter's name, or the JSON pointer of a member of the body.
    package var field: String?
    package var value: JSONValue?
    package var accepted: String?
    package var retryAfterSeconds: Int?
    /// Members of its own, such as the ids that an ambiguous ticker names.
    package var extra: [JSONValue.Member] = []
    package var headers: HTTPFields = [:]

    package init(
        _ status: HTTPResponse.Status, _ code: String, _ detail: String, field: String? = nil, value: JSONValue? = nil,
        accepted: String? = nil, retryAfterSeconds: Int? = nil
    ) {
        (self.status, self.code, self.detail) = (status, code, detail)
        (self.field, self.value, self.accepted, self.retryAfterSeconds) = (field, value, accepted, retryAfterSeconds)
    }

    /// A value of a parameter, a header or a member of the body that is not accepted, whatever is wrong with it.
    package static func invalid(_ field: String, value: JSONValue?, accepted: String) -> Problem {
        let shown = value.map { " \(Self.text($0))" } ?? ""
        return Problem(
            .unprocessableContent, "invalid-value", "\(field):\(shown) is not accepted; give \(accepted)", field: field,
            value: value,
            accepted: accepted)
    }

    package static func missing(_ field: String, accepted: String) -> Problem {
        Problem(.badRequest, "missing-value", "\(field) is missing; give \(accepted)", field: field, accepted: accepted)
    }

    package static func notFound(_ detail: String, field: String? = nil, value: String? = nil) -> Problem {
        Problem(.notFound, "not-found", detail, field: field, value: value.map(JSONValue.string))
    }

    /// A value cut to what an error may echo.
    private static func text(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return text.count <= 100 ? text : text.prefix(100) + "…"
    }

    /// The answer, with the id of the request for whoever asks about it.
    package func reply(requestID: String) -> Reply {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", "urn:closecast:problem:\(code)")
            writer.member("title", status.reasonPhrase)
            writer.member("status", status.code)
            writer.member("code", code)
            writer.member("detail", detail)
            if let field { writer.member("field", field) }
            if let value { writer.member("value", Self.text(value)) }
            if let accepted { writer.member("accepted", accepted) }
            for member in extra {
                writer.key(member.key)
                writer.value(member.value)
            }
            writer.member("request_id", requestID)
        }
        var reply = Reply(status, json: writer.bytes)
        reply.headers[.contentType] = "application/problem+json"
        reply.headers[.cacheControl] = "no-store"
        if let retryAfterSeconds { reply.headers[.retryAfter] = "\(retryAfterSeconds)" }
        for header in headers { reply.headers[header.name] = header.value }
        return reply
    }

    /// What the document says of every problem.
    static let schema = Schema.named("Problem", .object(members))

    /// And of those under `/v2`.
    static let protocolSchema = Schema.named(
        "ProtocolProblem",
        .object(members + [.optional("error", .text(1...100_000), "The detail, as the protocol's clients read it.")]))

    private static let members: [Schema.Member] = [
        .init("type", .text(1...200)), .init("title", .text(1...100)), .init("status", .integer(400...599)),
        .init("code", .text(1...60), "Stable; what a program decides by."), .init("detail", .text(1...100_000)),
        .optional("field", .text(0...10_000), "A parameter's name, or the JSON pointer of a member of the body."),
        .optional("value", .text(0...1000)), .optional("accepted", .text(0...10_000)),
        .optional("ids", .array(.text(1...100), count: 0...1000), "The assets that an ambiguous ticker may mean."),
        .optional(
            "problems",
            .array(.object([.init("line", .integer(1...1_000_000_000)), .init("message", .text(0...1000))]), count: 0...100),
            "What is wrong with the lines of a file, or with the elements of its list, from 1."),
        .optional("line", .integer(1...Schema.largestInteger), "The line of the body that is not accepted, where it has lines."),
        .init("request_id", .text(1...200)),
    ]
}

/// An error of a module that says what an HTTP client is told.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}
