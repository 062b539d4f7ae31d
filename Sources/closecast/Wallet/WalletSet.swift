import ArgumentParser
import Ledger
import Portfolio

struct WalletSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the holdings of a wallet.",
        discussion: """
            EXAMPLES
              closecast wallet set Main BTC=0.05 ETH=0.5
              closecast wallet set Main BTC=0.05 --date 2024-11-12

            The difference to what it holds now is deposited or withdrawn, on --date.
            """)

    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
    var wallet: String

    @Argument(
        help: ArgumentHelp("The new holdings; others stay unchanged.", valueName: "ticker=amount"),
        transform: HoldingArgument.argument)
    var holdings: [HoldingArgument]

    @OptionGroup var options: OrderOptions

    func run() async throws {
        try await options.run { store, time in
            let wallet = try await store.portfolio.wallets.named(wallet)
            var orders: [Order] = []
            for holding in holdings {
                let asset = try await store.asset(holding.asset)
                guard !orders.contains(where: { $0.asset.id == asset.id }) else {
                    throw Failure("\(holding.asset) is given twice; give each coin once", .usage)
                }
                orders.append(
                    Order(
                        wallet: wallet, asset: asset, action: .set(holding.quantity), time: time, isTimeGiven: options.date != nil,
                        note: options.note))
            }
            return orders
        }
    }
}
