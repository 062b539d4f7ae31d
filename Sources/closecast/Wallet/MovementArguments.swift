import ArgumentParser
import Ledger
import Portfolio

/// Arguments of a deposit or withdrawal.
struct MovementArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
    var wallet: String

    @Argument(help: ArgumentHelp("An asset; USD is cash.", valueName: "ticker|id"), completion: .assets)
    var asset: String

    @Argument(help: ArgumentHelp("How much of it.", valueName: "amount"), transform: DecimalArgument.argument)
    var amount: DecimalArgument

    @OptionGroup var options: OrderOptions

    /// Runs a single order, whose action is made from the amount.
    func run(_ label: Transaction.Label? = nil, _ action: (Quantity) -> Order.Action) async throws {
        try await options.run { store, time in
            [
                Order(
                    wallet: try await store.portfolio.wallets.named(wallet), asset: try await store.asset(asset),
                    action: action(amount.value), time: time, isTimeGiven: options.date != nil,
                    note: options.note, label: label)
            ]
        }
    }
}
