import Market

/// The one place that converts money: from US dollars, the currency of account, to the currency of a report, by the closes of
/// that currency in US dollars.
///
/// Money of a day is converted by the close of that day. Currencies have no rates on weekends and holidays: on a day without one,
/// the newest of the ``RateRule/longestAgeDays`` days before counts (``rate(on:)``), and reports name its day. If there is none,
/// the result is missing.
package struct CurrencyConversion: Equatable, Sendable {
    /// The currency of the results.
    package let currency: Currency
    /// US dollars for one unit of ``currency``, by day.
    private let closes: [Day: FixedDecimal]

    /// A close of a currency, and its day.
    package struct Rate: Equatable, Sendable {
        /// The day of the close, which may be before the day that it counts for.
        package let day: Day
        /// US dollars for one unit of the currency.
        package let close: Money

        package init(day: Day, close: Money) { (self.day, self.close) = (day, close) }
    }

    /// No conversion: results are in US dollars.
    package static let none = CurrencyConversion(to: .usd, closes: [:])

    /// Creates a conversion.
    ///
    /// - Parameter closes: US dollars for one unit of the currency, above zero; not needed for US dollars.
    package init(to currency: Currency, closes: [Day: Money]) {
        self.currency = currency
        self.closes = closes.mapValues { close in
            precondition(close.currency == .usd && close.amount > .zero, "a close of \(close) \(close.currency.code)")
            return close.amount
        }
    }

    /// Returns the same conversion, with a close for those of the given days that have none.
    ///
    /// - Parameter close: US dollars for one unit of the currency, above zero.
    package func filling(_ days: some Sequence<Day>, with close: Money) -> CurrencyConversion {
        var filled = Dictionary(uniqueKeysWithValues: closes.map { ($0, Money.usd($1)) })
        for day in days where filled[day] == nil { filled[day] = close }
        return CurrencyConversion(to: currency, closes: filled)
    }

    /// The close that money of a day is converted by: that of the day, or the newest of the ``RateRule/longestAgeDays`` days before it.
    ///
    /// - Returns: nil if there is none, and for US dollars themselves.
    package func rate(on day: Day) -> Rate? {
        RateRule.newest(on: day) { closes[$0] }.map { Rate(day: $0.day, close: .usd($0.rate)) }
    }

    /// The day of a day's rate, if it is earlier; nil if the day has its own rate, or none.
    package func olderRateDay(on day: Day) -> Day? { rate(on: day).flatMap { $0.day == day ? nil : $0.day } }

    /// Whether money of a day can be converted.
    package func hasRate(on day: Day) -> Bool { currency == .usd || rate(on: day) != nil }

    /// Converts money of a day, rounded half to even at the 18th place.
    ///
    /// - Returns: nil if the day has no rate.
    /// - Throws: ``DecimalError/overflow``, ``DecimalError/differentCurrencies(_:_:)`` for money that is neither in US dollars
    ///   nor in ``currency``.
    package func converted(_ money: Money, on day: Day) throws(DecimalError) -> Money? {
        guard money.currency != currency else { return money }
        guard money.currency == .usd else { throw .differentCurrencies(money.currency, currency) }
        guard let rate = rate(on: day) else { return nil }
        return Money(try money.amount.divided(by: rate.close.amount), currency)
    }

    /// Returns the value of a quantity on a day: quantity times close in US dollars, then converted, each rounded half to even at
    /// the 18th place. The converted price is not used, because rounding it first would cost cheap coins most of their digits.
    ///
    /// - Parameters: as in ``price(of:close:on:)``.
    /// - Returns: nil if a close is missing, and for a value beyond ``Transaction/amountLimit``: one holding that is too large must not
    ///   make a report on all of them fail.
    package func value(of asset: AssetID, _ quantity: Quantity, close: Money?, on day: Day) -> Money? {
        guard let value = asset == currency.asset ? Money(quantity, currency) : product(asset, quantity, close, day),
            value.amount.magnitude < Transaction.amountLimit
        else { return nil }
        return value
    }

    private func product(_ asset: AssetID, _ quantity: Quantity, _ close: Money?, _ day: Day) -> Money? {
        guard let close = asset == .usd ? .one : close, let dollars = try? quantity.multiplied(by: close) else { return nil }
        return (try? converted(dollars, on: day)) ?? nil
    }

    /// Converts the close of an asset on a day. One unit of the currency itself costs exactly 1, whether a close is stored or not.
    ///
    /// - Parameter close: in US dollars; nil if it is missing, which has no effect on cash in US dollars or in ``currency``.
    /// - Returns: nil if a close is missing.
    /// - Throws: ``DecimalError/overflow``.
    package func price(of asset: AssetID, close: Money?, on day: Day) throws(DecimalError) -> Money? {
        if asset == currency.asset { return Money(.one, currency) }
        guard let close = asset == .usd ? .one : close else { return nil }
        return try converted(close, on: day)
    }
}
