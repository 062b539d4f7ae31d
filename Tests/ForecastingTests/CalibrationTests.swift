import Forecasting
import Foundation
import JSONText
import Market
import Testing

/// Ascending levels between 0 and 1.
private func randomLevels(_ random: inout SeededGenerator) -> [Double] {
    (0..<1 + random.index(below: 12)).map { _ in 0.01 + 0.98 * random.uniform() }.sorted()
}

/// A row for each of three days, ascending; with ties where they are allowed.
private func randomRows(_ levels: [Double], below limit: Double, hasTies: Bool, _ random: inout SeededGenerator) -> [[Double]] {
    (0..<3).map { _ in
        levels.map { _ in
            let value = limit * (0.01 + 0.98 * random.uniform())
            return hasTies ? (value / limit * 4).rounded() / 4 * limit : value
        }.sorted()
    }
}

// MARK: - Bands

@Suite struct ConformalBandsTests {
    private func bands(
        _ closes: [Double], decay: Double = 0.9, levels: [Double] = [0.5, 0.8], rows: [[Double]] = [[1, 2]]
    ) throws -> ConformalBands {
        let json = calibrationJSON(kind: "conformal", decay: decay, levels: levels, rows: rows, horizon: 3)
        let model = try SmallModel(biases: [0.2], calibration: json, context: closes.count, horizon: 3)
        return try #require(try model.forecaster().forecast(history(closes)).distribution as? ConformalBands)
    }

    @Test func theVolatilityWeighsTheLastDayMost() throws {
        // Log-returns of 0.1, -0.2 and 0.3, weights 0.25, 0.5 and 1.
        let bands = try bands([1, exp(0.1), exp(-0.1), exp(0.2)], decay: 0.5)
        #expect(abs(bands.volatility - ((0.25 * 0.01 + 0.5 * 0.04 + 0.09) / 1.75).squareRoot()) < 1e-12)
        #expect(bands.lastClose == exp(0.2))
        #expect(bands.horizon == 3)
    }

    @Test func quantilesByHand() throws {
        // If all moves are equal, the volatility is their size.
        let bands = try bands([100, 100 * exp(0.05), 100, 100 * exp(0.05), 100])
        #expect(abs(bands.volatility - 0.05) < 1e-12)
        // Coverages 0, 0.25, 0.5, 0.65, 0.8 and, in the tail with the slope of the last two levels, 0.9 and 0.99.
        let tail = { (coverage: Double) in 2 + log(0.2 / (1 - coverage)) / log(0.5 / 0.2) }
        let scores = [(0.5, 0), (0.625, 0.5), (0.75, 1), (0.825, 1.5), (0.9, 2), (0.95, tail(0.9)), (0.995, tail(0.99))]
        for (level, score) in scores {
            for step in 1...3 {
                let change = 0.05 * Double(step).squareRoot() * score
                #expect(abs(bands.quantile(level, step: step) / (100 * exp(change)) - 1) < 1e-9, "\(level), step \(step)")
                #expect(abs(bands.quantile(1 - level, step: step) / (100 * exp(-change)) - 1) < 1e-9, "\(1 - level), step \(step)")
                #expect(abs(bands.probability(atMost: 100 * exp(change), step: step) - level) < 1e-9, "\(level), step \(step)")
                #expect(abs(bands.probability(atMost: 100 * exp(-change), step: step) - (1 - level)) < 1e-9)
            }
        }
    }

    @Test func eachDayHasItsRow() throws {
        let bands = try bands([1, exp(0.1), 1], levels: [0.8], rows: [[1], [2], [3]])
        for step in 1...3 {
            let expected = exp(0.1 * Double(step).squareRoot() * Double(step))
            #expect(abs(bands.quantile(0.9, step: step) / expected - 1) < 1e-9)
        }
    }

    @Test func oneLevelHasATailToo() throws {
        // The slope is that from coverage 0 on.
        let bands = try bands([1, exp(0.1), 1], levels: [0.8], rows: [[1.5]])
        #expect(abs(log(bands.quantile(0.95, step: 1)) - 0.1 * 1.5 * (1 + log(0.2 / 0.1) / log(1 / 0.2))) < 1e-9)
    }

