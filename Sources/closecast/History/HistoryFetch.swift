import ArgumentParser
import JSONText
import Market
import MarketData
import MarketFeeds
import Platform
import Text

struct HistoryFetch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Get closes from price providers.",
        discussion: """
            EXAMPLES
              closecast history fetch BTC ETH
              closecast history fetch BTC --days 1000 --quorum 2
              closecast history fetch ADA --provider coingecko

            Without --provider the providers that need no key are asked in order, the next \
            one when one fails: \(PriceFeeds.keyless.map(\.rawValue).joined(separator: ", ")). Keys are read from \
            environment variables (CLOSECAST_COINGECKO_KEY) or from files that they name \
            (CLOSECAST_COINGECKO_KEY_FILE); CLOSECAST_BINANCE_URL and the like set the \
            addresses of mirrors. Binance's prices are in USDT.
            """)

    @Argument(help: ArgumentHelp("Assets.", valueName: "ticker|id"), completion: .assets)
    var assets: [String] = []

    @Option(
        help: ArgumentHelp(
            "The provider to ask; repeat the option for fallbacks: \(Provider.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "provider"))
    var provider: [Provider] = []

    @Option(help: ArgumentHelp("Number of days (default: since the last stored close, or 1000).", valueName: "n"))
    var days: Int?

    @Option(help: ArgumentHelp("From this day on.", valueName: "date"), transform: Day.argument)
    var start: Day?

    @Flag(help: "Everything since the first trade, of the assets given or of all that have closes.")
    var all = false

    @Option(help: ArgumentHelp("2 stores the mean of two providers and reports differences above 2 %.", valueName: "1|2"))
    var quorum = 1

    @Flag(help: "Replace stored closes that differ.")
    var replace = false

    @Flag(help: "Also ask for supply and day of the first trade.")
    var details = false

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard (1...2).contains(quorum) else { throw ValidationError("--quorum \(quorum): give 1 or 2") }
        if let days, !(1...36_500).contains(days) { throw ValidationError("--days \(days): give 1 to 36500") }
        guard [days != nil, start != nil, all].count(where: { $0 }) <= 1 else {
            throw ValidationError("--days, --start and --all: give one of them")
        }
        let today = Day(secondsSince1970: ProcessState.secondsSince1970)
        if let start, start >= today {
            throw ValidationError("--start \(start): that day has not ended; closes are known up to \(today - 1)")
        }
        guard !assets.isEmpty || all else { throw ValidationError("name assets, or give --all for those that have closes") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.openOrMake()
            let fetcher = store.fetcher(try FeedOptions.feeds.get())
            let coverage = try await store.file.coverage()
            let chosen =
                assets.isEmpty
                ? try await store.market.storedRanges().map(\.asset) : try await store.market.directory.assets(named: assets)
            guard !chosen.isEmpty else {
                throw Failure("no closes are stored; name the assets to fetch: closecast history fetch BTC ETH", .noInput)
            }
            var fetched: [Fetched] = []
            var failures: [String] = []
            for asset in chosen {
                do {
                    fetched.append(try await fetch(asset, coverage[asset.id], fetcher))
                } catch let error as ChainError {
                    failures.append(remedy(error, asset, isStored: coverage[asset.id] != nil))
                }
            }
            if !fetched.isEmpty { try Console.write(json ? Self.document(fetched) : fetched.map(\.text).joined()) }
            guard failures.isEmpty else { throw Failure(failures.joined(separator: "\n"), .unavailable) }
        }
    }

    private func fetch(_ asset: Asset, _ coverage: CandleCoverage?, _ fetcher: HistoryFetcher) async throws -> Fetched {
        let yesterday = fetcher.yesterday
        let chain = provider.isEmpty ? ProviderChain(fetcher.feeds) : ProviderChain(fetcher.feeds, order: provider)
        let progress = FetchProgress(asset)
        defer { progress.end() }
        let answer = try await chain.fetch(
            asset, from: range.firstDay(of: asset, last: coverage?.last, yesterday: yesterday), through: yesterday,
            quorum: quorum, progress: { progress.show($0, $1) })
        let result = try await fetcher.save(answer, of: asset, replaces: replace)
        var notes = answer.answered.compactMap { provider in
            answer.impossible[provider].map { "\(provider): \($0.importNote)" }
        }
        do {
            try await fetcher.saveQuotes(of: asset, chain, budgetSeconds: 10)
        } catch let error as ChainError {
            notes.append(
                "no prices of the last hours, so no change over 12 h: \(error.failures.last.map { "\($0)" } ?? "no provider has them")"
            )
        }
        if details { notes += try await saveDetails(of: asset, fetcher) }
        return Fetched(asset: asset, answer: answer, result: result, notes: notes)
    }

    private var range: FetchRange {
        if all { return .all }
        return start.map(FetchRange.from) ?? days.map(FetchRange.days) ?? .sinceStored
    }

    private func saveDetails(of asset: Asset, _ fetcher: HistoryFetcher) async throws -> [String] {
        do {
            try await fetcher.saveDetails(of: asset)
            return []
        } catch let error as ChainError {
            return ["no details: \(error)"]
        }
    }

    private func remedy(_ error: ChainError, _ asset: Asset, isStored: Bool) -> String {
        let isCurrency = CurrencyTable.index(of: asset.id) != nil
        let file =
            isCurrency
            ? "Or import a file of its units for one dollar: closecast history import FILE --currency \(asset.ticker) --per USD"
            : "Or import a file: closecast history import \(asset.ticker).csv"
        let other = isStored ? "Using the stored closes." : file
        let add =
            asset.providerIDs.isEmpty && !isCurrency
            ? " (closecast asset add \(asset.ticker) --provider binance=\(asset.ticker)USDT)" : ""
        return "\(error.description)\(add)\n\(other)"
    }

    private static func document(_ fetched: [Fetched]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in writer.member("assets", fetched) { $0.write(&$1) } }
        }
    }
}

