import ArgumentParser
import Ledger
import Market
import Portfolio

struct WalletGains: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gains",
        abstract: "Show realized and unrealized gains of each lot and coin, and three returns.",
        discussion: """
            EXAMPLES
              closecast wallet gains Main
              closecast wallet gains Main Savings --method lifo
              closecast wallet gains Main --explain
              closecast wallet gains Main --realized --year 2025
              closecast wallet gains Main --realized --year 2025 --time-zone Europe/Berlin
              closecast wallet gains --all --realized --csv > gains.csv

            The return on cost is (market value + proceeds - cost) / cost of all coins \
            ever acquired, without cash in any currency. The time-weighted return shows \
            how the holdings did, whenever money came or went. The money-weighted return \
            is the yearly rate at which the money put in would have become the value (XIRR).

            --realized lists every sale, fee and income, with what it cost and \
            gained. Days and years are those of UTC; --time-zone counts them elsewhere. A \
            transaction without a time, or at midnight UTC, keeps its day in every zone.

            --currency EUR converts costs and proceeds at the close of their own day, \
            market values at that of the report's day.
            """)

    @OptionGroup var choice: WalletChoice

    @Option(
        help: ArgumentHelp(
            "Which lots are used first, to compare (default: the wallet's own method).", valueName: "fifo|lifo|hifo|average"))
    var method: CostBasis?

    @Flag(help: "List each disposal: acquired, sold, held for, proceeds, cost, gain.")
    var realized = false

    @Option(help: ArgumentHelp("Only disposals of that calendar year; with --realized.", valueName: "year"))
    var year: Int?

    @Option(
        help: ArgumentHelp("The time zone of days and years; with --realized (default: UTC).", valueName: "Area/City"),
        transform: CalendarZone.argument)
    var timeZone: CalendarZone?

    @Flag(help: "Comma-separated values.")
    var csv = false

    @OptionGroup var options: ReportOptions

    func validate() throws {
        if year != nil, !realized { throw ValidationError("--year \(year!): only with --realized") }
        if timeZone != nil, !realized { throw ValidationError("--time-zone: only with --realized") }
        if let year, !(1970...9999).contains(year) { throw ValidationError("--year \(year): expected 1970 to 9999") }
        if csv, options.json { throw ValidationError("--csv and --json: give one of them") }
        if options.explain, realized || csv { throw ValidationError("--explain: only without --realized and --csv") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = try options.storeOptions.open()
            let group = try await choice.group(in: store)
            if realized { try await writeRealized(group, store) } else { try await writeGains(group, store) }
        }
    }

    private func writeGains(_ group: WalletGroup, _ store: LocalStore) async throws {
        let report = try await options.report(of: group, in: store, costBasis: method)
        let returns = try await store.portfolio.valueHistory.returns(of: report)
        let text = GainsText(report: report, returns: returns, today: store.portfolio.today)
        text.notes.forEach(Console.note)
        if csv { return try Console.write(GainsDocuments.csv(report)) }
        guard !options.json else {
            let shown = try ShownGains(report, returns: returns, shifts: returns?.closeShifts ?? [], explained: options.explain)
            return try Console.write(GainsDocuments.gains.jsonLine(shown))
        }
        try Console.write(text.gains)
        if options.explain { try Console.write("\n" + report.explained().map { FigureText.tree($0) }.joined(separator: "\n")) }
    }

    private func writeRealized(_ group: WalletGroup, _ store: LocalStore) async throws {
        let report = try await store.portfolio.gains.realized(
            of: group, year: year, zone: timeZone ?? .utc, through: options.on, costBasis: method,
            in: options.currencyOption.currency)
        let text = RealizedText(report: report)
        text.notes.forEach(Console.note)
        if csv { return try Console.write(RealizedDocuments.csv(report)) }
        try Console.write(options.json ? RealizedDocuments.json(report) : text.table)
    }
}

extension CalendarZone {
    /// Parses the name of a zone.
    static func argument(_ text: String) throws -> CalendarZone {
        do throws(CalendarZoneError) {
            return try CalendarZone(named: text)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
