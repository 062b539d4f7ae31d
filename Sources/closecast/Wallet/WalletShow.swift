import ArgumentParser
import Documents
import Ledger
import Market
import Portfolio

struct WalletShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a wallet holds, what it is worth and what it gained.",
        discussion: """
            EXAMPLES
              closecast wallet show Main
              closecast wallet show Main --on 2024-12-31
              closecast wallet show Main --explain
            """)

    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
    var wallet: String

    @OptionGroup var options: ReportOptions

    func run() async throws {
        try await reportingFailures {
            let (store, report) = try await options.report(of: wallet)
            let text = GainsText(report: report, today: store.portfolio.today)
            text.notes.forEach(Console.note)
            if options.json { return try Console.write(GainsJSON.document(report, returns: nil, explained: options.explain)) }
            try Console.write(text.holdings)
            if options.explain {
                try Console.write("\n" + report.explained().prefix(3).map { FigureText.tree($0) }.joined(separator: "\n"))
            }
        }
    }
}

/// What the commands that tell gains have in common.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("As of the end of that day (default: now, at the newest stored closes).", valueName: "date"),
        transform: Day.argument)
    var on: Day?

    @Flag(help: "Also open every figure: the lots, prices and formulas that give it.")
    var explain = false

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var feedOptions: FeedOptions
    @OptionGroup var storeOptions: StoreOptions

    func report(of name: String, costBasis: CostBasis? = nil) async throws -> (Store, GainsReport) {
        let store = try storeOptions.open()
        let wallet = try await store.portfolio.wallet(name)
        if on == nil { try await feedOptions.refresh(try await store.held(by: wallet), in: store) }
        return (
            store, try await store.portfolio.gains(of: wallet, on: on, costBasis: costBasis, keepsDisposals: explain)
        )
    }
}
