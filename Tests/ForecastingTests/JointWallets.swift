import Forecasting
import Foundation
import Market

/// Histories of coins whose daily returns have a common part: `correlation` between any two.
func correlatedHistories(_ coins: Int, correlation: Double, days: Int = 500, seed: UInt64, fatTails: Bool = false) -> [PriceHistory]
{
    var random = SeededGenerator(seed: seed)
    var logs = [Double](repeating: 0, count: coins)
    var closes = [[Double]](repeating: [], count: coins)
    for _ in 0..<days {
        let common = fatTails ? random.studentT(degrees: 4) : random.normal()
        for coin in 0..<coins {
            let own = fatTails ? random.studentT(degrees: 4) : random.normal()
            logs[coin] += 0.04 * (correlation.squareRoot() * common + (1 - correlation).squareRoot() * own)
            closes[coin].append(exp(logs[coin]))
        }
    }
    return closes.enumerated().map { history($0.element, "COIN\($0.offset)") }
}

/// A forecast of fat-tailed random paths after a history.
func drawnForecast(after history: PriceHistory, paths: Int = 400, days: Int = 6, seed: UInt64) -> Forecast {
    var random = SeededGenerator(seed: seed, stream: 5)
    let closes = (0..<paths).flatMap { _ in
        var price = history.lastClose
        return (0..<days).map { _ in
            price *= exp(0.05 * random.studentT(degrees: 4))
            return price
        }
    }
    let distribution = SamplePaths(closes: closes, count: paths)
    return Forecast(
        ticker: history.ticker, cutoff: history.lastDay, lastClose: history.lastClose, modelName: "drawn", modelSHA256: "",
        points: (1...days).map { distribution.median(step: $0) }, distribution: distribution)
}

typealias ForecastPart = (forecast: Forecast, history: PriceHistory, amount: Double)

/// Coins of correlated histories with random forecasts and amounts.
func randomParts(_ coins: Int, correlation: Double = 0.5, paths: Int = 400, seed: UInt64) -> [ForecastPart] {
    var random = SeededGenerator(seed: seed, stream: 6)
    return correlatedHistories(coins, correlation: correlation, seed: seed).enumerated().map { index, history in
        let forecast = drawnForecast(after: history, paths: paths, seed: 100 * seed + UInt64(index))
        return (forecast, history, exp(random.normal()) / history.lastClose)
    }
}

extension WalletForecast {
    /// With as many paths as the parts of the tests have.
    init(_ parts: [ForecastPart], cash: Double = 0, paths: Int = 400, seed: UInt64 = 1, missing: MissingParts = .refused) throws {
        try self.init(parts: parts, cash: cash, sampling: Sampling(paths: paths, seed: seed), missing: missing)
    }

    /// The totals of a step at many levels.
    func quantiles(step: Int) -> [Double] { levels999.map { quantile($0, step: step) } }
}

/// Spearman's correlation of values without ties.
func rankCorrelation(_ one: [Double], _ other: [Double]) -> Double {
    func ranks(_ values: [Double]) -> [Double] {
        var ranks = values
        for (rank, place) in values.indices.sorted(by: { values[$0] < values[$1] }).enumerated() { ranks[place] = Double(rank) }
        return ranks
    }
    let count = Double(one.count)
    let squares = zip(ranks(one), ranks(other)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    return 1 - 6 * squares / (count * (count * count - 1))
}
