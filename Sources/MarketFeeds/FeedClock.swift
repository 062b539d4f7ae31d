import Foundation
import Market

/// Time and chance, as far as fetching depends on them; tests bring their own.
package struct FeedClock: Sendable {
    /// Seconds since 1970-01-01 UTC. It decides which day has ended.
    package var now: @Sendable () -> Int
    /// Seconds since some moment, never running backwards. It measures deadlines and the distances of requests.
    package var uptime: @Sendable () -> Double
    /// Waits for so many seconds; throws when the task is cancelled.
    package var sleep: @Sendable (Double) async throws -> Void
    /// Uniform in [0, 1), for the jitter of retries.
    package var random: @Sendable () -> Double

    /// A clock of the caller's.
    package init(
        now: @escaping @Sendable () -> Int, uptime: @escaping @Sendable () -> Double,
        sleep: @escaping @Sendable (Double) async throws -> Void, random: @escaping @Sendable () -> Double
    ) {
        (self.now, self.uptime, self.sleep, self.random) = (now, uptime, sleep, random)
    }

    /// The machine's.
    package static let system = FeedClock(
        now: { Int(Date().timeIntervalSince1970.rounded(.down)) },
        uptime: { ProcessInfo.processInfo.systemUptime },
        sleep: { try await Task.sleep(nanoseconds: UInt64($0 * 1e9)) },
        random: { Double.random(in: 0..<1) })

    /// The day that ended last.
    var yesterday: Day { Day(secondsSince1970: now()) - 1 }
    /// The moment so many seconds from now.
    func deadline(in seconds: Double) -> Deadline { Deadline(uptime: uptime() + seconds) }
    /// Seconds until a deadline, negative after it.
    func remaining(_ deadline: Deadline) -> Double { deadline.uptime - uptime() }
}

/// Until when an answer is wanted.
struct Deadline: Sendable {
    /// On the scale of ``FeedClock/uptime``.
    let uptime: Double
}
