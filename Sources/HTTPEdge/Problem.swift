import HTTPTypes
import Hummingbird
import JSONText
import NIOCore
import Platform

/// Why a request is refused or failed: problem details (RFC 9457) with a stable code and, where they apply, the field, its value
/// and what is accepted.
///
/// Each kind of error has one status:
///
/// - 400: the request cannot be parsed: malformed syntax, or an unknown, repeated or missing parameter or member.
/// - 404: something named in the path or query does not exist.
/// - 409: it conflicts with what is stored.
/// - 413: its body has too many bytes, or more than the caller may still store (`quota-exceeded`).
/// - 422: it can be parsed, but a value is not accepted, refers to something that does not exist, contradicts another value, or
///   asks for too much.
package struct Problem: Error, Sendable, Equatable {
    package let status: HTTPResponse.Status
    /// A kebab-case code that never changes; the API document lists all codes.
    package let code: String
    /// A sentence with names and numbers, and what to do; at most ``longestDetail`` scalars, including quoted input.
    package var detail: String
    /// The name of a parameter, or the JSON pointer of a body member.
    package var field: String?
    package var value: JSONValue?
    package var accepted: String?
    package var retryAfterSeconds: Int?
    /// Members specific to this problem, such as the ids behind an ambiguous ticker.
    package var extra: [JSONValue.Member] = []
    package var headers: HTTPFields = [:]

    package init(
        _ status: HTTPResponse.Status, _ code: String, _ detail: String, field: String? = nil, value: JSONValue? = nil,
        accepted: String? = nil, retryAfterSeconds: Int? = nil
    ) {
        (self.status, self.code, self.detail) = (status, code, detail.cut(to: Self.longestDetail))
        (self.field, self.value, self.accepted, self.retryAfterSeconds) = (field, value, accepted, retryAfterSeconds)
    }

    private static let longestDetail = 10_000

    /// Returns a value as text, shortened to 100 scalars for an error message.
    package static func shown(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return shortened(String(decoding: writer.bytes, as: UTF8.self))
    }

    static func shortened(_ text: String) -> String {
        let start = text.cut(to: 100)
        return start.utf8.count == text.utf8.count ? text : start + "…"
    }

    // MARK: The response

    /// Returns the problem document. It contains the request's id, for questions about it.
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

    /// The headers of the response; the problem's own replace the general ones.
    package var responseHeaders: HTTPFields {
        var fields: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if let retryAfterSeconds { fields[.retryAfter] = "\(retryAfterSeconds)" }
        for header in headers { fields[header.name] = header.value }
        return fields
    }

    /// Returns the response, with the problem document as body.
    package func response(requestID: String) -> Response {
        let body = ByteBuffer(bytes: document(requestID: requestID))
        return Response(status: status, headers: responseHeaders, body: ResponseBody(byteBuffer: body))
    }
}
