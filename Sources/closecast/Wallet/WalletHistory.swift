import ArgumentParser
import JSONText
import Market
import Portfolio

struct WalletHistory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List a wallet's transactions, the newest first.")

    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"))
    var wallet: String

    @Option(help: ArgumentHelp("Only those of one asset.", valueName: "ticker|id"))
    var ticker: String?

    @Option(help: ArgumentHelp("At most so many.", valueName: "n"))
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
            let found = try await store.portfolio.wallet(wallet)
            var asset: Asset?
            if let ticker { asset = try await store.portfolio.asset(ticker) }
            // One more than is shown tells whether there are more.
            let all = try await store.portfolio.history(of: found, asset: asset?.id, limit: limit + 1)
            let tickers = try await store.tickers()
            try Console.write(json ? Self.document(all.prefix(limit)) : Self.table(all.prefix(limit), tickers))
            if all.count > limit { Console.note("there are more; --limit \(limit * 10) shows them") }
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

    private static func document(_ rows: ArraySlice<LoggedTransaction>) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("transactions", rows) { logged, writer in
                    writer.member("id", Int(logged.id.number))
                    TransactionFile.write(logged.row, &writer)
                    writer.member("recorded_at", MomentText.iso(logged.recordedAt))
                    if let id = logged.corrects { writer.member("corrects", Int(id.number)) }
                    if let id = logged.correctedBy { writer.member("corrected_by", Int(id.number)) }
                }
            }
        }
    }
}

extension Store {
    /// The tickers of all assets.
    func tickers() async throws -> [AssetID: Ticker] {
        Dictionary(uniqueKeysWithValues: try await assets.assets().map { ($0.id, $0.ticker) })
    }
}
