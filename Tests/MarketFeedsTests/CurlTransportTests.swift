import Foundation
import LoopbackServer
import MarketFeeds
import Testing
import Waits

/// libcurl with a server that misbehaves.
@Suite(.serialized) struct CurlTransportTests {
    private static let transport = CurlTransport()

    private func get(
        _ reply: LoopbackServer.Reply, timeoutSeconds: Double = 20, sizeLimit: Int = 1 << 20, headers: [String: String] = [:]
    ) async -> (Result<HTTPAnswer, TransportError>, [LoopbackServer.Request]) {
        let server = LoopbackServer { _, _ in reply }
        defer { server.stop() }
        do throws(TransportError) {
            let answer = try await Self.transport.get(
                server.address, headers: headers, timeoutSeconds: timeoutSeconds, sizeLimit: sizeLimit)
            return (.success(answer), server.requests)
        } catch {
            return (.failure(error), server.requests)
        }
    }

    private func failure(_ result: Result<HTTPAnswer, TransportError>) -> TransportError? {
        if case .failure(let error) = result { error } else { nil }
    }

    @Test(arguments: [200, 400, 404, 418, 429, 451, 500, 550]) func statusHeadersAndBodyArrive(status: Int) async throws {
        let (result, requests) = await get(
            .json("{\"a\": 1}", status: status, headers: ["Retry-After": "7"]), headers: ["X-Some": "thing", "User-Agent": "u/1"])
        let answer = try result.get()
        #expect(answer.status == status)
        #expect(answer.headers["retry-after"] == "7")
        #expect(answer.body == Array("{\"a\": 1}".utf8))
        #expect(requests.map { $0.headers["x-some"] } == ["thing"])
        #expect(requests.map { $0.headers["user-agent"] } == ["u/1"])
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func redirectsAreHandedOutAndNotFollowed(status: Int) async throws {
        let (result, requests) = await get(.json("moved", status: status, headers: ["Location": "/other"]))
        let answer = try result.get()
        #expect(answer.status == status)
        #expect(answer.headers["location"] == "/other")
        #expect(requests.count == 1)
    }

    @Test(arguments: [0, 1, 500]) func aBodyThatIsCutIsAnError(count: Int) async {
        var reply = LoopbackServer.Reply.json(String(repeating: "x", count: 1000))
        reply.cutAfter = count
        let result = await get(reply).0
        #expect(failure(result) == .connection("it was cut"), "\(result)")
    }

    @Test func aServerThatDisconnectsAtOnceIsAnError() async {
        var reply = LoopbackServer.Reply()
        reply.hangs = true
        #expect(failure(await get(reply, timeoutSeconds: 0.2).0) == .timedOut)
    }

    @Test func aBodyThatDripsIsTimedOutAsAWhole() async {
        var reply = LoopbackServer.Reply.json(String(repeating: "x", count: 10_000))
        reply.isSlow = true
        #expect(failure(await get(reply, timeoutSeconds: 0.3).0) == .timedOut)
    }

    @Test(arguments: [true, false]) func aBodyBeyondTheLimitIsRefused(hasLength: Bool) async throws {
        var reply = LoopbackServer.Reply.json(String(repeating: "x", count: 100_000))
        reply.hasLength = hasLength
        #expect(failure(await get(reply, sizeLimit: 99_999).0) == .tooLarge)
        #expect(try await get(reply, sizeLimit: 100_000).0.get().body.count == 100_000)
    }

    /// 10,003 bytes as gzip writes them.
    @Test func compressedBodiesAreMeasuredUnpacked() async throws {
        let packed: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 194, 49, 13, 0, 0, 8, 3, 48, 67, 60, 211, 67, 240, 111, 3, 31, 75, 211, 110, 6, 0,
            0,
            0, 0, 0, 0, 0, 0, 0, 10, 220, 3, 165, 202, 56, 119, 19, 39, 0, 0,
        ]
        let reply = LoopbackServer.Reply(headers: ["Content-Encoding": "gzip"], body: packed)
        let body = try await get(reply).0.get().body
        #expect(body == Array("[\(String(repeating: "1,", count: 5000))1]".utf8))
        #expect(failure(await get(reply, sizeLimit: 10_002).0) == .tooLarge)
    }

    @Test func nobodyListening() async {
        let server = LoopbackServer { _, _ in .json("") }
        let address = server.address
        server.stop()
        // The accepting thread closes the port a moment after `stop()`.
        for _ in 0..<100 {
            do throws(TransportError) {
                _ = try await Self.transport.get(address, headers: [:], timeoutSeconds: 20, sizeLimit: 1000)
            } catch {
                #expect(error == .connection("the server cannot be reached") || error == .connection("it was cut"))
                if error == .connection("the server cannot be reached") { return }
            }
        }
        Issue.record("the port stayed open")
    }

    @Test func aCancelledTaskEndsAtOnce() async throws {
        let server = LoopbackServer { _, _ in
            var reply = LoopbackServer.Reply()
            reply.hangs = true
            return reply
        }
        defer { server.stop() }
        let task = Task { () -> TransportError? in
            do throws(TransportError) {
                _ = try await Self.transport.get(server.address, headers: [:], timeoutSeconds: 1000, sizeLimit: 1000)
                return nil
            } catch { return error }
        }
        try await until("a request comes") { !server.requests.isEmpty }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func cancellingAtAnyMomentIsHarmless() async {
        let server = LoopbackServer { _, _ in .json("[]") }
        defer { server.stop() }
        for round in 0..<300 {
            let task = Task {
                do throws(TransportError) {
                    return try await Self.transport.get(server.address, headers: [:], timeoutSeconds: 20, sizeLimit: 1000).status
                } catch { return error == .cancelled ? 0 : -1 }
            }
            for _ in 0..<round % 50 { await Task.yield() }
            task.cancel()
            let status = await task.value
            #expect(status == 0 || status == 200)
        }
    }

    @Test func manyRequestsAtOnceGetTheirOwnAnswers() async {
        let server = LoopbackServer { request, _ in .json("\(request.path)") }
        defer { server.stop() }
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let url = URL(string: "\(server.address)/\(number)")!
                    let answer = try? await Self.transport.get(url, headers: [:], timeoutSeconds: 20, sizeLimit: 1000)
                    return answer?.body == Array("/\(number)".utf8)
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
