import Logging
import Market
import MarketData
import MarketFeeds
import Platform
import Services
import Storage

/// The server's price providers. One per process, because rate limits are kept in it.
struct Feeds {
    let refresher: Refresher

    init(_ market: MarketData) throws {
        let settings = try FeedSettings(variable: ProcessState.environment) { path in
            String(decoding: try Files.read(path), as: UTF8.self)
        }
        refresher = Refresher(HistoryFetcher(market, PriceFeeds(settings: settings)))
    }

    /// Returns the function that the refresh route calls.
    ///
    /// - Parameter requestSeconds: the time limit of a request. Providers get nine tenths of it, so that a response can still
    ///   report the result.
    func refresh(requestSeconds: Double) -> AssetRefresh {
        { [refresher] asset, deadlineSeconds in
            let result = await refresher.refresh(asset, deadlineSeconds: min(deadlineSeconds, requestSeconds * 0.9))
            return RefreshedCloses(
                newest: result.newest, added: result.added, differing: result.changes.count,
                providers: result.providers.map(\.rawValue), failure: result.failure)
        }
    }

    /// Returns the daily refresh.
    ///
    /// - Parameter hour: the earliest hour of the day, UTC, at which it starts.
    func schedule(hour: Int, _ store: Store, logger: Logger) -> RefreshSchedule {
        var settings = RefreshSettings()
        settings.settleSeconds = max(settings.settleSeconds, Double(hour) * 3600)
        return RefreshSchedule(
            refresher, clock: .system, settings: settings,
            log: { logger.info("refresh", metadata: ["result": "\($0)"]) }, inUse: { try await store.assetsInUse() })
    }
}
