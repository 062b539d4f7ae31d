import Records

extension Schema {
    private static let price = Schema.number(minimum: nil, above: nil, maximum: nil)

    package static let walletForecast = Schema.named("WalletForecast", forecast(isPortfolio: false))
    package static let portfolioForecast = Schema.named("PortfolioForecast", forecast(isPortfolio: true))

    private static func forecast(isPortfolio: Bool) -> Schema {
        .object(
            wallets(isPortfolio) + [.init("cutoff", .day, "The last day seen.")] + timing + [
                .optional("currency", currency, "The currency of all totals (default: USD)."),
                .optional(
                    "rates",
                    .array(
                        .object([
                            .init("currency", currency),
                            .init("day", .day, "The day of the close; before the cutoff on a weekend."),
                            .init("close", amount, "In USD."),
                        ]),
                        count: 0...100),
                    "The closes that converted cash and totals; the forecast keeps them on all days."),
                .init("total_now", price, "The total of the parts and the cash."), .init("model", .text(1...200)),
                .init("model_sha256", .text(64...64)), .init("horizon", .integer(1...10_000)),
                .init("paths", .integer(1...100_000)),
                .init("seed", .integer(0...Schema.largestInteger)),
                .init(
                    "parts",
                    .array(
                        .object([
                            .init("ticker", .text(1...20)), .init("amount", price), .init("last_close", price),
                            .init("value_now", price),
                        ]), count: 0...100_000)), .init("cash", price),
                .init(
                    "left_out",
                    .array(
                        .object([.init("ticker", .text(1...20)), .init("amount", amount), .init("reason", .text(1...100_000))]),
                        count: 0...100_000), "What is left out of the total."),
                .optional(
                    "dependence",
                    .object([
                        .init("method", .text(1...100)), .init("first", .day), .init("last", .day),
                        .init("days", .integer(1...1_000_000)),
                    ]), "The days from which the joint movement of the coins was estimated."),
                .optional(
                    "notes", .array(.text(1...1000), count: 1...200_000),
                    "Coins for which the measured skill does not hold, pegged ones for example, and why: `USDT: …`."),
                .optional("above", price), .optional("below", price), .optional("touch", price),
                .init("values", .array(forecastDay, count: 1...10_000)), .init("skill", .array(.any, count: 0...100)),
            ])
    }

    private static let probability = Schema.number(minimum: 0, above: nil, maximum: 1)

    private static let forecastDay = Schema.object([
        .init("day", .integer(1...10_000)), .init("date", .day), .init("point", price),
        .init("quantiles", .map(price), "By level, such as 0.025."),
        .optional("probability_above", probability), .optional("probability_below", probability),
        .optional("probability_touch", probability),
    ])
}
