import ArgumentParser
import Market
import MarketFeeds
import Platform

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
        let coverage = try await store.candles.coverage()
        let yesterday = store.portfolio.today - 1
        let stale = assets.filter { asset in
            guard !asset.providerIDs.isEmpty, let stored = coverage[asset.id] else { return false }
            return stored.last < yesterday || withQuotes
        }
        guard !stale.isEmpty else { return }
        let history = FetchedHistory(store: store, feeds: try Self.hurriedFeeds.get())
        let results = await withTaskGroup(of: FetchedHistory.Result.self) { group in
            for asset in stale {
                group.addTask {
                    await history.bringUpToDate(
                        asset, last: coverage[asset.id]!.last, budgetSeconds: budgetSeconds, withQuotes: withQuotes)
                }
            }
            var results: [FetchedHistory.Result] = []
            for await result in group { results.append(result) }
            return results
        }
        var unanswered: [Asset] = []
        for asset in stale {
            guard let result = results.first(where: { $0.asset.id == asset.id }), let last = coverage[asset.id]?.last else {
                continue
            }
            result.notes.forEach(Console.note)
            if result.failure != nil, last < yesterday { unanswered.append(asset) }
        }
        guard let oldest = unanswered.compactMap({ coverage[$0.id]?.last }).min() else { return }
        let tickers = unanswered.map { "\($0.ticker)" }
        Console.note(
            "no provider answered for \(tickers.joined(separator: ", ")); the stored closes serve, the oldest of them end on "
                + "\(oldest), \(yesterday - oldest + 1) days ago (closecast history fetch \(tickers[0]) says why)")
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

/// Closes that come from providers into the store.
struct FetchedHistory: Sendable {
    /// What became of one asset.
    struct Result: Sendable {
        let asset: Asset
        var notes: [String] = []
        var failure: String?
    }

    let store: Store
    let feeds: PriceFeeds

    /// Days that are fetched again, so that a provider that changed its mind is noticed.
    static let overlapDays = 3

    func bringUpToDate(_ asset: Asset, last: Day, budgetSeconds: Double, withQuotes: Bool) async -> Result {
        var result = Result(asset: asset)
        let chain = ProviderChain(feeds)
        let yesterday = store.portfolio.today - 1
        do {
            if last < yesterday {
                let answer = try await chain.fetch(
                    asset, from: last - Self.overlapDays, through: yesterday, deadlineSeconds: budgetSeconds)
                // What does not join the stored closes would leave a gap that no refresh fills.
                guard let first = answer.candles.first?.candle.day, first <= last + 1 else {
                    result.failure = "the answer does not reach back to \(last)"
                    return result
                }
                let stored = try await save(answer, of: asset, replaces: false)
                if let change = stored.changes.first {
                    result.notes.append(
                        "\(asset.ticker): \(stored.changes.count) stored closes differ from what providers answer now, the first on "
                            + "\(change.day): \(change.old) (\(change.oldSource)) and \(change.new)")
                }
            }
            if withQuotes { try await saveQuotes(of: asset, chain, budgetSeconds: budgetSeconds) }
        } catch {
            result.failure = "\(error)"
        }
        return result
    }

    /// Stores what providers answered.
    func save(_ answer: ChainAnswer, of asset: Asset, replaces: Bool) async throws -> CandleImport {
        var total = CandleImport()
        total.isReplaced = replaces
        for (source, candles) in Dictionary(grouping: answer.candles, by: \.source).sorted(by: { $0.key < $1.key }) {
            let stored = try await store.candles.store(
                candles.map(\.candle), of: asset.id, source: source, retrievedAt: candles[0].retrievedAt, replaces: replaces)
            total.added += stored.added
            total.unchanged += stored.unchanged
            total.changes += stored.changes
        }
        return total
    }

    func saveQuotes(of asset: Asset, _ chain: ProviderChain, budgetSeconds: Double) async throws {
        let (quotes, provider) = try await chain.hourlyQuotes(
            asset, since: store.portfolio.time - 26 * 3600, deadlineSeconds: budgetSeconds)
        try await store.candles.store(quotes, of: asset.id, source: provider.rawValue)
    }
}
