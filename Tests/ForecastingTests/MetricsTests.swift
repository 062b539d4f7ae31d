import Forecasting
import Glibc
import Market
import Testing

private func isClose(_ one: Double, _ other: Double, _ tolerance: Double = 1e-12) -> Bool {
    abs(one - other) <= tolerance * max(1, abs(other))
}

private func randomPrices(_ count: Int, seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in 100 * exp(random.normal()) }
}

/// One path: a price that is certain.
private func certain(_ closes: [Double]) -> SamplePaths { SamplePaths(closes: closes, count: 1) }

@Suite struct PointMetricTests {
    @Test func aPerfectForecastScoresZero() {
        let closes = randomPrices(96, seed: 1)
        let context = randomPrices(500, seed: 2)[...]
        #expect(PointMetric.absoluteErrors(closes, closes).allSatisfy { $0 == 0 })
        #expect(PointMetric.mase(closes, closes, context: context) == 0)
        #expect(PointMetric.rmsse(closes, closes, context: context) == 0)
        #expect(PointMetric.smape(closes, closes) == 0)
        #expect(PointMetric.smape([0], [0]) == 0)
    }

    @Test func theHandComputedCase() {
        // Changes 1, 3, 2: mean 2, mean square 14/3. Errors 4 and 2: mean 3, mean square 10.
        let (context, points, actuals) = ([1.0, 2, 5, 3], [10.0, 10], [6.0, 12])
        #expect(PointMetric.absoluteErrors(points, actuals) == [4, 2])
        #expect(PointMetric.mase(points, actuals, context: context[...]) == 1.5)
        #expect(isClose(PointMetric.rmsse(points, actuals, context: context[...])!, (10 / (14.0 / 3)).squareRoot()))
        #expect(isClose(PointMetric.smape(points, actuals), (8.0 / 16 + 4.0 / 22) / 2))
    }

