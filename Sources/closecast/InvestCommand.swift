import ArgumentParser
import Documents
import Ledger
import Market
import Portfolio

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

            Investments are the lots of a wallet called \(Portfolio.investmentsName), which all other commands \
            know as well: closecast wallet forecast \(Portfolio.investmentsName).
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

    @Argument(help: ArgumentHelp("What a coin cost, in USD.", valueName: "price"), transform: DecimalArgument.argument)
    var price: DecimalArgument

    @OptionGroup var options: OrderOptions

    func run() async throws {
        try await options.run(makesStore: true) { store, time in
            let asset = try await store.asset(asset)
            guard asset.id != .usd else { throw PortfolioError.cashForCash }
            guard price.value >= .zero else { throw PortfolioError.negativeAmount(asset.ticker, price.value) }
            return [
                Order(
                    wallet: try await store.portfolio.investments(),
                    asset: asset, action: .deposit(quantity.value, cost: .usd(try quantity.value.multiplied(by: price.value))),
                    time: time, isTimeGiven: options.date != nil, note: options.note)
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
            let results = try await store.portfolio.removeInvestments(ids.map(TransactionID.init))
            try Console.write("\(results.count.counted("investment")) removed\n")
        }
    }
}

struct InvestList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List investments with what they gained against their buy prices.")

    @OptionGroup var options: ReportOptions

    private static let none = "no investments; add one: closecast invest add BTC 0.05 64000\n"

    func run() async throws {
        try await reportingFailures {
            let existing = options.json ? try options.storeOptions.open() : try options.storeOptions.openIfThere()
            guard let store = existing else { return try Console.write(Self.none) }
            // Listing investments must not create the wallet.
            let isThere = try await store.portfolio.wallets().contains {
                $0.name.lowercased() == Portfolio.investmentsName.lowercased()
            }
            guard isThere || options.json else { return try Console.write(Self.none) }
            let report = try await options.report(of: WalletGroup(try await store.portfolio.investments()), in: store)
            let text = GainsText(report: report, today: store.portfolio.today)
            if options.json { return try Console.write(GainsJSON.document(report, returns: nil, explained: options.explain)) }
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
