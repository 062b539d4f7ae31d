import Forecasting
import Foundation
import Market
import Testing

/// The scaled returns of one step, by path: what a sampler drew.
private func drawn(_ forecast: Forecast, _ history: PriceHistory, step: Int) throws -> [Double] {
    let paths = try #require(forecast.paths)
    let scale = PriceTransform.scaledLogReturns(clip: 12, scaleWindow: 29).encode(history.closes.suffix(30)).scale
    return (0..<paths.count).map { number in
        let path = [history.lastClose] + paths.path(number)
        return log(path[step] / path[step - 1]) / scale
    }
}

/// The largest distance of the draws' distribution from a cumulative one.
private func kolmogorovSmirnov(_ draws: [Double], _ cumulative: (Double) -> Double) -> Double {
    let ascending = draws.sorted()
    let count = Double(ascending.count)
    return ascending.enumerated().map { place, value in
        max(abs(cumulative(value) - Double(place) / count), abs(cumulative(value) - Double(place + 1) / count))
    }.max()!
}

/// The distance that one of 1,000 samples of its own distribution exceeds.
private func critical(_ count: Int) -> Double { 1.95 / Double(count).squareRoot() }

private func every(_ first: Int, of values: [Double]) -> [Double] {
    stride(from: first, to: values.count, by: 2).map { values[$0] }
}

/// Degrees of freedom whose cumulative distribution has a closed form.
private enum Closed: CaseIterable {
    case three, four, normal

    var degrees: Double { [.three: 3, .four: 4, .normal: 5000][self]! }

    func cumulative(_ t: Double) -> Double {
        switch self {
        case .three: 0.5 + (t / 3.squareRoot() / (1 + t * t / 3) + atan(t / 3.squareRoot())) / .pi
        case .four:
            0.5 + 0.375 * t / (1 + t * t / 4).squareRoot() * (1 - t * t / (1 + t * t / 4) / 12)
        // With 5,000 degrees, within 1e-4.
        case .normal: 0.5 * erfc(-t / 2.squareRoot())
        }
    }
}

@Suite struct StudentTTests {
    @Test func theDensityIsTheClosedForm() {
        for value in [-7, -1, 0, 0.3, 2, 40] as [Double] {
            let three = 2 / (.pi * 3.squareRoot() * pow(1 + value * value / 3, 2))
            #expect(abs(StudentT.logDensity(value, degrees: 3) - log(three)) < 1e-12, "\(value)")
            #expect(abs(StudentT.logDensity(value, degrees: 4) - log(0.375 * pow(1 + value * value / 4, -2.5))) < 1e-12, "\(value)")
        }
    }

    @Test(arguments: [2.1, 3, 30]) func theDensitySumsToOne(degrees: Double) {
        // The substitution t = sinh u brings the tails near.
        let step = 0.001
        let sum = stride(from: -20.0, through: 20, by: step).reduce(0) { sum, u in
            sum + exp(StudentT.logDensity(sinh(u), degrees: degrees)) * cosh(u) * step
        }
        #expect(abs(sum - 1) < 1e-9, "\(sum)")
    }

    @Test func theWildestDrawsAreFinite() {
        for degrees in [2.1, 4, 1e3, 1e30] {
            for radius in [0x1p-33, 0.5, 1 - 0x1p-33] {
                for angle in [0, 0.25, 0.5, 1 - 0x1p-32] {
                    #expect(StudentT.draw(degrees: degrees, radius: radius, angle: angle).isFinite)
                }
            }
        }
    }
}

@Suite struct StudentTHeadTests {
    @Test func theFormulaByHand() {
        let head = StudentTHead(1.5, 0.3, -1)
        #expect(abs(head.location - 0.15) < 1e-7)
        #expect(abs(head.scale - 1) < 1e-7)
        #expect(abs(head.degrees - (2.1 + log(2))) < 1e-7)
        #expect(abs(StudentTHead(0, 1.3, 2).scale - exp(1)) < 1e-6)
        #expect(abs(StudentTHead(0, 0, 2).degrees - (2.1 + log(1 + exp(3)))) < 1e-12)
    }

