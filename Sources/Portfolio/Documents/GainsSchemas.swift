import Records

/// The schemas of gains.
extension Schema {
    package static let gains = Schema.named("Gains", gains(isPortfolio: false))
    package static let portfolioGains = Schema.named("PortfolioGains", gains(isPortfolio: true))

    private static let maybeWallet: [Member] = [
        .init("wallet_id", .nullable(walletID), "Null before the first investment, when no wallet exists yet."),
        .init("wallet", anyWalletName),
    ]

    private static func gains(isPortfolio: Bool) -> Schema {
        .object(
            (isPortfolio ? wallets(true) : maybeWallet) + [
                .init("cost_basis", .nullable(costBasis), "Null for wallets with different ones."),
                .init("day", .day, "The day whose closes are the prices."),
            ] + timing + [
                .init("currency", currency, "Costs and proceeds are converted at the rates of their own days."), rateDay,
                .init(
                    "holdings",
                    .array(
                        .object(
                            [
                                .init("asset", .text(1...64)), .init("ticker", .text(1...20)), .init("quantity", amount),
                                .init("price", amountOrNull),
                            ] + priceOrigin + summary), count: 0...100_000),
                    "Current holdings, and earlier ones with a quantity of 0; their figures add up to the total."),
                .init("lots", .array(lot, count: 0...10_000_000)), .init("total", .object(summary)),
                .init(
                    "total_with_old_prices", .nullable(.object(summary)),
                    "The total with the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or "
                        + "if one of them has none."),
                .init("missing_prices", .array(.text(1...64), count: 0...100_000)),
                .init("unknown_costs", .array(.text(1...64), count: 0...100_000)),
                olderRates,
                .init(
                    "close_shifts", .array(closeShift, count: 0...100_000),
                    "Days on which the closes of a held coin change as in a split: gains and returns over them are not "
                        + "meaningful."),
                .init("return_on_cost", amountOrNull, "0.05 for 5 percent: gains over the cost of all coins ever acquired."),
                .optional("returns", returns),
                .optional(
                    "explanation", .array(figure, count: 0...10), "Each total, explained down to lots, prices and disposals."),
            ])
    }

    private static let summary: [Member] = [
        .init("market_value", amountOrNull), .init("known_market_value", amount), .init("cost", amountOrNull),
        .init("unrealized_gain", amountOrNull), .init("unrealized_ratio", amountOrNull), .init("proceeds", amountOrNull),
        .init("realized_cost", amountOrNull, "The cost of what was sold or paid as a fee."), .init("realized_gain", amountOrNull),
        .init("realized_ratio", amountOrNull),
    ]

    /// Present in figures of another currency.
    static let olderRates = Member(
        "older_rates",
        .array(.object([.init("day", .day), .init("rate_day", .day, "The day whose rate is used.")]), count: 0...100_000),
        "Days of costs and proceeds without a rate, such as weekends: the rate of an earlier day is used.")

    private static let closeShift = Schema.object([
        .init("asset", .text(1...64)), .init("day", .day), .init("close_before", amount, "In USD."),
        .init("close", amount, "On that day, in USD."), .init("held_before", amount),
        .init("added", amountOrNull, "What deposits and withdrawals added in proportion; null if the quantity did not change."),
        .init("transaction", .nullable(transactionID), "The last of these."),
    ])

    private static let lot = Schema.object([
        .optional("wallet_id", walletID, "In reports on several wallets."),
        .optional("wallet", anyWalletName, "In reports on several wallets."), .init("transaction", transactionID),
        .init("asset", .text(1...64)), .init("acquired_at", .moment),
        .init("quantity", amount), .init("cost", amountOrNull), .init("market_value", amountOrNull),
        .init("unrealized_gain", amountOrNull), .init("unrealized_ratio", amountOrNull),
    ])

    private static let returns = Schema.object([
        .init("first", .day), .init("last", .day),
        .init("time_weighted", .nullable(.number(minimum: nil, above: nil, maximum: nil)), "0.05 for 5 percent."),
        .init(
            "time_weighted_a_year", .nullable(.number(minimum: nil, above: nil, maximum: nil)),
            "Over the days with money; null for less than a year."),
        .init(
            "money_weighted_a_year", .nullable(.number(minimum: nil, above: nil, maximum: nil)),
            "Null for less than \(WalletReturns.leastDaysWithMoney) days with money."),
        .init("days_with_money", .integer(0...largestInteger), "Days that began with holdings in the wallets."),
    ])

    /// Recursive: the inputs of a figure are figures.
    private static let figure = Schema.named(
        "Figure",
        .object([
            .init("name", .text(0...1000)), .init("unit", .text(0...100)), .init("value", amountOrNull),
            .init("formula", .choice(["given", "sum", "difference", "product", "quotient"])),
            .optional("source", .text(0...10_000)), .optional("inputs", .array(.any, count: 0...10_000_000), "Figures."),
        ]))
}
