import HTTPEdge
import HTTPTestSupport
import Hummingbird
import NIOCore
import Testing

/// Requests of HTTP/1 that proxies and servers may understand in two ways are refused, and their connections closed.
@Suite(.serialized) struct FramingTests {
    private func routes(_ router: Router<EdgeTestContext>) {
        router.add(middleware: ProblemMiddleware.plain)
        router.add(
            middleware: RequestLimits(
                maximumURIBytes: 8000, maximumHeaderBytes: 8000, maximumHeaderCount: 100, maximumBodyBytes: .max))
        router.get("x") { request, _ in "x" }
        router.post("length") { request, _ in "\(try await request.body.collect(upTo: 1 << 24).readableBytes)" }
    }

    private func answers(_ text: String) async throws -> String {
        try await EdgeTestServer.run(EdgeServer().builder, routes: routes) { server in
            try await server.connected { client in
                client.send(text)
                return String(decoding: try client.rest(), as: UTF8.self)
            }
        }
    }

    private static let refused: [(request: String, says: String)] = [
        ("GET /x HTTP/1.1\r\n\r\n", "no Host"), ("GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "2 Host"),
        ("GET /x HTTP/1.0\r\nHost: a\r\nhost: a\r\n\r\n", "2 Host"), ("GET /x HTTP/1.1\r\nHost: a, b\r\n\r\n", "Host"),
        ("GET /x HTTP/1.1\r\nHost: a/b\r\n\r\n", "Host"), ("GET /x HTTP/1.1\r\nHost: a@b\r\n\r\n", "Host"),
        ("GET http://b/x HTTP/1.1\r\nHost: a\r\n\r\n", "the host \\\"b\\\""),
        ("GET http://a@b/x HTTP/1.1\r\nHost: b\r\n\r\n", "the host"), ("GET http://b/x HTTP/1.0\r\n\r\n", "the host"),
        ("GET ftp://a/x HTTP/1.1\r\nHost: a\r\n\r\n", "not a path"), ("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", "not a path"),
        ("POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "gzip, chunked"),
        (
            "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "malformed-request"
        ),
        (
            "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "malformed-request"
        ),
        ("POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n", "malformed-request"),
        ("POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \r\nContent-Length: 1\r\n\r\na", "malformed-request"),
        ("POST /length HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HTTP/1.0"),
        (
            "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "malformed-request"
        ),
        (
            "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "malformed-request"
        ),
        ("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "malformed-request"),
        ("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na", "malformed-request"),
        ("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length : 1\r\n\r\na", "malformed-request"),
        ("GET /x HTTP/1.1\r\nHost: a\r\nX: b\r\n folded\r\n\r\n", "malformed-request"),
    ]

    @Test(arguments: refused.indices) func anAmbiguousRequestIsRefusedAndTheConnectionClosed(index: Int) async throws {
        let (request, says) = Self.refused[index]
        // If the request had been accepted, the bytes after it would be answered too.
        let text = try await answers(request + EdgeClient.smuggled)
        #expect(text.hasPrefix("HTTP/1.1 400"), "\(request) -> \(text)")
        #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2, "one answer: \(text)")
        #expect(text.contains(says), "\(text)")
    }

    @Test(arguments: [
        "GET /x HTTP/1.1\r\nHost: a:80\r\n\r\n", "GET /x HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n",
        "GET http://A:8/x HTTP/1.1\r\nHost: a:8\r\n\r\n",
        "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;name=value\r\nabc\r\n0\r\nTrailer: x\r\n\r\n",
    ]) func unambiguousRequestsAreAnswered(request: String) async throws {
        let text = try await answers(request + "GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 200"), "\(text)")
        #expect(text.components(separatedBy: "HTTP/1.1 200").count == 3, "\(text)")
    }

    @Test(arguments: ["GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", "GET /x HTTP/1.0\r\n\r\n"])
    func aConnectionThatCannotGoOnEndsWithItsAnswer(request: String) async throws {
        let text = try await answers(request)
        #expect(text.hasPrefix("HTTP/1.1 200") && text.lowercased().contains("connection: close"), "\(text)")
    }

    @Test func chunksThatAreMostlyExtensionsAreRefused() async throws {
        let request = "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;"
        let text = try await EdgeTestServer.run(EdgeServer().builder, routes: routes) { server in
            try await server.connected { client in
                client.send(request)
                for _ in 0..<1000 { guard client.send(String(repeating: "a", count: 1000)) else { break } }
                return String(decoding: try client.some(), as: UTF8.self)
            }
        }
        // The answer is lost where bytes arrive after the end.
        #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 400"), "\(text)")
        #expect(!text.contains("200"))
    }

    @Test func manySmallChunksAreRead() async throws {
        let count = 40_000
        let text = try await EdgeTestServer.run(EdgeServer().builder, routes: routes) { server in
            try await server.connected { client in
                client.send("POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                client.send(String(repeating: "1\r\nx\r\n", count: count) + "0\r\n\r\n")
                return try client.answer().text
            }
        }
        #expect(text == "\(count)")
    }
}

extension EdgeClient {
    fileprivate static let smuggled = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"
}
