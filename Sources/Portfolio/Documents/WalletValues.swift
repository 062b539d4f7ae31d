import Ledger
import Market
import Records

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
}

extension WalletValues {
    /// The document of the values. Amounts are strings, exact to 18 decimal places.
    package static let document = ReportDocument<WalletValues>(
        "ValueOverTime", { $0.wallets },
        [.field("currency") { $0.currency }, .choice("interval") { $0.interval }]
            + ReportDocuments.timing.members.of { (values: WalletValues) in values.timing }
            + [.list("values", 0...ValueDays.most, of: shownRow) { $0.rows }])

    private static let shownRow = Document<Row>(
        members: row + [
            .values(
                "missing", ReportDocuments.assetIDs,
                "Held assets whose close is not stored, and the currency's asset if its rate is not stored."
            ) { $0.day.missing.map(\.description) },
            .field(
                "rate_day", nil, "The earlier day whose rate is used, as on a weekend; null if the date has its own."
            ) { $0.day.olderRateDay },
        ])

    private static let row: [Document<Row>.Member] = [
        .field("date") { $0.day.day },
        .amount("value", "In the currency; null if a close is missing.", orNull: { $0.day.value?.amount }),
        .amount("net_flow", "Inflow minus outflow, at the day's closes.", orNull: { $0.netFlow?.amount }),
        .amount("inflow", "What came in.", orNull: { $0.inflow?.amount }),
        .amount("outflow", "What went out.", orNull: { $0.outflow?.amount }),
    ]

    /// A header and one line for each interval; amounts have all decimal places.
    ///
    /// - Parameter tickers: names for the assets in the column `missing`; an asset without a ticker is named by its id.
    package func csv(tickers: [AssetID: Ticker]) -> String {
        let lines = rows.map { row in
            Self.line.csvLine((row, row.day.missing.map { tickers[$0]?.description ?? $0.description }.joined(separator: " ")))
        }
        return Self.line.csvHeader + lines.joined()
    }

    private static let line = Document<(row: Row, missing: String)>(
        members: row.of { (line: (row: Row, missing: String)) in line.row } + [.field("missing") { $0.missing }])
}
