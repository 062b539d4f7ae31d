import Market
import Synchronization

/// Measures how far this machine's clock is ahead of a provider's, from the `Date` header of its last answer.
///
/// If the clock is a day ahead, the current day appears to have ended, and its latest price would be mistaken for its close.
final class ClockSkew: Sendable {
    /// Smaller differences are ignored: clocks differ, and answers take time.
    static let toleranceSeconds = 900

    private let measured = Mutex(0)

    /// Seconds by which our clock is ahead; negative if it is behind, 0 within the tolerance and without a `Date` header.
    var aheadSeconds: Int { measured.withLock { $0 } }

    /// The last day that has ended by both clocks.
    func yesterday(now: Int) -> Day { Day(secondsSince1970: now - max(0, aheadSeconds)) - 1 }

    /// Updates the measurement.
    ///
    /// - Parameter now: our clock in seconds since 1970-01-01 UTC, when the answer had arrived.
    func note(_ answer: HTTPAnswer, now: Int) {
        // A cached answer was created this many seconds earlier.
        let age = min(answer.headers["age"].flatMap { Int($0) } ?? 0, 7 * 86_400)
        let ahead = answer.headers["date"].flatMap { HTTPDate.seconds($0[...]) }.map { now - ($0 + max(0, age)) } ?? 0
        measured.withLock { $0 = abs(ahead) > Self.toleranceSeconds ? ahead : 0 }
    }
}
