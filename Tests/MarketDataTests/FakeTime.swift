import Market
import MarketFeeds
import Synchronization

/// A clock, its uptime and the real time behind it. Only sleeping passes time; the clock alone can jump.
final class FakeTime: Sendable {
    private struct State {
        var uptime = 0.0
        var jumped = 0
        var sleeps: [Double] = []
        var events: [(uptime: Double, jump: Int)] = []
    }

    private let state = Mutex(State())
    private let start: Int
    private let seconds: Double
    private let generator: Mutex<SeededGenerator>

    /// - Parameters:
    ///   - start: seconds since 1970-01-01 UTC.
    ///   - seconds: after these, sleeping fails as it does in a task that was cancelled.
    init(from start: Int, for seconds: Double, seed: UInt64) {
        (self.start, self.seconds) = (start, seconds)
        generator = Mutex(SeededGenerator(seed: seed))
    }

    /// The time that the clock shows.
    var now: Int { state.withLock { start + Int($0.uptime) + $0.jumped } }
    /// The time that it should show.
    var realNow: Int { state.withLock { start + Int($0.uptime) } }
    var uptime: Double { state.withLock { $0.uptime } }
    var sleeps: [Double] { state.withLock { $0.sleeps } }

    /// Makes the clock jump after this much time.
    func jump(by jump: Int, at uptime: Double) { state.withLock { $0.events.append((uptime, jump)) } }

    var clock: FeedClock {
        FeedClock(
            now: { [self] in now }, uptime: { [self] in uptime },
            sleep: { [self] seconds in
                try Task.checkCancellation()
                try sleep(seconds)
            }, random: { [self] in generator.withLock { $0.uniform() } })
    }

    /// Passes time without sleeping: a provider took this long.
    func pass(_ seconds: Double) { state.withLock { $0.uptime += seconds } }

    private func sleep(_ seconds: Double) throws {
        try state.withLock { state in
            state.sleeps.append(seconds)
            state.uptime += seconds
            state.jumped += state.events.filter { $0.uptime <= state.uptime }.map(\.jump).reduce(0, +)
            state.events.removeAll { $0.uptime <= state.uptime }
            if state.uptime > self.seconds { throw CancellationError() }
        }
    }
}
