import ArgumentParser
import JSONText
import Ledger
import Market
import Portfolio

struct WalletValue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "value",
        abstract: "Show what a wallet was worth at the end of each day, from stored closes.",
        discussion: """
            EXAMPLES
              closecast wallet value Main --since 2024-01-01
              closecast wallet value Main --since 2024-01-01 --interval 1mo --csv

            A day on which the close of a holding is not stored has no value; it says which.
            """)

    enum Format: String, EnumerableFlag {
        case json, csv, plot

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .json: "One JSON object; amounts are texts, exact to 18 places."
            case .csv: "date,value,net_flow,missing; a line a day."
            case .plot: "A chart."
            }
        }
    }

    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"))
    var wallet: String

    @Option(
        help: ArgumentHelp("The first day (default: that of its first transaction).", valueName: "date"), transform: Day.argument)
    var since: Day?

    @Option(help: ArgumentHelp("The last day (default: the newest stored one).", valueName: "date"), transform: Day.argument)
    var until: Day?

    @Option(help: ArgumentHelp("The last day of each day, week or month.", valueName: "1d|1w|1mo"))
    var interval = CandleInterval.day

    @Flag(exclusivity: .exclusive)
    var format: Format?

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if let since, let until, since > until { throw ValidationError("--since \(since) is after --until \(until)") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let found = try await store.portfolio.wallet(wallet)
            guard let (first, last) = try await store.portfolio.span(of: found) else {
                throw Failure("\(found.name) has no transactions yet", .noInput)
            }
            let days = (since ?? first, until ?? max(last, since ?? first))
            guard days.0 <= days.1 else {
                throw Failure(
                    "\(found.name) has its first transaction on \(first), after the newest stored close (\(last)); "
                        + "fetch closes (closecast history fetch --all), or give --until", .noInput)
            }
            guard days.1 - days.0 < 100_000 else { throw Failure("\(days.0) to \(days.1) is more than 100,000 days", .usage) }
            let all = try await store.portfolio.valueOverTime(found, from: days.0, through: days.1)
            let report = ValueReport(wallet: found, days: all, interval: interval, tickers: try await store.tickers())
            report.notes.forEach(Console.note)
            switch format {
            case .json: try Console.write(report.json)
            case .csv: try Console.write(report.csv)
            case .plot: try Console.write(report.plot)
            case nil: try Console.write(report.table)
            }
        }
    }
}

/// A wallet's value over time in four forms.
private struct ValueReport {
    let wallet: Wallet
    let days: [DayValue]
    let interval: CandleInterval
    let tickers: [AssetID: Ticker]

    /// The last day of each interval, with the flows of all of its days.
    private var rows: [(day: DayValue, netFlow: Money?)] {
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
        return rows
    }

    var notes: [String] {
        let missing = days.filter { !$0.missing.isEmpty }
        guard let first = missing.first else { return [] }
        return [
            "\(missing.count) of \(days.count) days have no value: closes are not stored, the first of "
                + "\(names(first)) on \(first.day)"
        ]
    }

    private func names(_ day: DayValue) -> String {
        day.missing.map { tickers[$0]?.description ?? $0.description }.joined(separator: " ")
    }

    var table: String {
        let rows = rows
        return TextColumn.table([
            TextColumn("day", rows.map { "\($0.day.day)" }),
            TextColumn("value, USD", rows.map { MoneyText.rounded($0.day.value) }, minimum: 12),
            TextColumn("came in", rows.map { $0.netFlow == .zero ? "" : MoneyText.rounded($0.netFlow) }),
        ])
    }

    var csv: String {
        "date,value,net_flow,missing\n"
            + rows.map { row in
                "\(row.day.day),\(row.day.value?.description ?? ""),\(row.netFlow?.description ?? ""),\(names(row.day))\n"
            }.joined()
    }

    var json: String {
        JSONWriter.document { writer in
            writer.object { writer in
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
    }

    /// Days without a value are left out.
    var plot: String {
        let values = rows.compactMap { row in row.day.value.map { (row.day.day, $0.doubleValue) } }
        guard let first = values.first else { return "no day has a value\n" }
        return "\(wallet.name), USD\n"
            + TextChart(
                past: values.map(\.1), future: [], firstDay: first.0, height: 16, width: Console.columns,
                hasColours: Console.hasColours
            ).text
    }
}
