import HTTPEdge
import HTTPTestSupport
import Hummingbird
import NIOCore
import Platform
import Testing

@Suite struct RequestLimitTests {
    private func routes(_ router: Router<EdgeTestContext>) {
        router.add(middleware: ProblemMiddleware.plain)
        router.add(
            middleware: RequestLimits(
                maximumURIBytes: 100, maximumHeaderBytes: 1000, maximumHeaderCount: 10, maximumBodyBytes: 5000))
        router.get("x") { _, _ in "x" }
        router.post("x") { request, _ in "\(try await request.body.collect(upTo: 50).readableBytes)" }
    }

    private func send(_ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil) async throws
        -> EdgeAnswer
    {
        try await EdgeTestServer.run(EdgeServer().builder, routes: routes) {
            try await $0.send(method, path, headers: headers, body: body)
        }
    }

    @Test(arguments: [(98, 200), (99, 414), (3000, 414), (60_000, 414)]) func aLongAddressIsRefused(count: Int, status: Int)
        async throws
    {
        let answer = try await send("GET", "/x?" + String(repeating: "a", count: count - 1))
        #expect(answer.status == status)
        if status == 414 { #expect(answer.text.contains("uri-too-long")) }
    }

    @Test func manyOrLargeHeadersAreRefused() async throws {
        let few = (0..<8).map { ("A\($0)", "x") }
        #expect(try await send("GET", "/x", headers: few).status == 200)
        #expect(try await send("GET", "/x", headers: few + few).status == 431)
        #expect(try await send("GET", "/x", headers: [("A", String(repeating: "x", count: 2000))]).status == 431)
    }

    @Test func headersThatTheParserRefusesAreAnsweredToo() async throws {
        let answer = try await send("GET", "/x", headers: [("A", String(repeating: "x", count: 200_000))])
        #expect(answer.status == 431)
        #expect(answer["connection"] == "close")
        #expect(answer.text.contains("headers-too-large"))
        #expect(try await send("GET", "/x", headers: (0..<300).map { ("A\($0)", "x") }).status == 431)
    }

    @Test func aBodyThatIsDeclaredTooLargeIsRefusedUnread() async throws {
        try await EdgeTestServer.run(EdgeServer().builder, routes: routes) { (server) async throws in
            let answer = try await server.connected { client in
                client.send("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n")
                return try client.answer()
            }
            #expect(answer.status == 413)
        }
        #expect(try await send("POST", "/x", body: [UInt8](repeating: 1, count: 51)).status == 413, "the route's own limit")
        #expect(try await send("POST", "/x", body: [UInt8](repeating: 1, count: 50)).text == "50")
    }

    @Test(arguments: [
        "GET x HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}", "GET / HTTP/1.1\r\nA b: c\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
    ])
    func invalidRequestsAreRefusedAndTheConnectionClosed(bytes: String) async throws {
        try await EdgeTestServer.run(EdgeServer().builder, routes: routes) { (server) async throws in
            let (status, isClosed) = try await server.connected { client in
                client.send(bytes + "\r\n\r\n")
                return (try client.answer().status, client.isClosed())
            }
            #expect(status == 400)
            #expect(isClosed)
        }
    }

    // MARK: Time

    private func slow(_ seconds: Double, limit: Double) async throws -> EdgeAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        let deadlines = Deadlines(interval: .milliseconds(10)) {
            let (whole, rest) = (clock.now - start).components
            return Double(whole) + Double(rest) * 1e-18
        }
        return try await EdgeTestServer.run(
            services: [DeadlineService(deadlines)],
            routes: { router in
                router.add(middleware: ProblemMiddleware.plain)
                let time = TimeLimit(deadlines, seconds: limit, lateError: Problem.timedOut)
                router.get("slow") { _, _ in
                    try await time.within {
                        // Pause: work that the limit ends.
                        try await Task.sleep(for: .seconds(seconds))
                        return "done"
                    }
                }
            }
        ) { (server) async throws in
            let answer = try await server.send("GET", "/slow")
            #expect(deadlines.count == 0, "nothing is left behind")
            return answer
        }
    }

    @Test func aRequestThatTakesTooLongIsCancelledAndAnswered() async throws {
        let answer = try await slow(60, limit: 0.05)
        #expect(answer.status == 503)
        #expect(answer["retry-after"] == "5")
        #expect(answer.text.contains("timed-out"))
    }

    @Test func aRequestInTimeIsAnsweredUnchanged() async throws {
        #expect(try await slow(0, limit: 60).text == "done")
    }

    @Test func aHandlersOwnErrorIsNotTakenForALateAnswer() async throws {
        let deadlines = Deadlines { 0 }
        let answer = try await EdgeTestServer.run(routes: { router in
            router.add(middleware: ProblemMiddleware.plain)
            let time = TimeLimit(deadlines, seconds: 1, lateError: Problem.timedOut)
            router.get("fails") { _, _ -> String in try await time.within { throw Problem(.conflict, "mine", "mine") } }
        }) { try await $0.send("GET", "/fails") }
        #expect(answer.status == 409)
    }
}
