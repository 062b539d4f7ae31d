import ArgumentParser

struct WalletFee: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fee",
        abstract: "Record a fee paid in coins or cash.",
        discussion: """
            EXAMPLES
              closecast wallet fee Main ETH 0.0004 --note gas
            """)

    @OptionGroup var movement: MovementArguments

    func run() async throws {
        try await movement.run { .fee($0) }
    }
}
