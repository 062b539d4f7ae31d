import ArgumentParser
import Ledger

struct WalletDeposit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit",
        abstract: "Record coins or cash received from outside.",
        discussion: """
            EXAMPLES
              closecast wallet deposit Main USD 1000
              closecast wallet deposit Main BTC 0.05 --cost 4400 --date 2024-11-12
              closecast wallet deposit Main BTC 0.01 --label gift
            """)

    @OptionGroup var movement: MovementArguments

    @Option(
        help: ArgumentHelp("The total cost of the coins, in USD (default: their close of that day).", valueName: "usd"),
        transform: DecimalArgument.argument)
    var cost: DecimalArgument?

    @Option(help: Transaction.Label.help(of: .deposit), transform: Transaction.Label.argument(of: .deposit))
    var label: Transaction.Label?

    func run() async throws {
        try await movement.run(label) { .deposit($0, cost: (cost?.value).map(Money.usd)) }
    }
}
