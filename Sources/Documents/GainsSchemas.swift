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
                .init("day", .day, "Whose closes are the prices."),
            ] + timing + [
                .init("currency", currency, "Costs and proceeds are converted by the closes of their own days."),
                .init(
                    "holdings",
                    .array(
                        .object(
                            [
                                .init("asset", .text(1...64)), .init("ticker", .text(1...20)), .init("quantity", amount),
                                .init("price", amountOrNull), .init("price_source", .nullable(.text(0...1000))),
                                .init(
                                    "price_warning", .nullable(.text(0...1000)),
                                    "Why the price is probably wrong: it is far from the close before it."),
                            ] + summary), count: 0...100_000),
                    "What is held, and with a quantity of 0 what was held: their figures add up to the total."),
                .init("lots", .array(lot, count: 0...10_000_000)), .init("total", .object(summary)),
                .init("missing_prices", .array(.text(1...64), count: 0...100_000)),
                .init("unknown_costs", .array(.text(1...64), count: 0...100_000)),
                .init("return_on_cost", amountOrNull, "0.05 for 5 percent: gains over the cost of all coins ever acquired."),
                .optional("returns", returns),
                .optional("explanation", .array(figure, count: 0...10), "Each total, opened down to lots, prices and disposals."),
            ])
    }

    private static let summary: [Member] = [
        .init("market_value", amountOrNull), .init("known_market_value", amount), .init("cost", amountOrNull),
        .init("unrealized_gain", amountOrNull), .init("unrealized_ratio", amountOrNull), .init("proceeds", amountOrNull),
        .init("realized_cost", amountOrNull, "Of what was sold or paid as a fee."), .init("realized_gain", amountOrNull),
        .init("realized_ratio", amountOrNull),
    ]

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
        .init("time_weighted_a_year", .nullable(.number(minimum: nil, above: nil, maximum: nil))),
        .init("money_weighted_a_year", .nullable(.number(minimum: nil, above: nil, maximum: nil))),
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
