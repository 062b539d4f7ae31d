import Market

/// Decides when each asset is refreshed. Pure: times and random numbers are passed in, and the store alone decides what is missing.
///
/// An asset is due if yesterday's close is not stored and its moment of the day has come: some time after the day has ended, plus
/// a random part of a window, so that not all servers ask at midnight. An asset that missed earlier days is due at once. After a
/// failed attempt, the wait until the next one doubles. Waits are measured by the uptime, days by the clock: if the clock is set
/// back, nothing is missing; when it advances again, missing days are due.
struct RefreshPlan {
    private let settings: RefreshSettings
    /// The last day that had ended at the last check.
    private var yesterday: Day?
    /// When each asset is due, in seconds after the end of ``yesterday``.
    private var moments: [AssetID: Double] = [:]
    /// Failed attempts per asset, and the uptime before which it is not tried again.
    private var retries: [AssetID: (count: Int, notBefore: Double)] = [:]
    /// The clock and the uptime at the last check.
    private var last: (now: Int, uptime: Double)?
    private var pausedUntil = -Double.infinity

    init(_ settings: RefreshSettings) { self.settings = settings }

    /// Returns the assets to refresh now.
    ///
    /// - Parameters:
    ///   - stored: the last stored day of each asset in use.
    ///   - now: seconds since 1970-01-01 UTC.
    ///   - random: uniform in [0, 1).
    mutating func due(_ stored: [AssetID: Day?], now: Int, uptime: Double, random: () -> Double) -> [AssetID] {
        noteJump(now, uptime)
        let yesterday = Day(secondsSince1970: now) - 1
        if yesterday != self.yesterday { (self.yesterday, moments, retries) = (yesterday, [:], [:]) }
        let missing = stored.filter { $0.value.map { $0 < yesterday } ?? true }.sorted { $0.key < $1.key }
        for (asset, _) in missing where moments[asset] == nil {
            moments[asset] = settings.settleSeconds + settings.windowSeconds * random()
        }
        guard uptime >= pausedUntil else { return [] }
        return missing.filter { asset, newest in
            let hasMissedMore = newest.map { $0 < yesterday - 1 } ?? true
            let isTime = hasMissedMore || Double(Self.secondOfDay(now)) >= moments[asset]!
            return isTime && uptime >= retries[asset]?.notBefore ?? -.infinity
        }.map(\.key)
    }

    /// Records an attempt.
    mutating func note(_ asset: AssetID, isCurrent: Bool, uptime: Double, random: () -> Double) {
        guard !isCurrent else {
            retries[asset] = nil
            return
        }
        let count = (retries[asset]?.count ?? 0) + 1
        let wait = min(settings.longestRetrySeconds, settings.firstRetrySeconds * Double(1 << min(count - 1, 16)))
        retries[asset] = (count, uptime + wait * (0.5 + random() / 2))
    }

    /// Returns the seconds until the next check: a few minutes at most, since the clock may jump meanwhile.
    func wait(now: Int, uptime: Double) -> Double {
        let second = Double(Self.secondOfDay(now))
        let next =
            moments.values.map { $0 - second } + retries.values.map { $0.notBefore - uptime } + [86_400 - second]
        return max(1, min(settings.longestWaitSeconds, next.filter { $0 > 0 }.min() ?? .infinity))
    }

    /// Pauses after the clock jumped forward: it may be wrong and the day may not have ended, in which case a price from within
    /// the day would be stored as its close. Time services correct such a clock within minutes.
    private mutating func noteJump(_ now: Int, _ uptime: Double) {
        if let last, Double(now - last.now) - (uptime - last.uptime) > settings.jumpSeconds {
            pausedUntil = uptime + settings.jumpPauseSeconds
        }
        last = (now, uptime)
    }

    private static func secondOfDay(_ now: Int) -> Int { now - Day(secondsSince1970: now).daysSince1970 * 86_400 }
}

/// The timing of the daily refresh, in seconds.
package struct RefreshSettings: Equatable, Sendable {
    /// From the end of a day until its close is requested.
    package var settleSeconds = 600.0
    /// The window over which assets are spread.
    package var windowSeconds = 3600.0
    /// The time limit for fetching one asset.
    package var deadlineSeconds = 20.0
    /// The wait before the second attempt; each further wait is twice as long, up to the longest.
    package var firstRetrySeconds = 300.0
    package var longestRetrySeconds = 3600.0
    /// The longest time between two checks.
    package var longestWaitSeconds = 300.0
    /// How far the clock may run ahead between two checks before it counts as a jump, and how long fetching then pauses.
    package var jumpSeconds = 600.0
    package var jumpPauseSeconds = 900.0
    /// How many assets are fetched at once, so that one hanging provider does not hold up all.
    package var together = 4

    package init() {}
}
