import Synchronization
import Waits

/// Holds visitors until it is opened.
package final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>], visitors: Int)>((false, [], 0))

    package init() {}

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                state.visitors += 1
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Blocks until `count` visitors have come.
    package func waitForVisitors(_ count: Int) throws {
        try blockUntil("\(count) visitors come", everyMilliseconds: 1) { state.withLock { $0.visitors } >= count }
    }
}
