import Ledger
import Market
import Portfolio

/// Realized gains as CSV, one line per disposal.
package enum RealizedCSV {
    /// Returns a header and the lines. Amounts have all decimal places; unknown values are empty.
    package static func text(_ report: RealizedReport) -> String {
        header + report.rows.map(line).joined()
    }

    private static let header = CSVText.line([
        "disposed", "kind", "wallet", "asset", "ticker", "quantity", "acquired", "held_days", "proceeds", "cost", "gain",
        "transaction", "acquired_by",
    ])

    private static func line(_ row: RealizedReport.Row) -> String {
        let disposal = row.disposal
        return CSVText.line([
            MomentText.iso(disposal.time), disposal.kind.rawValue, row.wallet.name, row.asset.id.description,
            row.asset.ticker.description, disposal.quantity.description, disposal.acquiredAt.map(MomentText.iso) ?? "",
            row.heldDays?.description ?? "", disposal.proceeds?.description ?? "", disposal.cost?.description ?? "",
            disposal.gain?.description ?? "", disposal.transaction.description, disposal.origin?.description ?? "",
        ])
    }
}
