import ArgumentParser
import Portfolio

struct WalletExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the transactions of wallets as CSV or JSON, the oldest first.",
        discussion: """
            EXAMPLES
              closecast wallet export Main > main.csv
              closecast wallet export --json > all.json

            Reversed transactions and their reversals are left out. \
            closecast wallet import reads it back; closecast backup keeps everything.
            """)

    @Argument(help: ArgumentHelp("Wallets (default: all).", valueName: "wallet"), completion: .wallets)
    var wallets: [String] = []

    @Flag(help: "One JSON object instead of CSV.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let chosen = try await store.portfolio.wallets.group(wallets.isEmpty ? nil : wallets).wallets
            try await store.portfolio.transactions.exportFile(of: chosen, as: json ? .json : .csv) { try Console.write($0) }
        }
    }
}
