import Forecasting
import Foundation
import Market
import Testing

/// Shocks that a test defines, shape `[coins][steps][paths]`.
private struct WrittenShocks: JointShocks {
    let shocks: [[[Float]]]

    func add(to scores: inout [Float], coin: Int, step: Int) {
        for path in scores.indices { scores[path] += shocks[coin][step - 1][path] }
    }

    /// Shocks of all sizes and signs, many of them the same.
    init(coins: Int, steps: Int, paths: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        shocks = (0..<coins).map { _ in
            (0..<steps).map { _ in
                (0..<paths).map { _ in
                    random.uniform() < 0.3
                        ? [-1, -0.0, 0, 2][random.index(below: 4)]
                        : Float(exp(12 * random.normal()) * (random.uniform() < 0.5 ? -1 : 1))
                }
            }
        }
    }
}

@Suite struct JointTotalsTests {
    /// The definition: order the paths by the sum of their shocks, ties by number; the n-th gets the n-th lowest value.
    @Test(arguments: 0..<24 as Range<UInt64>) func theNthLowestPathGetsTheNthLowestValue(seed: UInt64) {
        let (coins, days, paths) = (3, 4, [1, 2, 7, 256, 2100][Int(seed) % 5])
        let written = WrittenShocks(coins: coins, steps: days, paths: paths, seed: seed)
        let histories = correlatedHistories(coins, correlation: 0.5, days: 2, seed: seed)
        let forecasts = histories.map { drawnForecast(after: $0, paths: paths, days: days, seed: seed) }
        let amounts = [1.5, -0.25, 3]
        let found = JointTotals.sum(
            zip(forecasts, amounts).map { .init($0.distribution!, amount: $1) }, cash: 10, horizon: days, paths: paths,
            shocks: written)

        var scores = [[Float]](repeating: [Float](repeating: 0, count: paths), count: coins)
        for step in 1...days {
            var expected = [Double](repeating: 10, count: paths)
            for coin in 0..<coins {
                for path in 0..<paths { scores[coin][path] += written.shocks[coin][step - 1][path] }
                let order = (0..<paths).sorted { (scores[coin][$0], $0) < (scores[coin][$1], $1) }
                let values = forecasts[coin].paths!.closes(step: step).sorted()
                for (place, path) in order.enumerated() { expected[path] += amounts[coin] * values[place] }
            }
            #expect(found.closes(step: step) == expected, "seed \(seed), step \(step)")
            #expect(found.quantile(1e-9, step: step) == expected.min(), "seed \(seed), step \(step)")
            #expect(found.quantile(1 - 1e-9, step: step) == expected.max(), "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func everyCoinKeepsExactlyItsOwnValues(seed: UInt64) throws {
        let parts = randomParts(3, seed: seed)
        for (coin, values) in try valuesOfCoins(parts, paths: 400).enumerated() {
            for step in 1...6 {
                #expect(
                    values.closes(step: step).sorted() == parts[coin].forecast.paths!.closes(step: step).sorted(), "seed \(seed)")
            }
        }
    }

    /// Another number of paths than the coin's own: its quantiles at (i + 1/2) / n.
    @Test func otherPathCountsUseTheQuantiles() throws {
        let parts = randomParts(2, paths: 400, seed: 3)
        for (coin, values) in try valuesOfCoins(parts, paths: 250).enumerated() {
            let expected = (0..<250).map { parts[coin].forecast.distribution!.quantile((Double($0) + 0.5) / 250, step: 2) }
            #expect(values.closes(step: 2).sorted() == expected)
        }
    }

    @Test(arguments: [0, 0.3, 0.8, 0.95]) func theRankCorrelationOfThePastIsThatOfThePaths(correlation: Double) throws {
        for seed in 0..<4 as Range<UInt64> {
            let parts = randomParts(2, correlation: correlation, paths: 2000, seed: 20 + seed)
            let values = try valuesOfCoins(parts, paths: 2000)
            // Of two normal variables.
            let expected = 6 / .pi * asin(correlation / 2)
            for step in [1, 3, 6] {
                let found = rankCorrelation(values[0].closes(step: step), values[1].closes(step: step))
                #expect(abs(found - expected) < 0.1, "seed \(seed), step \(step)")
            }
        }
    }

    /// A calm coin and a wild one whose days are the same but for their size.
    @Test func theSizeOfMovesIsNotDependence() throws {
        let first = correlatedHistories(1, correlation: 1, seed: 8)[0]
        let second = history(first.closes.map { pow($0, 3) }, "CUBE")
        let parts: [ForecastPart] = [first, second].enumerated().map { ($1.forecast(seed: UInt64($0)), $1, 1) }
        let values = try valuesOfCoins(parts, paths: 400)
        for step in 1...6 {
            #expect(rankCorrelation(values[0].closes(step: step), values[1].closes(step: step)) > 0.999)
        }
    }

    /// The values of each coin on the wallet's paths.
    private func valuesOfCoins(_ parts: [ForecastPart], paths: Int) throws -> [SamplePaths] {
        let days = try CommonDays(parts.map(\.history), cutoff: parts[0].forecast.cutoff)
        let drawn = DrawnDays(days, horizon: 6, paths: paths, seed: 1)
        return parts.indices.map { coin in
            // The others are there, but worth nothing.
            let coins = parts.enumerated().map { JointTotals.Coin($1.forecast.distribution!, amount: $0 == coin ? 1 : 0) }
            return JointTotals.sum(coins, cash: 0, horizon: 6, paths: paths, shocks: drawn)
        }
    }
}

extension PriceHistory {
    fileprivate func forecast(seed: UInt64) -> Forecast { drawnForecast(after: self, seed: seed) }
}
