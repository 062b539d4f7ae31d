import ArgumentParser
import Ledger
import Portfolio

struct WalletTransfer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer",
        abstract: "Move coins or cash to another wallet, with their cost and age.",
        discussion: """
            EXAMPLES
              closecast wallet transfer Main Savings BTC 0.02 --fee 0.0001
            """)

    @Argument(help: ArgumentHelp("The sending wallet.", valueName: "from"), completion: .wallets)
    var wallet: String

    @Argument(help: ArgumentHelp("The receiving wallet.", valueName: "to"), completion: .wallets)
    var target: String

    @Argument(help: ArgumentHelp("An asset; USD is cash.", valueName: "ticker|id"), completion: .assets)
    var asset: String

    @Argument(help: ArgumentHelp("How much arrives.", valueName: "amount"), transform: DecimalArgument.argument)
    var amount: DecimalArgument

    @Option(
        help: ArgumentHelp("The transfer fee, in the same asset, on top of the amount.", valueName: "amount"),
        transform: DecimalArgument.argument)
    var fee = DecimalArgument(.zero)

    @OptionGroup var options: OrderOptions

    func run() async throws {
        try await options.run { store, time in
            [
                Order(
                    wallet: try await store.portfolio.wallets.named(wallet), asset: try await store.asset(asset),
                    action: .transfer(amount.value, to: try await store.portfolio.wallets.named(target), fee: fee.value),
                    time: time,
                    isTimeGiven: options.date != nil,
                    note: options.note)
            ]
        }
    }
}
