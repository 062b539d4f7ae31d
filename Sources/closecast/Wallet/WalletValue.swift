import ArgumentParser
import Charts
import Languages
import Ledger
import Market
import Platform
import Portfolio
import Text

struct WalletValue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "value",
        abstract: "Show what one or more wallets were worth at the end of each day, from stored closes.",
        discussion: """
            EXAMPLES
              closecast wallet value Main --since 2024-01-01
              closecast wallet value Main --since 2024-01-01 --interval 1mo --csv
              closecast wallet value Main Savings
              closecast wallet value Main --currency EUR
              closecast wallet value Main --svg Main.svg

            Days without a stored close of a holding have no value; the output names the holding.
            """)

    enum Format: String, EnumerableFlag {
        case json, csv, plot

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .json: "One JSON object; amounts are texts, exact to 18 places."
            case .csv: "date,value,net_flow,inflow,outflow,missing; one line per day."
            case .plot: "A chart."
            }
        }
    }

    @OptionGroup var choice: WalletChoice

    @Option(
        help: ArgumentHelp("The first day (default: that of its first transaction).", valueName: "date"), transform: Day.argument)
    var since: Day?

    @Option(help: ArgumentHelp("The last day (default: the newest stored one).", valueName: "date"), transform: Day.argument)
    var until: Day?

    @Option(help: ArgumentHelp("The last day of each day, week or month.", valueName: "1d|1w|1mo"))
    var interval = CandleInterval.day

    @Flag(exclusivity: .exclusive)
    var format: Format?

    @OptionGroup var chart: ChartFileOption
    @OptionGroup var currencyOption: CurrencyOption
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if let since, let until, since > until { throw ValidationError("--since \(since) is after --until \(until)") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let group = try await choice.group(in: store)
            let days = try await days(of: group, store)
            let values = try await store.portfolio.valueHistory.report(of: group, days, in: currencyOption.currency)
            let report = ValueText(values: WalletValues(values, interval: interval), tickers: try await store.tickers())
            report.notes.forEach(Console.note)
            switch format {
            case .json: try Console.write(WalletValues.document.jsonLine(report.values))
            case .csv: try Console.write(report.csv)
            case .plot: try Console.write(report.plot)
            case nil: try Console.write(report.table)
            }
            try chart.write(report.chart)
        }
    }

    /// Returns the days of the report, at least one.
    private func days(of group: WalletGroup, _ store: LocalStore) async throws -> ValueDays {
        do {
            let days = try await store.portfolio.valueHistory.days(
                of: group, since: since, until: until, in: currencyOption.currency)
            guard let days else { throw Failure("\(group.name): no transactions yet", .noInput) }
            guard !days.isEmpty else {
                throw Failure("\(group.name) has nothing on \(days.until): the first transaction is on \(days.since)", .noInput)
            }
            return days
        } catch let error as TooManyDaysError {
            throw Failure("\(error.days.since) to \(error.days.until) is more than 100,000 days", .usage)
        }
    }
}

/// A wallet's value over time as a table or chart.
private struct ValueText {
    let values: WalletValues
    let tickers: [AssetID: Ticker]

    var notes: [String] {
        var notes: [String] = []
        let missing = values.days.filter { !$0.missing.isEmpty }
        if let first = missing.first {
            notes.append(
                "no value on \(missing.count) of \(values.days.count.counted("day")): closes are not stored, the first of "
                    + "\(names(first)) on \(first.day)")
        }
        let older = values.days.filter { $0.olderRateDay != nil }
        if let first = older.first, let rateDay = first.olderRateDay {
            notes.append(
                "a rate of an earlier day counts on \(older.count) of \(values.days.count.counted("day")), the first on \(first.day): "
                    + "rate of \(rateDay)")
        }
        if let last = values.days.last, let note = TimingText.note(values.timing, day: last.day) { notes.append(note) }
        return notes
    }

    private func names(_ day: DayValue) -> String {
        day.missing.map { tickers[$0]?.description ?? $0.description }.joined(separator: " ")
    }

    var table: String {
        let rows = values.rows
        return TextColumn.table([
            TextColumn("day", rows.map { "\($0.day.day)" }),
            TextColumn("value, \(values.currency.code)", rows.map { MoneyText.rounded($0.day.value) }, minimum: 12),
            TextColumn("came in", rows.map { $0.netFlow?.amount == .zero ? "" : MoneyText.rounded($0.netFlow) }),
        ])
    }

    var csv: String { values.csv(tickers: tickers) }

    /// A chart of the values; days without a value are skipped.
    var plot: String {
        let known = values.rows.compactMap { row in row.day.value.map { (row.day.day, $0.doubleValue) } }
        guard let first = known.first else { return "no day has a value\n" }
        return "\(values.wallets.name), \(values.currency.code)\n"
            + TextChart(
                past: known.map(\.1), future: [], firstDay: first.0, height: 16, width: Console.columns,
                hasColours: Console.hasColours
            ).text
    }

    /// The values of all days as an SVG file; a day without a value is a gap.
    var chart: String {
        guard let first = values.days.first?.day, let last = values.days.last?.day else { return "" }
        var line = ChartLine(firstDay: first, values: Array(repeating: nil, count: last - first + 1))
        for day in values.days { line.values[day.day - first] = day.value?.doubleValue }
        let conventions = Conventions(of: .english)
        let known = line.values.compactMap(\.self)
        let title = "\(values.wallets.name): value in \(values.currency.code)"
        let range = known.min().flatMap { low in known.max().map { (low, $0) } }
        let description =
            "From \(conventions.date(first)) to \(conventions.date(last))"
            + (range.map { ", between \(conventions.price($0, decimals: 2)) and \(conventions.price($1, decimals: 2))." }
                ?? ": no value.")
        return TimeChart(lines: [line]).document(
            view: min(first, last - 1)...last, conventions, title: title, description: description,
            source:
                "Closecast \(Locations.version). Drawn on \(conventions.date(Day(secondsSince1970: ProcessState.secondsSince1970)))."
                + " Last day: \(conventions.date(last)), UTC.")
    }
}
