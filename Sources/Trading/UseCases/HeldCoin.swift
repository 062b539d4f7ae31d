import Ledger
import Market

/// A simulated investor who buys a coin with every payment in, sells some of it for every payment out, and does nothing else.
///
/// Each purchase and sale pays the trading fee, as it would have here. If the coins bring less than a payment out, the difference
/// is owed and repaid by the next payment in, so that the payments are the same in the end.
package struct HeldCoin {
    private let fee: FixedDecimal
    package private(set) var quantity = Quantity.zero
    /// In US dollars.
    package private(set) var owed = FixedDecimal.zero

    /// - Parameter fee: as a share of the trade: 0.01 is 1 %.
    package init(fee: FixedDecimal) { self.fee = fee }

    /// - Parameters:
    ///   - dollars: above zero.
    ///   - price: US dollars for one coin, above zero.
    package mutating func payIn(_ dollars: FixedDecimal, at price: FixedDecimal) throws(DecimalError) {
        let repaid = min(owed, dollars)
        owed = owed - repaid
        let rest = dollars - repaid
        let spent = rest - (try rest.multiplied(by: fee))
        quantity = try quantity.adding(spent.divided(by: price))
    }

    /// - Parameters: as in ``payIn(_:at:)``.
    package mutating func payOut(_ dollars: FixedDecimal, at price: FixedDecimal) throws(DecimalError) {
        let share = FixedDecimal.one - fee
        // The proceeds of a sale of all coins.
        let whole = try quantity.multiplied(by: price).multiplied(by: share)
        guard whole > dollars else {
            owed = try owed.adding(dollars - whole)
            quantity = .zero
            return
        }
        // Rounding may require slightly more than is available.
        quantity = max(.zero, quantity - (try dollars.divided(by: share).divided(by: price)))
    }

    /// The value in US dollars; below zero if more is owed.
    package func value(at price: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        try quantity.multiplied(by: price).subtracting(owed)
    }
}

/// A coin bought and held for the payments of an account, day by day.
struct HeldHistory {
    private let coin: Asset
    private var held: HeldCoin
    private let currency: Currency
    private var missingDay: Day?
    private var owed: Money?
    /// The value at the end of each day, in the currency of the figures; nil from the first payment on that has no price or no
    /// value, and on days without a price.
    private(set) var values: [Money?] = []

    /// - Parameters:
    ///   - prices: US dollars for one coin, by day.
    ///   - fee: as a share of the trade: 0.01 is 1 %.
    ///   - flows: completed, in the order of the journal.
    init(
        of coin: Asset, prices: [Day: FixedDecimal], fee: FixedDecimal, _ flows: [AccountReplay.Flow], from first: Day,
        through last: Day, in conversion: CurrencyConversion
    ) throws {
        (self.coin, held, currency) = (coin, HeldCoin(fee: fee), conversion.currency)
        let byDay = Dictionary(grouping: flows) { max($0.day, first) }
        for day in stride(from: 0, through: last - first, by: 1).map({ first + $0 }) {
            for flow in byDay[day] ?? [] where missingDay == nil {
                guard let price = prices[day], let dollars = flow.dollars else {
                    missingDay = day
                    break
                }
                if flow.isIn { try held.payIn(dollars, at: price) } else { try held.payOut(dollars, at: price) }
            }
            values.append(try value(on: day, prices[day], conversion))
        }
        owed = missingDay == nil ? try conversion.converted(.usd(held.owed), on: last) : nil
    }

    private func value(on day: Day, _ price: FixedDecimal?, _ conversion: CurrencyConversion) throws -> Money? {
        guard missingDay == nil else { return nil }
        // A quantity of zero is worth zero, whatever the price.
        guard held.quantity != .zero || held.owed != .zero else { return .zero(currency) }
        guard let price else { return nil }
        return try conversion.converted(.usd(held.value(at: price)), on: day)
    }

    /// - Parameter putIn: the amount paid in minus the amount paid out until now.
    func result(putIn: Money?) -> EarningsReport.Held {
        let value = values.last ?? nil
        let earned = value.flatMap { value in putIn.flatMap { try? value.subtracting($0) } }
        return EarningsReport.Held(
            coin: coin, quantity: missingDay == nil ? held.quantity : nil, value: value, owed: owed, earned: earned,
            missingDay: missingDay)
    }
}
