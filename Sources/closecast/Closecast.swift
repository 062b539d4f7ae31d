import ArgumentParser
import Glibc

@main
enum Program {
    static func main() {
        // A reader that goes away, such as `head`, ends the command quietly, whatever the parent process ignores.
        signal(SIGPIPE, SIG_DFL)
        Closecast.main()
    }
}

struct Closecast: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "closecast",
        abstract: "Forecasts the next 96 daily closes of a coin from its last 500.",
        discussion: """
            EXAMPLES
              closecast forecast SIM01                    a simulated market, to try it
              closecast forecast BTC --from BTC.csv       your own daily closes
              closecast forecast BTC ETH --from prices/   a folder of CSV files
              closecast batch --in series.ndjson --out forecasts.ndjson
              closecast model list

            EXIT STATUS
              0   success
              1   some series of a batch failed
              64  wrong usage
              65  wrong data or model
              66  a file cannot be read
              73  a file cannot be written
            """,
        version: "closecast 0.1.0",
        subcommands: [ForecastCommand.self, BatchCommand.self, BacktestCommand.self, ModelCommand.self, SimulateCommand.self]
    )
}
