import ArgumentParser

struct WalletRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Undo the deletion of a wallet.",
        discussion: """
            If several deleted wallets had the name, the one that was deleted last is restored. A wallet's id names it exactly.
            """)

    @Argument(help: ArgumentHelp("The wallet's name or id.", valueName: "wallet"))
    var wallet: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let restored = try await storeOptions.open().portfolio.wallets.restore(wallet)
            try Console.write("wallet \(restored.name) restored\n")
        }
    }
}
