import Ledger
import Market
import Portfolio

/// Gains for spreadsheets: a line an asset, whose figures add up to the last line, `total`.
package enum GainsCSV {
    /// A header and the lines; amounts have all their places, and what is missing is empty.
    package static func text(_ report: GainsReport) -> String {
        let rows = report.rows.map { row in
            line(
                [
                    row.asset.id.description, row.asset.ticker.description, row.quantity.description,
                    row.price?.price.description ?? "",
                ], report.gains.assets[row.asset.id] ?? Gains.Summary())
        }
        return CSVText.line(columns) + rows.joined() + line(["total", "", "", ""], report.total)
    }

    package static let columns = [
        "asset", "ticker", "quantity", "price", "market_value", "cost", "unrealized_gain", "proceeds", "realized_cost",
        "realized_gain",
    ]

    private static func line(_ cells: [String], _ summary: Gains.Summary) -> String {
        let figures = [
            summary.marketValue.total, summary.cost.total, summary.unrealized.total, summary.realized.proceeds,
            summary.realized.cost.total, summary.realized.gain.total,
        ]
        return CSVText.line(cells + figures.map { $0?.description ?? "" })
    }
}
