import JSONText
import Ledger
import Market

/// The value of wallets over time, by day, week or month.
package struct WalletValues: Sendable {
    /// An interval: its last day, and the flows of all of its days.
    package struct Row: Sendable {
        /// The value at the end of the interval, on its last day.
        package let day: DayValue
        /// What came in from outside, in US dollars; nil if a close is missing.
        package fileprivate(set) var inflow: Money?
        /// What went out, in US dollars; nil if a close is missing.
        package fileprivate(set) var outflow: Money?

        /// Inflow minus outflow; nil if a close is missing.
        package var netFlow: Money? {
            guard let inflow, let outflow else { return nil }
            return inflow - outflow
        }
    }

    package let wallets: WalletGroup
    package let interval: CandleInterval
    /// The currency of all values.
    package let currency: Currency
    /// Oldest first.
    package let days: [DayValue]
    /// How the last day relates to the transactions.
    package let timing: ReportTiming
    package let rows: [Row]

    /// - Parameter interval: the interval of the rows.
    package init(_ report: ValueReport, interval: CandleInterval) {
        (wallets, days, timing, currency) = (report.wallets, report.days, report.timing, report.currency)
        self.interval = interval
        var rows: [Row] = []
        for day in days {
            var row = Row(day: day, inflow: day.inflow, outflow: day.outflow)
            if let last = rows.last, interval.start(of: last.day.day) == interval.start(of: day.day) {
                rows.removeLast()
                row.inflow = Self.sum(last.inflow, day.inflow)
                row.outflow = Self.sum(last.outflow, day.outflow)
            }
            rows.append(row)
        }
        self.rows = rows
    }

    private static func sum(_ one: Money?, _ other: Money?) -> Money? {
        guard let one, let other else { return nil }
        return try? one.adding(other)
    }

    /// One JSON object and a line break. Amounts are strings, exact to 18 decimal places.
    package var document: String {
        JSONWriter.document { writer in writer.object { members(&$0) } }
    }

    /// Writes the members of that object.
    package func members(_ writer: inout JSONWriter) {
        ReportTimingJSON.members(of: wallets, &writer)
        writer.member("currency", currency.code)
        writer.member("interval", interval.rawValue)
        ReportTimingJSON.members(of: timing, &writer)
        writer.member("values", rows) { row, writer in
            writer.member("date", row.day.day.description)
            writer.member("value", row.day.value?.description)
            writer.member("net_flow", row.netFlow?.description)
            writer.member("inflow", row.inflow?.description)
            writer.member("outflow", row.outflow?.description)
            writer.key("missing")
            writer.array { writer in for asset in row.day.missing { writer.string(asset.description) } }
            writer.member("rate_day", row.day.olderRateDay?.description)
        }
    }

    /// The columns of the CSV.
    package static let columns = ["date", "value", "net_flow", "inflow", "outflow", "missing"]

    /// A header and one line for each interval; amounts have all decimal places.
    ///
    /// - Parameter tickers: names for the assets in the column `missing`; an asset without a ticker is named by its id.
    package func csv(tickers: [AssetID: Ticker]) -> String {
        CSVText.line(Self.columns)
            + rows.map { row in
                let amounts = [row.day.value, row.netFlow, row.inflow, row.outflow].map { $0?.description ?? "" }
                let missing = row.day.missing.map { tickers[$0]?.description ?? $0.description }.joined(separator: " ")
                return CSVText.line(["\(row.day.day)"] + amounts + [missing])
            }.joined()
    }
}
