import Forecasting
import Foundation
import LSTMEngine
import Market
import Testing

private let shipped = try! Forecaster(ModelFolder(defaultModel))

/// A model of each head with random weights and, but for the first of each, a calibration; context 30, horizon 6.
private let small: [Forecaster] = try! {
    let quantiles = #"{"kind":"quantiles","levels":[0.05,0.2,0.5,0.8,0.95]}"#
    let map = calibrationJSON(levels: [0.5, 0.8], rows: [[0.6, 0.9], [0.3, 0.95]], horizon: 6)
    let bands = calibrationJSON(kind: "conformal", decay: 0.95, levels: [0.5, 0.8, 0.95], rows: [[0.6, 1.2, 2.5]], horizon: 6)
    return try [
        SmallModel(biases: [0, 0, 0], head: studentT, seed: 1),
        SmallModel(biases: [0, 1, -3], head: studentT, calibration: map, seed: 2),
        SmallModel(biases: [-1.6, -0.8, 0, 0.8, 1.6], head: quantiles, seed: 3),
        SmallModel(biases: [2, 1, 0, -1, -2], head: quantiles, calibration: map, seed: 4),
        SmallModel(biases: [0.1], calibration: bands, seed: 5),
    ].map { try $0.forecaster() }
}()

/// Contexts that no market produces.
private enum Wild: String, CaseIterable {
    case flat, tiny, huge, smallestDouble, largestDouble, alternating, hundredfoldFirst, hundredfoldMiddle, hundredfoldLast
    case hundredthFirst, hundredthMiddle, hundredthLast, flatButOne, fromLeastToMost, wild

    func closes(_ count: Int) -> [Double] {
        let calm = randomHistory(count, seed: 4, volatility: 0.03).closes
        func scaled(_ factor: Double, from first: Int) -> [Double] {
            calm.enumerated().map { $0.offset < first ? $0.element : factor * $0.element }
        }
        return switch self {
        case .flat: Array(repeating: 0.9997, count: count)
        case .tiny: calm.map { $0 / calm[0] * 1e-300 }
        case .huge: calm.map { $0 / calm[0] * 1e300 }
        case .smallestDouble: Array(repeating: .leastNonzeroMagnitude, count: count)
        case .largestDouble: Array(repeating: .greatestFiniteMagnitude, count: count - 1) + [1e308]
        case .alternating: (0..<count).map { $0 % 2 == 0 ? 1e-6 : 1e6 }
        case .hundredfoldFirst: scaled(100, from: 1)
        case .hundredfoldMiddle: scaled(100, from: count / 2)
        case .hundredfoldLast: scaled(100, from: count - 1)
        case .hundredthFirst: scaled(0.01, from: 1)
        case .hundredthMiddle: scaled(0.01, from: count / 2)
        case .hundredthLast: scaled(0.01, from: count - 1)
        case .flatButOne: Array(repeating: 1, count: count - 1) + [1.0000000001]
        case .fromLeastToMost: (0..<count).map { $0 % 2 == 0 ? .leastNonzeroMagnitude : .greatestFiniteMagnitude }
        case .wild: randomHistory(count, seed: 9, volatility: 2).closes.map { min(max($0, 1e-300), 1e300) }
        }
    }
}

