import ArgumentParser
import JSONText
import Market
import MarketData

struct HistoryList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the assets with stored closes.")

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let rows = try await storeOptions.openIfThere()?.market.storedRanges() ?? []
            guard !rows.isEmpty || json else {
                throw Failure(
                    "no closes are stored; import files (closecast history import prices/*.csv) or fetch some "
                        + "(closecast history fetch BTC)", .noInput)
            }
            try Console.write(json ? Self.document(rows) : Self.table(rows))
        }
    }

    private static func table(_ rows: [StoredRange]) -> String {
        TextColumn.table([
            TextColumn("ticker", rows.map { "\($0.asset.ticker)" }, isText: true, minimum: 6),
            TextColumn("id", rows.map { "\($0.asset.id)" }, isText: true),
            TextColumn("first", rows.map { "\($0.coverage.first)" }, minimum: 10),
            TextColumn("last", rows.map { "\($0.coverage.last)" }, minimum: 10),
            TextColumn("closes", rows.map { "\($0.coverage.count)" }),
            TextColumn("missing", rows.map { "\($0.coverage.missing)" }),
            TextColumn("retrieved", rows.map { MomentText.short($0.coverage.retrievedAt) }),
        ])
    }

    private static func document(_ rows: [StoredRange]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("assets", rows) { MarketDocuments.stored.write($0, &$1) }
            }
        }
    }
}
