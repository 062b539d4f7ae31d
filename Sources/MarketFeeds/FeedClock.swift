import Foundation
import Market

/// Time and randomness used for fetching; tests replace them.
package struct FeedClock: Sendable {
    /// Returns seconds since 1970-01-01 UTC. Determines which day has ended.
    package var now: @Sendable () -> Int
    /// Returns seconds on a monotonic clock, for deadlines and request spacing.
    package var uptime: @Sendable () -> Double
    /// Waits for a number of seconds; throws if the task is cancelled.
    package var sleep: @Sendable (Double) async throws -> Void
    /// Returns a uniform number in [0, 1), for the jitter of retries.
    package var random: @Sendable () -> Double

    /// Creates a clock from functions.
    package init(
        now: @escaping @Sendable () -> Int, uptime: @escaping @Sendable () -> Double,
        sleep: @escaping @Sendable (Double) async throws -> Void, random: @escaping @Sendable () -> Double
    ) {
        (self.now, self.uptime, self.sleep, self.random) = (now, uptime, sleep, random)
    }

    /// The machine's clock.
    package static let system = FeedClock(
        now: { Int(Date().timeIntervalSince1970.rounded(.down)) },
        uptime: { ProcessInfo.processInfo.systemUptime },
        sleep: { try await Task.sleep(nanoseconds: UInt64($0 * 1e9)) },
        random: { Double.random(in: 0..<1) })

    /// The last day that has ended.
    var yesterday: Day { Day(secondsSince1970: now()) - 1 }
    /// Returns the deadline that many seconds from now.
    func deadline(in seconds: Double) -> Deadline { Deadline(uptime: uptime() + seconds) }
    /// Returns the seconds until a deadline; negative after it.
    func remaining(_ deadline: Deadline) -> Double { deadline.uptime - uptime() }
}

/// The time by which an answer is needed.
struct Deadline: Sendable {
    /// On the clock of ``FeedClock/uptime``.
    let uptime: Double
}