    @Test(arguments: 0..<24 as Range<UInt64>) func theProbabilityInvertsTheQuantile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let levels = randomLevels(&random)
        let rows = randomRows(levels, below: 4, hasTies: false, &random)
        let bands = try bands(randomHistory(20, seed: seed).closes, levels: levels, rows: rows)
        for step in 1...3 {
            for level in levels999 {
                let price = bands.quantile(level, step: step)
                #expect(abs(bands.probability(atMost: price, step: step) - level) < 1e-7, "seed \(seed), level \(level)")
            }
            for factor in [0.5, 0.9, 0.99, 1, 1.001, 1.05, 1.7] {
                let price = factor * bands.lastClose
                let level = bands.probability(atMost: price, step: step)
                guard level > 1e-9, level < 1 - 1e-9 else { continue }
                #expect(abs(bands.quantile(level, step: step) / price - 1) < 1e-5, "seed \(seed), factor \(factor)")
            }
        }
    }

    @Test(arguments: 0..<24 as Range<UInt64>) func quantilesNeverCrossAndTheMedianIsTheLastClose(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let levels = randomLevels(&random)
        let bands = try bands(
            randomHistory(20, seed: seed).closes, levels: levels, rows: randomRows(levels, below: 8, hasTies: true, &random))
        for step in 1...3 {
            let quantiles = levels999.map { bands.quantile($0, step: step) }
            #expect(quantiles.allSatisfy { $0 > 0 && $0.isFinite }, "seed \(seed)")
            #expect(zip(quantiles, quantiles.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
            #expect(bands.median(step: step) == bands.lastClose, "seed \(seed)")
            #expect(bands.probability(atMost: bands.lastClose, step: step) == 0.5, "seed \(seed)")
            for coverage in [0.01, 0.5, 0.95] {
                let interval = bands.interval(coverage, step: step)
                #expect(interval.contains(bands.lastClose), "seed \(seed)")
                // As far up as down, in logarithms.
                let (down, up) = (log(bands.lastClose / interval.lowerBound), log(interval.upperBound / bands.lastClose))
                #expect(abs(down - up) < 1e-9, "seed \(seed)")
            }
            let shares = (1...200).map { bands.probability(atMost: bands.lastClose * Double($0) / 100, step: step) }
            #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
            #expect(shares.allSatisfy { $0 >= 0 && $0 <= 1 }, "seed \(seed)")
        }
    }

    @Test func aFlatHistoryHasNoWidth() throws {
        let flat = try bands(Array(repeating: 7, count: 10))
        for level in levels999 { #expect(flat.quantile(level, step: 2) == 7) }
        #expect([6.9, 7, 7.1].map { flat.probability(atMost: $0, step: 2) } == [0, 0.5, 1])
    }

    @Test func theOutermostLevelsHavePrices() throws {
        let moving = try bands([1, exp(0.1), 1])
        for level in [1e-17, 1e-300, 1 - 0x1p-53] { #expect(moving.quantile(level, step: 1) > 0) }
        let flat = try bands(Array(repeating: 7, count: 10))
        #expect(flat.quantile(1e-17, step: 1) == 7)
        let certain = try bands([1, exp(0.1), 1], rows: [[2, 2]])
        #expect(certain.quantile(1e-17, step: 1) > 0)
    }

    @Test func pricesOfNothingAreImpossible() throws {
        let bands = try bands([1, exp(0.1), 1])
        #expect(bands.probability(atMost: 0, step: 1) == 0)
        #expect(bands.probability(atMost: .greatestFiniteMagnitude, step: 1) == 1)
        #expect(bands.probability(atMost: -1, step: 1) == 0)
    }

    @Test func thePointsStayTheModels() throws {
        let json = calibrationJSON(kind: "conformal", decay: 0.9, levels: [0.5], rows: [[1]], horizon: 3)
        let past = randomHistory(30, seed: 2)
        let calibrated = try SmallModel(biases: [0.2], calibration: json, horizon: 3).forecaster()
        #expect(calibrated.hasDistribution && !calibrated.drawsPaths)
        let own = try SmallModel(biases: [0.2], horizon: 3).forecaster()
        #expect(!own.hasDistribution)
        #expect(try calibrated.forecast(past).points == own.forecast(past).points)
    }
}

// MARK: - Maps

@Suite struct ProbabilityMapTests {
    private static let outputs = studentTOutputs(location: 0.05, scale: 0.9, degrees: 4)
    private static let past = randomHistory(30, seed: 8)

    private func paths(_ levels: [Double] = [], _ rows: [[Double]] = [], count: Int = 151, days: Int = 3) throws -> SamplePaths {
        let calibration = levels.isEmpty ? nil : calibrationJSON(levels: levels, rows: rows, horizon: 3)
        let model = try SmallModel(biases: Self.outputs, head: studentT, calibration: calibration, horizon: 3)
        return try #require(try model.forecaster().forecast(Self.past, days: days, paths: count).paths)
    }

    /// The level in the original distribution for a mapped level, the slow way.
    private func ownLevel(_ level: Double, _ levels: [Double], _ row: [Double]) -> Double {
        let (knots, values) = ([0] + levels + [1], [0] + row + [1])
        let coverage = abs(2 * level - 1)
        let above = knots.indices.dropFirst().first { coverage <= knots[$0] }!
        let share = (coverage - knots[above - 1]) / (knots[above] - knots[above - 1])
        let own = values[above - 1] + share * (values[above] - values[above - 1])
        return level < 0.5 ? (1 - own) / 2 : (1 + own) / 2
    }

    @Test func theIdentityChangesNothing() throws {
        let own = try paths()
        for levels in [[0.5], [0.25, 0.5, 0.8], (1...199).map { Double($0) / 200 }] {
            let mapped = try paths(levels, [levels])
            #expect(distance(mapped.closes, own.closes) < 1e-9)
        }
    }

    @Test func aMapByHand() throws {
        // 4 paths stand at levels 1/8, 3/8, 5/8 and 7/8: coverages 3/4 and 1/4. A coverage of 1/2 is to be one of 1/4:
        // 1/4 becomes 1/8, the levels 7/16 and 9/16; 3/4 becomes 1/4 + (1/4) / (1/2) · 3/4 = 5/8, the levels 3/16 and 13/16.
        let own = try paths(count: 4).closes(step: 1).map { log($0 / Self.past.lastClose) }.sorted()
        let mapped = try paths([0.5], [[0.25]], count: 4).closes(step: 1).map { log($0 / Self.past.lastClose) }.sorted()
        func quantile(_ level: Double) -> Double {
            let place = level * 4 - 0.5
            let below = Int(place)
            return own[below] + (place - Double(below)) * (own[below + 1] - own[below])
        }
        for (place, level) in [3.0 / 16, 7.0 / 16, 9.0 / 16, 13.0 / 16].enumerated() {
            #expect(abs(mapped[place] - quantile(level)) < 1e-6, "place \(place)")
        }
    }

    @Test(arguments: 0..<24 as Range<UInt64>) func aMappedLevelGivesTheQuantile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let levels = randomLevels(&random)
        let rows = randomRows(levels, below: 1, hasTies: seed % 2 == 0, &random)
        let (own, mapped) = (try paths(), try paths(levels, rows))
        for step in 1...3 {
            let before = own.closes(step: step).map { log($0 / Self.past.lastClose) }.sorted()
            let after = mapped.closes(step: step).map { log($0 / Self.past.lastClose) }.sorted()
            for place in after.indices {
                let level = ownLevel((Double(place) + 0.5) / 151, levels, rows[step - 1])
                let exact = min(max(level * 151 - 0.5, 0), 150)
                let (low, high) = (before[Int(exact.rounded(.down))], before[Int(exact.rounded(.up))])
                let expected = low + (exact - exact.rounded(.down)) * (high - low)
                #expect(abs(after[place] - expected) < 1e-6, "seed \(seed), step \(step), place \(place)")
            }
        }
    }

    @Test(arguments: 0..<24 as Range<UInt64>) func theOrderOfThePathsIsKept(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let levels = randomLevels(&random)
        let rows = randomRows(levels, below: 1, hasTies: seed % 2 == 0, &random)
        let (own, mapped) = (try paths(), try paths(levels, rows))
        for step in 1...3 {
            let order = own.closes(step: step).enumerated().sorted { $0.element < $1.element }.map(\.offset)
            let closes = mapped.closes(step: step)
            let ordered = order.map { closes[$0] }
            #expect(ordered == closes.sorted(), "seed \(seed), step \(step)")
            // Their middle is that of an odd number of paths.
            #expect(abs(mapped.median(step: step) / own.median(step: step) - 1) < 1e-9, "seed \(seed), step \(step)")
        }
    }

    @Test func widerCoverageMakesWiderBands() throws {
        let (own, wide, narrow) = (try paths(), try paths([0.5, 0.8], [[0.6, 0.9]]), try paths([0.5, 0.8], [[0.4, 0.7]]))
        for step in 1...3 {
            func width(_ paths: SamplePaths) -> Double {
                let interval = paths.interval(0.8, step: step)
                return interval.upperBound - interval.lowerBound
            }
            #expect(width(narrow) < width(own) && width(own) < width(wide))
            // Its 80 % band is the one of 90 % before.
            let (found, expected) = (wide.interval(0.8, step: step), own.interval(0.9, step: step))
            #expect(
                abs(found.lowerBound / expected.lowerBound - 1) < 1e-2 && abs(found.upperBound / expected.upperBound - 1) < 1e-2)
        }
    }

    @Test func aMapToNothingIsTheMedianAndOneToAllIsTheOutermostPath() throws {
        let own = try paths()
        let certain = try paths([0.999], [[0]])
        let outer = try paths([0.001], [[1]])
        for step in 1...3 {
            let (lowest, highest) = (own.closes(step: step).min()!, own.closes(step: step).max()!)
            #expect(certain.closes(step: step).allSatisfy { abs($0 / own.median(step: step) - 1) < 1e-6 })
            let ends = outer.closes(step: step).filter { abs($0 / lowest - 1) > 1e-6 && abs($0 / highest - 1) > 1e-6 }
            #expect(ends.count <= 1, "all but the middle path are at an end")
        }
    }

    @Test func aMapOfAllDaysServesTheFirstOfThem() throws {
        let (all, one) = (try paths([0.5], [[0.4], [0.6], [0.7]]), try paths([0.5], [[0.4], [0.6], [0.7]], days: 1))
        #expect(one.closes == all.closes(step: 1))
    }
}

