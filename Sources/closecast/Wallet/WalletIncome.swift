import ArgumentParser

struct WalletIncome: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "income",
        abstract: "Coins or cash come in at zero cost: staking, interest, an airdrop.",
        discussion: """
            EXAMPLES
              closecast wallet income Main ETH 0.002 --note staking
            """)

    @OptionGroup var movement: MovementArguments

    func run() async throws {
        try await movement.run { .income($0) }
    }
}
