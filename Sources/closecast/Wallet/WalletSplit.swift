import ArgumentParser
import Ledger
import Portfolio

struct WalletSplit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Record a split, a redenomination or a renamed coin.",
        discussion: """
            EXAMPLES
              closecast wallet split Main ABC 5 ABC 50 --date 2024-11-12
              closecast wallet split Main MATIC 100 POL 100

            The new coins have the cost and the age of the old ones, so a split has no \
            gain. For coins of another kind: closecast wallet swap.
            """)

    @OptionGroup var exchange: ExchangeArguments

    func run() async throws {
        try await exchange.run { .split(exchange.amount.value, into: $0, received: exchange.received.value) }
    }
}