@Suite struct AnchorTests {
    private static func anchored(weight: Double, scores: Double = 1.5) throws -> Calibration.Anchor {
        let numbers = Array(repeating: "\(scores)", count: 96).joined(separator: ",")
        let rows = Array(repeating: "[0.5]", count: 96).joined(separator: ",")
        let text = """
            {"kind":"probability-map","anchor":{"decay":0.995,"weight":\(weight),"scores":[\(numbers)]},
             "fitted_on":[{"from":"2020-01-01","through":"2020-12-31"}],"levels":[0.5],"steps":[\(rows)]}
            """
        let calibration = try Calibration(JSONValue(parsing: Array(text.utf8)), horizon: 96, file: "config.json")
        return try #require(calibration.anchor)
    }

    @Test func theWidthBecomesTheGeometricMean() throws {
        // Wanted: 1.5 · 0.04 · √9 = 0.18; own: 0.125; half-way is their geometric mean, 0.15.
        let stretch = try Self.anchored(weight: 0.5).stretch(ownHalfWidth: 0.125, volatility: 0.04, step: 9)
        #expect(abs(stretch * 0.125 - 0.15) < 1e-12)
        #expect(try Self.anchored(weight: 0).stretch(ownHalfWidth: 0.125, volatility: 0.04, step: 9) == 1)
        #expect(abs(try Self.anchored(weight: 1).stretch(ownHalfWidth: 0.125, volatility: 0.04, step: 9) - 0.18 / 0.125) < 1e-12)
    }

