import Ledger
import Market

/// The history of a simulated account as a CSV file. Each line states that no real money was moved.
package enum TradingHistoryCSV {
    package static let columns = [
        "id", "time", "kind", "state", "asset", "quantity", "currency", "cash", "fee", "price", "other", "amount", "amount_in",
        "detail", "trigger_price", "reason", "ticker", "simulated",
    ]

    package static var header: String { CSVText.line(columns) }

    /// Returns a line for each entry.
    ///
    /// - Parameter tickers: the tickers of the entries' coins, by id.
    package static func lines(_ entries: some Sequence<HistoryEntry>, tickers: [AssetID: String]) -> String {
        entries.map { CSVText.line(fields($0, ticker: $0.asset.flatMap { tickers[$0] } ?? "")) }.joined()
    }

    private static func fields(_ entry: HistoryEntry, ticker: String) -> [String] {
        [
            entry.id, MomentText.iso(entry.time), entry.kind.rawValue, entry.state, entry.asset?.description ?? "",
            entry.quantity?.description ?? "", entry.currency?.code ?? "", entry.cash?.description ?? "",
            entry.fee?.description ?? "", entry.price?.description ?? "", entry.other, entry.amount.amount.description,
            entry.amount.unit.rawValue, entry.detail, entry.triggerPrice?.description ?? "", entry.reason ?? "",
            ticker,
            // A file is often read without the page that it came from.
            "true",
        ]
    }
}
