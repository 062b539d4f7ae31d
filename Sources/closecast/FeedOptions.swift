import ArgumentParser
import Market
import MarketData
import MarketFeeds
import Platform
import Text

/// Whether a command asks providers for newer closes, and how long it waits for them.
struct FeedOptions: ParsableArguments {
    @Flag(help: "Use stored closes only; do not contact providers.")
    var offline = false

    /// Fetches the closes of days that have ended since the last stored one, for all assets at once.
    ///
    /// The whole refresh takes at most ``limitSeconds()``. An asset whose providers did not answer is not tried again within a
    /// minute, by any command. In both cases a note is printed and the stored closes are used. Assets without stored closes are
    /// not fetched.
    ///
    /// - Parameter withQuotes: whether to fetch the hourly prices of the last day, too.
    func refresh(_ assets: [Asset], in store: LocalStore, withQuotes: Bool = false) async throws {
        guard !offline else { return }
        let yesterday = store.portfolio.today - 1
        let stale = try await HistoryFetcher.stale(assets, in: store.file, yesterday: yesterday, withQuotes: withQuotes)
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

    /// Returns how long a command may wait for newer closes in total, in seconds: `CLOSECAST_REFRESH_SECONDS`, or 3.
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
        let when = secondsAgo.map { " \($0.counted("second")) ago" } ?? ""
        let remedy = secondsAgo == nil ? "says why" : "asks again"
        Console.note(
            "no provider answered for \(tickers.joined(separator: ", "))\(when); using stored closes, the oldest of which end on "
                + "\(oldest) (\(yesterday - oldest + 1) days ago; closecast history fetch \(tickers[0]) \(remedy))")
    }

    private static func noteOfChanges(_ result: RefreshResult) -> String? {
        guard let change = result.changes.first else { return nil }
        return
            "\(result.asset.ticker): \(result.changes.count.counted("stored close differs", "stored closes differ")) from what providers answer now, the first on "
            + "\(change.day): \(change.old) (\(change.oldSource)) and \(change.new)"
    }

    /// The providers, shared by the whole process because each has a queue that spaces its requests.
    static let feeds = Result { () throws(Failure) in PriceFeeds(settings: try Self.settings()) }

    /// The providers without retries, for refreshes: the stored closes serve if the first try fails.
    private static let impatientFeeds = Result { () throws(Failure) in
        var settings = try Self.settings()
        settings.retries = 0
        return PriceFeeds(settings: settings)
    }

    /// Reads providers' addresses and keys from the environment, and from the files named there.
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
    /// Returns a fetcher that stores closes in this store.
    func fetcher(_ feeds: PriceFeeds) -> HistoryFetcher { HistoryFetcher(market, feeds) }
}
