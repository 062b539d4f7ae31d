import ArgumentParser
import Ledger
import Portfolio

struct WalletIncome: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "income",
        abstract: "Record staking rewards, interest or an airdrop.",
        discussion: """
            EXAMPLES
              closecast wallet income Main ETH 0.002 --label staking
              closecast wallet income Main ETH 0.002 --label staking --at-market
              closecast wallet income Main ETH 0.002 --value 6.20 --date 2024-11-12

            By default coins cost nothing, so the full sale price is a gain. With \
            --at-market or --value their market value is realized income, and becomes \
            their cost.
            """)

    @OptionGroup var movement: MovementArguments

    @Flag(help: "Count the coins at the close of that day.")
    var atMarket = false

    @Option(
        help: ArgumentHelp("Count the coins at this total value, in USD.", valueName: "usd"),
        transform: DecimalArgument.argument)
    var value: DecimalArgument?

    @Option(help: Transaction.Label.help(of: .income), transform: Transaction.Label.argument(of: .income))
    var label: Transaction.Label?

    func validate() throws {
        guard !atMarket || value == nil else {
            throw ValidationError("--at-market and --value exclude each other; give one of them")
        }
    }

    func run() async throws {
        let basis: Order.IncomeBasis = atMarket || value != nil ? .marketValue((value?.value).map(Money.usd)) : .zero()
        try await movement.run(label) { .income($0, basis: basis) }
    }
}
