import Ledger
import Records

extension Schema {
    /// The code of a currency.
    package static let currency = Schema.choice(Currency.allCases.map(\.code))

    /// The maximum number of days of values over time.
    package static let mostDays = ValueDays.most

    /// The members with which a document names its wallet, or its wallets.
    package static func wallets(_ isPortfolio: Bool) -> [Member] {
        isPortfolio ? [.init("wallets", .array(.object(namedWallet), count: 0...100_000))] : namedWallet
    }

    /// The members that say how a report's day relates to the transactions.
    package static let timing: [Member] = [
        .init("first_transaction", .nullable(.day), "Null without transactions."),
        .init(
            "later_transactions", .nullable(laterTransactions), "Transactions after the day of the closes; null if there are none."),
    ]

    private static let laterTransactions = Schema.named(
        "LaterTransactions",
        .object([
            .init("count", .integer(1...largestInteger)), .init("first", .day, "The day of the first one."),
            .init("last", .day, "The day of the last one."),
            .init("included", .boolean, "Whether the figures include them, at the closes of the report's day."),
            .init("transactions", .array(transactionID, count: 0...LaterTransactions.mostListed), "The first of them."),
        ]))

    package static let valueOverTime = Schema.named("ValueOverTime", values(isPortfolio: false))
    package static let portfolioValues = Schema.named("PortfolioValueOverTime", values(isPortfolio: true))

    private static func values(isPortfolio: Bool) -> Schema {
        .object(
            wallets(isPortfolio) + [
                .init("currency", currency), .init("interval", .choice(["1d", "1w", "1mo"])),
            ] + timing + [
                .init(
                    "values",
                    .array(
                        .object([
                            .init("date", .day), .init("value", .amountOrNull, "In the currency; null if a close is missing."),
                            .init("net_flow", .amountOrNull, "Inflow minus outflow, at the day's closes."),
                            .init("inflow", .amountOrNull, "What came in."), .init("outflow", .amountOrNull, "What went out."),
                            .init(
                                "missing", .array(.text(1...64), count: 0...100_000),
                                "Held assets whose close is not stored, and the currency's asset if its rate is not stored."),
                            .init(
                                "rate_day", .nullable(.day),
                                "The earlier day whose rate is used, as on a weekend; null if the date has its own."),
                        ]), count: 0...mostDays))
            ])
    }
}