    /// The scale is the one-day naive forecast's own error in the context.
    @Test(arguments: 0..<8 as Range<UInt64>) func theNaiveForecastScoresOneAgainstItself(seed: UInt64) {
        let closes = randomPrices(500, seed: seed)
        let (points, actuals) = (Array(closes.dropLast()), Array(closes.dropFirst()))
        #expect(isClose(PointMetric.mase(points, actuals, context: closes[...])!, 1), "seed \(seed)")
        #expect(isClose(PointMetric.rmsse(points, actuals, context: closes[...])!, 1), "seed \(seed)")
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func theyAreTheirFormulas(seed: UInt64) {
        let (y, p) = (randomPrices(96, seed: seed), randomPrices(96, seed: 100 + seed))
        let c = randomPrices(500, seed: 200 + seed)
        let changes = (1..<500).map { c[$0] - c[$0 - 1] }
        let errors = (0..<96).map { p[$0] - y[$0] }
        let mean = { (values: [Double]) -> Double in values.reduce(0, +) / Double(values.count) }
        let mase = mean(errors.map { abs($0) }) / mean(changes.map { abs($0) })
        let rmsse = (mean(errors.map { $0 * $0 }) / mean(changes.map { $0 * $0 })).squareRoot()
        let smape = mean((0..<96).map { (2 * abs(errors[$0])) / (y[$0] + p[$0]) })
        #expect(isClose(PointMetric.mase(p, y, context: c[...])!, mase), "seed \(seed)")
        #expect(isClose(PointMetric.rmsse(p, y, context: c[...])!, rmsse), "seed \(seed)")
        #expect(isClose(PointMetric.smape(p, y), smape), "seed \(seed)")
    }

    @Test func theUnitOfThePricesDoesNotMatter() {
        let (y, p, c) = (randomPrices(96, seed: 1), randomPrices(96, seed: 2), randomPrices(500, seed: 3))
        for unit in [1e-280, 1e-9, 1e9, 1e280] {
            let scaled = { (prices: [Double]) in prices.map { $0 * unit } }
            let rmsse = PointMetric.rmsse(scaled(p), scaled(y), context: scaled(c)[...])!
            #expect(isClose(rmsse, PointMetric.rmsse(p, y, context: c[...])!), "\(unit)")
            #expect(isClose(PointMetric.smape(scaled(p), scaled(y)), PointMetric.smape(p, y)), "\(unit)")
        }
    }

    @Test func aFlatContextHasNoScale() {
        #expect(PointMetric.mase([1], [2], context: [3, 3, 3]) == nil)
        #expect(PointMetric.rmsse([1], [2], context: [3, 3, 3]) == nil)
    }

    @Test func theWorstSymmetricErrorIsTwo() { #expect(PointMetric.smape([0], [7]) == 2) }
}

@Suite struct DistributionMetricTests {
    @Test func pinballLossWeighsTheTwoSides() {
        #expect(isClose(DistributionMetric.pinballLoss(10, actual: 14, level: 0.9), 3.6))
        #expect(isClose(DistributionMetric.pinballLoss(10, actual: 6, level: 0.9), 0.4))
        #expect(DistributionMetric.pinballLoss(10, actual: 10, level: 0.9) == 0)
    }

    /// Among constants the mean pinball loss is least for the sample's quantile.
    @Test(arguments: [0.1, 0.5, 0.9]) func theMeanPinballLossIsLeastForTheQuantile(level: Double) {
        let sample = randomPrices(999, seed: 5).sorted()
        let loss = { (quantile: Double) in
            sample.map { DistributionMetric.pinballLoss(quantile, actual: $0, level: level) }.reduce(0, +)
        }
        let best = loss(sample[Int(level * 999)])
        #expect(stride(from: 1.0, through: 1000, by: 1).allSatisfy { loss($0) >= best })
    }

    @Test func aPerfectForecastScoresZero() {
        let closes = randomPrices(96, seed: 1)
        let forecast = certain(closes)
        #expect(DistributionMetric.wql(forecast, actuals: closes, levels: [0.1, 0.5, 0.9]) == 0)
        for step in 1...96 {
            #expect(DistributionMetric.crps(forecast, actual: closes[step - 1], step: step) == 0)
            #expect(DistributionMetric.covers(forecast, coverage: 0.8, actual: closes[step - 1], step: step))
            #expect(DistributionMetric.width(forecast, coverage: 0.8, step: step) == 0)
        }
    }

    @Test func ofACertainPriceTheCRPSIsTheAbsoluteError() {
        #expect(isClose(DistributionMetric.crps(certain([10, 20]), actual: 27, step: 2), 7))
        #expect(isClose(DistributionMetric.crps(certain([10, 20]), actual: 4, step: 1), 6))
    }

    /// With levels around 1/2, the weighted quantile loss of a certain price is Σ |error| / Σ |actual|.
    @Test func theWeightedQuantileLossByHand() {
        let forecast = certain([10, 20])
        #expect(isClose(DistributionMetric.wql(forecast, actuals: [12, 16], levels: [0.1, 0.5, 0.9]), 6.0 / 28))
        #expect(isClose(DistributionMetric.wql(forecast, actuals: [12, 16], levels: [0.9]), 2 * (0.9 * 2 + 0.1 * 4) / 28))
    }

    /// E|X - y| - E|X - X'| / 2 over the paths: the score's other definition, except for the quantiles between two paths.
    @Test(arguments: 0..<8 as Range<UInt64>) func theCRPSIsTheEnergyForm(seed: UInt64) {
        let sample = randomPrices(1000, seed: seed)
        let forecast = SamplePaths(closes: sample, count: 1000)
        for actual in [5.0, 80, 120, 900] {
            let error = sample.map { abs($0 - actual) }.reduce(0, +) / 1000
            let spread = sample.map { x in sample.map { abs($0 - x) }.reduce(0, +) }.reduce(0, +) / 1e6
            let crps = DistributionMetric.crps(forecast, actual: actual, step: 1)
            #expect(isClose(crps, error - spread / 2, 0.02), "seed \(seed) \(actual): \(crps)")
        }
    }

    /// Gneiting and Raftery's closed form for N(μ, σ²), on log prices with a scale so small that price and log price are alike.
    @Test func theCRPSOfANormalIsTheClosedForm() {
        let scale = 1e-6
        let forecast = GaussianWalk(lastClose: 1, locations: [0], scales: [scale])
        for z in [-2.0, -0.3, 0, 1, 4] {
            let density = exp(Normal.logDensity(z))
            let expected = scale * (z * (2 * Normal.cumulative(z) - 1) + 2 * density - 1 / Double.pi.squareRoot())
            let crps = DistributionMetric.crps(forecast, actual: exp(scale * z), step: 1)
            // 199 levels instead of all of them.
            #expect(abs(crps / expected - 1) < 0.006, "\(z): \(crps / expected)")
        }
    }

    @Test func intervalsCoverAsOftenAsTheySay() {
        let forecast = SamplePaths(closes: (1...1000).map { Double($0) }, count: 1000)
        let covered = (1...1000).count { DistributionMetric.covers(forecast, coverage: 0.8, actual: Double($0), step: 1) }
        #expect(covered == 800)
        #expect(isClose(DistributionMetric.width(forecast, coverage: 0.8, step: 1), 800))
    }

    @Test func tenthsOfCalibratedForecastsAreAsCommon() {
        let forecast = SamplePaths(closes: (1...1000).map { Double($0) }, count: 1000)
        var counts = Array(repeating: 0, count: 10)
        for price in 1...1000 { counts[DistributionMetric.tenth(forecast, actual: Double(price), step: 1)] += 1 }
        #expect(counts == Array(repeating: 100, count: 10))
        #expect(DistributionMetric.tenth(forecast, actual: 0.5, step: 1) == 0)
        #expect(DistributionMetric.tenth(forecast, actual: 1e9, step: 1) == 9)
        #expect(DistributionMetric.tenth(GaussianWalk(lastClose: 1, locations: [0], scales: [0]), actual: 2, step: 1) == 9)
    }
}

@Suite struct NormalMetricTests {
    @Test func theQuantileIsTheInverseOfTheProbability() {
        for level in stride(from: 0.0005, to: 1, by: 0.0005) {
            #expect(abs(Normal.cumulative(Normal.quantile(level)) - level) < 1e-15)
        }
    }

    @Test func theQuantileIsAntisymmetricAndRises() {
        // Levels whose complement is exact.
        let quantiles = (1..<4096).map { Normal.quantile(Double($0) / 4096) }
        #expect(quantiles == quantiles.sorted())
        #expect(quantiles == quantiles.reversed().map { -$0 })
        #expect(quantiles[2047] == 0)
    }
}
