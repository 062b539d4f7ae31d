import Forecasting
import Forecasts
import Foundation
import Glibc
import Ledger
import Market
import PaperTrading
import PortfolioWorld
import Synchronization

/// Random closes of some coins, with days without one, and matches on them.
struct PaperWorld {
    let seed: UInt64
    let coins: [PaperCloses]
    /// The candles of each coin, days ascending.
    let candles: [[Candle]]
    let match: PaperMatch

    /// The first day with closes; a match starts some 500 days later, after what the model reads.
    static let firstDay = Day(iso: "2021-06-15")!
    static let start = firstDay + 520

    /// - Parameters:
    ///   - days: of the match.
    ///   - missing: the share of days without a close from the start on, of every other coin: the first is forecast on all days.
    init(
        seed: UInt64, coins count: Int = 3, days: Int = 150, missing: Double = 0.05, fee: FixedDecimal = "0.001",
        cash: FixedDecimal = "10000", strategies: [PaperTrading.Strategy] = PaperTrading.Strategy.allCases
    ) throws {
        var random = SeededGenerator(seed: seed)
        let assets = (0..<count).map { Asset(id: AssetID("coin-\($0)")!, ticker: Ticker("COIN\($0)")!, name: "Coin \($0)") }
        let firstDay = Self.firstDay, start = Self.start
        candles = assets.indices.map { coin in
            var price = exp(8 * random.uniform() - 3)
            return (0..<520 + days).compactMap { index in
                price *= exp(0.04 * random.studentT(degrees: 4))
                let isMissing = random.uniform() < missing && firstDay + index >= start && coin % 2 == 1
                return isMissing ? nil : Candle(day: firstDay + index, close: PriceText.rounded(price, digits: 9))
            }
        }
        coins = zip(assets, candles).map { PaperCloses($0, $1) }
        match = try PaperMatch(
            coins: assets.map(\.id), start: start, end: nil, cash: cash, feeRate: fee, strategies: strategies, seed: seed)
        self.seed = seed
    }

    /// The day after the last close.
    var today: Day { Self.start + (candles.map { $0.last!.day }.max()! - Self.start) + 1 }

    /// The closes before a day.
    func coins(before day: Day) -> [PaperCloses] {
        zip(coins, candles).map { PaperCloses($0.asset, $1.filter { $0.day < day }) }
    }

    func result(
        _ coins: [PaperCloses]? = nil, today: Day? = nil, by forecaster: any CoinForecaster = StubForecaster()
    ) async throws -> PaperResult {
        let outcome = try await PaperPlay().outcome(of: match, coins ?? self.coins, today: today ?? self.today) { forecaster }
        guard case .result(let result) = outcome else { throw NoResult() }
        return result
    }

    struct NoResult: Error {}
}

/// The packaged model, which reads 500 closes.
func packagedModel() throws -> Forecaster {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try Forecaster(ModelFolder(root.appending(path: "models/daily-close-t").path))
}

private let sharedModel = try! packagedModel()

/// Forecasts that depend on the closes alone and take no time; records its arguments.
final class StubForecaster: CoinForecaster {
    let given = Mutex<[PriceHistory]>([])
    var model: Forecaster { sharedModel }
    let version = "stub"
    let revision: UInt64 = 7

    func forecasts(of histories: [PriceHistory], _ options: ForecastOptions) -> [Result<Forecast, ForecastError>] {
        given.withLock { $0 += histories }
        return histories.map { history in
            // Five paths, some rising and some falling, depending on the last five closes.
            let last = Array(history.closes.suffix(6))
            let days = options.days ?? 30
            let closes = (0..<5).flatMap { path in
                let end = history.lastClose * last[path + 1] / last[path]
                return (0..<days).map { _ in end }
            }
            return .success(
                Forecast(
                    ticker: history.ticker, cutoff: history.lastDay, lastClose: history.lastClose, modelName: "stub",
                    modelSHA256: "", points: (0..<days).map { _ in history.lastClose },
                    distribution: SamplePaths(closes: closes, count: 5)))
        }
    }

    func compute<Output: Sendable>(values: Int, _ body: @escaping @Sendable () throws -> Output) throws -> Output { try body() }
}