    @Test func anOutlierStretchesNoMoreThanTwofoldAndAFlatCoinNotAtAll() throws {
        let anchor = try Self.anchored(weight: 0.5)
        #expect(anchor.stretch(ownHalfWidth: 1e-9, volatility: 3, step: 1) == 2)
        #expect(anchor.stretch(ownHalfWidth: 9, volatility: 1e-9, step: 1) == 0.5)
        #expect(anchor.stretch(ownHalfWidth: 0, volatility: 0, step: 1) == 1)
        #expect(anchor.stretch(ownHalfWidth: 0.1, volatility: 0, step: 1) == 1)
    }

    @Test func aStretchMovesAllQuantilesAboutTheLastClose() throws {
        let rows = Array(repeating: "[0.5]", count: 2).joined(separator: ",")
        let text = """
            {"kind":"probability-map","anchor":{"decay":0.9,"weight":1,"scores":[1,1]},
             "fitted_on":[{"from":"2020-01-01","through":"2020-12-31"}],"levels":[0.5],"steps":[\(rows)]}
            """
        let calibration = try Calibration(JSONValue(parsing: Array(text.utf8)), horizon: 2, file: "config.json")
        // Returns of ±1 %, so the volatility is 1 %; five paths, whose 80 % half-width is that of the outermost: 1.5 %.
        let closes = [100, 101, 100, 101, 100].map { Double($0) }
        let paths = SamplePaths(
            scaledReturns: [-1.5, 0, -0.75, 0, 0, 0, 0.75, 0, 1.5, 0], count: 5, scale: 0.01, context: closes[...],
            calibration: calibration)
        let volatility: Double = log(1.01)
        let root: Double = 2.0.squareRoot()
        for (path, place) in [-1.0, -0.5, 0, 0.5, 1].enumerated() {
            let first: Double = log(paths.closes[2 * path] / 100)
            let second: Double = log(paths.closes[2 * path + 1] / 100)
            #expect(abs(first - place * volatility) < 1e-8)
            #expect(abs(second - place * volatility * root) < 1e-8)
        }
    }
}
