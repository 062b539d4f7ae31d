import ArgumentParser
import Portfolio

struct WalletIncome: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "income",
        abstract: "Record staking rewards, interest or an airdrop.",
        discussion: """
            EXAMPLES
              closecast wallet income Main ETH 0.002 --note staking
              closecast wallet income Main ETH 0.002 --at-market
              closecast wallet income Main ETH 0.002 --value 6.20 --date 2024-11-12

            Coins cost nothing unless you say otherwise, so all that they bring is a gain \
            when you sell them. With --at-market or --value they count as realized income \
            of what they were worth, and cost that.
            """)

    @OptionGroup var movement: MovementArguments

    @Flag(help: "Count the coins at the close of that day.")
    var atMarket = false

    @Option(
        help: ArgumentHelp("Count the coins at what they were worth in all, in USD.", valueName: "usd"),
        transform: DecimalArgument.argument)
    var value: DecimalArgument?

    func run() async throws {
        let basis: Order.IncomeBasis = atMarket || value != nil ? .marketValue(value?.value) : .zero
        try await movement.run { .income($0, basis: basis) }
    }
}
