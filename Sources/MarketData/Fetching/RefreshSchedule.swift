import Market
import MarketFeeds
import Text

/// Refreshes the closes of the assets in use once a day, after the UTC day has ended.
///
/// An asset is in use if providers know it and it is held in any wallet, marked by any owner, or has stored closes (forecasts can
/// be requested only for these). Assets that are no longer traded are excluded.
package struct RefreshSchedule: Sendable {
    private let refresher: Refresher
    private let inUse: @Sendable () async throws -> [Asset]
    private let clock: FeedClock
    private let settings: RefreshSettings
    private let log: @Sendable (String) -> Void

    /// - Parameters:
    ///   - inUse: returns the assets described above; called at each check.
    ///   - clock: the machine's clock, or a test's.
    ///   - log: receives a line for each asset that was refreshed or failed.
    package init(
        _ refresher: Refresher, clock: FeedClock, settings: RefreshSettings = RefreshSettings(),
        log: @escaping @Sendable (String) -> Void = { _ in }, inUse: @escaping @Sendable () async throws -> [Asset]
    ) {
        (self.refresher, self.inUse, self.clock) = (refresher, inUse, clock)
        (self.settings, self.log) = (settings, log)
    }

    /// Runs until the task is cancelled.
    package func run() async {
        var plan = RefreshPlan(settings)
        while !Task.isCancelled {
            await look(&plan)
            do {
                try await clock.sleep(plan.wait(now: clock.now(), uptime: clock.uptime()))
            } catch {
                return  // cancelled while waiting, which ends the service
            }
        }
    }

    /// Refreshes the assets that are due.
    private func look(_ plan: inout RefreshPlan) async {
        let assets: [AssetID: Asset]
        var stored: [AssetID: Day?] = [:]
        do {
            let yesterday = Day(secondsSince1970: clock.now()) - 1
            let coverage = try await refresher.fetcher.market.store.coverage()
            let found = try await inUse().filter { asset in
                guard asset.id != .usd, !asset.providerIDs.isEmpty, asset.lastTrade.map({ $0 >= yesterday }) ?? true else {
                    return false
                }
                // Rates are not published on weekends.
                let last = coverage[asset.id]?.last ?? .distantPast
                return !asset.isOtherCurrency || last < RateRule.lastWorkday(through: yesterday)
            }
            assets = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
            for id in assets.keys { stored[id] = .some(coverage[id]?.last) }
        } catch {
            refresher.note(failure: "\(error)")
            return log("cannot read from the store which closes are missing: \(error)")
        }
        refresher.note(stored: stored)
        let due = plan.due(stored, now: clock.now(), uptime: clock.uptime(), random: clock.random)
        for result in await refresh(due.map { assets[$0]! }) {
            let isCurrent = result.reaches(Day(secondsSince1970: clock.now()) - 1)
            plan.note(result.asset.id, isCurrent: isCurrent, uptime: clock.uptime(), random: clock.random)
            log(Self.words(result))
        }
    }

    private func refresh(_ assets: [Asset]) async -> [RefreshResult] {
        await withTaskGroup(of: RefreshResult.self) { group in
            var results: [RefreshResult] = []
            for (index, asset) in assets.enumerated() where !Task.isCancelled {
                if index >= settings.together, let result = await group.next() { results.append(result) }
                group.addTask {
                    await refresher.refresh(asset, deadlineSeconds: settings.deadlineSeconds, isUpkeep: true)
                }
            }
            for await result in group { results.append(result) }
            return results
        }
    }

    private static func words(_ result: RefreshResult) -> String {
        if let failure = result.failure { return "\(result.asset.id): no new closes: \(failure)" }
        let newest = result.newest.map { ", the newest of \($0)" } ?? ""
        return "\(result.asset.id): \(result.added.counted("new close"))\(newest), "
            + result.changes.count.counted("differs from the stored one", "differ from stored ones")
    }
}
