import Ledger
import Market
import Portfolio
import Text

/// Coins whose prices ended, in notes for the terminal.
enum OldPriceText {
    /// Returns a note for each holding without a price that has an older one: the day of that price, and the total with it.
    static func notes(_ valuation: Valuation) -> [String] {
        valuation.priceless.compactMap { holding in
            guard let old = holding.oldPrice else { return nil }
            let (ticker, age) = (holding.asset.ticker, valuation.day - old.day)
            let total = valuation.totalWithOldPrices.map { "the total with old prices, \(rounded($0)), counts it" }
            let price = "\(ShownPrice.text(old.price.doubleValue)) \(valuation.currency.code)"
            return "\(ticker): the newest close is \(price) of \(old.day), \(age.counted("day")) before \(valuation.day)"
                + (total.map { "; \($0)" } ?? "") + writeOff(holding, valuation)
        }
    }

    private static func rounded(_ money: Money) -> String { "\(MoneyText.rounded(money)) \(money.currency.code)" }

    /// How to realize the loss of a worthless coin.
    private static func writeOff(_ holding: Valuation.Holding, _ valuation: Valuation) -> String {
        guard !valuation.wallets.isGroup, holding.quantity > .zero, Currency(holding.asset.id) == nil else { return "" }
        let wallet = PortfolioError.word(valuation.wallet.name)
        return "; if it is worthless, sell it for nothing: closecast wallet sell \(wallet) \(holding.asset.ticker) "
            + "\(holding.quantity) --price 0"
    }
}

/// Holdings whose value is beyond the limit of amounts, in notes for the terminal.
enum TooLargeText {
    static func notes(_ valuation: Valuation) -> [String] {
        valuation.tooLarge.map { asset in
            "the value of \(asset.ticker) is too large to be shown (values must stay below 1e18 \(valuation.currency.code)), so the "
                + "total is missing; was a quantity mistyped? closecast wallet history lists the transactions"
        }
    }
}

/// Rates of earlier days, in notes for the terminal.
enum RateText {
    /// Returns notes about the currencies of a report whose rates are from an earlier day, as on a weekend.
    static func notes(_ valuation: Valuation, _ rates: [OlderRate]) -> [String] {
        let own = valuation.currency
        let older = valuation.holdings.filter {
            Currency($0.asset.id) != nil && $0.asset.id != .usd && $0.asset.id != own.asset
                && ($0.price.map { $0.day < valuation.day } ?? false)
        }
        var notes = older.map { "values on \(valuation.day): rate of \($0.asset.ticker) of \($0.price!.day)" }
        if let rate = valuation.rate, rate.day < valuation.day {
            notes.append("values on \(valuation.day): rate of \(own.code) of \(rate.day)")
        }
        return notes + Self.notes(rates, own)
    }

    /// Returns a note about costs and proceeds.
    static func notes(_ rates: [OlderRate], _ currency: Currency) -> [String] {
        guard !rates.isEmpty else { return [] }
        let listed = rates.prefix(3).map { "on \($0.day) that of \($0.rateDay)" }.joined(separator: ", ")
        let more = rates.count > 3 ? ", and on \((rates.count - 3).counted("more day"))" : ""
        return ["costs and proceeds without a rate of \(currency.code) of their day: \(listed)\(more)"]
    }
}

/// Closes that change as they would in a split, in notes for the terminal.
enum CloseShiftText {
    /// Returns a note for each shift, with the transaction that corrects the figures if one can.
    static func notes(_ shifts: [CloseShift], _ report: GainsReport) -> [String] {
        shifts.map { shift in
            let ticker = report.assets[shift.asset].map { "\($0.ticker)" } ?? "\(shift.asset)"
            let text =
                "closes of \(ticker) \(shift.words) on \(shift.day) (\(ShownPrice.text(shift.before.doubleValue)) to "
                + "\(ShownPrice.text(shift.close.doubleValue)))"
            guard let added = shift.added, let transaction = shift.transaction else {
                return text
                    + ", and the quantity stayed: a split? If it is one, gains and returns over that day are not meaningful until it is "
                    + "recorded; see closecast wallet split --help"
            }
            return text + ", and #\(transaction) set the quantity in proportion: a split? "
                + "Gains and the return over that day are not meaningful" + remedy(shift, added, transaction, ticker, report)
        }
    }

    /// A split takes the place of the deposit or withdrawal that set the quantity.
    private static func remedy(
        _ shift: CloseShift, _ added: Quantity, _ transaction: TransactionID, _ ticker: String, _ report: GainsReport
    ) -> String {
        guard shift.isOnlyOne, !report.wallets.isGroup, let after = try? shift.held.adding(added), after > .zero else { return "" }
        let wallet = PortfolioError.word(report.wallet.name)
        return
            "; if it is one: closecast wallet correct \(transaction), then closecast wallet split \(wallet) \(ticker) \(shift.held) \(ticker) \(after) "
            + "--date \(shift.day)"
    }
}
