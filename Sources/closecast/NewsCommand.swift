import ArgumentParser
import JSONText
import Market
import MarketData
import News
import Platform
import Records
import Store
import Synchronization
import Text

struct NewsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "news",
        abstract: "List news on coins from your feeds.",
        discussion: """
            EXAMPLES
              closecast news BTC
              closecast news --trending
              closecast news --search 'spot ETF' --since 2026-11-01
              closecast news --feeds feeds.txt --fetch
              closecast news --sources

            A list of feeds has a feed on each line: its name and its address. Feeds are \
            RSS, Atom, JSON Feed or CryptoCompare's news. They are fetched by a server \
            with --news-feeds, or once by --fetch: those that were not fetched in the \
            last 15 minutes.
            """)

    @Argument(help: ArgumentHelp("Only news on this coin.", valueName: "ticker|id"), completion: .assets)
    var coin: String?

    @Option(help: ArgumentHelp("Only articles with all these words; text in \"quotation marks\" is a phrase.", valueName: "words"))
    var search: String?

    @Option(help: ArgumentHelp("Only articles of this source.", valueName: "name"))
    var source: String?

    @Option(help: ArgumentHelp("Only articles with this topic.", valueName: "topic"))
    var topic: String?

    @Option(help: ArgumentHelp("Only articles since this day, UTC.", valueName: "date"), transform: Day.argument)
    var since: Day?

    @Flag(help: "The articles that spread fastest over several sources now.")
    var trending = false

    @Flag(help: "The sources and when they were last fetched.")
    var sources = false

    @Option(help: ArgumentHelp("The most articles (default: 20).", valueName: "count"))
    var limit = 20

    @Flag(help: "Fetch the feeds first.")
    var fetch = false

    @Option(
        help: ArgumentHelp("The list of feeds (default: $CLOSECAST_NEWS_FEEDS).", valueName: "file"), completion: .file())
    var feeds: String?

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard (1...News.shown).contains(limit) else { throw ValidationError("--limit: expected 1 to \(News.shown)") }
        let hasFilter = coin != nil || search != nil || source != nil || topic != nil || since != nil
        guard !sources || !hasFilter else { throw ValidationError("--sources takes neither a coin nor a filter") }
        guard !trending || !sources else { throw ValidationError("--trending and --sources: give one of them") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = fetch ? try storeOptions.openOrMake() : try storeOptions.openIfThere()
            if fetch, let store { try await fetchFeeds(store) }
            if sources { return try await listSources(store) }
            let articles = try await articles(store)
            if json { return try Console.write(Self.document("articles", articles)) }
            guard !articles.isEmpty else { return try Console.write("no articles\n") }
            let coins = try await store?.file.assets(ids: Set(articles.flatMap(\.coins).compactMap { AssetID($0) })) ?? [:]
            try Console.write(articles.map { Self.text($0, coins) }.joined())
        }
    }

    private func articles(_ store: LocalStore?) async throws -> [Article] {
        guard let store else { return [] }
        let (news, caller, isTrending, now) = (News(), LocalStore.caller, trending, ProcessState.secondsSince1970)
        let texts = [
            ("asset", coin), ("search", search), ("source", source), ("topic", topic), ("since", since.map { "\($0)" }),
        ].compactMap { name, text in text.map { (name: name, text: $0) } }
        let filter: News.Filter
        do {
            filter = try Shape<News.Filter>().value(texts: texts)
        } catch SchemaFault.invalid(let field, _, let accepted) {
            throw Failure("\(field == "/asset" ? "the coin" : "--" + field.dropFirst()): expected \(accepted)", .usage)
        }
        let found = try await store.file.refusing { reading in
            isTrending ? try news.trending(reading, caller, filter, at: now) : try news.list(reading, caller, filter)
        }
        return Array(found.prefix(limit))
    }

    // MARK: Fetching

    private func fetchFeeds(_ store: LocalStore) async throws {
        guard let path = feeds ?? ProcessState.environment("CLOSECAST_NEWS_FEEDS") else {
            throw Failure("no list of feeds; write one and name it: closecast news --fetch --feeds FILE", .usage)
        }
        let list: [NewsFeed]
        do {
            list = try NewsFeed.list(file: path)
        } catch let error as NewsFeedsError {
            throw Failure("\(path): \(error)", .data)
        }
        let failures = Mutex<[String]>([])
        let work = NewsWork(store.file, feeds: { list }, now: { ProcessState.secondsSince1970 }) { source, reason in
            failures.withLock { $0.append("\(source): \(reason)") }
        }
        let count = try await work.run()
        let failed = failures.withLock { $0 }
        failed.forEach(Console.error)
        guard failed.isEmpty || work.counts.fetched > 0 else { throw Failure("no feed could be read", .unavailable) }
        let fetched = work.counts.fetched
        if fetched == 0, failed.isEmpty, let due = try await work.firstDue() {
            return Console.note("no feed is due before \(MomentText.short(due)) UTC")
        }
        Console.note("\(count.counted("new article")) from \(fetched.counted("feed"))")
    }

    // MARK: Text

    private static func text(_ article: Article, _ assets: [AssetID: Asset]) -> String {
        let tickers = article.coins.map { id in AssetID(id).flatMap { assets[$0]?.ticker.description } ?? id }
        let coins = tickers.isEmpty ? "" : "  [\(tickers.joined(separator: ", "))]"
        let trend = article.trend.map { "  trend \(($0 * 100).rounded() / 100)" } ?? ""
        return """
            \(MomentText.short(article.publishedAt.seconds)) UTC  \(article.sources.joined(separator: ", "))\(coins)\(trend)
              \(article.title)
              \(article.link)

            """
    }

    private func listSources(_ store: LocalStore?) async throws {
        let sources = try await store?.file.reading { try News().sources($0, LocalStore.caller, Nothing()) } ?? []
        if json { return try Console.write(Self.document("sources", sources)) }
        guard !sources.isEmpty else { return try Console.write("no sources\n") }
        try Console.write(
            TextColumn.table([
                TextColumn("source", sources.map(\.name), isText: true), TextColumn("host", sources.map(\.host), isText: true),
                TextColumn("articles", sources.map { "\($0.articles)" }),
                TextColumn(
                    "last read, UTC", sources.map { $0.lastSuccessAt.map { MomentText.short($0.seconds) } ?? "not read yet" },
                    isText: true),
                TextColumn(
                    "state", sources.map { $0.lastError.map { "not readable now: \($0)" } ?? "" }, isText: true, minimum: 0),
            ]))
    }

    private static func document<Row: Record>(_ name: String, _ rows: [Row]) -> String {
        let shape = Shape<Row>()
        return JSONWriter.document { writer in
            writer.object { writer in writer.member(name, rows) { shape.writeMembers(of: $0, &$1) } }
        }
    }
}
