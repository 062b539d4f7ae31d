import APIKit
import HTTPEdge
import HTTPTypes
import JSONText
import Ledger
import Market
import NIOCore
import Portfolio
import Services

/// Realized gains, one row per disposal: of one wallet, and of several together.
struct RealizedGainsController: Sendable {
    let portfolios: Portfolios
    let worker: WorkerThreads

    func add(to api: inout API) {
        for isPortfolio in [false, true] { api.add(Self.operation(isPortfolio), list) }
    }

    private static func operation(_ isPortfolio: Bool) -> Operation {
        .figures(
            "realized-gains", id: ("getRealizedGains", "getPortfolioRealizedGains"), isPortfolio: isPortfolio,
            "Every sale, fee and income in cash, oldest first: when it was acquired and sold, proceeds, cost and gain.",
            parameters: [
                .query("year", .integer(1970...9999), "Only disposals in this calendar year of the time zone."),
                .query(
                    "time_zone", .text(1...64),
                    "The time zone of days and years, by its IANA name. Midnight UTC stands for a day without a time, and "
                        + "stays that day in every zone.", default: .string(CalendarZone.utc.name)),
                .query("on", .day, "Only transactions up to the end of this day (default: all)."), .method, .currency,
                .query("format", .choice(["json", "csv"]), "JSON in pages, or CSV of all rows.", default: .string("json")),
            ] + Pagination.parameters,
            answers: [
                .contents(
                    200, "The disposals; their gains add up to the totals.",
                    [
                        ("application/json", RealizedDocuments.schema(isPortfolio, page: Pagination.members)),
                        ("text/csv", RealizedDocuments.csvSchema),
                    ])
            ])
    }

    static func zone(_ name: String) throws(Problem) -> CalendarZone {
        do throws(CalendarZoneError) {
            return try CalendarZone(named: name)
        } catch {
            throw Problem(
                .unprocessableContent, "unknown-time-zone", "\(error)", field: "time_zone", value: .string(name),
                accepted: "a name of the IANA time zone database, such as Europe/Berlin, or UTC")
        }
    }

    private func list(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let group = try await portfolio.wallets.group(call)
        let zone = try Self.zone(call.required("time_zone", Call.text))
        return try await worker.run(for: call.caller.owner) {
            let report = try await portfolio.gains.realized(
                of: group, year: call.integer("year"), zone: zone, through: call.day("on"),
                costBasis: call.choice("method"), in: call.currency)
            guard call.text("format") == "json" else {
                return Reply(.ok, ByteBuffer(string: RealizedDocuments.csv(report)), type: "text/csv; charset=utf-8")
                    .with(HTTPField.Name("Content-Disposition")!, "attachment; filename=\"realized-gains.csv\"")
            }
            let page = try Pagination.of(report.rows, call) { "\($0.disposal.transaction)-\($0.part)" }
            return Reply { writer in
                RealizedDocuments.report.write(report, &writer)
                Pagination.write(page.elements, page.next, &writer) { RealizedDocuments.row.write($0, &$1) }
            }
        }
    }
}
