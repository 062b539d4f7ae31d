import Market

/// When which asset is refreshed. Pure: times and chance are handed in, and what is stored is the truth about what is missing.
///
/// An asset is due when the close of yesterday is not stored and its moment of the day has come: a while after the day has ended, plus
/// a random part of a window, so that not everybody asks at midnight. One that missed earlier days is due at once. One that was asked
/// for in vain is due again after a wait that doubles. Waits are measured by the uptime, days by the clock: where the clock goes back
/// nothing is missing, and where it goes on again what is missing is due.
struct RefreshPlan {
    private let settings: RefreshSettings
    /// The day that ended last, as of the last look.
    private var yesterday: Day?
    /// Seconds after the end of ``yesterday``.
    private var moments: [AssetID: Double] = [:]
    /// On the scale of the uptime.
    private var retries: [AssetID: (count: Int, notBefore: Double)] = [:]
    /// The clock and the uptime of the last look.
    private var last: (now: Int, uptime: Double)?
    private var pausedUntil = -Double.infinity

    init(_ settings: RefreshSettings) { self.settings = settings }

    /// The assets to refresh now.
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

    /// Takes note of an attempt.
    mutating func note(_ asset: AssetID, isCurrent: Bool, uptime: Double, random: () -> Double) {
        guard !isCurrent else {
            retries[asset] = nil
            return
        }
        let count = (retries[asset]?.count ?? 0) + 1
        let wait = min(settings.longestRetrySeconds, settings.firstRetrySeconds * Double(1 << min(count - 1, 16)))
        retries[asset] = (count, uptime + wait * (0.5 + random() / 2))
    }

    /// Seconds to the next look: no more than a few minutes, since the clock may jump meanwhile.
    func wait(now: Int, uptime: Double) -> Double {
        let second = Double(Self.secondOfDay(now))
        let next =
            moments.values.map { $0 - second } + retries.values.map { $0.notBefore - uptime } + [86_400 - second]
        return max(1, min(settings.longestWaitSeconds, next.filter { $0 > 0 }.min() ?? .infinity))
    }

    /// A clock that jumped forward may be wrong, and a day that it says has ended may not have: the price of its hours would be stored
    /// as its close. Time services mend such a clock within minutes.
    private mutating func noteJump(_ now: Int, _ uptime: Double) {
        if let last, Double(now - last.now) - (uptime - last.uptime) > settings.jumpSeconds {
            pausedUntil = uptime + settings.jumpPauseSeconds
        }
        last = (now, uptime)
    }

    private static func secondOfDay(_ now: Int) -> Int { now - Day(secondsSince1970: now).daysSince1970 * 86_400 }
}

/// The schedule's times, in seconds.
package struct RefreshSettings: Equatable, Sendable {
    /// From the end of a day until providers are asked for its close.
    package var settleSeconds = 600.0
    /// Over which the assets are spread.
    package var windowSeconds = 3600.0
    /// Of one asset's fetch.
    package var deadlineSeconds = 20.0
    /// To the second attempt; each further one waits twice as long, up to the longest.
    package var firstRetrySeconds = 300.0
    package var longestRetrySeconds = 3600.0
    /// From one look at the clock to the next.
    package var longestWaitSeconds = 300.0
    /// By how much the clock may run ahead between two looks before it counts as a jump, and how long nothing is fetched then.
    package var jumpSeconds = 600.0
    package var jumpPauseSeconds = 900.0
    /// How many assets are fetched at once: one provider that hangs must not hold up all.
    package var together = 4

    package init() {}
}
