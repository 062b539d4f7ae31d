import Forecasting
import Market
import Testing

/// Series whose own past contradicts the accuracy that was measured on other coins.
@Suite struct ForecastCaveatTests {
    private static let forecaster = try! Forecaster(ModelFolder(pointModel))

    private func caveats(_ closes: [Double]) throws -> [ForecastCaveat] {
        let history = PriceHistory(ticker: Ticker("PEG")!, firstDay: Day(iso: "2023-01-01")!, closes: closes)
        return try Self.forecaster.forecast([history], days: 30, threads: 1)[0].get().caveats
    }

    /// Noise about a level that itself returns to 1, as six decimals show it.
    private func pegged(seed: UInt64, memory: Double) -> [Double] {
        var random = SeededGenerator(seed: seed)
        var level = 0.0
        return (0..<900).map { _ in
            level = memory * level + Double.random(in: -0.0006...0.0006, using: &random)
            return ((1 + level + Double.random(in: -0.0004...0.0004, using: &random)) * 1e6).rounded() / 1e6
        }
    }

    @Test(arguments: 0..<16 as Range<UInt64>) func aPeggedCoinReturnsToItsLevel(seed: UInt64) throws {
        for memory in [0, 0.5, 0.8] {
            guard case .returns(let inside)? = try caveats(pegged(seed: seed, memory: memory)).first else {
                Issue.record("seed \(seed), memory \(memory)")
                continue
            }
            #expect(inside > 0.8, "seed \(seed), memory \(memory)")
        }
    }

    @Test(arguments: 0..<64 as Range<UInt64>) func aPriceThatWandersHasNone(seed: UInt64) throws {
        #expect(try caveats(randomHistory(600, seed: seed).closes) == [], "seed \(seed)")
    }

    /// A price that wanders, with large moves that the next day undoes: its 30-day changes are small beside its daily ones.
    @Test func largeMovesThatAreUndoneAreNoLevel() throws {
        var closes = randomHistory(600, seed: 3).closes
        for index in stride(from: 20, to: 600, by: 40) { closes[index] *= 1.6 }
        #expect(try caveats(closes) == [])
    }

    @Test func closesThatRarelyChangeAreCounted() throws {
        #expect(try caveats(Array(repeating: 1, count: 500)) == [.unchanged(days: 499, of: 499)])
        var random = SeededGenerator(seed: 1)
        var close = 20.0
        let coarse = (0..<500).map { _ in
            close = max(1, close + Double(Int.random(in: -1...1, using: &random)))
            return close
        }
        #expect(try caveats(coarse).contains { if case .unchanged = $0 { true } else { false } })
    }

    /// Two caveats would say that the bands are too wide and that they are too narrow.
    @Test(arguments: 0..<16 as Range<UInt64>) func aCoarselyRoundedPegHasOneCaveat(seed: UInt64) throws {
        for memory in [0, 0.5, 0.8] {
            let closes = pegged(seed: seed, memory: memory).map { ($0 * 1e4).rounded() / 1e4 }
            let unchanged = zip(closes, closes.dropFirst()).count { $0 == $1 }
            #expect(unchanged > closes.count / 20)
            let found = try caveats(closes)
            guard case .returns? = found.first, found.count == 1 else {
                Issue.record("seed \(seed), memory \(memory): \(found)")
                continue
            }
        }
    }

    @Test func aShorterForecastKeepsItsCaveats() throws {
        let history = PriceHistory(
            ticker: Ticker("PEG")!, firstDay: Day(iso: "2023-01-01")!, closes: Array(repeating: 1, count: 500))
        let forecast = try Self.forecaster.forecast([history], days: 30, threads: 1)[0].get()
        #expect(forecast.prefix(3).caveats == forecast.caveats && !forecast.caveats.isEmpty)
    }
}
