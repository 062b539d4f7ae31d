import NIOCore
import NIOHTTP1

/// Why an HTTP/1 request is refused although it can be parsed: proxies and servers may interpret it differently.
struct RequestRefusal: Error, Equatable {
    let detail: String

    /// The problem: 400, after which the connection is closed.
    var problem: Problem { Problem(.badRequest, "malformed-request", detail) }
}

/// Refuses HTTP/1 requests whose host or length is ambiguous (RFC 9112, sections 3.2 and 6).
///
/// It belongs right behind the parser. Nothing after a refused request is read.
final class RequestFraming: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let bytes: RequestBytes
    private var isRefused = false

    init(_ bytes: RequestBytes) { self.bytes = bytes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if let detail = Self.problem(of: head) {
                isRefused = true
                bytes.ignoreRest()
                return context.fireErrorCaught(RequestRefusal(detail: detail))
            }
            bytes.beginBody(isChunked: head.headers.contains(name: "Transfer-Encoding"))
            if Self.isLast(head) { return context.fireChannelRead(wrapInboundOut(.head(Self.closing(head)))) }
        case .body(let body): bytes.countBody(body.readableBytes)
        case .end: bytes.endRequest()
        }
        context.fireChannelRead(data)
    }

    /// Whether the connection ends with the response: the parser reads nothing after a request to change protocols, which this
    /// server does not support, nor after an HTTP/1.0 request whose client waits for the end of the connection.
    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        head.headers.contains(name: "Upgrade") || (isOld(head) && !head.isKeepAlive)
    }

    private static func closing(_ head: HTTPRequestHead) -> HTTPRequestHead {
        var head = head
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return head
    }

    static func problem(of head: HTTPRequestHead) -> String? {
        problemOfHost(head) ?? problemOfLength(head)
    }

    private static func problemOfLength(_ head: HTTPRequestHead) -> String? {
        let encodings = head.headers["Transfer-Encoding"]
        guard !encodings.isEmpty else { return nil }
        if isOld(head) { return "HTTP/1.0 has no Transfer-Encoding; send Content-Length" }
        if encodings.count > 1 || encodings[0].lowercased() != "chunked" {
            return "the Transfer-Encoding is \"\(Problem.shortened(encodings.joined(separator: ", ")))\"; only chunked is accepted"
        }
        return head.headers.contains(name: "Content-Length")
            ? "the request has a Content-Length and a Transfer-Encoding; send one of them" : nil
    }

    private static func problemOfHost(_ head: HTTPRequestHead) -> String? {
        let hosts = head.headers["Host"]
        if hosts.count > 1 { return "the request has \(hosts.count) Host headers; send one" }
        if hosts.isEmpty, !isOld(head) { return "the request has no Host header" }
        if let host = hosts.first, !host.utf8.allSatisfy(isOfHost) {
            return "the Host \"\(Problem.shortened(host))\" is not a name or an address"
        }
        return problemOfTarget(head.uri, method: head.method, host: hosts.first)
    }

    private static func problemOfTarget(_ target: String, method: HTTPMethod, host: String?) -> String? {
        if target.utf8.first == UInt8(ascii: "/") || (target == "*" && method == .OPTIONS) { return nil }
        guard let scheme = ["http://", "https://"].first(where: { target.lowercased().hasPrefix($0) }) else {
            return "the request's target \"\(Problem.shortened(target))\" is not a path"
        }
        let authority = target.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let host, authority.lowercased() == host.lowercased() else {
            let (named, host) = (Problem.shortened(String(authority)), Problem.shortened(host ?? ""))
            return "the request's target names the host \"\(named)\", its Host header \"\(host)\""
        }
        return nil
    }

    /// Whether a byte may occur in a host with a port (RFC 3986, section 3.2). A comma may not, because it joins two headers.
    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~%!$&'()*+;=:[]".utf8.contains(byte)
        }
    }

    private static func isOld(_ head: HTTPRequestHead) -> Bool { (head.version.major, head.version.minor) < (1, 1) }
}
