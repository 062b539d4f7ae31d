import Synchronization

/// Computes a value once for all callers that want it at the same time.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        /// Distinguishes this flight from a later one with the same key.
        let number: UInt64
        let task: Task<Value, any Error>
        var waiting: Int
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var next: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the value being made for the key, or else what `make` returns. If the caller that started the work is cancelled,
    /// the work goes on for the others; if all callers are cancelled, the work is cancelled too.
    package func value(_ key: Key, _ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (number, task) = state.withLock { state -> (UInt64, Task<Value, any Error>) in
            if let flight = state.flights[key] {
                state.flights[key]!.waiting += 1
                return (flight.number, flight.task)
            }
            state.next += 1
            let number = state.next
            let task = Task {
                defer { self.end(key, number) }
                return try await make()
            }
            state.flights[key] = Flight(number: number, task: task, waiting: 1)
            return (number, task)
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            leave(key, number)
        }
    }

    /// Returns how many callers wait for a key's value.
    package func waiting(_ key: Key) -> Int { state.withLock { $0.flights[key]?.waiting ?? 0 } }

    private func end(_ key: Key, _ number: UInt64) {
        state.withLock { state in if state.flights[key]?.number == number { state.flights[key] = nil } }
    }

    /// Removes one caller. A caller that arrives after the last one left starts a new computation.
    private func leave(_ key: Key, _ number: UInt64) {
        let abandoned = state.withLock { state -> Task<Value, any Error>? in
            guard var flight = state.flights[key], flight.number == number else { return nil }
            flight.waiting -= 1
            state.flights[key] = flight.waiting > 0 ? flight : nil
            return flight.waiting > 0 ? nil : flight.task
        }
        abandoned?.cancel()
    }
}
