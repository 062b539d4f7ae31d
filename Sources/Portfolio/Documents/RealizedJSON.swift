import JSONText
import Ledger
import Market

/// Realized gains as JSON, one row per disposal. Amounts are strings, exact to 18 decimal places.
package enum RealizedJSON {
    /// Returns all rows in one object, and a line break.
    package static func document(_ report: RealizedReport) -> String {
        JSONWriter.document { writer in writer.object { members(of: report, rows: report.rows[...], next: nil, &$0) } }
    }

    /// Writes the members of that object, with a page of its rows.
    package static func members(
        of report: RealizedReport, rows: ArraySlice<RealizedReport.Row>, next: String?, _ writer: inout JSONWriter
    ) {
        ReportTimingJSON.members(of: report.wallets, &writer)
        writer.member("currency", report.currency.code)
        writer.member("cost_basis", report.costBasis?.rawValue)
        writer.key("year")
        if let year = report.year { writer.integer(year) } else { writer.null() }
        writer.member("time_zone", report.zone.name)
        GainsJSON.members(of: report.olderRates, &writer)
        writer.key("total")
        writer.object { sums(report.total, &$0) }
        writer.member("years", report.years) { year, writer in
            writer.member("year", year.year)
            sums(year.sums, &writer)
        }
        writer.member("data", rows) { write($0, &$1) }
        writer.member("next_cursor", next)
    }

    private static func write(_ row: RealizedReport.Row, _ writer: inout JSONWriter) {
        let disposal = row.disposal
        writer.member("transaction", Int(disposal.transaction.number))
        ReportTimingJSON.members(of: row.wallet, &writer)
        writer.member("kind", disposal.kind.rawValue)
        writer.member("asset", row.asset.id.description)
        writer.member("ticker", row.asset.ticker.description)
        writer.member("quantity", disposal.quantity.description)
        writer.member("acquired_at", disposal.acquiredAt.map(MomentText.iso))
        writer.key("acquired_by")
        if let origin = disposal.origin { writer.integer(Int(origin.number)) } else { writer.null() }
        writer.member("disposed_at", MomentText.iso(disposal.time))
        writer.member("acquired_on", row.acquiredDay?.description)
        writer.member("disposed_on", row.day.description)
        writer.key("held_days")
        if let days = row.heldDays { writer.integer(days) } else { writer.null() }
        writer.member("proceeds", disposal.proceeds?.description)
        writer.member("cost", disposal.cost?.description)
        writer.member("gain", disposal.gain?.description)
    }

    private static func sums(_ sums: RealizedGains.Sums, _ writer: inout JSONWriter) {
        writer.member("proceeds", sums.proceeds.total?.description)
        writer.member("cost", sums.cost.total?.description)
        writer.member("gain", sums.gain.total?.description)
    }
}
