import Records

extension Schema {
    /// The schema of one wallet's realized gains.
    ///
    /// - Parameter page: returns the member `data` with rows of a schema, and the members that follow it.
    package static func realized(page: (Schema) -> [Member]) -> Schema {
        .named("RealizedGains", document(isPortfolio: false, page))
    }

    /// The schema of several wallets' realized gains.
    package static func portfolioRealized(page: (Schema) -> [Member]) -> Schema {
        .named("PortfolioRealizedGains", document(isPortfolio: true, page))
    }

    private static let sums: [Member] = [
        .init("proceeds", amountOrNull, "Null if a rate is missing."), .init("cost", amountOrNull), .init("gain", amountOrNull),
    ]

    private static func document(isPortfolio: Bool, _ page: (Schema) -> [Member]) -> Schema {
        .object(
            wallets(isPortfolio) + [
                .init("currency", currency),
                .init("cost_basis", .nullable(costBasis), "Null for wallets with different ones."),
                .init("year", .nullable(.integer(1970...9999))),
                .init("time_zone", .text(1...64), "The time zone of days and years."), olderRates,
                .init("total", .object(sums), "The totals of all rows, on every page."),
                .init(
                    "years", .array(.object([.init("year", .integer(1970...9999))] + sums), count: 0...10_000), "By calendar year."),
            ] + page(disposal))
    }

    private static let disposal = Schema.object(
        namedWallet + [
            .init("transaction", transactionID), .init("kind", .choice(["sale", "fee", "income", "withdrawal"])),
            .init("asset", .text(1...64)), .init("ticker", .text(1...20)), .init("quantity", amount),
            .init("acquired_at", .nullable(.moment), "Null for cash."),
            .init("acquired_by", .nullable(transactionID), "The transaction that acquired it."), .init("disposed_at", .moment),
            .init(
                "acquired_on", .nullable(.day),
                "In the time zone; midnight UTC is a day without a time, and stays that day."),
            .init("disposed_on", .day, "Likewise."),
            .init("held_days", .nullable(.integer(0...Schema.largestInteger)), "Days between the two."),
            .init("proceeds", amountOrNull),
            .init("cost", amountOrNull, "Null if it is unknown."), .init("gain", amountOrNull),
        ])
}
