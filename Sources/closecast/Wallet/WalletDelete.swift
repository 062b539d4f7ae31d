import ArgumentParser
import Portfolio

struct WalletDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a wallet; its transactions stay in the journal, so it can be restored.")

    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
    var wallet: String

    @Flag(help: "Delete it even if it still holds something.")
    var withHoldings = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let found = try await store.portfolio.wallets.named(wallet)
            try await store.portfolio.wallets.delete(found, withHoldings: withHoldings)
            try Console.write("wallet \(found.name) deleted\n")
            Console.note("to undo this: closecast wallet restore \(PortfolioError.word(found.name))")
        }
    }
}
