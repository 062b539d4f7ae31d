import JSONText
import Ledger
import Market

/// Wallets and their value as JSON. Amounts are strings, exact to 18 decimal places.
package enum WalletJSON {
    /// Returns all wallets with their totals, and a line break.
    package static func document(_ valuations: [Valuation]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in writer.member("wallets", valuations) { members(of: $0, &$1) } }
        }
    }

    /// Writes the members of a wallet in a list, with its total.
    package static func members(of valuation: Valuation, _ writer: inout JSONWriter) {
        writer.member("id", valuation.wallet.publicID)
        writer.member("name", valuation.wallet.name)
        writer.member("cost_basis", valuation.wallet.costBasis.rawValue)
        writer.member("created_at", MomentText.iso(valuation.wallet.createdAt))
        totals(of: valuation, &writer)
        // Lists in US dollars omit the currency, as in older versions.
        if valuation.currency != .usd { writer.member("currency", valuation.currency.code) }
    }

    /// Writes the members of a single wallet: its settings, its total and its holdings.
    package static func wallet(_ valuation: Valuation, _ writer: inout JSONWriter) {
        writer.member("id", valuation.wallet.publicID)
        writer.member("name", valuation.wallet.name)
        writer.member("cost_basis", valuation.wallet.costBasis.rawValue)
        writer.member("allows_negative", valuation.wallet.allowsNegative)
        writer.member("created_at", MomentText.iso(valuation.wallet.createdAt))
        worth(of: valuation, &writer)
    }

    /// Writes the members of a valuation of wallets on a day.
    package static func valuation(_ valuation: Valuation, _ timing: ReportTiming, _ writer: inout JSONWriter) {
        ReportTimingJSON.members(of: valuation.wallets, &writer)
        ReportTimingJSON.members(of: timing, &writer)
        worth(of: valuation, &writer)
    }

    private static func worth(of valuation: Valuation, _ writer: inout JSONWriter) {
        totals(of: valuation, &writer)
        writer.member("currency", valuation.currency.code)
        writer.member("holdings", valuation.holdings) { holding, writer in
            writer.member("asset", holding.asset.id.description)
            writer.member("ticker", holding.asset.ticker.description)
            writer.member("quantity", holding.quantity.description)
            writer.member("price", holding.price?.price.description)
            origin(of: holding, &writer)
            writer.member("value", holding.value?.description)
        }
    }

    /// Writes where the price of a holding comes from, and the older one that stands in for a missing one.
    static func origin(of holding: Valuation.Holding, _ writer: inout JSONWriter) {
        writer.member("price_day", holding.price?.day.description)
        writer.member("price_source", holding.price?.source)
        writer.member("price_warning", holding.doubt?.description)
        writer.key("old_price")
        guard let old = holding.oldPrice else { return writer.null() }
        writer.object { writer in
            writer.member("day", old.day.description)
            writer.member("price", old.price.description)
            writer.member("value", holding.oldValue?.description)
        }
    }

    /// Writes the day of the currency's rate, which on a weekend is before the day of the values.
    static func rateDay(of valuation: Valuation, _ writer: inout JSONWriter) {
        writer.member("rate_day", valuation.rate?.day.description)
    }

    private static func totals(of valuation: Valuation, _ writer: inout JSONWriter) {
        writer.member("day", valuation.day.description)
        writer.member("value", valuation.total?.description)
        writer.member("known_value", valuation.knownTotal.description)
        writer.member("value_with_old_prices", valuation.totalWithOldPrices?.description)
        rateDay(of: valuation, &writer)
        writer.key("missing_prices")
        writer.array { writer in for asset in valuation.missing { writer.string(asset.id.description) } }
    }
}
