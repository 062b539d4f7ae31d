import Ledger
import Market
import Records

/// The documents of wallets and their values. Amounts are strings, exact to 18 decimal places.
package enum WalletDocuments {
    /// A wallet in a list, with its total.
    package static let inList = Document<Valuation>(
        "WalletInList",
        members: head + datedTotals + [
            // Lists in US dollars omit the currency, as in older versions.
            .optional("currency", nil, "The currency of the values (default: USD).") { $0.currency == .usd ? nil : $0.currency }
        ])

    /// All wallets with their totals.
    package static let list = Document<[Valuation]>(nil, .list("wallets", 0...100_000, of: inList) { $0 })

    /// A single wallet: its settings, its total and its holdings.
    package static let wallet = Document<Valuation>(
        "Wallet", members: head + [.field("allows_negative") { $0.wallet.allowsNegative }] + datedTotals + worth)

    /// The value of wallets on a day.
    package static let valuation = ReportDocument<OnDay>(
        "Valuation", { $0.valuation.wallets },
        ReportDocuments.timing.members.of { (report: OnDay) in report.timing }
            + (totals + worth).of { (report: OnDay) in report.valuation })

    package typealias OnDay = (valuation: Valuation, timing: ReportTiming)

    private static let head: [Document<Valuation>.Member] = [
        .field("id", .walletID, "Stays the same when the wallet is renamed.") { $0.wallet.publicID },
        .field("name", .anyWalletName) { $0.wallet.name },
        .choice("cost_basis", "Which lots are used first.") { $0.wallet.costBasis },
    ]

    private static let datedTotals: [Document<Valuation>.Member] =
        [.moment("created_at") { $0.wallet.createdAt }] + totals

    private static let totals: [Document<Valuation>.Member] = [
        .field("day", nil, "The day whose closes are the prices.") { $0.day },
        .amount("value", "In the currency; null if a price is missing.", orNull: { $0.total?.amount }),
        .amount("known_value", "The value of the holdings whose prices are known.") { $0.knownTotal.amount },
        .amount(
            "value_with_old_prices",
            "With the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or if one of "
                + "them has none.", orNull: { $0.totalWithOldPrices?.amount }),
        rateDay,
        .values(
            "missing_prices", ReportDocuments.assetIDs,
            "Held assets without a stored close on that day; the currency's asset, if its rate is not stored. Also those with a "
                + "close whose value is not below 1e18 in size."
        ) { ($0.missing + $0.tooLarge).map(\.id.description) },
    ]

    /// Null in figures in US dollars.
    static let rateDay: Document<Valuation>.Member = .field(
        "rate_day", nil,
        "The day of the currency's rate: on a weekend, a few days before the day of the closes; null without a rate."
    ) { $0.rate?.day }

    private static let worth: [Document<Valuation>.Member] = [
        .field("currency") { $0.currency }, .list("holdings", 0...100_000, of: holding) { $0.holdings },
    ]

    // MARK: Holdings

    private static let holding = Document<Valuation.Holding>(
        members: position + priceOrigin + [.amount("value", orNull: { $0.value?.amount })])

    static let position: [Document<Valuation.Holding>.Member] = [
        .text("asset", .text(1...64)) { $0.asset.id }, .text("ticker", .text(1...20)) { $0.asset.ticker },
        .amount("quantity") { $0.quantity }, .amount("price", orNull: { $0.price?.price.amount }),
    ]

    /// Where the price of a holding comes from, and the older one that stands in for a missing one.
    static let priceOrigin: [Document<Valuation.Holding>.Member] = [
        .field(
            "price_day", nil,
            "The day of the price: for a currency on a weekend, a few days before the day of the closes."
        ) { $0.price?.day },
        .field("price_source", .text(0...1000)) { $0.price?.source },
        .text(
            "price_warning", .text(0...1000), "Why the price is probably wrong: it is far from the close before it.",
            orNull: { $0.doubt }),
        .object(
            "old_price", oldPrice, "The newest earlier close if the price is missing. It does not count in the value.",
            orNull: { holding in holding.oldPrice.map { (close: $0, value: holding.oldValue) } }),
    ]

    private static let oldPrice = Document<(close: PriceOfDay, value: Money?)>(
        nil, .field("day") { $0.close.day }, .amount("price") { $0.close.price.amount },
        .amount("value", orNull: { $0.value?.amount }))
}
