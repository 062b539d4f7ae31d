import JSONText
import Ledger
import Market
import Portfolio

/// What a wallet was worth over time, by days, weeks or months.
package struct WalletValues: Sendable {
    package let wallet: Wallet
    package let interval: CandleInterval
    /// Oldest first.
    package let days: [DayValue]
    /// The last day of each interval, with the flows of all of its days.
    package let rows: [(day: DayValue, netFlow: Money?)]

    /// - Parameter days: oldest first.
    package init(wallet: Wallet, interval: CandleInterval, days: [DayValue]) {
        (self.wallet, self.interval, self.days) = (wallet, interval, days)
        var rows: [(day: DayValue, netFlow: Money?)] = []
        for day in days {
            guard let last = rows.last, interval.start(of: last.day.day) == interval.start(of: day.day) else {
                rows.append((day, day.netFlow))
                continue
            }
            var flow: Money?
            if let before = last.netFlow, let new = day.netFlow { flow = try? before.adding(new) }
            rows[rows.count - 1] = (day, flow)
        }
        self.rows = rows
    }

    /// One JSON object and a line end; amounts are texts, exact to 18 places.
    package var document: String {
        JSONWriter.document { writer in writer.object { members(&$0) } }
    }

    /// The members of that object.
    package func members(_ writer: inout JSONWriter) {
        writer.member("wallet_id", wallet.publicID)
        writer.member("wallet", wallet.name)
        writer.member("currency", "USD")
        writer.member("interval", interval.rawValue)
        writer.member("values", rows) { row, writer in
            writer.member("date", row.day.day.description)
            writer.member("value", row.day.value?.description)
            writer.member("net_flow", row.netFlow?.description)
            writer.key("missing")
            writer.array { writer in for asset in row.day.missing { writer.string(asset.description) } }
        }
    }
}
