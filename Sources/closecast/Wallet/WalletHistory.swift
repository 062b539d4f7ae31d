import ArgumentParser
import Ledger
import Market
import Platform
import Portfolio

extension Transaction.Kind: ExpressibleByArgument {}

struct WalletHistory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List a wallet's transactions, the newest first.")

    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
    var wallet: String

    @Option(help: ArgumentHelp("Only those of one asset.", valueName: "ticker|id"), completion: .assets)
    var ticker: String?

    @Option(help: ArgumentHelp("Only those of one kind.", valueName: "deposit|withdrawal|buy|…"))
    var kind: Transaction.Kind?

    @Option(help: ArgumentHelp("Only those of that day and later.", valueName: "date"), transform: Day.argument)
    var since: Day?

    @Option(help: ArgumentHelp("Only those up to that day.", valueName: "date"), transform: Day.argument)
    var until: Day?

    @Option(help: ArgumentHelp("The most entries to show.", valueName: "n"))
    var limit = 50

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit \(limit): give 1 to 1000000") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let found = try await store.portfolio.wallets.named(wallet)
            var filter = TransactionFilter(kind: kind, since: since, until: until)
            if let ticker { filter.asset = try await store.asset(ticker).id }
            let page = try await Page(limit: limit) { try await store.portfolio.transactions.page(of: found, filter, limit: $0) }
            let tickers = try await store.tickers()
            try Console.write(json ? TransactionDocuments.list.jsonLine(page.elements) : Self.table(page.elements, tickers))
            if page.hasMore { Console.note("there are more; --limit \(limit * 10) shows them") }
        }
    }

    private static func table(_ rows: ArraySlice<LoggedTransaction>, _ tickers: [AssetID: Ticker]) -> String {
        guard !rows.isEmpty else { return "no transactions\n" }
        return TextColumn.table([
            TextColumn("#", rows.map { "\($0.id)" }, minimum: 3),
            TextColumn("time (UTC)", rows.map { MomentText.short($0.row.time) }, isText: true),
            TextColumn("what", rows.map { what($0, tickers) }, isText: true),
        ])
    }

    private static func what(_ logged: LoggedTransaction, _ tickers: [AssetID: Ticker]) -> String {
        var text = TransactionText.summary(logged.row) { tickers[$0]?.description ?? $0.description }
        if let corrects = logged.corrects { text = "takes back #\(corrects)" }
        if let correction = logged.correctedBy { text += " (taken back by #\(correction))" }
        return logged.row.note.isEmpty ? text : text + "  \(logged.row.note)"
    }
}

extension LocalStore {
    /// Returns the tickers of all assets, by id, also of currencies, which are stored when something uses them.
    func tickers() async throws -> [AssetID: Ticker] {
        let currencies = CurrencyTable.rows.compactMap { row in Ticker(row.code).map { (row.asset, $0) } }
        return Dictionary(try await file.assets().map { ($0.id, $0.ticker) } + currencies) { stored, _ in stored }
    }
}
