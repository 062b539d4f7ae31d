import Ledger
import Market

/// The simulated cash and coins of one strategy.
///
/// All amounts are exact decimals. Products and quotients are rounded half to even at the 18th place. A purchase takes exactly what it
/// is given from the cash, fee included, so that the cash is never negative.
struct PaperAccount: Equatable {
    private(set) var cash: FixedDecimal
    /// One for each coin of the match.
    private(set) var quantities: [Quantity]
    let feeRate: FixedDecimal

    /// The minimum value of a trade: 1 cent. Smaller ones are skipped.
    static let leastTrade = FixedDecimal(units: 10_000_000_000_000_000)

    init(cash: FixedDecimal, coins: Int, feeRate: FixedDecimal) {
        (self.cash, self.feeRate) = (cash, feeRate)
        quantities = Array(repeating: .zero, count: coins)
    }

    /// The cash and the value of all coins.
    ///
    /// - Parameter prices: one for each coin; nil for a coin that has never had a close, whose value counts as 0.
    func value(at prices: [FixedDecimal?]) throws(DecimalError) -> FixedDecimal {
        var value = cash
        for (quantity, price) in zip(quantities, prices) {
            if let price { value = try value.adding(quantity.multiplied(by: price)) }
        }
        return value
    }

    /// Trades so that the money is divided equally among the wanted coins and nothing else is held.
    ///
    /// The money is the cash and the value of the coins that have a price today. First, holdings above their share are sold, and
    /// unwanted coins completely. Then all cash is spent on the coins below their share, in proportion to what they lack; the fees
    /// are paid from it. Without a wanted coin, the money stays in cash. A coin without a price keeps its quantity.
    ///
    /// - Parameters:
    ///   - wanted: indices of coins; those without a price today are ignored.
    ///   - prices: the closes of `day`, one for each coin; nil for a coin that has none.
    mutating func trade(
        into wanted: [Int], at prices: [FixedDecimal?], on day: Day
    ) throws(DecimalError) -> [PaperTrade] {
        let wanted = wanted.filter { prices[$0] != nil }
        let part = wanted.isEmpty ? .zero : try value(at: prices).divided(by: FixedDecimal(wanted.count))
        var (trades, lacking): ([PaperTrade], [(coin: Int, amount: FixedDecimal)]) = ([], [])
        for (coin, price) in prices.enumerated() {
            guard let price else { continue }
            let excess = try quantities[coin].multiplied(by: price).subtracting(wanted.contains(coin) ? part : .zero)
            if excess >= Self.leastTrade {
                trades.append(try sell(coin, at: price, on: day, excess: wanted.contains(coin) ? excess : nil))
            } else if wanted.contains(coin), excess < .zero {
                lacking.append((coin, -excess))
            }
        }
        var left = try lacking.map(\.amount).sum()
        for (coin, amount) in lacking {
            let spent = try cash.scaled(by: amount, over: left)
            left = left - amount
            guard spent >= Self.leastTrade, let price = prices[coin] else { continue }
            trades.append(try buy(coin, at: price, on: day, for: spent))
        }
        return trades
    }

    /// - Parameter excess: the amount to sell, in US dollars; nil for everything.
    private mutating func sell(
        _ coin: Int, at price: FixedDecimal, on day: Day, excess: FixedDecimal?
    ) throws(DecimalError) -> PaperTrade {
        var quantity = quantities[coin]
        if let excess { quantity = min(quantity, try excess.divided(by: price)) }
        let value = try quantity.multiplied(by: price)
        let fee = try value.multiplied(by: feeRate)
        quantities[coin] = try quantities[coin].subtracting(quantity)
        cash = try cash.adding(value).subtracting(fee)
        return PaperTrade(day: day, coin: coin, side: .sell, quantity: quantity, price: price, value: value, fee: fee)
    }

    /// - Parameter spent: in US dollars, with the fee.
    private mutating func buy(
        _ coin: Int, at price: FixedDecimal, on day: Day, for spent: FixedDecimal
    ) throws(DecimalError) -> PaperTrade {
        let value = try spent.divided(by: FixedDecimal.one.adding(feeRate))
        let quantity = try value.divided(by: price)
        quantities[coin] = try quantities[coin].adding(quantity)
        cash = try cash.subtracting(spent)
        return PaperTrade(
            day: day, coin: coin, side: .buy, quantity: quantity, price: price, value: value, fee: try spent.subtracting(value))
    }
}
