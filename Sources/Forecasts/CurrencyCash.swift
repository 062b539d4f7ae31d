import Ledger
import Market
import Portfolio

/// Cash of several currencies, valued in one of them.
package struct CurrencyCash: Sendable {
    /// The conversion of US dollars to the currency of the value.
    package let conversion: CurrencyConversion
    /// The amount held of each currency, in their order; currencies without holdings are left out.
    package let parts: [(currency: Currency, quantity: Quantity)]
    /// The closes of the other currencies that are held.
    private let closes: [Currency: CurrencyConversion]

    /// The currency of the value.
    package var currency: Currency { conversion.currency }

    /// Whether an asset is a currency, whose future price is not forecast.
    package static func isCash(_ asset: AssetID) -> Bool { Currency(asset) != nil }

    /// Reads the closes that the value needs.
    init(_ holdings: WalletHoldings, in currency: Currency, of portfolio: Portfolio) async throws {
        conversion = try await portfolio.prices.conversion(to: currency)
        let quantities = holdings.quantities
        parts = Currency.allCases.compactMap { currency in quantities[currency.asset].map { (currency, $0) } }
        var closes: [Currency: CurrencyConversion] = [:]
        for part in parts { closes[part.currency] = try await portfolio.prices.conversion(to: part.currency) }
        self.closes = closes
    }

    /// Returns the value at the closes of a day; nil where one of them is missing. Without cash, the value is zero on every day for
    /// which the currency has a rate.
    package func value(on day: Day) -> Double? {
        guard conversion.hasRate(on: day) else { return nil }
        let rate = conversion.rate(on: day)?.close.doubleValue ?? 1
        var value = 0.0
        for (held, quantity) in parts {
            if held == currency {
                value += quantity.doubleValue
            } else if held == .usd {
                value += quantity.doubleValue / rate
            } else {
                guard let close = closes[held]?.rate(on: day)?.close else { return nil }
                value += quantity.doubleValue * close.doubleValue / rate
            }
        }
        return value
    }

    /// Returns the first currency without a close on a day.
    func missingRate(on day: Day) -> Currency {
        needed.first { (closes[$0] ?? conversion).rate(on: day) == nil } ?? currency
    }

    /// Returns the rates used for the value of a day, each with its own day, which may be a few days earlier.
    func rates(on day: Day) -> [(currency: Currency, rate: CurrencyConversion.Rate)] {
        needed.compactMap { currency in (closes[currency] ?? conversion).rate(on: day).map { (currency, $0) } }
    }

    private var needed: [Currency] {
        Currency.allCases.filter { $0 != .usd && ($0 == currency || closes[$0] != nil) }
    }
}
