import ChildProcess
import Glibc
import LoopbackServer
import Market
import Notices
import Testing
import Waits

/// A program that sends notices is killed 50 times, at random moments: every notice arrives, each queue in order, and what arrives
/// twice has the same id.
@Suite(.serialized) struct DeliveryKillTests {
    private static let kills = 10

    @Test(arguments: 0..<5 as Range<UInt64>) func nothingIsLostAndEachQueueStaysInOrder(seed: UInt64) async throws {
        let (world, server) = (try DeliveryWorld(), LoopbackServer { _, _ in LoopbackServer.Reply() })
        defer { server.stop() }
        var random = SeededGenerator(seed: seed)
        try await world.set(
            #"{"webhook":["alert"],"webhook_url":"\#(server.address)/ann","ntfy":["alert"],"ntfy_url":"\#(server.address)/topic"}"#)
        try await world.set(#"{"webhook":["alert"],"webhook_url":"\#(server.address)/bob"}"#, of: DeliveryWorld.bob)
        var (ann, bob): ([String], [String]) = ([], [])
        func tell(_ count: Int) async throws {
            for _ in 0..<count {
                ann.append(try await world.tell("\(ann.count)"))
                bob.append(try await world.tell("\(bob.count)", of: DeliveryWorld.bob))
            }
        }
        for kill in 0..<Self.kills {
            try await tell(6)
            let seen = server.requests.count
            let program = try ChildProcess(BuiltProgram.path("notices-crash"), [world.store.path, "\(world.now)"])
            let awaited = 1 + random.index(below: 8)
            try await tell(2)
            try await until("seed \(seed), kill \(kill): \(awaited) notices were sent") { server.requests.count >= seen + awaited }
            // Pause: the moment of the kill, in the middle of a request or of storing its outcome.
            usleep(UInt32(random.index(below: 4000)))
            program.kill(SIGKILL)
            #expect(program.wait() == .killed(signal: SIGKILL), "seed \(seed), kill \(kill)")
            // The marks of the killed program end.
            world.now += 21
        }
        while try await world.waiting() > 0 {
            try await world.work().run()
            world.now += 21
        }
        for (path, told) in [("/ann", ann), ("/topic", ann), ("/bob", bob)] {
            let requests = server.requests.filter { $0.path == path }
            var first: [String] = []
            for request in requests {
                let id = try #require(request.headers["closecast-notice"])
                if !first.contains(id) { first.append(id) }
                #expect(path == "/topic" || request.json["id"]?.string == id)
            }
            #expect(first == told, "seed \(seed), \(path): each once or again, in order")
            #expect(requests.count <= told.count + Self.kills, "seed \(seed), \(path): at most one is repeated by a kill")
        }
        #expect(world.failures.isEmpty, "seed \(seed): \(world.failures)")
    }
}
