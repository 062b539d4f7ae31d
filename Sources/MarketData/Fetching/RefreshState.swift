import Market

/// The state of the price feeds.
package struct RefreshState: Equatable, Sendable {
    /// When closes last arrived or were found to be current, in seconds since 1970-01-01 UTC.
    package private(set) var lastSuccessAt: Int?
    /// When the scheduled refresh last failed, in seconds since 1970-01-01 UTC.
    package private(set) var lastFailureAt: Int?
    /// The reason, without any API key.
    package private(set) var lastFailure: String?
    /// Failures of the scheduled refresh since the last success.
    package private(set) var failuresInARow = 0
    /// All successes and failures since the start, including those of requests.
    package private(set) var successes = 0, failures = 0
    /// The last stored day of each asset in use at the last scheduled check; nil if none is stored.
    package internal(set) var newestDays: [AssetID: Day?] = [:]

    package init() {}

    /// Returns the age in days of each used asset's newest close, 1 for yesterday's; assets without closes are omitted.
    package func agesInDays(today: Day) -> [AssetID: Int] { newestDays.compactMapValues { $0.map { today - $0 } } }

    /// Returns the seconds since the end of the newest stored day, for the asset in use that is furthest behind; nil if no
    /// closes are stored.
    package func oldestCloseSeconds(now: Int) -> Int? {
        newestDays.values.compactMap { $0 }.min().map { now - ($0.daysSince1970 + 1) * 86_400 }
    }

    /// Whether an asset with stored closes lacks the close of a day that ended more than a day ago; health checks report this
    /// as degraded.
    package func isStale(today: Day) -> Bool { agesInDays(today: today).values.contains { $0 > 2 } }

    mutating func note(_ result: RefreshResult, at time: Int, isUpkeep: Bool) {
        if let failure = result.failure {
            guard isUpkeep else { return failures += 1 }
            return note(failure: failure, at: time)
        }
        (lastSuccessAt, failuresInARow, successes) = (time, 0, successes + 1)
        if newestDays[result.asset.id] != nil { newestDays[result.asset.id] = .some(result.newest) }
    }

    mutating func note(failure: String, at time: Int) {
        (lastFailure, lastFailureAt) = (failure, time)
        (failuresInARow, failures) = (failuresInARow + 1, failures + 1)
    }
}