    @Test func outputsBeyondAllBoundsAreHeld() {
        for (output, scale) in [(-1e30, exp(-6)), (-5.8, exp(-6)), (3.4, exp(3)), (1e30, exp(3))] as [(Float, Double)] {
            #expect(StudentTHead(0, output, 0).scale == scale, "\(output)")
        }
        #expect(StudentTHead(0, 0, -1e30).degrees == 2.1)
        #expect(StudentTHead(0, 0, -.greatestFiniteMagnitude).logDensity(1e9).isFinite)
        #expect(abs(StudentTHead(0, 0, 1e6).degrees / (1e6 + 3.1) - 1) < 1e-9)
    }

    @Test func theDensityIsThatOfTheScaledShock() {
        let head = StudentTHead(5, 1, studentTOutputs(location: 0, scale: 1, degrees: 4)[2])
        let shock = (0.7 - head.location) / head.scale
        let expected = 0.375 * pow(1 + shock * shock / 4, -2.5) / head.scale
        #expect(abs(head.logDensity(0.7) - log(expected)) < 1e-6)
    }
}

@Suite struct StudentTSamplerTests {
    private static let past = randomHistory(30, seed: 5)

    private func forecast(
        location: Double, scale: Double, degrees: Double, paths: Int = 20_000, seed: UInt64 = 7, history: PriceHistory = past
    ) throws -> Forecast {
        let outputs = studentTOutputs(location: location, scale: scale, degrees: degrees)
        return try SmallModel(biases: outputs, head: studentT).forecaster().forecast(history, days: 3, paths: paths, seed: seed)
    }

    @Test(arguments: Closed.allCases, [1, 3]) fileprivate func drawsHaveTheirDistribution(_ closed: Closed, step: Int) throws {
        let (location, scale) = (0.4, 0.8)
        let forecast = try forecast(location: location, scale: scale, degrees: closed.degrees)
        let draws = try drawn(forecast, Self.past, step: step)
        for half in 0...1 {
            // Only one of a pair of antithetic paths is independent of the others.
            let shocks = every(half, of: draws).map { ($0 - location) / scale }
            let distance = kolmogorovSmirnov(shocks, closed.cumulative)
            #expect(distance < critical(shocks.count), "seed 7, half \(half): \(distance)")
        }
    }

    @Test func pathsOfAPairDifferInTheSignOfTheShock() throws {
        let draws = try drawn(forecast(location: 0.25, scale: 0.5, degrees: 5, paths: 1001), Self.past, step: 2)
        for pair in 0..<500 {
            let (one, other) = (draws[2 * pair] - 0.25, draws[2 * pair + 1] - 0.25)
            #expect(abs(one + other) < 1e-4 * max(1, abs(one)), "pair \(pair)")
        }
    }

    @Test func drawsOfDifferentStepsAndPairsAreUnrelated() throws {
        let forecast = try forecast(location: 0, scale: 1, degrees: 8)
        let (one, two) = try (drawn(forecast, Self.past, step: 1), drawn(forecast, Self.past, step: 2))
        func correlation(_ x: [Double], _ y: [Double]) -> Double {
            zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }
                / (x.reduce(0) { $0 + $1 * $1 } * y.reduce(0) { $0 + $1 * $1 }).squareRoot()
        }
        let (first, second) = (every(0, of: one), every(0, of: two))
        // For 10,000 unrelated pairs it is 0.01 on average.
        #expect(abs(correlation(first, second)) < 0.035)
        #expect(abs(correlation(Array(first.dropLast()), Array(first.dropFirst()))) < 0.035)
        #expect(abs(correlation(Array(first.dropLast()), Array(second.dropFirst()))) < 0.035)
    }

    @Test func noDrawIsBeyondTheClip() throws {
        let draws = try drawn(forecast(location: 0, scale: 15, degrees: 2.2), Self.past, step: 1)
        #expect(draws.allSatisfy { abs($0) < 12.0001 })
        #expect(draws.contains { $0 > 11.999 } && draws.contains { $0 < -11.999 })
    }

    // MARK: Noise

    @Test func theNoiseDependsOnSeedContextPathAndStepOnly() throws {
        let base = try drawn(forecast(location: 0, scale: 0.5, degrees: 5, paths: 300), Self.past, step: 2)
        // Another location moves all draws alike.
        let moved = try drawn(forecast(location: 1, scale: 0.5, degrees: 5, paths: 300), Self.past, step: 2)
        #expect(zip(base, moved).allSatisfy { abs($1 - $0 - 1) < 1e-4 })
        // Another history has another noise: coins must not share their sampling errors.
        let other = randomHistory(30, seed: 6)
        let elsewhere = try drawn(forecast(location: 0, scale: 0.5, degrees: 5, paths: 300, history: other), other, step: 2)
        #expect(zip(base, elsewhere).contains { abs($0 - $1) > 0.1 })
        // Other steps, paths and seeds have other noise.
        let step3 = try drawn(forecast(location: 0, scale: 0.5, degrees: 5, paths: 300), Self.past, step: 3)
        #expect(zip(base, step3).allSatisfy { abs($0 - $1) > 1e-6 })
        let seed8 = try drawn(forecast(location: 0, scale: 0.5, degrees: 5, paths: 300, seed: 8), Self.past, step: 2)
        #expect(zip(base, seed8).allSatisfy { abs($0 - $1) > 1e-6 })
        #expect(Set(base.map { ($0 * 1e5).rounded() }).count > 280)
    }

    @Test func fewerPathsAreTheFirstOfMore() throws {
        let many = try #require(forecast(location: 0, scale: 1, degrees: 4, paths: 257).paths)
        for count in [1, 2, 100] {
            let few = try #require(forecast(location: 0, scale: 1, degrees: 4, paths: count).paths)
            for number in 0..<count { #expect(few.path(number) == many.path(number), "path \(number) of \(count)") }
        }
    }

    @Test(arguments: [0, 1, .max] as [UInt64]) func everySeedDraws(seed: UInt64) throws {
        let draws = try drawn(forecast(location: 0, scale: 1, degrees: 5000, paths: 4000, seed: seed), Self.past, step: 1)
        #expect(kolmogorovSmirnov(every(0, of: draws), Closed.normal.cumulative) < critical(2000), "seed \(seed)")
    }
}

