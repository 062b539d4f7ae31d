import Market
import Synchronization

/// How far this machine's clock is ahead of a provider's, as far as its last answer told by its `Date` header.
///
/// A clock that is a day ahead takes the day that is under way for one that has ended, and the price of the hour for its close.
final class ClockSkew: Sendable {
    /// Clocks differ, answers take a while: so much is nothing.
    static let toleranceSeconds = 900

    private let told = Mutex(0)

    /// Seconds by which our clock is ahead, negative where it is behind; 0 within the tolerance and where nobody told.
    var aheadSeconds: Int { told.withLock { $0 } }

    /// The day that ended last by both clocks.
    func yesterday(now: Int) -> Day { Day(secondsSince1970: now - max(0, aheadSeconds)) - 1 }

    /// - Parameter now: seconds since 1970-01-01 UTC by our clock, when the answer had come.
    func note(_ answer: HTTPAnswer, now: Int) {
        // An answer out of a cache was made so many seconds before.
        let age = min(answer.headers["age"].flatMap { Int($0) } ?? 0, 7 * 86_400)
        let ahead = answer.headers["date"].flatMap { HTTPDate.seconds($0[...]) }.map { now - ($0 + max(0, age)) } ?? 0
        told.withLock { $0 = abs(ahead) > Self.toleranceSeconds ? ahead : 0 }
    }
}
