import Synchronization

/// A clock that a test sets.
final class Clock: Sendable {
    private let time = Mutex(1_700_000_000)

    var seconds: Int {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}
