import ArgumentParser
import Ledger
import Portfolio

/// Arguments of a purchase or sale.
struct TradeArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
    var wallet: String

    @Argument(help: ArgumentHelp("A coin.", valueName: "ticker|id"), completion: .assets)
    var asset: String

    @Argument(help: ArgumentHelp("How many coins; or give --for.", valueName: "amount"), transform: DecimalArgument.argument)
    var amount: DecimalArgument?

    @Option(
        name: .customLong("for"), help: ArgumentHelp("The cash to spend or receive, fee not included.", valueName: "usd"),
        transform: DecimalArgument.argument)
    var cash: DecimalArgument?

    @Option(
        help: ArgumentHelp("US dollars per coin (default: the close of that day; for today, the newest).", valueName: "usd"),
        transform: DecimalArgument.argument)
    var price: DecimalArgument?

    @Option(help: ArgumentHelp("What the trade costs, in USD.", valueName: "usd"), transform: DecimalArgument.argument)
    var fee = DecimalArgument(.zero)

    @OptionGroup var options: OrderOptions

    func validate() throws {
        guard (amount == nil) != (cash == nil) else { throw ValidationError("give either an amount of coins or --for CASH") }
    }

    /// Runs a single order, whose action is made from size, price and fee.
    func run(_ action: (Order.Size, Money?, Money) -> Order.Action) async throws {
        let size: Order.Size = amount.map { .coins($0.value) } ?? .cash(.usd(cash!.value))
        try await options.run { store, time in
            [
                Order(
                    wallet: try await store.portfolio.wallets.named(wallet), asset: try await store.asset(asset),
                    action: action(size, (price?.value).map(Money.usd), .usd(fee.value)), time: time,
                    isTimeGiven: options.date != nil,
                    note: options.note)
            ]
        }
    }
}
