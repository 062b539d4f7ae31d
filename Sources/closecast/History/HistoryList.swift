import ArgumentParser
import Documents
import JSONText
import Market
import MarketData

struct HistoryList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the assets whose closes are stored.")

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.openIfThere()
            let coverage = try await store?.candles.coverage() ?? [:]
            let rows = try await store?.assetsByTicker().compactMap { asset in coverage[asset.id].map { (asset, $0) } } ?? []
            guard !rows.isEmpty || json else {
                throw Failure(
                    "no closes are stored; import files (closecast history import prices/*.csv) or fetch some "
                        + "(closecast history fetch BTC)", .noInput)
            }
            try Console.write(json ? Self.document(rows) : Self.table(rows))
        }
    }

    private static func table(_ rows: [(Asset, CandleCoverage)]) -> String {
        TextColumn.table([
            TextColumn("ticker", rows.map { "\($0.0.ticker)" }, isText: true, minimum: 6),
            TextColumn("id", rows.map { "\($0.0.id)" }, isText: true),
            TextColumn("first", rows.map { "\($0.1.first)" }, minimum: 10),
            TextColumn("last", rows.map { "\($0.1.last)" }, minimum: 10), TextColumn("closes", rows.map { "\($0.1.count)" }),
            TextColumn("missing", rows.map { "\($0.1.missing)" }),
            TextColumn("retrieved", rows.map { MomentText.short($0.1.retrievedAt) }),
        ])
    }

    private static func document(_ rows: [(Asset, CandleCoverage)]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("assets", rows) { MarketHistoryJSON.members(of: $0.0, $0.1, &$1) }
            }
        }
    }
}

extension LocalStore {
    /// Returns all assets, ordered by ticker.
    func assetsByTicker() async throws -> [Asset] { try await assets.assets().sortedByTicker }
}

extension [Asset] {
    /// The assets ordered by ticker, then by id.
    var sortedByTicker: [Asset] { sorted { ($0.ticker.description, $0.id) < ($1.ticker.description, $1.id) } }
}
