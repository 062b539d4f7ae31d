import ArgumentParser
import Forecasts
import JSONText
import Market
import Platform
import Portfolio

struct DiaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diary",
        abstract: "Compare past forecasts with the actual closes.",
        discussion: """
            EXAMPLES
              closecast diary
              closecast diary BTC
              closecast diary BTC --limit 1 --json --values

            Forecasts of stored closes are kept as they were issued, one for each model and \
            last close, with the naive forecast of that moment: the last close, and the \
            bands of a random walk. Forecasts with --as-of, --paths, --seed or --decode are \
            not kept. Skill is 1 - loss / naive loss: above 0 is better than the naive forecast.

            A forecast that was issued later than the second close after its cutoff is \
            late, and one of a model and cutoff that were forecast before is a repeat: \
            they are listed and do not count.
            """
    )

    @Argument(
        help: ArgumentHelp("An asset; without one the assets that were forecast are listed.", valueName: "ticker|id"),
        completion: .assets)
    var asset: String?

    @Option(help: ArgumentHelp("The most entries to show, newest first.", valueName: "n"))
    var limit = 20

    @Option(help: ArgumentHelp("Only entries before this one.", valueName: "#"))
    var before: Int64?

    @Flag(help: "One JSON object.")
    var json = false

    @Flag(help: "With --json: the forecasts' own numbers too.")
    var values = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit \(limit): give 1 to 1000000") }
        guard json || !values else { throw ValidationError("--values: only with --json") }
        guard asset != nil || before == nil && !values else { throw ValidationError("--before and --values: name an asset") }
    }

    func run() async throws {
        try await reportingFailures {
            guard let asset else { return try await list(try storeOptions.openIfThere()) }
            let store = try storeOptions.open()
            let found = try await store.asset(asset)
            let page = try await Page(limit: limit) { try await store.diary.scores(of: found.id, before: before, limit: $0) }
            let summaries = try await store.diary.summaries(of: found.id)
            guard !json else { return try Console.write(document(found, summaries, page.elements)) }
            guard !summaries.isEmpty else {
                return try Console.write(
                    "no forecast of \(found.ticker) was kept yet; make one: closecast forecast \(found.ticker)\n")
            }
            try Console.write(DiaryText.text(found, summaries, page.elements))
            if page.hasMore { Console.note("there are more; --limit \(limit * 10) shows them") }
        }
    }

    // MARK: One asset

    private func document(_ asset: Asset, _ summaries: [DiarySummary], _ entries: ArraySlice<ScoredEntry>) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("asset", asset.id.description)
                writer.member("ticker", asset.ticker.description)
                writer.member("models", summaries) { DiaryDocuments.summary.write($0, &$1) }
                writer.member("entries", entries) { DiaryDocuments.entry.write(($0, values), &$1) }
            }
        }
    }

    // MARK: All assets

    private func list(_ store: LocalStore?) async throws {
        let counts = try await store?.diary.assets() ?? [:]
        let assets = try await store?.file.assets(ids: Set(counts.keys)).values.sorted { $0.id < $1.id } ?? []
        guard !json else { return try Console.write(Self.document(assets, counts)) }
        guard !assets.isEmpty else {
            return try Console.write("no forecast was kept yet; forecasts of stored closes are: closecast forecast BTC\n")
        }
        try Console.write(
            TextColumn.table([
                TextColumn("asset", assets.map { "\($0.id)" }, isText: true),
                TextColumn("ticker", assets.map { "\($0.ticker)" }, isText: true, minimum: 6),
                TextColumn("forecasts", assets.map { "\(counts[$0.id] ?? 0)" }),
            ]))
    }

    private static func document(_ assets: [Asset], _ counts: [AssetID: Int]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("assets", assets) { asset, writer in
                    writer.member("id", asset.id.description)
                    writer.member("ticker", asset.ticker.description)
                    writer.member("entries", counts[asset.id])
                }
            }
        }
    }
}
