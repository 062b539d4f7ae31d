import Ledger
import Market
import PaperTrading
import PortfolioWorld
import Testing

/// A match replayed by a second program: the rules as sentences, in numbers of its own.
private struct SlowPaper {
    let match: PaperMatch
    let candles: [[Candle]]
    let decisions: [ForecastDecision]

    private let cent = SlowNumber("0.01")
    private var coins: Range<Int> { candles.indices }

    init(_ world: PaperWorld, _ decisions: [ForecastDecision]) {
        (match, candles, self.decisions) = (world.match, world.candles, decisions)
    }

    private func close(_ coin: Int, _ day: Day) -> SlowNumber? {
        candles[coin].first { $0.day == day }.map { SlowNumber(FixedDecimal(exactly: $0.close)!) }
    }

    private func lastClose(_ coin: Int, _ day: Day) -> SlowNumber {
        candles[coin].last { $0.day <= day }.map { SlowNumber(FixedDecimal(exactly: $0.close)!) }!
    }

    func values(of strategy: PaperTrading.Strategy, from first: Day, through last: Day) -> (
        values: [FixedDecimal], fees: FixedDecimal
    ) {
        var cash = SlowNumber(match.cash), fees = SlowNumber.zero
        var held = coins.map { _ in SlowNumber.zero }
        let rate = SlowNumber(match.feeRate)
        var values: [FixedDecimal] = []
        for day in (first...last).days {
            let isTrading = day == first || (strategy != .hold && day.description.hasSuffix("-01"))
            if isTrading {
                let open = coins.filter { close($0, day) != nil }
                let worth = coins.map { coin in close(coin, day).map { held[coin].times($0) } ?? .zero }
                let wanted =
                    strategy == .followForecast
                    ? open.filter { decisions.first { $0.day == day }!.wanted.contains($0) } : open
                let money = open.reduce(cash) { $0 + worth[$1] }
                let count = SlowNumber(FixedDecimal(wanted.count))
                let part = wanted.isEmpty ? SlowNumber.zero : money.over(count)
                for coin in open {
                    let keeps = wanted.contains(coin) ? part : .zero
                    guard !(worth[coin] < keeps), !(worth[coin] - keeps < cent) else { continue }
                    var sold = wanted.contains(coin) ? (worth[coin] - keeps).over(close(coin, day)!) : held[coin]
                    if held[coin] < sold { sold = held[coin] }
                    let brought = sold.times(close(coin, day)!)
                    held[coin] = held[coin] - sold
                    cash = cash + brought - brought.times(rate)
                    fees = fees + brought.times(rate)
                }
                let lacking = wanted.filter { worth[$0] < part }
                var left = lacking.reduce(SlowNumber.zero) { $0 + (part - worth[$1]) }
                for coin in lacking {
                    let spent = cash.times(part - worth[coin], over: left)
                    left = left - (part - worth[coin])
                    guard !(spent < cent) else { continue }
                    let value = spent.over(SlowNumber.one + rate)
                    held[coin] = held[coin] + value.over(close(coin, day)!)
                    cash = cash - spent
                    fees = fees + (spent - value)
                }
            }
            values.append(coins.reduce(cash) { $0 + held[$1].times(lastClose($1, day)) }.decimal)
        }
        return (values, fees.decimal)
    }
}

extension SlowNumber: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(FixedDecimal(text)!) }
}

@Suite struct SlowPaperTests {
    /// Every value of every day agrees to the last of 18 digits.
    @Test(arguments: 0..<16 as Range<UInt64>) func anotherProgramFindsTheSame(seed: UInt64) async throws {
        print("second program: seed \(seed)")
        let fees: [FixedDecimal] = ["0", "0.001", "0.1", "0.00777"]
        let cash: [FixedDecimal] = ["10000", "1", "1000000000", "33.333333333333333333"]
        let world = try PaperWorld(
            seed: seed, coins: 1 + Int(seed % 5), days: 100, missing: 0.1, fee: fees[Int(seed % 4)], cash: cash[Int(seed / 4)])
        let result = try await world.result()
        #expect(result.lines.count == 3)
        let slow = SlowPaper(world, result.decisions)
        for line in result.lines {
            let expected = slow.values(of: line.strategy, from: result.firstDay, through: result.lastDay)
            #expect(line.values == expected.values, "seed \(seed), \(line.strategy)")
            #expect(line.fees == expected.fees, "seed \(seed), \(line.strategy)")
        }
    }

    /// A strategy's final holdings are the result of its trades with the cash.
    @Test(arguments: 0..<8 as Range<UInt64>) func tradesAddUpToWhatIsHeld(seed: UInt64) async throws {
        print("trades: seed \(seed)")
        let world = try PaperWorld(seed: seed, coins: 4, days: 120)
        for line in try await world.result().lines {
            var (cash, held) = (world.match.cash, [FixedDecimal](repeating: .zero, count: 4))
            for trade in line.trades {
                let sign: (FixedDecimal) -> FixedDecimal = { trade.side == .buy ? $0 : -$0 }
                held[trade.coin] = held[trade.coin] + sign(trade.quantity)
                cash = cash - sign(trade.value) - trade.fee
                // A unit of the 18th place, because value and fee are parts of what was spent.
                let fee = try trade.value.multiplied(by: world.match.feeRate)
                #expect(abs(trade.fee - fee).units <= 1, "seed \(seed)")
                #expect(cash >= .zero && held[trade.coin] >= .zero, "seed \(seed)")
            }
            #expect(line.cash == cash && line.quantities == held, "seed \(seed)")
            #expect(line.fees == line.trades.reduce(.zero) { $0 + $1.fee })
        }
    }
}
