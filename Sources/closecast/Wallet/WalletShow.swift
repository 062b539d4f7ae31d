import ArgumentParser
import Ledger
import Market
import Portfolio

struct WalletShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the holdings, value and gains of wallets.",
        discussion: """
            EXAMPLES
              closecast wallet show Main
              closecast wallet show Main Savings
              closecast wallet show --all --on 2024-12-31
              closecast wallet show Main --explain
              closecast wallet show Main --currency EUR
            """)

    @OptionGroup var choice: WalletChoice
    @OptionGroup var options: ReportOptions

    func run() async throws {
        try await reportingFailures {
            let store = try options.storeOptions.open()
            let report = try await options.report(of: try await choice.group(in: store), in: store)
            let returns = try await store.portfolio.valueHistory.returns(of: report)
            let text = GainsText(report: report, returns: returns, today: store.portfolio.today)
            text.notes.forEach(Console.note)
            guard !options.json else {
                let shown = try ShownGains(report, returns: nil, shifts: returns?.closeShifts ?? [], explained: options.explain)
                return try Console.write(GainsDocuments.gains.jsonLine(shown))
            }
            try Console.write(text.holdings)
            if options.explain {
                try Console.write("\n" + report.explained().prefix(3).map { FigureText.tree($0) }.joined(separator: "\n"))
            }
        }
    }
}

/// Options shared by the commands that report gains.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("As of the end of that day (default: now, at the newest stored closes).", valueName: "date"),
        transform: Day.argument)
    var on: Day?

    @Flag(help: "Also show the lots, prices and formulas behind each figure.")
    var explain = false

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var currencyOption: CurrencyOption
    @OptionGroup var feedOptions: FeedOptions
    @OptionGroup var storeOptions: StoreOptions

    /// Fetches new closes of the wallets' holdings, if the report is of now.
    func refresh(_ group: WalletGroup, in store: LocalStore) async throws {
        guard on == nil else { return }
        try await feedOptions.refresh(try await store.needed(by: group, in: currencyOption.currency), in: store)
    }

    /// Returns the gains of wallets, after fetching new closes if the report is of now.
    func report(of group: WalletGroup, in store: LocalStore, costBasis: CostBasis? = nil) async throws -> GainsReport {
        try await refresh(group, in: store)
        return try await store.portfolio.gains.report(
            of: group, on: on, costBasis: costBasis, keepsDisposals: explain, in: currencyOption.currency)
    }
}
