import Documents
import HTTPTypes
import JSONText
import Ledger
import Market
import NIOCore
import Portfolio

/// Realized gains, disposal by disposal: of one wallet, and of several together.
struct RealizedGainsController: Sendable {
    let portfolios: Portfolios
    let worker: WorkerThread

    func add(to api: inout API) {
        for isPortfolio in [false, true] { api.add(Self.operation(isPortfolio), list) }
    }

    private static func operation(_ isPortfolio: Bool) -> Operation {
        .figures(
            "realized-gains", id: ("getRealizedGains", "getPortfolioRealizedGains"), isPortfolio: isPortfolio,
            "Every sale, fee and income in cash: when it was acquired and sold, proceeds, cost and gain. The oldest first.",
            parameters: [
                .query("year", .integer(1970...9999), "Only disposals of that calendar year, in UTC."),
                .query("on", .day, "Transactions up to the end of that day; all where it is missing."), .method, .currency,
                .query("format", .choice(["json", "csv"]), "JSON in pages, or CSV of all rows.", default: .string("json")),
            ] + Page.parameters,
            answers: [
                .contents(
                    200, "The disposals; their gains add up to the totals.",
                    [("application/json", isPortfolio ? .portfolioRealized : .realized), ("text/csv", .text(0...1_000_000_000))])
            ])
    }

    private func list(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let group = try await portfolio.walletGroup(call)
        return try await worker.run {
            let report = try await portfolio.realizedGains(
                of: group, year: call.integer("year"), through: call.day("on"),
                costBasis: call.text("method").flatMap(CostBasis.init), in: call.currency)
            guard call.text("format") == "json" else {
                return Reply(.ok, ByteBuffer(string: RealizedCSV.text(report)), type: "text/csv; charset=utf-8")
                    .with(HTTPField.Name("Content-Disposition")!, "attachment; filename=\"realized-gains.csv\"")
            }
            let page = try Page.of(report.rows, call) { "\($0.disposal.transaction)-\($0.part)" }
            return Reply { RealizedJSON.members(of: report, rows: page.elements, next: page.next, &$0) }
        }
    }
}

extension Schema {
    fileprivate static let realized = Schema.named("RealizedGains", document(isPortfolio: false))
    fileprivate static let portfolioRealized = Schema.named("PortfolioRealizedGains", document(isPortfolio: true))

    private static let sums: [Member] = [
        .init("proceeds", amountOrNull, "Null where a rate is missing."), .init("cost", amountOrNull), .init("gain", amountOrNull),
    ]

    private static func document(isPortfolio: Bool) -> Schema {
        .object(
            wallets(isPortfolio) + [
                .init("currency", currency),
                .init("cost_basis", .nullable(costBasis), "Null for wallets with different ones."),
                .init("year", .nullable(.integer(1970...9999))),
                .init("total", .object(sums), "Of all rows, whatever page this is."),
                .init(
                    "years", .array(.object([.init("year", .integer(1970...9999))] + sums), count: 0...10_000), "By calendar year."),
                .init("data", .array(disposal, count: 0...Page.largest)), Page.next,
            ])
    }

    private static let disposal = Schema.object(
        namedWallet + [
            .init("transaction", transactionID), .init("kind", .choice(["sale", "fee", "income"])),
            .init("asset", .text(1...64)), .init("ticker", .text(1...20)), .init("quantity", amount),
            .init("acquired_at", .nullable(.moment), "Null for cash."),
            .init("acquired_by", .nullable(transactionID), "The transaction that acquired it."), .init("disposed_at", .moment),
            .init("held_days", .nullable(.integer(0...Schema.largestInteger)), "Days between the two."),
            .init("proceeds", amountOrNull),
            .init("cost", amountOrNull, "Null where it is unknown."), .init("gain", amountOrNull),
        ])
}
