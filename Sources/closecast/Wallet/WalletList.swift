import ArgumentParser
import Ledger
import Market
import Portfolio

struct WalletList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List wallets and their values.")

    @Flag(help: "One JSON object.")
    var json = false

    @Flag(help: "Use stored closes only, as the list always does.")
    var offline = false

    @OptionGroup var currencyOption: CurrencyOption
    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let portfolio = try storeOptions.openIfThere()?.portfolio
            var valuations: [Valuation] = []
            for wallet in try await portfolio?.wallets.all() ?? [] {
                if let valuation = try await portfolio?.valuations.valuation(of: wallet, in: currencyOption.currency) {
                    valuations.append(valuation)
                }
            }
            guard !json else { return try Console.write(WalletDocuments.list.jsonLine(valuations)) }
            guard !valuations.isEmpty else { return try Console.write("no wallets; make one: closecast wallet create Main\n") }
            try Console.write(Self.table(valuations, currencyOption.currency))
            for valuation in valuations { MissingPrices.note(valuation) }
        }
    }

    private static func table(_ valuations: [Valuation], _ currency: Currency) -> String {
        TextColumn.table([
            TextColumn("wallet", valuations.map(\.wallet.name), isText: true),
            TextColumn("assets", valuations.map { "\($0.holdings.count)" }, minimum: 6),
            TextColumn("value, \(currency.code)", valuations.map { MoneyText.rounded($0.total) }, minimum: 12),
            TextColumn("at the closes of", valuations.map { "\($0.day)" }),
            TextColumn("cost basis", valuations.map(\.wallet.costBasis.rawValue)),
        ])
    }
}

/// Amounts of money as text for the terminal.
enum MoneyText {
    /// Returns an amount rounded to the decimals of its currency; `missing` for nil.
    static func rounded(_ money: Money?) -> String { money.map { $0.fixed(places: $0.currency.decimals) } ?? "missing" }

    /// Returns a ratio as a signed percentage; `-` for nil.
    static func percent(_ ratio: FixedDecimal?) -> String { ratio.map { PercentText.signed($0.doubleValue) } ?? "-" }
}

/// Notes about missing prices in a total.
enum MissingPrices {
    static func note(_ valuation: Valuation) {
        for asset in valuation.missing {
            Console.note(
                "\(valuation.wallet.name): no close of \(asset.ticker) on \(valuation.day) is stored, so the total is missing "
                    + "(the assets with closes: \(MoneyText.rounded(valuation.knownTotal)) \(valuation.currency.code)); \(asset.closesCommand)"
            )
        }
        for note in TooLargeText.notes(valuation) + OldPriceText.notes(valuation) + RateText.notes(valuation, []) {
            Console.note("\(valuation.wallet.name): \(note)")
        }
    }
}
