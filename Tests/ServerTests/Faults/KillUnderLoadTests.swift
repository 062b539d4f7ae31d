import Foundation
import Glibc
import Market
import Testing

/// The server is killed a hundred times while clients write: everything that it confirmed is stored, once.
@Suite struct KillUnderLoadTests {
    private static let killsPerCase = 25

    @Test(arguments: 0..<4 as Range<UInt64>) func confirmedWritesAreThereOnceAfterKills(seed: UInt64) async throws {
        let outcome = try await ServerFolder.run { folder in try Self.outcome(folder, seed) }
        #expect(outcome.problems == [], "seed \(seed)")
        #expect(outcome.confirmed > 2 * Self.killsPerCase, "seed \(seed): hardly anything was written")
        #expect(outcome.retries > 0, "seed \(seed): no kill met a write")
    }

    private struct Outcome: Sendable {
        var problems: [String]
        var confirmed = 0
        var retries = 0
    }

    private static func outcome(_ folder: String, _ seed: UInt64) throws -> Outcome {
        var random = SeededGenerator(seed: seed)
        let clients = WritingClients(seed: seed)
        for kill in 0..<killsPerCase {
            let server = try ServerProcess(in: folder)
            // Some kills hit the start, before anything is answered.
            guard random.index(below: 6) > 0 else {
                // Pause: the moment of the kill.
                usleep(UInt32(random.index(below: 150_000)))
                server.killAndWait()
                continue
            }
            try server.waitUntilListening()
            try clients.write(to: server.port) {
                // After a number of writes rather than after a time, of which a busy machine has less.
                try clients.waitForWrites(random.index(below: 16))
                // Pause: the moment of the kill.
                usleep(UInt32(random.index(below: 30_000)))
                server.killAndWait()
            }
            guard clients.refusals.isEmpty else { return Outcome(problems: clients.refusals.map { "kill \(kill): \($0)" }) }
        }
        let server = try ServerProcess.listening(in: folder)
        clients.sendPending(to: server.port)
        let outcome = Outcome(
            problems: try clients.problems(server), confirmed: clients.confirmed, retries: clients.retries)
        server.killAndWait()
        return outcome
    }
}
