import Ledger
import Market

/// Gains as CSV: one line per asset, whose figures add up to the last line, `total`.
package enum GainsCSV {
    /// Returns a header and the lines. Amounts have all decimal places; missing values are empty.
    package static func text(_ report: GainsReport) -> String {
        let rows = report.rows.map { row in
            line(
                [
                    row.asset.id.description, row.asset.ticker.description, row.quantity.description,
                    row.price?.price.description ?? "",
                ], report.gains.assets[row.asset.id] ?? Gains.Summary(report.currency))
        }
        return CSVText.line(columns) + rows.joined() + line(["total", "", "", ""], report.total)
    }

    package static let columns = [
        "asset", "ticker", "quantity", "price", "market_value", "cost", "unrealized_gain", "proceeds", "realized_cost",
        "realized_gain",
    ]

    private static func line(_ cells: [String], _ summary: Gains.Summary) -> String {
        let figures = [
            summary.marketValue.total, summary.cost.total, summary.unrealized.total, summary.realized.proceeds.total,
            summary.realized.cost.total, summary.realized.gain.total,
        ]
        return CSVText.line(cells + figures.map { $0?.description ?? "" })
    }
}
