import Foundation
import LoopbackServer
import Market
import MarketData
import MarketFeeds
import Portfolio
import Scratch
import Storage

/// A database, an exchange, and the refresher that updates one from the other.
final class World: Sendable {
    private let scratch: Scratch
    let database: Store
    let time: FakeTime
    let exchange: Exchange
    let refresher: Refresher
    private let server: LoopbackServer

    static let today = Day(iso: "2025-03-01")!

    /// - Parameters:
    ///   - hour: of 2025-03-01, at which time begins.
    ///   - seconds: after which time ends.
    ///   - timeoutSeconds: how long the exchange may take, in real time: long for machines that are busy, short where it hangs.
    init(hour: Int = 12, for seconds: Double = 86_400, seed: UInt64 = 1, timeoutSeconds: Double = 30) throws {
        scratch = try Scratch()
        let database = try Store(scratch("test.db"), options: .init(durability: .normal))
        let time = FakeTime(from: Self.today.daysSince1970 * 86_400 + hour * 3600, for: seconds, seed: seed)
        let exchange = Exchange(time)
        let server = LoopbackServer { request, _ in exchange.reply(request) }
        (self.database, self.time, self.exchange, self.server) = (database, time, exchange, server)
        refresher = Refresher(
            HistoryFetcher(
                MarketData(database) { time.now }, PriceFeeds(settings: Self.settings(server, timeoutSeconds), clock: time.clock)))
    }

    deinit { server.stop() }

    private static func settings(_ server: LoopbackServer, _ timeoutSeconds: Double) -> FeedSettings {
        var settings = FeedSettings()
        for provider in Provider.allCases { settings[provider].address = URL(string: "http://127.0.0.1:9")! }
        settings[.binance].address = server.address
        settings[.binance].requestsPerSecond = 1e6
        (settings.timeoutSeconds, settings.retries) = (timeoutSeconds, 0)
        return settings
    }

    /// An asset that the exchange alone has.
    static func asset(_ ticker: String) -> Asset {
        Asset(
            id: AssetID(ticker.lowercased() + "-coin")!, ticker: Ticker(ticker)!, name: ticker,
            providerIDs: [.binance: ticker + "USDT"])
    }

    /// Adds assets with closes of 30 days.
    @discardableResult func store(_ tickers: [String], through last: Day) async throws -> [Asset] {
        let assets = tickers.map(Self.asset)
        let candles = (0..<30).reversed().map { Candle(day: last - $0, close: Exchange.close(last - $0)) }
        for asset in assets {
            try await database.save(asset)
            _ = try await database.store(candles, of: asset.id, source: "test", retrievedAt: 0, replaces: false)
        }
        return assets
    }

    func last(_ asset: Asset) async throws -> Day? { try await database.coverage()[asset.id]?.last }

    func schedule(
        _ settings: RefreshSettings = RefreshSettings(), log: @escaping @Sendable (String) -> Void = { _ in }
    ) -> RefreshSchedule {
        let database = database
        return RefreshSchedule(refresher, clock: time.clock, settings: settings, log: log) { try await database.assetsInUse() }
    }

    /// Whether every stored close is the exchange's value after the day had ended.
    func closesAreFinal(_ asset: Asset) async throws -> Bool {
        try await database.newestCandles(of: asset.id, count: 100, through: Self.today + 100)
            .allSatisfy { $0.candle.close == Exchange.close($0.candle.day) }
    }
}

extension Int {
    /// Seconds since the UTC day began.
    var secondOfDay: Int { self - Day(secondsSince1970: self).daysSince1970 * 86_400 }
    /// The UTC day.
    var day: Day { Day(secondsSince1970: self) }
}
