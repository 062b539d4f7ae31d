import HTTPTypes
import Hummingbird
import JSONText
import NIOCore

/// The response of a handler.
package struct Reply: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields = [:]
    package var body: Body

    /// The body of a response.
    package enum Body: Sendable {
        case none
        case bytes(ByteBuffer)
        /// Written in pieces, for results and events.
        case stream(ResponseBody)
    }

    /// Creates a JSON response from bytes.
    package init(_ status: HTTPResponse.Status = .ok, json bytes: [UInt8]) {
        self.init(status, ByteBuffer(bytes: bytes), type: "application/json")
    }

    /// Creates a JSON object as response.
    package init(_ status: HTTPResponse.Status = .ok, object: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object(object)
        self.init(status, json: writer.bytes)
    }

    package init(_ status: HTTPResponse.Status = .ok, _ bytes: ByteBuffer, type: String) {
        self.status = status
        body = .bytes(bytes)
        headers[.contentType] = type
    }

    package init(_ status: HTTPResponse.Status = .ok, stream: ResponseBody, type: String) {
        self.status = status
        body = .stream(stream)
        headers[.contentType] = type
    }

    /// 204, without a body.
    package static var nothing: Reply {
        var reply = Reply(.noContent, ByteBuffer(), type: "")
        reply.headers = [:]
        reply.body = .none
        return reply
    }

    /// The response, marked as the repeated result of an earlier request with the same key.
    package var asReplay: Reply { with(.idempotencyReplayed, "true") }

    /// Returns the response with another header.
    package func with(_ name: HTTPField.Name, _ value: String) -> Reply {
        var reply = self
        reply.headers[name] = value
        return reply
    }

    var response: Response {
        switch body {
        case .none: Response(status: status, headers: headers)
        case .bytes(let buffer): Response(status: status, headers: headers, body: ResponseBody(byteBuffer: buffer))
        case .stream(let body): Response(status: status, headers: headers, body: body)
        }
    }
}

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    static let idempotencyReplayed = HTTPField.Name("Idempotency-Replayed")!
}
