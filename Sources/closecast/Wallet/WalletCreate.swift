import ArgumentParser
import Ledger

extension CostBasis: ExpressibleByArgument {}

struct WalletCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a wallet.",
        discussion: """
            EXAMPLES
              closecast wallet create Main
              closecast wallet create Trading --method hifo
            """)

    @Argument(help: ArgumentHelp("A name, unique without regard to case.", valueName: "wallet"))
    var name: String

    @Option(help: ArgumentHelp("Which lots are used first; this determines gains.", valueName: "fifo|lifo|hifo|average"))
    var method = CostBasis.fifo

    @Flag(help: "Allow negative holdings (an account with credit).")
    var allowNegative = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.openOrMake()
            let wallet = try await store.portfolio.wallets.create(name, costBasis: method, allowsNegative: allowNegative)
            try Console.write("created wallet \(wallet.name) (cost basis: \(wallet.costBasis.rawValue))\n")
        }
    }
}
