import ArgumentParser
import Documents
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
              closecast wallet gains Main --method lifo
              closecast wallet gains Main --explain

            The return on cost is (market value + proceeds - cost) / cost of all coins ever \
            acquired; the time-weighted one tells how the holdings did, whenever money came \
            or went; the money-weighted one is the yearly rate at which the money put in \
            would have become the value (XIRR).
            """)

    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
    var wallet: String

    @Option(
        help: ArgumentHelp("Which lots leave first, to compare (default: the wallet's own).", valueName: "fifo|lifo|hifo|average"))
    var method: CostBasis?

    @OptionGroup var options: ReportOptions

    func run() async throws {
        try await reportingFailures {
            let (store, report) = try await options.report(of: wallet, costBasis: method)
            let returns = try await store.portfolio.returns(of: report.wallet, through: report.day)
            let text = GainsText(report: report, today: store.portfolio.today)
            text.notes.forEach(Console.note)
            if options.json { return try Console.write(GainsJSON.document(report, returns: returns, explained: options.explain)) }
            try Console.write(text.gains(returns))
            if options.explain { try Console.write("\n" + report.explained().map { FigureText.tree($0) }.joined(separator: "\n")) }
        }
    }
}
