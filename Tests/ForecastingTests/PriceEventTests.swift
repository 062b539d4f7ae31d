import Forecasting
import Foundation
import Market
import Testing

@Suite struct PriceEventTests {
    private let forecaster: Forecaster
    private let own: Forecast
    private let paths: SamplePaths

    init() throws {
        let outputs = studentTOutputs(location: 0, scale: 1, degrees: 4)
        forecaster = try SmallModel(biases: outputs, head: studentT).forecaster()
        own = try forecaster.forecast(randomHistory(30, seed: 1), paths: 101)
        paths = try #require(own.paths)
    }

    /// The share of paths for which a condition holds, path by path.
    private func share(_ holds: ([Double]) -> Bool) -> Double {
        var count = 0
        for number in 0..<paths.count where holds(paths.path(number)) { count += 1 }
        return Double(count) / Double(paths.count)
    }

    @Test func aboveAndBelowAreSharesOfPathsWithoutThePriceItself() {
        for step in 1...own.horizon {
            // A close of a path, and prices beside it.
            let close = paths.path(17)[step - 1]
            for price in [close, close.nextUp, close.nextDown, own.lastClose] {
                #expect(own.probability(of: .above(price, step: step)) == share { $0[step - 1] > price })
                #expect(own.probability(of: .below(price, step: step)) == share { $0[step - 1] < price })
            }
            let (above, below) = (
                own.probability(of: .above(close, step: step))!, own.probability(of: .below(close, step: step))!
            )
            #expect(abs(above + below - 100.0 / 101) < 1e-12)
        }
    }

    @Test func aTouchFromBelowIsACloseAtOrAboveThePrice() {
        for step in 1...own.horizon {
            let price = paths.path(3)[..<step].max()!
            guard price >= own.lastClose else { continue }
            let expected = share { path in (0..<step).contains { path[$0] >= price } }
            #expect(own.probability(of: .touches(price, within: step)) == expected)
            #expect(own.probability(of: .touches(price.nextUp, within: step))! < expected)
        }
    }

    @Test func aTouchFromAboveIsACloseAtOrBelowThePrice() {
        for step in 1...own.horizon {
            let price = paths.path(4)[..<step].min()!
            guard price < own.lastClose else { continue }
            let expected = share { path in (0..<step).contains { path[$0] <= price } }
            #expect(own.probability(of: .touches(price, within: step)) == expected)
            #expect(own.probability(of: .touches(price.nextDown, within: step))! < expected)
        }
    }

    @Test func moreDaysTouchNoLessOften() {
        for price in [0.8, 0.95, 1, 1.05, 1.2].map({ $0 * own.lastClose }) {
            let shares = (1...own.horizon).map { own.probability(of: .touches(price, within: $0))! }
            #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 }, "\(price)")
            for step in 1...own.horizon {
                let beyond: PriceEvent = price >= own.lastClose ? .above(price, step: step) : .below(price, step: step)
                #expect(shares[step - 1] >= own.probability(of: beyond)!)
            }
        }
    }

    @Test func aRiseIsACloseAboveTheLastOne() {
        for step in 1...own.horizon { #expect(own.probabilityOfRise(step: step) == share { $0[step - 1] > own.lastClose }) }
    }

    @Test func aFlatHistoryNeitherRisesNorFallsAndTouchesItsClose() throws {
        let flat = try forecaster.forecast(history(Array(repeating: 3, count: 30)))
        for step in 1...flat.horizon {
            #expect(flat.probabilityOfRise(step: step) == 0)
            #expect(flat.probability(of: .below(3, step: step)) == 0)
            #expect(flat.probability(of: .above(2.9, step: step)) == 1)
            #expect(flat.probability(of: .touches(3, within: step)) == 1)
            #expect(flat.probability(of: .touches(3.01, within: step)) == 0)
            #expect(flat.probability(of: .touches(2.99, within: step)) == 0)
        }
    }

    @Test func bandsOfSingleDaysAnswerForSingleDays() throws {
        let calibration = calibrationJSON(kind: "conformal", decay: 0.9, levels: [0.5, 0.8], rows: [[1, 2]], horizon: 6)
        let banded = try SmallModel(biases: [0], calibration: calibration).forecaster().forecast(randomHistory(30, seed: 2))
        let bands = try #require(banded.distribution)
        for step in 1...6 {
            #expect(banded.probabilityOfRise(step: step) == 0.5)
            for level in [0.05, 0.2, 0.75, 0.99] {
                let price = bands.quantile(level, step: step)
                #expect(abs(banded.probability(of: .above(price, step: step))! - (1 - level)) < 1e-9)
                #expect(abs(banded.probability(of: .below(price, step: step))! - level) < 1e-9)
            }
            #expect(banded.probability(of: .touches(banded.lastClose * 1.1, within: step)) == nil)
        }
    }

    @Test func pointsAloneHaveNoProbability() throws {
        let forecast = try SmallModel(biases: [0.1]).forecaster().forecast(randomHistory(30, seed: 3))
        #expect(forecast.distribution == nil && forecast.paths == nil)
        #expect(forecast.probability(of: .above(1, step: 1)) == nil)
        #expect(forecast.probability(of: .below(1, step: 1)) == nil)
        #expect(forecast.probability(of: .touches(1, within: 1)) == nil)
        #expect(forecast.probabilityOfRise(step: 1) == nil)
    }
}
