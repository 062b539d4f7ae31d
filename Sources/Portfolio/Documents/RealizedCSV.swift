import Ledger
import Market
import Records

/// Realized gains as CSV, one line per disposal.
package enum RealizedCSV {
    /// Returns a header and the lines. Amounts have all decimal places; unknown values are empty.
    package static func text(_ report: RealizedReport) -> String {
        CSVText.line(columns) + report.rows.map(line).joined()
    }

    package static let columns = [
        "disposed", "kind", "wallet", "asset", "ticker", "quantity", "acquired", "held_days", "proceeds", "cost", "gain",
        "transaction", "acquired_by", "disposed_on", "acquired_on",
    ]

    package static let schema = Schema.csv(columns, length: 0...1_000_000_000)

    private static func line(_ row: RealizedReport.Row) -> String {
        let disposal = row.disposal
        return CSVText.line([
            MomentText.iso(disposal.time), disposal.kind.rawValue, row.wallet.name, row.asset.id.description,
            row.asset.ticker.description, disposal.quantity.description, disposal.acquiredAt.map(MomentText.iso) ?? "",
            row.heldDays?.description ?? "", disposal.proceeds?.description ?? "", disposal.cost?.description ?? "",
            disposal.gain?.description ?? "", disposal.transaction.description, disposal.origin?.description ?? "",
            row.day.description, row.acquiredDay?.description ?? "",
        ])
    }
}
