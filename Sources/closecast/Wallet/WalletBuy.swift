import ArgumentParser

struct WalletBuy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "buy",
        abstract: "Buy coins with the wallet's cash.",
        discussion: """
            EXAMPLES
              closecast wallet buy Main BTC 0.01 --price 97000 --fee 5
              closecast wallet buy Main BNB --for 65 --preview
              closecast wallet buy Main BTC 0.01 --date 2024-11-12
            """)

    @OptionGroup var trade: TradeArguments

    func run() async throws {
        try await trade.run { .buy($0, price: $1, fee: $2) }
    }
}
