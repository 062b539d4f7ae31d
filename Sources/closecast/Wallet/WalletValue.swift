import ArgumentParser
import Documents
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

    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
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
                throw Failure("\(found.name) has no transactions yet; fill it: closecast wallet set \(wallet) BTC=0.05", .noInput)
            }
            let days = (since ?? first, until ?? max(last, since ?? first))
            guard days.0 <= days.1 else {
                throw Failure(
                    "\(found.name) has its first transaction on \(first), after the newest stored close (\(last)); "
                        + "fetch closes (closecast history fetch --all), or give --until", .noInput)
            }
            guard days.1 - days.0 < 100_000 else { throw Failure("\(days.0) to \(days.1) is more than 100,000 days", .usage) }
            let all = try await store.portfolio.valueOverTime(found, from: days.0, through: days.1)
            let values = WalletValues(wallet: found, interval: interval, days: all)
            let report = ValueReport(values: values, tickers: try await store.tickers())
            report.notes.forEach(Console.note)
            switch format {
            case .json: try Console.write(values.document)
            case .csv: try Console.write(report.csv)
            case .plot: try Console.write(report.plot)
            case nil: try Console.write(report.table)
            }
        }
    }
}

/// A wallet's value over time for people and tables.
private struct ValueReport {
    let values: WalletValues
    let tickers: [AssetID: Ticker]

    var notes: [String] {
        let missing = values.days.filter { !$0.missing.isEmpty }
        guard let first = missing.first else { return [] }
        return [
            "\(missing.count) of \(values.days.count) days have no value: closes are not stored, the first of "
                + "\(names(first)) on \(first.day)"
        ]
    }

    private func names(_ day: DayValue) -> String {
        day.missing.map { tickers[$0]?.description ?? $0.description }.joined(separator: " ")
    }

    var table: String {
        let rows = values.rows
        return TextColumn.table([
            TextColumn("day", rows.map { "\($0.day.day)" }),
            TextColumn("value, USD", rows.map { MoneyText.rounded($0.day.value) }, minimum: 12),
            TextColumn("came in", rows.map { $0.netFlow == .zero ? "" : MoneyText.rounded($0.netFlow) }),
        ])
    }

    var csv: String {
        CSVText.line(["date", "value", "net_flow", "missing"])
            + values.rows.map { row in
                CSVText.line([
                    "\(row.day.day)", row.day.value?.description ?? "", row.netFlow?.description ?? "", names(row.day),
                ])
            }.joined()
    }

    /// Days without a value are left out.
    var plot: String {
        let known = values.rows.compactMap { row in row.day.value.map { (row.day.day, $0.doubleValue) } }
        guard let first = known.first else { return "no day has a value\n" }
        return "\(values.wallet.name), USD\n"
            + TextChart(
                past: known.map(\.1), future: [], firstDay: first.0, height: 16, width: Console.columns,
                hasColours: Console.hasColours
            ).text
    }
}
