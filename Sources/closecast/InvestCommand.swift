import ArgumentParser
import Ledger
import Market
import Portfolio
import Text

struct InvestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invest",
        abstract: "Track purchases and their gains.",
        discussion: """
            EXAMPLES
              closecast invest add BTC 0.05 64000
              closecast invest add ETH 0.5 2600 --date 2024-11-12
              closecast invest list
              closecast invest remove 3 4

            Investments are the lots of a wallet called \(Investments.walletName), which all other commands \
            know as well: closecast wallet forecast \(Investments.walletName).
            """,
        subcommands: [InvestAdd.self, InvestList.self, InvestRemove.self]
    )
}

struct InvestAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add an investment.")

    @Argument(help: ArgumentHelp("An asset.", valueName: "ticker|id"), completion: .assets)
    var asset: String

    @Argument(help: ArgumentHelp("How many coins.", valueName: "quantity"), transform: DecimalArgument.argument)
    var quantity: DecimalArgument

    @Argument(help: ArgumentHelp("The price of one coin, in USD.", valueName: "price"), transform: DecimalArgument.argument)
    var price: DecimalArgument

    @OptionGroup var options: OrderOptions

    func run() async throws {
        try await options.run(makesStore: true) { store, time in
            let asset = try await store.asset(asset)
            let investment = try NewInvestment(asset, quantity: quantity.value, price: .usd(price.value))
            return [
                try await store.portfolio.investments.order(
                    for: investment, time: time, isTimeGiven: options.date != nil, note: options.note)
            ]
        }
    }
}

struct InvestRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove investments.",
        discussion: "All are removed or none. closecast invest list shows their numbers.")

    @Argument(help: ArgumentHelp("Numbers of investments.", valueName: "id"))
    var ids: [Int64]

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let receipt = try await store.portfolio.investments.remove(ids.map(TransactionID.init))
            try Console.write("\(receipt.corrections.count.counted("investment")) removed\n")
        }
    }
}

struct InvestList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List investments with their gains against their buy prices.")

    @OptionGroup var options: ReportOptions

    private static let none = "no investments; add one: closecast invest add BTC 0.05 64000\n"

    func run() async throws {
        try await reportingFailures {
            let existing = options.json ? try options.storeOptions.open() : try options.storeOptions.openIfThere()
            guard let store = existing else { return try Console.write(Self.none) }
            let wallet = try await store.portfolio.investments.existingWallet()
            guard wallet != nil || options.json else { return try Console.write(Self.none) }
            if let wallet { try await options.refresh(WalletGroup(wallet), in: store) }
            let report = try await store.portfolio.investments.gains(
                on: options.on, keepsDisposals: options.explain, in: options.currencyOption.currency)
            let text = GainsText(report: report, returns: nil, today: store.portfolio.today)
            if options.json {
                let shown = try ShownGains(report, returns: nil, explained: options.explain)
                return try Console.write(GainsDocuments.gains.jsonLine(shown))
            }
            guard !report.gains.lots.isEmpty else {
                return try Console.write(Self.none)
            }
            text.notes.forEach(Console.note)
            try Console.write(text.investments)
            if options.explain {
                try Console.write("\n" + report.explained().prefix(3).map { FigureText.tree($0) }.joined(separator: "\n"))
            }
        }
    }
}
