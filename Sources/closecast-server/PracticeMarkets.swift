import Foundation
import Logging
import Market
import MarketData
import Platform
import Storage
import Synchronization

/// Simulated prices up to the current minute for some well-known coins and for euros, so that trading can be tried where no price
/// provider can be reached. The assets are renamed accordingly, and markets with closes from other sources are left unchanged.
final class PracticeMarkets: Sendable {
    let store: Store
    let now: @Sendable () -> Int
    /// Whether prices are simulated.
    private let isOn = Atomic(false)
    private let logger = Logger(label: "closecast.practice")

    /// The source of these prices.
    static let source = SampleMarkets.practiceSource
    private static let historyDays = 1000
    private static let secondsBetweenQuotes = 60

    /// A market: its initial price, and its volatility relative to other coins.
    private struct Market {
        let asset: AssetID
        let price: Double
        let restlessness: Double
    }

    private static let markets = [
        Market(asset: AssetID("bitcoin")!, price: 90_000, restlessness: 1),
        Market(asset: AssetID("ethereum")!, price: 3000, restlessness: 1),
        Market(asset: AssetID("binancecoin")!, price: 650, restlessness: 1),
        Market(asset: AssetID("cardano")!, price: 0.7, restlessness: 1), Market(asset: .eur, price: 1.1, restlessness: 0.08),
    ]

    init(_ store: Store, now: @escaping @Sendable () -> Int) { (self.store, self.now) = (store, now) }

    /// The markets that have these prices, or no closes yet.
    func assets() async throws -> [Asset] {
        var assets: [Asset] = []
        for market in Self.markets where try await isOurs(market) {
            if let asset = try await store.asset(market.asset) { assets.append(asset) }
        }
        return assets
    }

    /// Stores missing histories, and closes and quotes of the time since.
    private func update() async throws {
        for (index, market) in Self.markets.enumerated() where try await isOurs(market) {
            try await update(market, index)
        }
    }

    /// Stores the prices up to now, and from then on those of each minute.
    func turnOn() async throws {
        try await update()
        isOn.store(true, ordering: .relaxed)
    }

    /// Stores one quote per minute while the prices are turned on, until the task is cancelled.
    func run() async {
        while !Task.isCancelled, (try? await Task.sleep(for: .seconds(Self.secondsBetweenQuotes))) != nil {
            guard isOn.load(ordering: .relaxed) else { continue }
            do {
                try await update()
            } catch {
                logger.warning("no practice prices", metadata: ["error": "\(error)"])
            }
        }
    }

    private func isOurs(_ market: Market) async throws -> Bool {
        let stored = try await store.newestCandles(of: market.asset, count: 1, through: Day(secondsSince1970: now()))
        return stored.allSatisfy { $0.source == Self.source }
    }

    private func update(_ market: Market, _ index: Int) async throws {
        let time = now()
        let yesterday = Day(secondsSince1970: time) - 1
        if try await store.newestCandles(of: market.asset, count: 1, through: yesterday).isEmpty {
            try await rename(market)
            try await keep(Self.history(market, index, through: yesterday), of: market)
        }
        guard let last = try await store.newestCandles(of: market.asset, count: 1, through: yesterday).first?.candle else { return }
        let quotes = try await store.quotes(of: market.asset, since: (last.day + 1).daysSince1970 * 86_400)
        try await closeDays(after: last, through: yesterday, quotes, market)
        let price = quotes.last?.price ?? last.close
        try await store.store(
            [Quote(time: time, price: Self.moved(price, market, seed: UInt64(time), by: 0.0007))], of: market.asset,
            source: Self.source)
    }

    /// Gives each ended day its last quote as its close, or a step of a random walk if no server was running.
    private func closeDays(
        after last: Candle, through yesterday: Day, _ quotes: [Quote], _ market: Market
    ) async throws {
        guard last.day < yesterday else { return }
        var (price, candles) = (last.close, [Candle]())
        for number in (last.day + 1).daysSince1970...yesterday.daysSince1970 {
            let day = Day(daysSince1970: number)
            price =
                quotes.last { Day(secondsSince1970: $0.time) == day }?.price
                ?? Self.moved(price, market, seed: UInt64(number), by: 0.025)
            candles.append(Candle(day: day, open: nil, high: nil, low: nil, close: price, volume: nil))
        }
        try await keep(candles, of: market)
    }

    private func keep(_ candles: [Candle], of market: Market) async throws {
        _ = try await store.store(candles, of: market.asset, source: Self.source, retrievedAt: now(), replaces: false)
    }

    private func rename(_ market: Market) async throws {
        guard var asset = try await store.asset(market.asset), SimulatedMarket.coinName(ofPractice: asset.name) == nil else {
            return
        }
        asset.name = SimulatedMarket.practiceName(asset.name)
        try await store.save(asset)
    }

    private static func history(_ market: Market, _ index: Int, through last: Day) -> [Candle] {
        let simulated = SimulatedMarket(days: historyDays, seed: 2026, lastDay: last)
        let history = simulated.history(index, ticker: SimulatedMarket.ticker(index, of: markets.count))
        let end = history.closes[history.closes.count - 1]
        return history.closes.enumerated().map { offset, close in
            let price = market.price * pow(close / end, market.restlessness)
            return Candle(
                day: history.firstDay + offset, open: nil, high: nil, low: nil, close: PriceText.rounded(price, digits: 7),
                volume: nil)
        }
    }

    /// A step of a random walk.
    private static func moved(_ price: Double, _ market: Market, seed: UInt64, by deviation: Double) -> Double {
        let stream = market.asset.description.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
        var random = SeededGenerator(seed: seed, stream: stream)
        return PriceText.rounded(price * exp(deviation * market.restlessness * random.normal()), digits: 7)
    }
}
