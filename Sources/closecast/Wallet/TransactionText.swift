import Ledger
import Market
import Portfolio

/// Transactions as sentences.
enum TransactionText {
    /// Returns a transaction as one sentence: `buy 0.01 BTC for 970 USD, fee 5 USD`.
    static func summary(_ row: TransactionRow, ticker: (AssetID) -> String) -> String {
        let amount = "\(row.quantity) \(ticker(row.asset))" + (row.label.map { " (\($0.rawValue))" } ?? "")
        let received = row.received.map { "\($0.quantity) \(ticker($0.asset))" } ?? "?"
        let worth = row.value.map { $0.fixed(places: 2) + " USD" }
        var text =
            switch row.kind {
            case .buy: "buy \(amount) for \(row.cash!) USD"
            case .sell: "sell \(amount) for \(row.cash!) USD"
            case .deposit: "deposit \(amount)" + (worth.map { ", cost \($0)" } ?? (row.asset == .usd ? "" : ", cost unknown"))
            case .withdrawal: "withdraw \(amount)" + (worth.map { ", worth \($0)" } ?? "")
            case .transfer: "transfer \(amount) from \(row.wallet) to \(row.target ?? "?")"
            case .fee: "fee \(amount)"
            case .income:
                "income \(amount)" + (worth.map { row.isAtMarketValue ? " at market value, \($0)" : ", worth \($0)" } ?? "")
            case .swap:
                "swap \(amount) for \(received)"
                    + (worth.map { ", worth \($0)" } ?? (row.valueError == nil ? ", value unknown" : ""))
            case .split: "split \(amount) into \(received)"
            case .correction: "correction, \(amount)"
            }
        if let error = row.valueError { text += ", value unknown: no \(error.lack) on \(Day(secondsSince1970: row.time))" }
        if let fee = row.fee { text += ", fee \(fee) \(row.kind == .transfer ? ticker(row.asset) : "USD")" }
        return text
    }
}
