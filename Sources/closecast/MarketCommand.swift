import ArgumentParser
import JSONText
import Market
import MarketData

struct MarketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "market",
        abstract: "Show prices, volumes, supplies and changes of the stored assets.",
        discussion: """
            EXAMPLES
              closecast market
              closecast market --sort 7d --descending
              closecast market BTC ETH --period 365
              closecast market --favourites --json

            Closes older than a day are refreshed first if a provider answers; otherwise \
            the last known figures are shown, with their day. Unknown figures are shown as -.
            """)

    @Argument(help: ArgumentHelp("Assets (default: all that have closes).", valueName: "ticker|id"), completion: .assets)
    var assets: [String] = []

    @Option(help: ArgumentHelp("What to sort by.", valueName: "field"))
    var sort = MarketField.ticker

    @Flag(help: "The largest first.")
    var descending = false

    @Flag(help: "Only marked assets.")
    var favourites = false

    @Option(help: ArgumentHelp("The number of days for the highest and lowest price.", valueName: "n"))
    var period = 30

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var feedOptions: FeedOptions
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard (1...36_500).contains(period) else { throw ValidationError("--period \(period): give 1 to 36500 days") }
        guard assets.isEmpty || !favourites else { throw ValidationError("give assets or --favourites") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let chosen = try await chosen(store)
            try await feedOptions.refresh(chosen, in: store, withQuotes: true)
            let listed = try await store.market.listed(chosen, periodDays: period)
            for row in listed where row.statistics == nil { Console.note("\(Failure.noCloses(of: row.asset).message)") }
            let rows = ListedAsset.sorted(listed.filter { $0.statistics != nil }, by: sort, descending: descending)
            guard !rows.isEmpty else {
                throw Failure(
                    "no closes are stored; import files (closecast history import prices/*.csv) or fetch some "
                        + "(closecast history fetch BTC)", .noInput)
            }
            try Console.write(json ? document(rows) : table(rows, today: store.portfolio.today))
        }
    }

    private func chosen(_ store: LocalStore) async throws -> [Asset] {
        if !assets.isEmpty { return try await store.market.directory.assets(named: assets) }
        if favourites {
            let marked = try await store.favourites.all()
            guard !marked.isEmpty else { throw Failure("no favourites; mark some: closecast favourite add BTC", .noInput) }
            return marked
        }
        return try await store.market.assetsWithCloses()
    }

    // MARK: Output

    private func table(_ listed: [ListedAsset], today: Day) -> String {
        let rows = listed.compactMap { row in row.statistics.map { (asset: row.asset, statistics: $0) } }
        func change(_ days: Int) -> [String] { rows.map { $0.statistics.changes[days].map(PercentText.signed) ?? "-" } }
        let newest = rows.map(\.statistics.day).max()!
        var columns = [
            TextColumn("ticker", rows.map { "\($0.asset.ticker)" }, isText: true, minimum: 6),
            TextColumn("price", rows.map { ShownPrice.text($0.statistics.price) }),
            TextColumn("12h", rows.map { $0.statistics.changeOf12Hours.map(PercentText.signed) ?? "-" }),
            TextColumn("24h", change(1)), TextColumn("3d", change(3)), TextColumn("7d", change(7)), TextColumn("1mo", change(30)),
            TextColumn("volume", rows.map { $0.statistics.volume.map { PriceText.fixed($0, decimals: 0) } ?? "-" }),
            TextColumn("supply", rows.map { $0.statistics.supply.map { PriceText.fixed($0, decimals: 0) } ?? "-" }),
            TextColumn("low \(period)d", rows.map { ShownPrice.text($0.statistics.low) }),
            TextColumn("high \(period)d", rows.map { ShownPrice.text($0.statistics.high) }),
        ]
        if Set(rows.map(\.statistics.day)).count > 1 {
            columns.insert(TextColumn("day", rows.map { "\($0.statistics.day)" }), at: 2)
        }
        let age = today - newest - 1
        let words = age > 0 ? " (\(age + 1) days ago)" : ""
        return TextColumn.table(columns) + "\nprices are the closes of \(newest)\(words)\n"
    }

    private func document(_ rows: [ListedAsset]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("period_days", period)
                writer.member("assets", rows) { MarketDocuments.row.write($0, &$1) }
            }
        }
    }
}

extension MarketField: ExpressibleByArgument {}
