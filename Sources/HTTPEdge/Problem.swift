import HTTPTypes
import Hummingbird
import JSONText
import NIOCore

/// Why a request is not answered as asked: problem details of RFC 9457, with a stable code, and the field, its value and what is
/// accepted where there are such.
///
/// One kind of fault has one status:
///
/// - 400: it cannot be read: malformed syntax, an unknown, repeated or missing parameter or member.
/// - 404: something that its path or its query names does not exist.
/// - 409: it conflicts with what is stored.
/// - 413: its body has too many bytes.
/// - 422: it can be read, and a value is not accepted, names something in the body that does not exist, values do not go together, or
///   it asks for too much.
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

    /// A value as text, cut to what an error may echo.
    package static func shown(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return text.count <= 100 ? text : text.prefix(100) + "…"
    }

    // MARK: The response

    /// The problem document, with the id of the request for whoever asks about it.
    package func document(requestID: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", "urn:closecast:problem:\(code)")
            writer.member("title", status.reasonPhrase)
            writer.member("status", status.code)
            writer.member("code", code)
            writer.member("detail", detail)
            if let field { writer.member("field", field) }
            if let value { writer.member("value", Self.shown(value)) }
            if let accepted { writer.member("accepted", accepted) }
            for member in extra {
                writer.key(member.key)
                writer.value(member.value)
            }
            writer.member("request_id", requestID)
        }
        return writer.bytes
    }

    /// The headers of the response, those of the problem last.
    package var responseHeaders: HTTPFields {
        var fields: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if let retryAfterSeconds { fields[.retryAfter] = "\(retryAfterSeconds)" }
        for header in headers { fields[header.name] = header.value }
        return fields
    }

    package func response(requestID: String) -> Response {
        let body = ByteBuffer(bytes: document(requestID: requestID))
        return Response(status: status, headers: responseHeaders, body: ResponseBody(byteBuffer: body))
    }
}
