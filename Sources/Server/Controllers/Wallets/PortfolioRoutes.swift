import Ledger
import Portfolio

extension Operation {
    /// Figures of one wallet, `/v1/wallets/{wallet}/NAME`, or of several together, `/v1/portfolio/NAME?wallets=…`.
    ///
    /// - Parameters:
    ///   - name: the last part of the path.
    ///   - id: that of the operation of one wallet, and that of a portfolio's.
    ///   - parameters: beside those that name the wallets.
    static func figures(
        _ name: String, id: (wallet: String, portfolio: String), isPortfolio: Bool, _ summary: String, parameters: [Parameter],
        answers: [Answer]
    ) -> Operation {
        Operation(
            .get, isPortfolio ? "/v1/portfolio/\(name)" : "/v1/wallets/{wallet}/\(name)",
            id: isPortfolio ? id.portfolio : id.wallet,
            tag: "Figures", isPortfolio ? summary + " Of several wallets together: transfers among them are no flows." : summary,
            scope: .read, parameters: [isPortfolio ? .wallets : .wallet] + parameters,
            answers: answers + (isPortfolio ? [.problem(404, "There is no such wallet, or no such model.")] : []))
    }
}

extension Portfolio {
    /// The wallet that the path names, or the wallets of the query; all of them where it names none.
    func walletGroup(_ call: Call) async throws -> WalletGroup {
        if let name = call.text("wallet") { return WalletGroup(try await wallet(name)) }
        do {
            return try await walletGroup(call.texts("wallets"))
        } catch let error as PortfolioError {
            throw error.problem.at("wallets")
        }
    }
}

extension Parameter {
    static let wallets = Parameter.query(
        "wallets", .array(.kept(1...256), count: 1...100),
        "Ids or names of wallets, separated by commas; all wallets where it is missing.")
    static let method = Parameter.query(
        "method", .costBasis, "Which lots leave first, to compare; each wallet's own way where it is missing.")
    static let currency = Parameter.query(
        "currency", .choice(Currency.allCases.map(\.code)),
        "The currency of all figures: each of a day is converted by the stored close of that day, and null where there is none.",
        default: .string(Currency.usd.code))
    static let explain = Parameter.query(
        "explain", .boolean, "Also open every total: the lots, prices and formulas that give it.", default: .boolean(false))
}

extension Call {
    /// The currency that is asked for.
    var currency: Currency { text("currency").flatMap(Currency.init) ?? .usd }
}

extension Schema {
    /// The code of a currency.
    static let currency = Schema.choice(Currency.allCases.map(\.code))

    /// The most days of a value over time.
    static let mostDays = 100_000

    /// How the documents of one wallet name it, or those of several wallets name them.
    static func wallets(_ isPortfolio: Bool) -> [Member] {
        isPortfolio ? [.init("wallets", .array(.object(namedWallet), count: 0...100_000))] : namedWallet
    }

    /// How a report's day lies among the transactions.
    static let timing: [Member] = [
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

    static let valueOverTime = Schema.named("ValueOverTime", values(isPortfolio: false))
    static let portfolioValues = Schema.named("PortfolioValueOverTime", values(isPortfolio: true))

    private static func values(isPortfolio: Bool) -> Schema {
        .object(
            wallets(isPortfolio) + [
                .init("currency", currency), .init("interval", .choice(["1d", "1w", "1mo"])),
            ] + timing + [
                .init(
                    "values",
                    .array(
                        .object([
                            .init("date", .day), .init("value", .amountOrNull, "In the currency; null where a close is missing."),
                            .init("net_flow", .amountOrNull, "Inflow minus outflow, at the day's closes."),
                            .init("inflow", .amountOrNull, "What came in."), .init("outflow", .amountOrNull, "What went out."),
                            .init(
                                "missing", .array(.text(1...64), count: 0...100_000),
                                "Held assets whose close is not stored, and the asset of the currency where its close is not."),
                        ]), count: 0...mostDays))
            ])
    }
}
