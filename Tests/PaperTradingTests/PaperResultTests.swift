import Forecasts
import Ledger
import Market
import PaperTrading
import PortfolioWorld
import Testing

@Suite struct PaperResultTests {
    private static let assets = [("bitcoin", "BTC"), ("ethereum", "ETH")].map {
        Asset(id: AssetID($0.0)!, ticker: Ticker($0.1)!, name: $0.1)
    }

    /// Plays closes that a test defines, from 2024-01-30 on; nil for a day without one.
    private func outcome(
        _ closes: [[Double?]], from start: Day = Day(iso: "2024-01-30")!, to end: Day? = nil, fee: FixedDecimal = "0.01",
        strategies: [PaperTrading.Strategy] = [.rebalance]
    ) async throws -> PaperOutcome {
        let first = Day(iso: "2024-01-30")!
        let coins = zip(Self.assets, closes).map { asset, closes in
            PaperCloses(
                asset, closes.enumerated().compactMap { index, close in close.map { Candle(day: first + index, close: $0) } })
        }
        let match = try PaperMatch(
            coins: coins.map(\.asset.id), start: start, end: end, cash: "1010", feeRate: fee, strategies: strategies)
        return try await PaperPlay().outcome(of: match, coins, today: first + 1000) { StubForecaster() }
    }

    private func result(_ closes: [[Double?]], from start: Day = Day(iso: "2024-01-30")!) async throws -> PaperResult {
        guard case .result(let result) = try await outcome(closes, from: start) else { throw PaperWorld.NoResult() }
        return result
    }

    /// 1,010 dollars buy 500 of each and leave 10 for fees; on the 1st the coin that doubled is sold down to half of the total.
    @Test func handCalculated() async throws {
        let result = try await result([[100, 100, 200, 200], [50, 50, 50, 25]])
        let hold = result.lines[0], rebalance = result.lines[1]
        #expect(hold.values == ["1000", "1000", "1500", "1250"] && hold.fees == "10")
        #expect(hold.quantities == ["5", "10"] && hold.cash == .zero)
        // 1,500 on the 1st of February: 250 are sold for a fee of 2.5; 247.5 buy for a fee of 2.450495...
        let bought = try ("247.5" as FixedDecimal).divided(by: "1.01")
        #expect(rebalance.trades.map(\.side) == [.buy, .buy, .sell, .buy] && rebalance.trades[2].quantity == "1.25")
        #expect(rebalance.trades[2].fee == "2.5" && rebalance.trades[3].value == bought)
        #expect(rebalance.fees == "12.5" + ("247.5" - bought))
        // The quantity of 18 places is worth that but for its rounding.
        #expect(abs(rebalance.values[2] - ("1250" + bought)).units <= 25)
        #expect(rebalance.trades[2].day.description == "2024-02-01")
        #expect(hold.change == (try ("240" as FixedDecimal).divided(by: "1010")))
        #expect(hold.largestFall == (try ("250" as FixedDecimal).divided(by: "1500")))
        #expect(result.winners == [.hold] && hold.luck == nil && rebalance.luck?.verdict == .tooShort)
    }

    @Test func theCashCountsAsTheHighestValueBefore() async throws {
        let result = try await result([[100, 100], [50, 50]])
        #expect(result.lines[0].largestFall == (try ("10" as FixedDecimal).divided(by: "1010")))
        #expect(result.winners == [.hold, .rebalance], "both bought the same")
        #expect(result.lines[1].luck?.verdict == .same)
    }

    /// A coin without a close on a day keeps its value and is not traded; the others share the rest.
    @Test func missingDays() async throws {
        let result = try await result([[100, 100, nil, 300, nil], [50, 50, 80, 80, 80]])
        #expect(result.lines[0].values == ["1000", "1000", "1300", "2300", "2300"])
        // On the 1st only ETH could be traded, and the whole rest is already in it.
        #expect(result.lines[1].trades.count == 2 && result.lines[1].values == result.lines[0].values)
        let missing = try #require(result.missing.first)
        #expect(missing.coin == 0 && missing.days == 2 && missing.lastClose == Day(iso: "2024-02-02")! && result.missing.count == 1)
    }

    /// The first day is the first one on which all coins have a close.
    @Test func aLateCoinDelaysTheStart() async throws {
        let result = try await result([[100, nil, 120, 130], [nil, 40, 50, 50]])
        #expect(result.firstDay.description == "2024-02-01" && result.lines[0].values.count == 2)
        #expect(result.missing.isEmpty)
    }

    @Test func aMatchWithoutACommonDayWaits() async throws {
        let late = Day(iso: "2024-03-01")!
        #expect(try await outcome([[100, nil], [nil, 40]]) == .waiting(for: Self.assets))
        #expect(try await outcome([[100, 100], [nil, nil]]) == .waiting(for: [Self.assets[1]]))
        #expect(try await outcome([[100, 100], [50, 50]], from: late) == .waiting(for: Self.assets))
    }

    @Test func aMatchEndsOnItsLastDay() async throws {
        let closes = [[100.0, 110, 120, 130], [50, 50, 50, 50]]
        guard case .result(let result) = try await outcome(closes, to: Day(iso: "2024-02-01")!) else { throw PaperWorld.NoResult() }
        #expect(result.lastDay.description == "2024-02-01" && result.lines[0].final == "1100")
    }

    @Test func aPriceBeyondDecimalsIsNamed() async throws {
        await #expect(throws: PaperTradingError.tooLarge(Ticker("BTC")!, Day(iso: "2024-01-31")!)) {
            _ = try await outcome([[1e-9, 1e19], [50, 50]])
        }
        // A close below the 18th place counts as missing.
        #expect(try await outcome([[1e-19, 1e-19], [50, 50]]) == .waiting(for: [Self.assets[0]]))
    }

    /// Without a wanted coin the money stays in cash, and a coin with too few closes has no chance.
    @Test func theForecastIsFollowed() async throws {
        print("forecast followed: seeds 0 to 7")
        var kinds: Set<String> = []
        for seed in 0..<8 as Range<UInt64> {
            let result = try await PaperWorld(seed: seed, coins: 2, days: 300, missing: 0.01).result()
            let follow = result.lines[2]
            for decision in result.decisions {
                #expect(decision.wanted == decision.chances.indices.filter { (decision.chances[$0] ?? 0) > 0.5 })
                let bought = Set(follow.trades.filter { $0.day == decision.day && $0.side == .buy }.map(\.coin))
                #expect(bought.isSubset(of: decision.wanted), "seed \(seed)")
                kinds.insert("\(decision.wanted.count) wanted")
                // A gap among the closes that the model reads.
                if decision.chances.contains(nil) { kinds.insert("no chance") }
            }
            #expect(result.model?.name == "daily-close-t" && result.model?.fittedThrough == Day(iso: "2024-03-31"))
            #expect(result.decisions.allSatisfy { $0.isSeen == ($0.day - 1 < Day(iso: "2024-03-31")!) })
        }
        #expect(kinds == ["0 wanted", "1 wanted", "2 wanted", "no chance"])
    }

    /// A chance is computed once.
    @Test func chancesAreKept() async throws {
        let world = try PaperWorld(seed: 8, missing: 0)
        let play = PaperPlay()
        let (first, second) = (StubForecaster(), StubForecaster())
        let one = try await play.outcome(of: world.match, world.coins, today: world.today) { first }
        let other = try await play.outcome(of: world.match, world.coins, today: world.today) { second }
        #expect(one == other)
        #expect(first.given.withLock { $0.count } > 0 && second.given.withLock { $0.count } == 0)
    }
}
