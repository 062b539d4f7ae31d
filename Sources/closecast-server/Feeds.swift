import Logging
import Market
import MarketData
import MarketFeeds
import Platform
import Server
import Storage

/// The price providers of the server: one for the process, since rate limits live in it.
struct Feeds {
    let refresher: Refresher

    init(_ market: MarketData) throws {
        let settings = try FeedSettings(variable: ProcessState.environment) { path in
            String(decoding: try Files.read(path), as: UTF8.self)
        }
        refresher = Refresher(HistoryFetcher(market, PriceFeeds(settings: settings)))
    }

    /// What the route that refreshes an asset calls.
    ///
    /// - Parameter requestSeconds: what a request may take; providers get less, so that what became of them can be answered.
    func refresh(requestSeconds: Double) -> AssetRefresh {
        { [refresher] asset, deadlineSeconds in
            let result = await refresher.refresh(asset, deadlineSeconds: min(deadlineSeconds, requestSeconds * 0.9))
            return RefreshedCloses(
                newest: result.newest, added: result.added, differing: result.changes.count,
                providers: result.providers.map(\.rawValue), failure: result.failure)
        }
    }

    /// The daily refresh.
    func schedule(hour: Int, _ store: any Store, logger: Logger) -> RefreshSchedule {
        var settings = RefreshSettings()
        settings.settleSeconds = max(settings.settleSeconds, Double(hour) * 3600)
        return RefreshSchedule(
            refresher, clock: .system, settings: settings,
            log: { logger.info("refresh", metadata: ["result": "\($0)"]) }, inUse: { try await store.assetsInUse() })
    }
}
