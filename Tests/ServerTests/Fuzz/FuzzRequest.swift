import HTTPTypes
import Hummingbird
import NIOCore

/// A request that may be nonsense.
struct FuzzRequest: Sendable {
    var method: String
    /// Path and query.
    var target: String
    var headers: [(name: String, value: String)] = []
    var body: [UInt8]?

    /// The request for the router; nil if HTTP types cannot hold it and only a socket can carry it.
    var request: Request? {
        guard let method = HTTPRequest.Method(rawValue: method) else { return nil }
        var fields = HTTPFields()
        for header in headers {
            guard let name = HTTPField.Name(header.name) else { return nil }
            fields.append(HTTPField(name: name, value: header.value))
        }
        let head = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1", path: target, headerFields: fields)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body ?? [])))
    }

    /// The request for a socket, in HTTP/1.1.
    var bytes: [UInt8] {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for header in headers { text += "\(header.name): \(header.value)\r\n" }
        if let body { text += "Content-Length: \(body.count)\r\n" }
        return Array((text + "\r\n").utf8) + (body ?? [])
    }

    /// The same with its body in chunks.
    func chunked(using random: inout some RandomNumberGenerator) -> [UInt8] {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
        for header in headers { text += "\(header.name): \(header.value)\r\n" }
        var bytes = Array((text + "\r\n").utf8)
        var rest = (body ?? [])[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(Int.random(in: 1...max(1, rest.count), using: &random))
            bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
            rest = rest.dropFirst(chunk.count)
        }
        return bytes + Array("0\r\n\r\n".utf8)
    }
}
