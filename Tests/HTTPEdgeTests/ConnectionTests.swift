import Glibc
import HTTPEdge
import HTTPTestSupport
import Hummingbird
import NIOCore
import Synchronization
import Testing
import Waits

/// Slow and unusual clients with short timeouts. The tests check what happens, never how fast.
@Suite(.serialized) struct ConnectionTests {
    private let hasGivenUp = Flag()

    private func routes(_ router: Router<EdgeTestContext>) {
        router.add(middleware: ProblemMiddleware.plain)
        router.add(
            middleware: RequestLimits(
                maximumURIBytes: 8000, maximumHeaderBytes: 8000, maximumHeaderCount: 100, maximumBodyBytes: .max))
        router.get("x") { _, _ in "x" }
        router.post("length") { request, _ in "\(try await request.body.collect(upTo: 1 << 24).readableBytes)" }
        router.post("refused") { _, _ -> String in throw Problem(.contentTooLarge, "no", "no") }
        router.get("last") { _, _ in
            Response(status: .ok, headers: [.connection: "close"], body: ResponseBody(byteBuffer: ByteBuffer(string: "x")))
        }
        router.get("large") { _, _ in
            Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 1, count: 20 << 20)))
        }
        router.get("endless") { [hasGivenUp] _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    defer { hasGivenUp.set() }
                    let piece = ByteBuffer(repeating: 0, count: 1 << 16)
                    while true { try await writer.write(piece) }
                })
        }
    }

    private func talk<Result: Sendable>(
        _ change: (inout ClientTimeouts) -> Void = { _ in },
        _ talk: @escaping @Sendable (EdgeClient) throws -> Result
    ) async throws -> Result {
        var server = EdgeServer()
        change(&server.timeouts)
        return try await EdgeTestServer.run(server.builder, routes: routes) {
            try await $0.connected(talk)
        }
    }

    @Test func headersThatNeverEndAreCutOff() async throws {
        let (answer, isClosed) = try await talk({ $0.headers = 0.2 }) { client in
            client.send("GET /x HTTP/1.1\r\nHost: x\r\nA: b")
            return (try client.answer(), client.isClosed())
        }
        #expect(answer.status == 408)
        #expect(answer["connection"] == "close")
        #expect(isClosed)
    }

    /// Whether the server disconnects a client that sends one byte at a time. An answer sent just before is lost if bytes arrive
    /// after the end.
    private static func isCut(_ client: EdgeClient) -> Bool {
        for _ in 0..<5000 {
            guard client.send("x") else { return (try? client.answer().status) ?? 408 == 408 }
            // Pause: the client sends slowly.
            usleep(5000)
        }
        return false
    }

    @Test func headersThatDripAreCutOff() async throws {
        let wasCut = try await talk({ $0.headers = 0.2 }) { client in
            client.send("GET /x HTTP/1.1\r\nHost: x\r\nA: ")
            return Self.isCut(client)
        }
        #expect(wasCut)
    }

    @Test func theHeadersOfASecondRequestHaveTheirTimeToo() async throws {
        let statuses = try await talk({ $0.headers = 1 }) { client in
            client.send(EdgeClient.request("GET", "/x"))
            let first = try client.answer().status
            client.send("GET /x HTT")
            return [first, try client.answer().status]
        }
        #expect(statuses == [200, 408])
    }

    @Test func aBodyThatStopsIsCutOff() async throws {
        let (answer, isClosed) = try await talk({ $0.body = 0.2 }) { client in
            client.send("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
            return (try client.answer(), client.isClosed())
        }
        #expect(answer.status == 408)
        #expect(isClosed)
    }

    @Test func aBodyThatDripsIsCutOff() async throws {
        let wasCut = try await talk({
            $0.body = 0.3
            $0.bodyBytesPerSecond = 1e9
        }) { client in
            client.send("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n")
            return Self.isCut(client)
        }
        #expect(wasCut)
    }

    @Test func anIdleConnectionIsClosedWithoutAWord() async throws {
        let rest = try await talk({ $0.idle = 0.2 }) { client in
            client.send(EdgeClient.request("GET", "/x"))
            _ = try client.answer()
            return try client.rest()
        }
        #expect(rest.isEmpty)
        #expect(try await talk({ $0.idle = 0.2 }) { try $0.rest() }.isEmpty, "one that never requested anything")
    }

    @Test func aClientThatDoesNotReadIsCutOff() async throws {
        try await talk({ $0.write = 0.3 }) { [hasGivenUp] client in
            client.send(EdgeClient.request("GET", "/endless"))
            // The server fills all buffers between us meanwhile.
            try blockUntil("the server gives up") { hasGivenUp.isSet }
        }
    }

    @Test func severalRequestsOfOneConnectionAreAnsweredInOrder() async throws {
        let texts = try await talk { client in
            client.send(
                EdgeClient.request("GET", "/x") + EdgeClient.request("POST", "/length", body: [1, 2, 3])
                    + EdgeClient.request("GET", "/x"))
            return try (0..<3).map { _ in try client.answer().text }
        }
        #expect(texts == ["x", "3", "x"])
    }

    @Test func theConnectionIsClosedIfTheAnswerAnnouncesIt() async throws {
        let (text, isClosed) = try await talk { client in
            client.send(EdgeClient.request("GET", "/last"))
            return (try client.answer().text, client.isClosed())
        }
        #expect(text == "x")
        #expect(isClosed)
    }

    @Test func aLargeLastAnswerArrivesWhole() async throws {
        let count = try await talk { client in
            client.send("GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            try blockUntil("the buffers are full") { client.arrivedCount >= 50_000 }
            return try client.answer().body.count
        }
        #expect(count == 20 << 20)
    }

    @Test func theRestOfARefusedBodyIsNotReadForEver() async throws {
        let wasClosed = try await talk({ $0.drainBytes = 100_000 }) { client in
            client.send("POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n")
            let piece = [UInt8](repeating: 1, count: 10_000)
            for _ in 0..<100_000 { guard client.send(piece) else { return true } }
            return false
        }
        #expect(wasClosed)
    }

    @Test func aShortRestOfARefusedBodyKeepsTheConnection() async throws {
        let statuses = try await talk { client in
            client.send(EdgeClient.request("POST", "/refused", body: [UInt8](repeating: 1, count: 50_000)))
            let first = try client.answer().status
            client.send(EdgeClient.request("GET", "/x"))
            return [first, try client.answer().status]
        }
        #expect(statuses == [413, 200])
    }

    @Test func aClientThatWaitsForLeaveToSendItsBodyGetsIt() async throws {
        let text = try await talk { client in
            client.send("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            let leave = try client.interim()
            client.send("abc")
            return "\(leave) \(try client.answer().text)"
        }
        #expect(text == "HTTP/1.1 100 Continue 3")
    }

    @Test func aDamagedChunkEndsTheConnectionAfterOneAnswer() async throws {
        let text = try await talk { client in
            client.send("POST /length HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n")
            return String(decoding: try client.rest(), as: UTF8.self)
        }
        #expect(text.split(separator: "HTTP/1.1 ").count == 1, "\(text)")
        #expect(text.hasPrefix("HTTP/1.1 400"), "\(text)")
    }

    @Test func connectionsBeyondTheLimitWait() async throws {
        var server = EdgeServer()
        server.timeouts.idle = 60
        let room = OpenConnections(maximum: 2)
        try await EdgeTestServer.run(server.builder, room: room, routes: routes) { (server) async throws in
            try await server.connected { [port = server.port] (first: EdgeClient) in
                first.send(EdgeClient.request("GET", "/x"))
                #expect(try first.answer().status == 200)
                var others = try (0..<8).map { _ in try EdgeClient(port: port) }
                for other in others { other.send(EdgeClient.request("GET", "/x")) }
                try blockUntil("the listener waits") { room.isListenerWaiting }
                // Up to three more than the limit may be open, as four are accepted at a time.
                #expect(others.count { $0.arrivedCount > 0 } <= 4, "some wait")
                others.removeAll()
            }
            #expect(try await server.send("GET", "/x").status == 200, "waiting connections are accepted when others have closed")
        }
    }
}

/// Set once, from any thread.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
