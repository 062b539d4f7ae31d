import Dispatch
import Synchronization

extension Network {
    /// Maps each index in 0..<count, in order, on up to `workers` threads with one workspace each.
    package func map<Result: Sendable>(
        _ count: Int, workers: Int, _ body: @Sendable (Int, inout Workspace) -> Result
    ) -> [Result] {
        var results = [Result?](repeating: nil, count: count)
        results.withUnsafeMutableBufferPointer { results in
            // Safe: each index writes only its own element.
            nonisolated(unsafe) let places = results
            forEachIndex(count, workers: workers) { index, workspace in places[index] = body(index, &workspace) }
        }
        return results.map { $0! }
    }

    /// Calls `body` once with each index, on up to `workers` threads with one workspace each.
    func forEachIndex(_ count: Int, workers: Int, _ body: @Sendable (Int, inout Workspace) -> Void) {
        precondition(workers >= 1, "threads must be at least 1, not \(workers)")
        let workers = min(workers, count)
        guard workers > 1 else {
            var workspace = makeWorkspace()
            for index in 0..<count { body(index, &workspace) }
            return
        }
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            var workspace = makeWorkspace()
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                body(index, &workspace)
            }
        }
    }
}