@Suite struct ForecasterPathTests {
    private func paths(_ forecast: Forecast) throws -> SamplePaths { try #require(forecast.paths) }

    // MARK: The same bytes

    @Test func theSameInputSeedAndModelGiveTheSameBytesOnAnyThreads() throws {
        let past = randomHistory(500, seed: 1)
        let first = try paths(shipped.forecast([past], days: 96, sampling: Sampling(paths: 300, seed: 5), threads: 1)[0].get())
        #expect((first.count, first.horizon) == (300, 96))
        for threads in [1, 2, 5] {
            let again = try shipped.forecast([past], days: 96, sampling: Sampling(paths: 300, seed: 5), threads: threads)[0].get()
            #expect(try paths(again) == first, "\(threads) threads")
        }
        var workspace = shipped.makeWorkspace()
        for _ in 0..<2 {
            let again = try shipped.forecast([past], days: 96, sampling: Sampling(paths: 300, seed: 5), using: &workspace)[0].get()
            #expect(try paths(again) == first)
        }
    }

    @Test(arguments: small.indices) func aForecastAmongManyIsThatOfItAlone(model: Int) throws {
        let forecaster = small[model]
        let histories = (0..<7).map { randomHistory(30 + 5 * $0, seed: UInt64(70 + $0)) }
        let sampling = Sampling(paths: 90, seed: 2)
        var workspace = forecaster.makeWorkspace()
        let alone = try histories.map { try forecaster.forecast([$0], days: 6, sampling: sampling, threads: 1)[0].get() }
        var together = [try forecaster.forecast(histories, days: 6, sampling: sampling, using: &workspace).map { try $0.get() }]
        for threads in [1, 2, 5] {
            together.append(try forecaster.forecast(histories, days: 6, sampling: sampling, threads: threads).map { try $0.get() })
        }
        for forecasts in together {
            #expect(forecasts.map(\.ticker) == histories.map(\.ticker))
            for (one, other) in zip(forecasts, alone) {
                #expect(one.paths == other.paths)
                #expect(distance(one.points, other.points) < 1e-6)
            }
        }
    }

    @Test func anotherSeedDrawsOthersAndTheDefaultIsOne() throws {
        let past = randomHistory(500, seed: 1)
        let (one, two) = try (paths(shipped.forecast(past, paths: 50)), paths(shipped.forecast(past, paths: 50, seed: 2)))
        #expect(zip(one.closes, two.closes).allSatisfy { $0 != $1 })
        #expect((Sampling().paths, Sampling().seed) == (1000, 1))
    }

    @Test func fewerDaysAreTheFirstOfMore() throws {
        let past = randomHistory(500, seed: 3)
        let all = try paths(shipped.forecast(past, paths: 150))
        let three = try paths(shipped.forecast(past, days: 3, paths: 150))
        for number in 0..<150 { #expect(three.path(number) == Array(all.path(number).prefix(3)), "path \(number)") }
    }

    /// For models without a map, which depends on a path's place among all.
    @Test(arguments: [0, 2]) func fewerPathsAreTheFirstOfMore(model: Int) throws {
        let past = randomHistory(30, seed: 3)
        let (all, few) = try (paths(small[model].forecast(past, paths: 150)), paths(small[model].forecast(past, paths: 20)))
        // Blocks of other sizes round differently.
        for number in 0..<20 { #expect(distance(few.path(number), all.path(number)) < 1e-4, "path \(number)") }
    }

    @Test func leadingDaysAndTheUnitOfThePricesChangeNothing() throws {
        let long = randomHistory(600, seed: 12)
        let forecast = try shipped.forecast(long, days: 30)
        #expect(try shipped.forecast(long.suffix(500), days: 30).paths == forecast.paths)
        let inThousands = history(long.closes.map { $0 * 1024 })
        #expect(try distance(shipped.forecast(inThousands, days: 30).points, forecast.points.map { $0 * 1024 }) < 1e-4)
    }

    // MARK: What it is

    @Test func theShippedModelDrawsAThousandPathsAroundTheLastClose() throws {
        #expect(shipped.drawsPaths && shipped.hasDistribution && shipped.seriesTogether == 1)
        let past = randomHistory(500, seed: 20)
        let forecast = try shipped.forecast([past], days: 96, threads: 2)[0].get()
        #expect(forecast.paths?.count == 1000)
        #expect(forecast.lastClose == past.lastClose)
        let bands = try [1, 7, 30, 96].map { try #require(forecast.distribution?.interval(0.8, step: $0)) }
        for band in bands { #expect(band.contains(past.lastClose)) }
        let widths = bands.map { log($0.upperBound / $0.lowerBound) }
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 < $1 }, "\(widths)")
    }

    /// The last model draws no paths.
    @Test(arguments: small.indices.dropLast()) func thePointIsTheMedianOfThePaths(model: Int) throws {
        let forecast = try small[model].forecast(randomHistory(30, seed: 6), paths: 77)
        let paths = try #require(forecast.paths)
        for step in 1...6 {
            #expect(forecast.points[step - 1] == paths.median(step: step))
            // The median of an odd number is the one in the middle.
            #expect(abs(forecast.points[step - 1] / paths.closes(step: step).sorted()[38] - 1) < 1e-12)
        }
    }

    /// The oracle runs each path alone, from the context's start: the two paths of a pair draw at opposite levels of what their own
    /// outputs say, though after the first day they see different inputs.
    @Test(arguments: [0, 2]) func eachPathFeedsWhatItDrew(model: Int) throws {
        let forecaster = small[model]
        let past = randomHistory(30, seed: 31)
        let paths = try paths(forecaster.forecast(past, paths: 12, seed: 9))
        let encoded = forecaster.configuration.network!.transform.encode(past.closes[...])
        func drawnLevel(_ number: Int, step: Int) throws -> Double {
            let closes = [past.lastClose] + paths.path(number)
            let drawn = zip(closes.dropFirst(), closes).map { Float(log($0 / $1) / encoded.scale) }
            let outputs = try forecaster.network!.forecast([encoded.inputs + drawn.prefix(step - 1)], steps: 1, threads: 1)[0]
            return level(of: Double(drawn[step - 1]), outputs, forecaster.configuration.network!.head)
        }
        for step in 1...6 {
            let levels = try (0..<12).map { try drawnLevel($0, step: step) }
            for pair in 0..<6 { #expect(abs(levels[2 * pair] + levels[2 * pair + 1] - 1) < 1e-3, "pair \(pair), step \(step)") }
            #expect(Set(levels.map { ($0 * 1e6).rounded() }).count == 12, "step \(step)")
        }
    }

    /// The level of a draw in the distribution of the outputs that it was drawn from.
    private func level(of draw: Double, _ outputs: [Float], _ head: Head) -> Double {
        switch head {
        case .point: Issue.record("a point has no distribution")
        case .studentT:
            let head = StudentTHead(outputs[0], outputs[1], outputs[2])
            // Simpson's rule after the substitution t = sinh u.
            let end = asinh((draw - head.location) / head.scale)
            let width = (end + 25) / 4000
            let sum = (0...4000).reduce(0.0) { sum, place in
                let u = -25 + width * Double(place)
                let weight = place == 0 || place == 4000 ? 1.0 : place % 2 == 1 ? 4 : 2
                return sum + weight * exp(StudentT.logDensity(sinh(u), degrees: head.degrees)) * cosh(u)
            }
            return sum * width / 3
        case .quantiles(let levels):
            let quantiles = outputs.sorted().map(Double.init)
            let last = levels.count - 1
            if draw < quantiles[0] {
                return levels[0] * exp((draw - quantiles[0]) * log(levels[1] / levels[0]) / (quantiles[1] - quantiles[0]))
            }
            if draw >= quantiles[last] {
                let rate = log((1 - levels[last - 1]) / (1 - levels[last])) / (quantiles[last] - quantiles[last - 1])
                return 1 - (1 - levels[last]) * exp(-(draw - quantiles[last]) * rate)
            }
            let above = quantiles.firstIndex { draw < $0 }!
            return levels[above - 1] + (draw - quantiles[above - 1]) / (quantiles[above] - quantiles[above - 1])
                * (levels[above] - levels[above - 1])
        }
        return .nan
    }

    // MARK: However wild

    private func expectPrices(_ forecast: Forecast, _ comment: String) throws {
        let distribution = try #require(forecast.distribution, "\(comment)")
        #expect(forecast.points.allSatisfy { $0 > 0 && $0.isFinite }, "\(comment)")
        if let paths = forecast.paths { #expect(paths.closes.allSatisfy { $0 > 0 && $0.isFinite }, "\(comment)") }
        for step in Set([1, 2, forecast.horizon]) {
            let quantiles = levels999.map { distribution.quantile($0, step: step) }
            #expect(quantiles.allSatisfy { $0 > 0 && $0.isFinite }, "\(comment), step \(step)")
            #expect(zip(quantiles, quantiles.dropFirst()).allSatisfy { $0 <= $1 }, "\(comment), step \(step)")
            for price in [1e-300, forecast.lastClose, 1e300] {
                let share = distribution.probability(atMost: price, step: step)
                #expect(share >= 0 && share <= 1, "\(comment), step \(step): \(share)")
            }
        }
    }

    @Test(arguments: Wild.allCases) fileprivate func theShippedModelNeverLeavesThePrices(wild: Wild) throws {
        try expectPrices(shipped.forecast(history(wild.closes(500)), paths: 64), "\(wild)")
    }

    @Test(arguments: Wild.allCases) fileprivate func noHeadEverLeavesThePrices(wild: Wild) throws {
        for (index, forecaster) in small.enumerated() {
            try expectPrices(forecaster.forecast(history(wild.closes(30)), paths: 65), "\(wild), model \(index)")
        }
    }

    @Test(arguments: [1e-9, 0.9997, 1, 97_600.06, 1e12]) func aFlatHistoryStaysFlat(close: Double) throws {
        for forecaster in [shipped] + small {
            let days = forecaster.horizon
            let flat = try forecaster.forecast(history(Array(repeating: close, count: forecaster.contextLength)), paths: 20)
            #expect(flat.points == Array(repeating: close, count: days))
            for level in [0.001, 0.1, 0.5, 0.9, 0.999] {
                #expect(flat.distribution?.quantile(level, step: days) == close, "\(forecaster.configuration.network!.head)")
            }
            if let paths = flat.paths { #expect(paths.closes.allSatisfy { $0 == close }) }
        }
    }

    @Test func aHundredfoldMoveOnAnyDayGivesPrices() throws {
        let calm = randomHistory(30, seed: 4).closes
        for day in 1..<30 {
            for factor in [100, 0.01] {
                let closes = calm.enumerated().map { $0.offset < day ? $0.element : factor * $0.element }
                for forecaster in small {
                    try expectPrices(forecaster.forecast(history(closes), paths: 16), "day \(day), \(factor)")
                }
            }
        }
    }

    // MARK: Refusals

    @Test func aSlidingWindowIsForPoints() throws {
        let quantiles = try SmallModel(biases: [-1, 1], head: #"{"kind":"quantiles","levels":[0.1,0.9]}"#, name: "two")
        for (path, name) in [(defaultModel, "daily-close-t"), (quantiles.path, "two")] {
            #expect(throws: ModelError.hasNoWindow(name: name)) { try Forecaster(ModelFolder(path), mode: .slidingWindow) }
        }
        #expect(
            ModelError.hasNoWindow(name: "m").description
                == "the model m has no sliding window, which is for networks of points")
    }

    @Test func aHeadWithoutAnInputOfPricesIsRefused() throws {
        let points = try SmallModel(biases: [0, 0], name: "two")
        #expect(throws: ModelError.notOneSeries(name: "two", folder: points.path, inputs: 1, outputs: 2)) {
            try points.forecaster()
        }
    }

    @Test func aShortHistoryIsRefusedAndItsNeighboursAreNot() {
        let histories = [randomHistory(30, seed: 1), randomHistory(29, seed: 2), randomHistory(31, seed: 3)]
        for forecaster in small {
            for results in [
                forecaster.forecast(histories, days: 2, threads: 2), forecaster.forecast(histories, days: 2, threads: 1),
            ] {
                #expect(results.count == 3)
                #expect(throws: Never.self) { try results[0].get() }
                #expect(throws: ForecastError.historyTooShort(ticker: Ticker("T2")!, have: 29, need: 30)) { try results[1].get() }
                #expect(throws: Never.self) { try results[2].get() }
            }
        }
    }

    @Test(arguments: [Int.min, -1, 0, 7, .max]) func daysBeyondTheHorizonAreRefused(days: Int) {
        for forecaster in small {
            let result = forecaster.forecast([randomHistory(30, seed: 1)], days: days, threads: 1)[0]
            #expect(throws: ForecastError.horizonOutOfRange(days: days, horizon: 6)) { try result.get() }
        }
    }
}
