import Platform
import Synchronization
import Testing
import Waits

@Suite struct SingleFlightTests {
    /// Waits until it is cancelled.
    private static func endless(_ begun: Atomic2, _ cancelled: Atomic2) async throws -> Int {
        begun.add()
        do {
            // Pause: until it is cancelled.
            try await Task.sleep(for: .seconds(600))
            return 0
        } catch {
            cancelled.add()
            throw error
        }
    }

    final class Atomic2: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func add() { count.add(1, ordering: .relaxed) }
    }

    @Test func workIsCancelledOnlyWhenNoCallerWaitsForIt() async throws {
        let flight = SingleFlight<Int, Int>()
        let (begun, cancelled) = (Atomic2(), Atomic2())
        let first = Task { try await flight.value(1) { try await Self.endless(begun, cancelled) } }
        try await until("it has begun") { begun.value > 0 }
        let second = Task { try await flight.value(1) { try await Self.endless(begun, cancelled) } }
        // The second one waits too when it was seen to be counted.
        try await until("two wait") { flight.waiting(1) == 2 }
        first.cancel()
        try await until("one waits") { flight.waiting(1) == 1 }
        #expect(cancelled.value == 0 && begun.value == 1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(cancelled.value == 1 && begun.value == 1)
        #expect(try await flight.value(1) { 7 } == 7, "a later caller starts again")
    }

    @Test func concurrentCallersGetTheSameValue() async throws {
        let flight = SingleFlight<Int, Int>()
        let begun = Atomic2()
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await flight.value(1) {
                        begun.add()
                        try await until("all wait") { flight.waiting(1) == 20 }
                        return begun.value
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 1, count: 20))
    }
}
