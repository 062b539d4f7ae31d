import APIKit
import Access
import HTTPEdge
import HTTPTypes
import JSONText
import Market
import NIOCore
import Notices
import People
import Portfolio
import Records
import Services
import Store

/// The tax report of a year, over HTTP and for pages.
package struct TaxOperations: Sendable {
    package let report: TypedOperation<TaxInput, TaxReport>

    package init(_ store: Store, _ portfolios: @escaping Portfolios, _ worker: WorkerThreads) {
        report = TypedOperation(
            .get, "/v1/portfolio/tax", id: "getTaxReport", tag: "Figures",
            "The disposals and the income of a tax year, by the rules of a country. It is not tax advice, and computes gains, not the tax.",
            need: .scope(.read),
            refusals: [
                404: "There is no such wallet.", 422: "A value is not accepted, or the country does not count by the method.",
            ],
            answer: .report
        ) { input, call in
            let zone = try await Self.zone(input.timeZone, of: call.caller, store)
            let portfolio = portfolios(call.caller)
            return try await worker.run(for: call.caller.owner) { try await portfolio.tax.report(input.question(zone)) }
        }
    }

    package func add(to api: inout API) { api.add(report) }

    /// Returns the zone of a name, or the one of the caller's account.
    private static func zone(_ name: String?, of caller: Principal, _ store: Store) async throws -> CalendarZone {
        if let name { return try RealizedGainsController.zone(name) }
        return CalendarZone(try await store.reading { try $0.calendarZone(of: caller.owner) })
    }
}

extension TypedAnswer where Output == TaxReport {
    fileprivate static var report: Self {
        .of(
            .contents(
                200, "The report, or its disposals and its income as CSV.",
                [("application/json", TaxDocuments.report.schema), ("text/csv", TaxDocuments.csvSchema)])
        ) { report, call in
            guard call.text("format") == "csv" else { return Reply { TaxDocuments.report.write(report, &$0) } }
            return Reply(.ok, ByteBuffer(string: TaxDocuments.csv(report)), type: "text/csv; charset=utf-8")
                .with(.contentDisposition, "attachment; filename=\"tax-\(report.year).csv\"")
        }
    }
}
