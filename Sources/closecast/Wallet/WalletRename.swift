import ArgumentParser
import Ledger
import Portfolio

struct WalletRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Change a wallet's name or cost basis.",
        discussion: """
            EXAMPLES
              closecast wallet rename Main Savings
              closecast wallet rename Main Main --method average
            """)

    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
    var wallet: String

    @Argument(help: ArgumentHelp("Its new name.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("Which lots are used first, for its whole history.", valueName: "fifo|lifo|hifo|average"))
    var method: CostBasis?

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let renamed = try await store.portfolio.wallets.change(
                try await store.portfolio.wallets.named(wallet), WalletChange(name: name, costBasis: method))
            try Console.write("wallet \(wallet) is now \(renamed.name), cost basis \(renamed.costBasis.rawValue)\n")
        }
    }
}
