import ArgumentParser
import Ledger

struct WalletWithdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Record coins or cash sent outside.",
        discussion: """
            EXAMPLES
              closecast wallet withdraw Main USD 100
              closecast wallet withdraw Main BTC 0.05 --date 2024-11-12
              closecast wallet withdraw Main BTC 0.01 --label gift
              closecast wallet withdraw Main LUNA 40 --label loss

            Coins and cash with the label loss, and coins with --value 0, are lost: their \
            cost becomes a realized loss. The cost of all others leaves with them.
            """,
        // The name in files, in `--kind` and in the server's API.
        aliases: ["withdrawal"])

    @OptionGroup var movement: MovementArguments

    @Option(
        help: ArgumentHelp("The total value of the coins, in USD (default: their close of that day).", valueName: "usd"),
        transform: DecimalArgument.argument)
    var value: DecimalArgument?

    @Option(help: Transaction.Label.help(of: .withdrawal), transform: Transaction.Label.argument(of: .withdrawal))
    var label: Transaction.Label?

    func validate() throws {
        guard label != .loss || value == nil || value?.value == .zero else {
            throw ValidationError("--label loss: lost coins are worth 0; leave out --value")
        }
    }

    func run() async throws {
        try await movement.run(label) { .withdraw($0, value: (value?.value).map(Money.usd)) }
    }
}
