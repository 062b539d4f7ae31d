import Synchronization

/// Turns to compute a block, as many as blocks may be in flight. The longest waiter is next. Because each running job has
/// another owner and waits for one turn at a time, owners alternate regardless of how many series they have.
final class FairTurns: Sendable {
    private struct State {
        var free: Int
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var lastNumber = 0
    }

    private let state: Mutex<State>

    /// Creates the turns.
    ///
    /// - Parameter count: at least 1.
    init(count: Int) {
        precondition(count >= 1, "turns must be at least 1, not \(count)")
        state = Mutex(State(free: count))
    }

    /// Waits for a turn, to be returned with ``give()``. Returns false if the task is cancelled.
    func take() async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let answer = answerAtOnce(number, continuation) { continuation.resume(returning: answer) }
            }
        } onCancel: {
            withdraw(number)
        }
    }

    /// Returns a turn.
    func give() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil as CheckedContinuation<Bool, Never>?
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }

    private func answerAtOnce(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) -> Bool? {
        state.withLock { state in
            // If the task is cancelled before the lock is taken, `withdraw` finds nothing, and this check catches it. If it is
            // cancelled afterwards, `withdraw` finds this waiter.
            if Task.isCancelled { return false }
            if state.free > 0 {
                state.free -= 1
                return true
            }
            state.waiting.append((number, continuation))
            return nil
        }
    }

    private func withdraw(_ number: Int) {
        let withdrawn = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).continuation }
        }
        withdrawn?.resume(returning: false)
    }
}
