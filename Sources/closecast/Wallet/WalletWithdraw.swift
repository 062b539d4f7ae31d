import ArgumentParser

struct WalletWithdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Record coins or cash sent outside.",
        discussion: """
            EXAMPLES
              closecast wallet withdraw Main USD 100
            """,
        // What files, --kind and the server call it.
        aliases: ["withdrawal"])

    @OptionGroup var movement: MovementArguments

    func run() async throws {
        try await movement.run { .withdraw($0) }
    }
}
