import ArgumentParser

struct WalletSell: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sell",
        abstract: "Sell coins for cash.",
        discussion: """
            EXAMPLES
              closecast wallet sell Main BTC 0.01 --price 97000 --fee 5
              closecast wallet sell Main BNB --for 65 --preview
              closecast wallet sell Main BTC 0.01 --date 2024-11-12
              closecast wallet sell Main LUNA 40 --price 0

            Worthless coins can be sold for nothing: their cost becomes a realized loss.
            """)

    @OptionGroup var trade: TradeArguments

    func run() async throws {
        try await trade.run { .sell($0, price: $1, fee: $2) }
    }
}
