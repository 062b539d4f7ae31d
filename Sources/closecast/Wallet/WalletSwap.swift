import ArgumentParser
import Ledger
import Portfolio

struct WalletSwap: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swap",
        abstract: "Swap coins for other coins: a sale and a purchase at the same value.",
        discussion: """
            EXAMPLES
              closecast wallet swap Main BTC 0.1 ETH 1.5
              closecast wallet swap Main BTC 0.1 ETH 1.5 --value 4200 --date 2024-11-12

            The value is the proceeds of the coins that you give and the cost of those that \
            you receive. The default is their value at the close of that day. For a renamed \
            coin or a new number of the same coins, use closecast wallet split.
            """)

    @OptionGroup var exchange: ExchangeArguments

    @Option(
        help: ArgumentHelp("What both sides are worth, in USD (default: at the close of that day).", valueName: "usd"),
        transform: DecimalArgument.argument)
    var value: DecimalArgument?

    func run() async throws {
        try await exchange.run {
            .swap(exchange.amount.value, into: $0, received: exchange.received.value, value: (value?.value).map(Money.usd))
        }
    }
}
