import ArgumentParser
import Glibc
import Platform

@main
enum Program {
    static func main() async {
        // When the reader of a pipe exits, as `head` does, the command ends quietly, even if the parent process ignores SIGPIPE.
        signal(SIGPIPE, SIG_DFL)
        if let message = negativeNumber(CommandLine.arguments) {
            Console.error(message)
            exit(Failure.Status.usage.rawValue)
        }
        if let message = CommandSuggestion.message(CommandLine.arguments) {
            Console.error(message)
            exit(Failure.Status.usage.rawValue)
        }
        await Closecast.main()
    }
}

extension Program {
    /// Returns the error for a number with a leading minus, which the parser would treat as an unknown option and then report as
    /// missing; nil if there is none.
    static func negativeNumber(_ arguments: [String]) -> String? {
        // Totals of wallets with debts may be negative; notes and keys are any text.
        let options = ["--above", "--below", "--touch", "--note", "--key", "--seed"]
        let negative = zip(arguments, arguments.dropFirst()).first { before, text in
            !options.contains(before) && text.first == "-" && text.dropFirst().first.map { $0.isNumber || $0 == "." } == true
        }
        guard let (before, text) = negative else { return nil }
        if before.hasPrefix("--"), !before.contains("=") {
            return "\(before) \(text): expected a number that is not negative (text that starts with - is given as \(before)=TEXT)"
        }
        guard arguments.count > 2, ["wallet", "invest"].contains(arguments[1]) else { return nil }
        return "\(text): expected an amount that is not negative; the command says whether it comes or goes "
            + "(wallet deposit, wallet withdraw)"
    }
}

struct Closecast: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "closecast",
        abstract: "Forecasts the next 96 daily closes of a coin from its last 500.",
        discussion: """
            EXAMPLES
              closecast forecast SIM01                    a simulated market, to try it
              closecast forecast BTC --from BTC.csv       your own daily closes
              closecast forecast BTC ETH --from prices/   a folder of CSV files
              closecast history import prices/*.csv       store closes to forecast from
              closecast wallet create Main                keep wallets and forecast them
              closecast wallet set Main BTC=0.05 ETH=0.5
              closecast batch --in series.ndjson --out forecasts.ndjson
              closecast model list

            EXIT STATUS
              0   success
              1   some series of a batch failed, or a check found problems
              10  an alert fired (alert check)
              64  wrong usage
              65  invalid data or model
              66  a file, a wallet, an account, a paper match, an alert or closes were not
                  found
              69  no price provider answered
              73  a file cannot be created
              74  reading or writing failed
              75  a signal came, or the database or a file is in use; try again
            """,
        version: "closecast \(Locations.version)",
        groupedSubcommands: [
            CommandGroup(
                name: "Forecasts",
                subcommands: [
                    ForecastCommand.self, DiaryCommand.self, BatchCommand.self, BacktestCommand.self, ModelCommand.self,
                    SimulateCommand.self, PaperCommand.self,
                ]),
            CommandGroup(
                name: "History",
                subcommands: [HistoryCommand.self, MarketCommand.self, AssetCommand.self, FavouriteCommand.self, NewsCommand.self]),
            CommandGroup(name: "Wallets", subcommands: [WalletCommand.self, InvestCommand.self]),
            CommandGroup(name: "Expenses", subcommands: [ExpenseCommand.self]),
            CommandGroup(name: "Alerts", subcommands: [AlertCommand.self, NoticesCommand.self]),
            CommandGroup(
                name: "Server",
                subcommands: [
                    ServeCommand.self, McpCommand.self, AccountCommand.self, TokenCommand.self, KeysCommand.self,
                ]),
            CommandGroup(
                name: "Store", subcommands: [BackupCommand.self, RestoreCommand.self, DoctorCommand.self, VersionCommand.self]),
        ]
    )
}
