import ArgumentParser
import Market
import MarketFeeds
import Platform
import Upkeep

/// Whether and how long providers are asked for newer closes.
struct FeedOptions: ParsableArguments {
    @Flag(help: "Ask no provider; the stored closes serve.")
    var offline = false

    /// Fetches the closes of days that have ended since the last stored one, of all assets at once.
    ///
    /// Failures are told as notes: the stored closes serve, with their age. Assets without stored closes are not fetched.
    ///
    /// - Parameters:
    ///   - budgetSeconds: when it is over, what has arrived is what there is.
    ///   - withQuotes: whether prices of the last day's hours are wanted too.
    func refresh(_ assets: [Asset], in store: Store, budgetSeconds: Double, withQuotes: Bool = false) async throws {
        guard !offline else { return }
        let yesterday = store.portfolio.today - 1
        let stale = try await FetchedHistory.stale(assets, in: store.candles, yesterday: yesterday, withQuotes: withQuotes)
        guard !stale.isEmpty else { return }
        let results = await store.fetched(with: try Self.hurriedFeeds.get())
            .bringUpToDate(stale, budgetSeconds: budgetSeconds, withQuotes: withQuotes)
        results.compactMap(Self.noteOfChanges).forEach(Console.note)
        let unanswered = zip(results, stale).filter { $0.failure != nil && $1.last < yesterday }.map(\.1)
        guard let oldest = unanswered.map(\.last).min() else { return }
        let tickers = unanswered.map { "\($0.asset.ticker)" }
        Console.note(
            "no provider answered for \(tickers.joined(separator: ", ")); the stored closes serve, the oldest of them end on "
                + "\(oldest), \(yesterday - oldest + 1) days ago (closecast history fetch \(tickers[0]) says why)")
    }

    private static func noteOfChanges(_ result: RefreshResult) -> String? {
        guard let change = result.changes.first else { return nil }
        return "\(result.asset.ticker): \(result.changes.count) stored closes differ from what providers answer now, the first on "
            + "\(change.day): \(change.old) (\(change.oldSource)) and \(change.new)"
    }

    /// The providers of this process: the queues that keep requests apart live in them.
    static let feeds = Result { () throws(Failure) in PriceFeeds(settings: try Self.settings()) }

    /// The same for what nobody waits for a second try of: what is stored serves as well.
    private static let hurriedFeeds = Result { () throws(Failure) in
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

extension Store {
    /// Closes that come into this store from providers.
    func fetched(with feeds: PriceFeeds) -> FetchedHistory {
        FetchedHistory(portfolio.repositories, feeds) { ProcessState.secondsSince1970 }
    }
}
