import Forecasting
import Glibc
import Market
import Testing

private let days = 96

/// A random walk with fat tails and a volatility that clusters.
private func randomCloses(_ count: Int = 500, seed: UInt64, volatility: Double = 0.04) -> [Double] {
    var random = SeededGenerator(seed: seed)
    var (price, logVolatility) = (exp(3 * random.normal()), 0.0)
    return (0..<count).map { _ in
        logVolatility = 0.95 * logVolatility + 0.15 * random.normal()
        price *= exp(volatility * exp(logVolatility) * random.studentT(degrees: 5))
        return price
    }
}

private func forecast(_ baseline: Baseline, _ closes: [Double], paths: Int = 200, seed: UInt64 = 1) -> MethodForecast {
    baseline.method.forecast(after: closes[...], days: days, paths: paths, seed: seed)
}

private let levels = [0.001, 0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975, 0.999]

private func isPrice(_ value: Double) -> Bool { value > 0 && value.isFinite }

/// Points and quantiles are prices, quantiles do not cross, and the probability of a quantile is approximately its level.
private func expectSane(_ forecast: MethodForecast, _ comment: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(forecast.points.count == days && forecast.points.allSatisfy(isPrice), "\(comment)", sourceLocation: sourceLocation)
    for step in [1, 2, 30, days] {
        let quantiles = levels.map { forecast.distribution.quantile($0, step: step) }
        #expect(quantiles.allSatisfy(isPrice), "\(comment) step \(step)", sourceLocation: sourceLocation)
        #expect(quantiles == quantiles.sorted(), "\(comment) step \(step)", sourceLocation: sourceLocation)
        let probabilities = quantiles.map { forecast.distribution.probability(atMost: $0, step: step) }
        #expect(probabilities.allSatisfy { (0...1).contains($0) }, "\(comment) step \(step)", sourceLocation: sourceLocation)
        #expect(forecast.points[step - 1] == forecast.distribution.median(step: step), "\(comment)", sourceLocation: sourceLocation)
    }
}

@Suite struct BaselineTests {
    @Test(arguments: Baseline.allCases) func theNameIsTheCases(baseline: Baseline) {
        #expect(baseline.method.name == baseline.rawValue)
    }

    @Test(arguments: Baseline.allCases, 0..<8 as Range<UInt64>)
    func quantilesArePricesAndNeverCross(baseline: Baseline, seed: UInt64) {
        expectSane(forecast(baseline, randomCloses(seed: seed), seed: seed), "seed \(seed)")
    }

