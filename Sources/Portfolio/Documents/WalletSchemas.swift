import JSONText
import Ledger
import Market
import Records

extension Schema {
    /// A new name for a wallet. ``Portfolio/WalletName`` decides which names are accepted, and its error says why one is not; the
    /// pattern is a guide for clients.
    package static let walletName = Schema.text(
        1...WalletName.longest,
        pattern: #"^[^\u0000-\u0020\u007F-\u00A0/\\]([^\u0000-\u001F\u007F-\u009F/\\]*[^\u0000-\u0020\u007F-\u00A0/\\])?$"#,
        words: "1 to \(WalletName.longest) visible characters without / and \\, and without blanks at the ends")

    /// The name of a wallet that may or may not exist.
    package static let anyWalletName = Schema.text(1...256, words: "the id or the name of a wallet")

    /// A wallet's id.
    package static let walletID = Schema.text(18...18, pattern: "^w_[0-9a-f]{16}$", words: "the id of a wallet") {
        WalletPublicID.isWellFormed($0)
    }

    /// The members with which answers name a wallet: its id and its current name.
    package static let namedWallet: [Member] = [
        .init("wallet_id", walletID, "Stays the same when the wallet is renamed."), .init("wallet", anyWalletName, "Its name."),
    ]

    /// A day, or a moment in UTC.
    package static let dayOrMoment = Schema.either([.day, .moment])

    package static let costBasis = Schema.choice(CostBasis.allCases.map(\.rawValue))
    package static let transactionKinds = Transaction.Kind.allCases.map(\.rawValue)

    /// The number of a transaction.
    package static let transactionID = Schema.integer(1...Schema.largestInteger)

    // MARK: Answers

    private static let assetIDs = Schema.array(.text(1...64), count: 0...100_000)

    package static let walletInList = Schema.named(
        "WalletInList",
        .object(
            walletHead(hasSettings: false) + totals + [
                .optional("currency", currency, "The currency of the values (default: USD).")
            ])
    )
    package static let wallet = Schema.named("Wallet", .object(walletHead(hasSettings: true) + totals + worth))
    package static let valuation = Schema.named("Valuation", .object(wallets(false) + timing + totals + worth))
    package static let portfolioValuation = Schema.named("PortfolioValuation", .object(wallets(true) + timing + totals + worth))

    private static func walletHead(hasSettings: Bool) -> [Member] {
        [
            .init("id", walletID, "Stays the same when the wallet is renamed."), .init("name", anyWalletName),
            .init("cost_basis", costBasis, "Which lots are used first."),
        ] + (hasSettings ? [.init("allows_negative", .boolean)] : []) + [.init("created_at", .moment)]
    }

    private static let totals: [Member] = [
        .init("day", .day, "The day whose closes are the prices."),
        .init("value", amountOrNull, "In the currency; null if a price is missing."),
        .init("known_value", amount, "The value of the holdings whose prices are known."),
        .init(
            "value_with_old_prices", amountOrNull,
            "With the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or if one of them "
                + "has none."),
        rateDay,
        .init(
            "missing_prices", assetIDs,
            "Held assets without a stored close on that day; the currency's asset, if its rate is not stored."),
    ]

    /// Present in figures of a currency other than US dollars.
    static let rateDay = Member(
        "rate_day", .nullable(.day),
        "The day of the currency's rate: on a weekend, a few days before the day of the closes; null without a rate.")

    /// Where the price of a holding comes from.
    static let priceOrigin: [Member] = [
        .init(
            "price_day", .nullable(.day),
            "The day of the price: for a currency on a weekend, a few days before the day of the closes."),
        .init("price_source", .nullable(.text(0...1000))),
        .init(
            "price_warning", .nullable(.text(0...1000)),
            "Why the price is probably wrong: it is far from the close before it."),
        .init(
            "old_price",
            .nullable(.object([.init("day", .day), .init("price", amount), .init("value", amountOrNull)])),
            "The newest earlier close if the price is missing. It does not count in the value."),
    ]

    private static let worth: [Member] = [
        .init("currency", currency),
        .init(
            "holdings",
            .array(
                .object(
                    [
                        .init("asset", .text(1...64)), .init("ticker", .text(1...20)), .init("quantity", amount),
                        .init("price", amountOrNull),
                    ] + priceOrigin + [.init("value", amountOrNull)]), count: 0...100_000)),
    ]

