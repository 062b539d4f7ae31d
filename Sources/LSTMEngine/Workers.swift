import Dispatch
import Synchronization

/// Threads that share work, each with scratch memory of its own.
package enum Workers {
    /// Maps each index in 0..<count, in order, on up to `workers` threads.
    package static func map<Scratch: ~Copyable, Result: Sendable>(
        _ count: Int, workers: Int, makeScratch: @Sendable () -> Scratch, _ body: @Sendable (Int, inout Scratch) -> Result
    ) -> [Result] {
        var results = [Result?](repeating: nil, count: count)
        results.withUnsafeMutableBufferPointer { results in
            // Safe: each index writes only its own element.
            nonisolated(unsafe) let places = results
            forEachIndex(count, workers: workers, makeScratch: makeScratch) { index, scratch in
                places[index] = body(index, &scratch)
            }
        }
        return results.map { $0! }
    }

    /// Calls `body` once with each index, on up to `workers` threads.
    static func forEachIndex<Scratch: ~Copyable>(
        _ count: Int, workers: Int, makeScratch: @Sendable () -> Scratch, _ body: @Sendable (Int, inout Scratch) -> Void
    ) {
        precondition(workers >= 1, "threads must be at least 1, not \(workers)")
        let workers = min(workers, count)
        guard workers > 1 else {
            var scratch = makeScratch()
            for index in 0..<count { body(index, &scratch) }
            return
        }
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            var scratch = makeScratch()
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                body(index, &scratch)
            }
        }
    }
}