@Suite struct QuantileSamplerTests {
    private static let past = randomHistory(30, seed: 5)

    private func draws(_ outputs: [Float], levels: [Double], paths: Int = 20_000) throws -> [Double] {
        let model = try SmallModel(biases: outputs, head: "{\"kind\":\"quantiles\",\"levels\":\(levels)}")
        return try drawn(model.forecaster().forecast(Self.past, days: 2, paths: paths, seed: 3), Self.past, step: 2)
    }

    /// The inverse of the quantile function, by hand: linear between the levels, exponential beyond them.
    private func cumulative(_ x: Double, _ quantiles: [Double], _ levels: [Double]) -> Double {
        let last = levels.count - 1
        if x < quantiles[0] {
            return levels[0] * exp((x - quantiles[0]) * log(levels[1] / levels[0]) / (quantiles[1] - quantiles[0]))
        }
        if x >= quantiles[last] {
            let rate = log((1 - levels[last - 1]) / (1 - levels[last])) / (quantiles[last] - quantiles[last - 1])
            return 1 - (1 - levels[last]) * exp(-(x - quantiles[last]) * rate)
        }
        let above = quantiles.firstIndex { x < $0 }!
        return levels[above - 1] + (x - quantiles[above - 1]) / (quantiles[above] - quantiles[above - 1])
            * (levels[above] - levels[above - 1])
    }

    @Test(arguments: [
        ([-1, 0, 2], [0.1, 0.5, 0.9]), ([2, -1, 0], [0.1, 0.5, 0.9]), ([-0.5, 0.5], [0.25, 0.75]),
        ([-3, -1, -0.2, 0.1, 0.9, 4], [0.01, 0.2, 0.4, 0.6, 0.8, 0.99]),
    ])
    func drawsHaveTheDistributionOfTheQuantilesInOrder(outputs: [Float], levels: [Double]) throws {
        let quantiles = outputs.sorted().map(Double.init)
        let draws = try draws(outputs, levels: levels)
        for half in 0...1 {
            let distance = kolmogorovSmirnov(every(half, of: draws)) { cumulative($0, quantiles, levels) }
            #expect(distance < critical(draws.count / 2), "seed 3, half \(half): \(distance)")
        }
        // Each level's share of the draws, and those of pairs at opposite levels.
        for pair in 0..<1000 {
            let sum = cumulative(draws[2 * pair], quantiles, levels) + cumulative(draws[2 * pair + 1], quantiles, levels)
            #expect(abs(sum - 1) < 1e-4, "pair \(pair)")
        }
    }

    @Test func equalQuantilesAreCertain() throws {
        let draws = try draws([0.5, 0.5], levels: [0.4, 0.6], paths: 100)
        #expect(draws.allSatisfy { abs($0 - 0.5) < 1e-5 })
    }
}
