import HTTPEdge
import HTTPTestSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

/// Answers without a body: all answers to HEAD, and those with status 204 and 304.
@Suite(.serialized) struct HeadTests {
    private func routes(_ router: Router<EdgeTestContext>) {
        router.add(middleware: ProblemMiddleware.plain)
        router.add(
            middleware: RequestLimits(
                maximumURIBytes: 8000, maximumHeaderBytes: 8000, maximumHeaderCount: 100, maximumBodyBytes: .max))
        router.get("x") { _, _ in "x" }
        for method in [HTTPRequest.Method.get, .head] {
            router.on("page", method: method) { _, _ in "a page" }
            router.on("refused", method: method) { _, _ -> String in throw Problem(.forbidden, "no", "no") }
            router.on("stream", method: method) { _, _ in
                Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        for _ in 0..<3 { try await writer.write(ByteBuffer(string: "piece")) }
                        try await writer.finish(nil)
                    })
            }
            for (path, status) in [("empty", HTTPResponse.Status.noContent), ("same", .notModified)] {
                router.on(RouterPath(path), method: method) { _, _ in
                    Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: "nobody reads this")))
                }
            }
        }
    }

    private func run<Result: Sendable>(
        _ change: (inout EdgeServer) -> Void = { _ in }, _ talk: @escaping @Sendable (EdgeClient) throws -> Result
    ) async throws -> Result {
        var server = EdgeServer()
        change(&server)
        return try await EdgeTestServer.run(server.builder, routes: routes) { try await $0.connected(talk) }
    }

    @Test(arguments: ["/page", "/refused", "/stream", "/nothing", "/empty", "/same"]) func theNextAnswerOfTheConnectionIsInStep(
        path: String
    ) async throws {
        let (head, next) = try await run { client in
            client.send(EdgeClient.request("HEAD", path) + EdgeClient.request("GET", "/x"))
            return (try client.answer(isHead: true), try client.answer())
        }
        #expect((next.status, next.text) == (200, "x"), "after HEAD \(path), \(head.status)")
    }

    @Test(arguments: [("/empty", 204), ("/same", 304)]) func answersToGETWithoutABodyHaveNone(path: String, status: Int)
        async throws
    {
        let (first, next) = try await run { client in
            client.send(EdgeClient.request("GET", path) + EdgeClient.request("GET", "/x"))
            return (try client.answer(), try client.answer())
        }
        #expect((first.status, first["content-length"], first["transfer-encoding"]) == (status, nil, nil))
        #expect((next.status, next.text) == (200, "x"))
    }

    /// Each is refused before a route is found; the second part is sent a moment after the first.
    @Test(arguments: [
        ("HEAD /x HTTP/1.1\r\n\r\n", 400), ("HEAD /x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("HEAD /x HTTP/1.1\r\nHost: x\r\n bad\r\n\r\n", 400), ("HEAD /x HTTP/1.1\r\nHost: x\r\nA:", 408),
    ]) func middlewareSendsNoBodyEither(request: String, status: Int) async throws {
        let text = try await run({
            $0.timeouts.headers = 1
            $0.timeouts.body = 0.2
        }) { client in
            client.send(request)
            return String(decoding: try client.rest(), as: UTF8.self)
        }
        #expect(text.hasPrefix("HTTP/1.1 \(status)"), "\(text)")
        #expect(text.hasSuffix("\r\n\r\n"), "\(text)")
        #expect(text.lowercased().contains("connection: close"))
    }

    @Test func tooManyHeadersOfHEADAreRefusedWithoutABody() async throws {
        let answer = try await run { client in
            client.send("HEAD /x HTTP/1.1\r\nHost: x\r\n" + String(repeating: "A: b\r\n", count: 400) + "\r\n")
            return try client.answer(isHead: true)
        }
        #expect(answer.status == 431)
        #expect(answer["connection"] == "close")
    }

    @Test(arguments: ["HEAD", "GET"]) func anUnfinishedBodyGetsNoSecondAnswer(method: String) async throws {
        let text = try await run({ $0.timeouts.body = 0.2 }) { client in
            client.send("\(method) /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
            return String(decoding: try client.rest(), as: UTF8.self)
        }
        #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(text)")
    }

    @Test func aMalformedGETIsExplained() async throws {
        let text = try await run { client in
            client.send("GET /x HTTP/1.1\r\n\r\n")
            return String(decoding: try client.rest(), as: UTF8.self)
        }
        #expect(text.contains("no Host header"), "\(text)")
    }
}
