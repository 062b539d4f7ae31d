import ArgumentParser
import Ledger
import Market
import Portfolio

/// Arguments of a swap or split.
struct ExchangeArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
    var wallet: String

    @Argument(help: ArgumentHelp("The coin that you give.", valueName: "ticker|id"), completion: .assets)
    var asset: String

    @Argument(help: ArgumentHelp("How much of it you give.", valueName: "amount"), transform: DecimalArgument.argument)
    var amount: DecimalArgument

    @Argument(help: ArgumentHelp("The coin that you receive.", valueName: "ticker|id"), completion: .assets)
    var other: String

    @Argument(help: ArgumentHelp("How much of it you receive.", valueName: "amount"), transform: DecimalArgument.argument)
    var received: DecimalArgument

    @OptionGroup var options: OrderOptions

    /// Runs a single order, whose action is made from the coin received.
    func run(_ action: (Asset) -> Order.Action) async throws {
        try await options.run { store, time in
            [
                Order(
                    wallet: try await store.portfolio.wallets.named(wallet), asset: try await store.asset(asset),
                    action: action(try await store.asset(other)), time: time, isTimeGiven: options.date != nil,
                    note: options.note)
            ]
        }
    }
}