    @Test(arguments: Baseline.allCases) func theSameSeedGivesTheSameBytes(baseline: Baseline) {
        let closes = randomCloses(seed: 3)
        let (one, again) = (forecast(baseline, closes, seed: 5), forecast(baseline, closes, seed: 5))
        #expect(one.points == again.points)
        #expect(
            levels.map { one.distribution.quantile($0, step: 50) } == levels.map { again.distribution.quantile($0, step: 50) })
        let exact = baseline == .naive || baseline == .drift
        #expect((one.points == forecast(baseline, closes, seed: 6).points) == exact)
    }

    @Test(arguments: Baseline.allCases) func aSliceIsReadAsItsOwnArray(baseline: Baseline) {
        let closes = randomCloses(700, seed: 4)
        let slice = baseline.method.forecast(after: closes[150..<650], days: days, paths: 50, seed: 1)
        #expect(slice.points == forecast(baseline, Array(closes[150..<650]), paths: 50).points)
    }

    @Test(arguments: Baseline.allCases, [1e-300, 1e-9, 1, 97_600.06, 1e300])
    func aFlatContextGivesTheLastClose(baseline: Baseline, close: Double) {
        let flat = forecast(baseline, Array(repeating: close, count: 500))
        #expect(flat.points == Array(repeating: close, count: days))
        for level in levels { #expect(flat.distribution.quantile(level, step: days) == close) }
        let probabilities = [close / 2, close, close * 2].map { flat.distribution.probability(atMost: $0, step: 1) }
        #expect(probabilities[0] < 0.01 && probabilities[1] == 0.5 && probabilities[2] > 0.99)
    }

    @Test(arguments: Baseline.allCases, [1, 250, 498, 499]) func aHundredfoldMoveGivesPrices(baseline: Baseline, day: Int) {
        for ratio in [100, 0.01] {
            var closes = randomCloses(seed: 4)
            for index in day..<500 { closes[index] *= ratio }
            expectSane(forecast(baseline, closes), "\(ratio) on day \(day)")
            let densities = baseline.method.logDensities(ofLast: 100, in: closes[...])
            #expect(densities?.allSatisfy(\.isFinite) ?? true)
        }
    }

    @Test(arguments: Baseline.allCases) func aMoveAfterFlatDaysGivesPrices(baseline: Baseline) {
        for move in [1.0001, 1.5, 1e10] {
            let closes = Array(repeating: 1.0, count: 499) + [move]
            expectSane(forecast(baseline, closes), "\(move)")
        }
    }

    @Test(arguments: Baseline.allCases) func pricesAtTheEndsOfDoublesGivePrices(baseline: Baseline) {
        for closes in [[1e-300, 1e300], [1e300, 1e-300]] {
            expectSane(forecast(baseline, (0..<500).map { closes[$0 % 2] }), "\(closes)")
            expectSane(forecast(baseline, (0..<500).map { closes[$0 / 250] }), "\(closes)")
        }
    }

    @Test(arguments: Baseline.allCases) func twoClosesAreEnough(baseline: Baseline) {
        expectSane(forecast(baseline, [100, 110]), "two closes")
    }

    @Test(arguments: Baseline.allCases) func theUnitOfThePricesDoesNotMatter(baseline: Baseline) {
        let closes = randomCloses(seed: 9)
        let (one, other) = (forecast(baseline, closes), forecast(baseline, closes.map { $0 * 1024 }))
        for (point, scaled) in zip(one.points, other.points) { #expect(abs(scaled / point / 1024 - 1) < 1e-9) }
    }

    @Test func onlyTheGaussianWalksAndGARCHHaveADensity() {
        let closes = randomCloses(seed: 1)
        let withDensity = Baseline.allCases.filter { $0.method.logDensities(ofLast: 5, in: closes[...]) != nil }
        #expect(withDensity == [.naive, .drift, .garch])
    }

    @Test(arguments: [Baseline.naive, .drift, .garch])
    func densitiesReadNothingAfterTheContextButTheDaysBefore(baseline: Baseline) throws {
        let closes = randomCloses(530, seed: 2)
        let thirty = try #require(baseline.method.logDensities(ofLast: 30, in: closes[...]))
        #expect(thirty.count == 30)
        // With the same context, fewer days after it change nothing.
        let ten = try #require(baseline.method.logDensities(ofLast: 10, in: closes[..<510]))
        #expect(Array(thirty.prefix(10)) == ten)
        #expect(baseline.method.logDensities(ofLast: 0, in: closes[...]) == [])
    }

    @Test(arguments: [Baseline.naive, .drift, .garch])
    func aFlatContextHasFiniteDensities(baseline: Baseline) throws {
        let closes = Array(repeating: 5.0, count: 500) + [5, 5.5]
        let densities = try #require(baseline.method.logDensities(ofLast: 2, in: closes[...]))
        #expect(densities.allSatisfy(\.isFinite) && densities[0] > densities[1])
    }
}

@Suite struct NaiveBaselineTests {
    @Test func theHandComputedCase() {
        // Returns ln 2 and -ln 2: σ = ln 2. Two days ahead the quantile of one standard deviation is 2^√2.
        let forecast = NaiveBaseline().forecast(after: [1, 2, 1], days: 2, paths: 1, seed: 1)
        #expect(forecast.points == [1, 1])
        #expect(abs(forecast.distribution.quantile(Normal.cumulative(1), step: 2) - pow(2, 2.0.squareRoot())) < 1e-12)
        #expect(abs(forecast.distribution.probability(atMost: 2, step: 1) - Normal.cumulative(1)) < 1e-15)
    }

    @Test func theDensityIsGaussian() throws {
        let densities = try #require(NaiveBaseline().logDensities(ofLast: 1, in: [1, 2, 1, 4]))
        let (sigma, value) = (log(2.0), log(4.0))
        #expect(abs(densities[0] - log(exp(-value * value / (2 * sigma * sigma)) / (sigma * (2 * Double.pi).squareRoot()))) < 1e-12)
    }

    @Test func theProbabilityIsTheInverseOfTheQuantile() {
        let forecast = NaiveBaseline().forecast(after: randomCloses(seed: 1)[...], days: days, paths: 1, seed: 1)
        for level in levels {
            let price = forecast.distribution.quantile(level, step: 40)
            #expect(abs(forecast.distribution.probability(atMost: price, step: 40) - level) < 1e-12)
        }
        #expect(forecast.distribution.probability(atMost: -1, step: 1) == 0)
    }
}

@Suite struct DriftBaselineTests {
    @Test func theHandComputedCase() {
        // Returns ln 2 and ln 8: mean ln 4, deviation ln 2, and two days ahead σ √(2 (1 + 2/2)) = 2 ln 2.
        let forecast = DriftBaseline().forecast(after: [1, 2, 16], days: 2, paths: 1, seed: 1)
        #expect(abs(forecast.points[1] - 256) < 1e-9)
        #expect(abs(forecast.distribution.quantile(Normal.cumulative(1), step: 2) - 1024) < 1e-9)
    }

    @Test func steadyGrowthContinues() {
        let forecast = DriftBaseline().forecast(after: [1, 2, 4, 8], days: 3, paths: 1, seed: 1)
        for (point, expected) in zip(forecast.points, [16.0, 32, 64]) { #expect(abs(point / expected - 1) < 1e-12) }
    }
}

@Suite struct BootstrapBaselineTests {
    @Test func aDaysReturnIsOneOfTheContextsLessTheirMean() throws {
        // Returns ln 2, ln 8: less their mean ±ln 2.
        let forecast = BootstrapBaseline().forecast(after: [1, 2, 16], days: 1, paths: 2000, seed: 1)
        let paths = try #require(forecast.distribution as? SamplePaths)
        #expect(paths.closes.allSatisfy { abs($0 - 8) < 1e-9 || abs($0 - 32) < 1e-9 })
        let share = Double(paths.closes.count { $0 > 16 }) / 2000
        #expect(abs(share - 0.5) < 4 * (0.25 / 2000).squareRoot())
    }
}

@Suite struct EWMABaselineTests {
    /// The definition, slow and obvious.
    @Test(arguments: 0..<4 as Range<UInt64>) func theFilterIsTheDefinition(seed: UInt64) {
        let closes = randomCloses(100, seed: seed)
        let returns = zip(closes.dropFirst(), closes).map { log($0 / $1) }
        let weights = (0..<75).map { pow(0.94, Double($0)) }
        let backcast = zip(returns, weights).map { $0 * $0 * $1 }.reduce(0, +) / weights.reduce(0, +)
        let filter = EWMAFilter(returns, decay: 0.97)
        for day in 0...returns.count {
            let kept = pow(0.97, Double(day)) * backcast
            let added = (0..<day).map { 0.03 * pow(0.97, Double(day - 1 - $0)) * returns[$0] * returns[$0] }.reduce(0, +)
            #expect(abs(filter.variances[day] / (kept + added) - 1) < 1e-10, "seed \(seed) day \(day)")
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func residualsHaveMeanZeroAndMeanSquareOne(seed: UInt64) {
        let closes = randomCloses(seed: seed)
        let residuals = EWMAFilter(zip(closes.dropFirst(), closes).map { log($0 / $1) }, decay: 0.97).residuals
        let mean: Double = residuals.reduce(0, +) / 499
        let meanSquare: Double = residuals.map { $0 * $0 }.reduce(0, +) / 499
        #expect(abs(mean) < 1e-12)
        #expect(abs(meanSquare - 1) < 1e-12)
    }

    @Test func aCalmEndGivesNarrowerBandsThanAWildOne() {
        let (calm, wild) = (randomCloses(400, seed: 1, volatility: 0.01), randomCloses(400, seed: 1, volatility: 0.1))
        let join = { (first: [Double], second: [Double]) in first + second.map { $0 * first.last! / second[0] } }
        let width = { (closes: [Double]) in
            let interval = forecast(.ewma, closes, paths: 1000).distribution.interval(0.8, step: 1)
            return log(interval.upperBound / interval.lowerBound)
        }
        #expect(width(join(wild, calm)) < 0.3 * width(join(calm, wild)))
    }

    @Test func constantGrowthLeavesNothingToDraw() {
        let closes = (0..<500).map { pow(1.001, Double($0)) }
        #expect(forecast(.ewma, closes).points == Array(repeating: closes[499], count: days))
    }
}

@Suite struct GARCHFitTests {
    /// The likelihood by the formula, slow and obvious.
    private func logLikelihood(_ returns: [Double], omega: Double, alpha: Double, beta: Double, degrees: Double) -> Double {
        let weights = returns.indices.prefix(75).map { pow(0.94, Double($0)) }
        let backcast = zip(returns, weights).map { $0 * $0 * $1 }.reduce(0, +) / weights.reduce(0, +)
        var variance = omega + (alpha + beta) * backcast
        return returns.reduce(0) { sum, value in
            let unit = ((degrees - 2) / degrees * variance).squareRoot()
            variance = omega + alpha * value * value + beta * variance
            return sum + StudentT.logDensity(value / unit, degrees: degrees) - log(unit)
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func theLikelihoodIsTheFormulas(seed: UInt64) throws {
        let closes = randomCloses(seed: seed)
        let returns = zip(closes.dropFirst(), closes).map { log($0 / $1) }
        let fit = try #require(GARCHFit(returns))
        let oracle = logLikelihood(returns, omega: fit.omega, alpha: fit.alpha, beta: fit.beta, degrees: fit.degrees)
        let sum = zip(returns, fit.variances(of: returns)).map { fit.logDensity($0, variance: $1) }.reduce(0, +)
        #expect(abs(oracle - fit.logLikelihood) < 1e-8 && abs(sum - fit.logLikelihood) < 1e-8, "seed \(seed)")
        #expect(fit.omega > 0 && fit.alpha >= 0 && fit.beta >= 0 && fit.alpha + fit.beta < 1 && fit.degrees > 2.05, "seed \(seed)")
    }

    /// Known parameters, 20,000 days: the estimates' standard errors are below half of the tolerances.
    @Test func theFitFindsWhatMadeTheReturns() throws {
        var random = SeededGenerator(seed: 8)
        var variance = 1e-3
        let returns = (0..<20_000).map { _ in
            let value = variance.squareRoot() * random.studentT(degrees: 6)
            variance = 5e-5 + 0.1 * value * value + 0.85 * variance
            return value
        }
        let fit = try #require(GARCHFit(returns))
        #expect(abs(fit.alpha - 0.1) < 0.02 && abs(fit.beta - 0.85) < 0.03 && abs(fit.degrees - 6) < 0.6)
        #expect(abs(fit.omega / 5e-5 - 1) < 0.3)
    }

    /// No point of a coarse grid over the parameters is higher than the maximum found.
    @Test(arguments: 20..<28 as Range<UInt64>) func noGridPointIsMoreLikely(seed: UInt64) throws {
        let closes = randomCloses(seed: seed)
        let returns = zip(closes.dropFirst(), closes).map { log($0 / $1) }
        let fit = try #require(GARCHFit(returns))
        let meanSquare = returns.map { $0 * $0 }.reduce(0, +) / 499
        for persistence in [0.2, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999] {
            for share in [0.01, 0.05, 0.1, 0.2, 0.5, 1] {
                for degrees in [2.3, 3, 4, 5, 7, 10, 30] {
                    for level in [0.5, 1, 2] {
                        let likelihood = logLikelihood(
                            returns, omega: level * meanSquare * (1 - persistence), alpha: persistence * share,
                            beta: persistence * (1 - share), degrees: degrees)
                        #expect(likelihood <= fit.logLikelihood + 1e-6, "seed \(seed): \(persistence) \(share) \(degrees) \(level)")
                    }
                }
            }
        }
    }

    /// For a fit with thin tails, whose paths' squares have a mean that settles; the golden tests compare the formula with arch's.
    @Test(arguments: 0..<4 as Range<UInt64>) func pathsVaryAsMuchAsTheAnalyticForecast(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (price, variance) = (1.0, 1e-3)
        let closes = (0..<500).map { _ in
            let value = variance.squareRoot() * random.normal()
            variance = 1e-4 + 0.1 * value * value + 0.8 * variance
            price *= exp(value)
            return price
        }
        let returns = zip(closes.dropFirst(), closes).map { log($0 / $1) }
        let fit = try #require(GARCHFit(returns))
        let paths = try #require(forecast(.garch, closes, paths: 20_000, seed: seed).distribution as? SamplePaths)
        var (daily, expected) = (fit.variances(of: returns).last!, 0.0)
        for step in 1...days {
            expected += daily
            daily = fit.omega + (fit.alpha + fit.beta) * daily
            guard [1, 7, 30, 96].contains(step) else { continue }
            let squares = (0..<paths.count).map { pow(log(paths.closes[$0 * days + step - 1] / closes[499]), 2) }
            let mean = squares.reduce(0, +) / Double(paths.count)
            let spread = squares.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(paths.count)
            #expect(abs(mean - expected) < 4 * (spread / Double(paths.count)).squareRoot(), "seed \(seed) step \(step)")
        }
    }

    @Test func flatReturnsHaveNoFit() { #expect(GARCHFit(Array(repeating: 0, count: 499)) == nil) }

    @Test func noSimulatedDayIsBeyondTenTimesTheContextsDeviation() throws {
        // A last move of 100 times the usual size: the fit alone would continue with it.
        var closes = randomCloses(seed: 4, volatility: 0.01)
        closes[499] *= 100
        let returns = zip(closes.dropFirst(), closes).map { log($0 / $1) }
        let deviation = (returns.map { $0 * $0 }.reduce(0, +) / 499).squareRoot()
        let interval = forecast(.garch, closes, paths: 2000).distribution.interval(0.5, step: 1)
        // Half of all t draws are within 0.8 standard deviations.
        #expect(log(interval.upperBound / interval.lowerBound) < 2 * 0.8 * 10 * deviation)
    }
}