extension Provider: ExpressibleByArgument {}

/// The progress line of one asset's fetch.
private final class FetchProgress: Sendable {
    private let ticker: String
    private let isShown = ProcessState.isTerminal(2)

    init(_ asset: Asset) { ticker = asset.ticker.description }

    func show(_ provider: Provider, _ count: Int) {
        if isShown { Console.writeError("\r\u{1B}[K\(ticker): \(count.counted("close")) from \(provider)") }
    }

    func end() { if isShown { Console.writeError("\r\u{1B}[K") } }
}

/// The result of fetching one asset.
private struct Fetched {
    let asset: Asset
    let answer: ChainAnswer
    let result: CandleImport
    let notes: [String]

    private static let shown = 5

    var text: String {
        let sources = answer.answered.map(\.rawValue).joined(separator: " and ")
        let first = answer.candles[0].candle.day
        let last = answer.candles[answer.candles.count - 1].candle.day
        var text = "\(asset.ticker)  \(first) to \(last) from \(sources)  \(result.added) added, \(result.unchanged) unchanged"
        if !result.changes.isEmpty {
            let count = result.changes.count
            text +=
                ", "
                + (result.isReplaced
                    ? "\(count) replaced" : count.counted("differs (--replace takes it)", "differ (--replace takes them)"))
        }
        text += "\n"
        for change in result.changes.prefix(Self.shown) {
            text += "  \(change.day): \(change.old) (\(change.oldSource)) was stored, \(change.new) was fetched\n"
        }
        for gap in answer.gaps { text += "  no closes from \(gap.lowerBound) to \(gap.upperBound)\n" }
        for differing in answer.disagreements.prefix(Self.shown) {
            text +=
                "  \(differing.day): \(differing.one.provider) \(differing.one.close), \(differing.other.provider) \(differing.other.close)\n"
        }
        let more = answer.disagreements.count - Self.shown
        if more > 0 { text += "  … and \(more.counted("more day")) on which they differ by more than 2 %\n" }
        if answer.unconfirmedDays > 0 {
            text += "  \(answer.unconfirmedDays.counted("day is", "days are")) from one provider only\n"
        }
        for failure in answer.failures { text += "  \(failure)\n" }
        for note in notes { text += "  \(note)\n" }
        return text
    }

    func write(_ writer: inout JSONWriter) {
        writer.member("id", asset.id.description)
        writer.member("ticker", asset.ticker.description)
        writer.key("providers")
        writer.array { writer in for provider in answer.answered { writer.string(provider.rawValue) } }
        writer.member("first", answer.candles[0].candle.day.description)
        writer.member("last", answer.candles[answer.candles.count - 1].candle.day.description)
        writer.member("added", result.added)
        writer.member("unchanged", result.unchanged)
        writer.member("changes", result.changes) { change, writer in
            writer.member("day", change.day.description)
            writer.member("stored", change.old)
            writer.member("source", change.oldSource)
            writer.member("fetched", change.new)
        }
        writer.member("disagreements", answer.disagreements) { differing, writer in
            writer.member("day", differing.day.description)
            writer.member(differing.one.provider.rawValue, differing.one.close)
            writer.member(differing.other.provider.rawValue, differing.other.close)
        }
        writer.member("unconfirmed_days", answer.unconfirmedDays)
        writer.key("failures")
        writer.array { writer in for failure in answer.failures { writer.string(failure.description) } }
        writer.key("notes")
        writer.array { writer in notes.forEach { writer.string($0) } }
    }
}
