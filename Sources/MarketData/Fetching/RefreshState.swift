import Market

/// How the feeds are doing.
package struct RefreshState: Equatable, Sendable {
    /// Seconds since 1970-01-01 UTC at which closes last came, or were found to be current.
    package private(set) var lastSuccessAt: Int?
    /// Seconds since 1970-01-01 UTC of the last failure of the process's own upkeep.
    package private(set) var lastFailureAt: Int?
    /// Why; it names no key.
    package private(set) var lastFailure: String?
    /// Failures of the process's own upkeep since the last success.
    package private(set) var failuresInARow = 0
    /// Since the start, of all who asked.
    package private(set) var successes = 0, failures = 0
    /// The last stored day of each asset in use, nil where none is stored; as the schedule last saw it.
    package internal(set) var newestDays: [AssetID: Day?] = [:]

    package init() {}

    /// Days from the newest close of each asset in use to today, 1 for that of yesterday; assets without closes are left out.
    package func agesInDays(today: Day) -> [AssetID: Int] { newestDays.compactMapValues { $0.map { today - $0 } } }

    /// Seconds from the end of the newest stored day to now, of the asset in use that is furthest behind; nil where no closes are stored.
    package func oldestCloseSeconds(now: Int) -> Int? {
        newestDays.values.compactMap { $0 }.min().map { now - ($0.daysSince1970 + 1) * 86_400 }
    }

    /// Whether a day that ended more than a day ago is missing of an asset that has closes: what a health check calls degraded.
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