    // MARK: Transactions

    package static let transaction = Schema.named(
        "Transaction",
        .object(
            [.init("id", transactionID)] + row + rowIDs + [.init("recorded_at", .moment)]
                + logged.filter { $0.name != "recorded_at" }))

    /// Members of a recorded transaction.
    private static let logged: [Member] = [
        .optional("recorded_at", .moment), .optional("corrects", transactionID, "The transaction that this one reverses."),
        .optional("corrected_by", transactionID, "The correction that reverses it."),
    ]

    /// Members of a transaction in orders and files.
    package static let row: [Member] = [
        .init("key", .text(0...200)), .init("time", .moment), .init("kind", .choice(transactionKinds)),
        .init("wallet", anyWalletName), .init("asset", .text(1...64)), .init("quantity", amount),
        .optional("cash", amount, "Paid or received in USD, fee not included."), .optional("fee", amount),
        .optional("to", anyWalletName, "Where a transfer went."),
        .optional("value", amount, "In USD: what a deposit cost, or a withdrawal or an income was worth."),
        .optional("note", .text(0...2000)),
        .optional("at_market", .boolean, "Whether income counts at its value, which becomes the coins' cost."),
    ]

    /// The wallets of a row in responses.
    private static let rowIDs: [Member] = [
        .init("wallet_id", .nullable(walletID), "Null if the wallet was deleted."),
        .optional("to_id", .nullable(walletID), "The receiving wallet of a transfer."),
    ]

    /// Members of a transaction in a file, where an unknown value is marked.
    package static let rowInFile: [Member] = row.map { member in
        guard member.name == "value" else { return member }
        return .optional("value", .either([amount, .choice(["unknown"])]), "As elsewhere, or unknown. Default: looked up.")
    }

    private static let change: [Member] = [.init("asset", .text(1...64)), .init("before", amount), .init("after", amount)]
    private static let prices = Schema.array(
        .object([
            .init("asset", .text(1...64)), .init("day", .day), .init("price", amount), .init("source", .nullable(.text(0...1000))),
        ]), count: 0...1000)

    /// The answer to an import: as ``receipt``, with the first rows if there are many, and how the file was read.
    package static let importReceipt = Schema.named(
        "ImportReceipt",
        .object([
            .init("preview", .boolean, "Whether this is a preview: nothing was recorded."),
            .init("recorded", .integer(0...10_000_000), "How many transactions were recorded."),
            .init("new", .integer(0...10_000_000), "Rows that were not recorded before."),
            .init("known", .integer(0...10_000_000), "Rows that were recorded before."),
            .init(
                "row_order", .choice(RowOrder.allCases.map(\.rawValue)),
                "Rows of the same moment were read from the top of the file down, or from the bottom up."),
            .init(
                "transactions",
                .array(.object([.init("id", .nullable(transactionID), "Null in a preview.")] + row + rowIDs), count: 0...1000),
                "The first 1000 new ones, in order of time."),
            .init(
                "effects",
                .array(
                    .object(
                        [
                            .init("wallet_id", .nullable(walletID), "Null in a preview that would create the wallet."),
                            .init("wallet", anyWalletName),
                        ] + change), count: 0...1000)),
            .init("prices", prices, "Stored closes used for rows without a value."),
            .init("unknown_costs", assetIDs, "Coins received at an unknown cost: their gains will be missing."),
            .init(
                "unknown_cost_lines", .array(.integer(0...100_000_000), count: 0...1000),
                "The lines of those deposits in the file."),
        ]))

    /// The answer to every request that records transactions.
    package static let receipt = Schema.named(
        "Receipt",
        .object([
            .init("preview", .boolean, "Whether this is a preview: nothing was recorded."),
            .init("recorded", .integer(0...10_000_000), "How many transactions were recorded."),
            .init(
                "transactions",
                .array(
                    .object([.init("id", .nullable(transactionID), "Null in a preview.")] + row + rowIDs + logged), count: 0...1000),
                "What was recorded, or would be; empty if the wallet already has these holdings."),
            .init("effects", .array(.object(namedWallet + change), count: 0...2000)),
            .init("prices", prices, "Stored closes that were looked up."),
            .init("unknown_costs", assetIDs, "Coins received at an unknown cost: their gains will be missing."),
        ]))
}
