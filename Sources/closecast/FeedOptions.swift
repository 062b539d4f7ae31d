import ArgumentParser
import Market
import MarketData
import MarketFeeds
import Platform

/// Whether and how long providers are asked for newer closes.
struct FeedOptions: ParsableArguments {
    @Flag(help: "Use stored closes only; do not contact providers.")
    var offline = false

    /// Fetches the closes of days that have ended since the last stored one, of all assets at once.
    ///
    /// All of it takes at most ``limitSeconds()``. Assets that no provider answered for are not asked for again within a minute, by any
    /// command. Either way a note is printed and the stored closes serve. Assets without stored closes are not fetched.
    ///
    /// - Parameter withQuotes: whether prices of the last day's hours are wanted too.
    func refresh(_ assets: [Asset], in store: LocalStore, withQuotes: Bool = false) async throws {
        guard !offline else { return }
        let yesterday = store.portfolio.today - 1
        let stale = try await HistoryFetcher.stale(assets, in: store.candles, yesterday: yesterday, withQuotes: withQuotes)
        guard !stale.isEmpty else { return }
        var failed = FailedRefreshes(database: store.file.path, now: store.portfolio.time)
        let wanted = stale.filter { failed.secondsAgo($0.asset.id) == nil }
        var unanswered = stale.filter { failed.secondsAgo($0.asset.id) != nil }
        let secondsAgo = unanswered.compactMap { failed.secondsAgo($0.asset.id) }.min()
        if !wanted.isEmpty {
            let results = await store.fetcher(try Self.impatientFeeds.get())
                .bringUpToDate(wanted, limitSeconds: try Self.limitSeconds(), withQuotes: withQuotes)
            results.compactMap(Self.noteOfChanges).forEach(Console.note)
            failed.note(results)
            unanswered += zip(results, wanted).filter { $0.0.failure != nil }.map(\.1)
        }
        note(unanswered.filter { $0.last < yesterday }, wanted.isEmpty ? secondsAgo : nil, yesterday)
    }

    /// How long a command may wait for newer closes, in all: three seconds, or what `CLOSECAST_REFRESH_SECONDS` says.
    private static func limitSeconds() throws(Failure) -> Double {
        let name = "CLOSECAST_REFRESH_SECONDS"
        guard let text = ProcessState.environment(name), !text.isEmpty else { return 3 }
        guard let seconds = Double(text), (0.1...600).contains(seconds) else {
            throw Failure("\(name) is \"\(text)\"; expected seconds from 0.1 to 600", .usage)
        }
        return seconds
    }

    private func note(_ unanswered: [(asset: Asset, last: Day)], _ secondsAgo: Int?, _ yesterday: Day) {
        guard let oldest = unanswered.map(\.last).min() else { return }
        let tickers = unanswered.map { "\($0.asset.ticker)" }
        let when = secondsAgo.map { " \($0) \($0 == 1 ? "second" : "seconds") ago" } ?? ""
        let remedy = secondsAgo == nil ? "says why" : "asks again"
        Console.note(
            "no provider answered for \(tickers.joined(separator: ", "))\(when); the stored closes serve, the oldest of them end on "
                + "\(oldest), \(yesterday - oldest + 1) days ago (closecast history fetch \(tickers[0]) \(remedy))")
    }

    private static func noteOfChanges(_ result: RefreshResult) -> String? {
        guard let change = result.changes.first else { return nil }
        return "\(result.asset.ticker): \(result.changes.count) stored closes differ from what providers answer now, the first on "
            + "\(change.day): \(change.old) (\(change.oldSource)) and \(change.new)"
    }

    /// The providers of this process: the queues that keep requests apart live in them.
    static let feeds = Result { () throws(Failure) in PriceFeeds(settings: try Self.settings()) }

    /// The same for what nobody waits for a second try of: what is stored serves as well.
    private static let impatientFeeds = Result { () throws(Failure) in
        var settings = try Self.settings()
        settings.retries = 0
        return PriceFeeds(settings: settings)
    }

    /// Providers' addresses and keys, from the environment and from files that it names.
    private static func settings() throws(Failure) -> FeedSettings {
        do {
            return try FeedSettings(variable: ProcessState.environment) { path in
                String(decoding: try Files.read(path), as: UTF8.self)
            }
        } catch {
            throw Failure(error.description, .usage)
        }
    }
}

extension LocalStore {
    /// Fetches closes into this store.
    func fetcher(_ feeds: PriceFeeds) -> HistoryFetcher { HistoryFetcher(market, feeds) }
}
