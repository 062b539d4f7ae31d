import Market
import MarketFeeds

/// Fetches closes from providers into the store.
package struct HistoryFetcher: Sendable {
    /// Where the closes are kept.
    package let market: MarketData
    /// Whom to ask: one value a process, since the queues that keep requests apart live in it.
    package let feeds: PriceFeeds

    /// Days that are fetched again, so that a provider that changed its mind is noticed.
    package static let overlapDays = 3
    /// How many days the first fetch of an asset gets.
    package static let firstDays = 1000
    /// How far back hourly prices are asked for: changes over 12 hours need those of half a day, and hours may be missing.
    private static let quoteSeconds = 26 * 3600

    package init(_ market: MarketData, _ feeds: PriceFeeds) { (self.market, self.feeds) = (market, feeds) }

    /// The last day that has ended.
    package var yesterday: Day { market.today - 1 }

    /// Fetches and stores the first closes of an asset: the last ``firstDays``.
    ///
    /// - Returns: what providers answered, and what storing it did.
    /// - Throws: `ChainError` where no provider has closes, and what the repository throws.
    package func fetchFirst(_ asset: Asset, deadlineSeconds: Double) async throws -> (answer: ChainAnswer, stored: CandleImport) {
        let answer = try await ProviderChain(feeds).fetch(
            asset, from: yesterday - (Self.firstDays - 1), through: yesterday, deadlineSeconds: deadlineSeconds)
        return (answer, try await save(answer, of: asset, replaces: false))
    }

    // MARK: Bringing up to date

    /// Fetches the closes of all days that have ended since the last stored one, or the last ``firstDays`` where none is stored.
    ///
    /// What was stored stays as it is: closes that providers now tell otherwise are reported.
    ///
    /// - Parameters:
    ///   - last: the last stored day, nil where none is stored.
    ///   - budgetSeconds: when it is over, what has arrived is what there is.
    ///   - withQuotes: whether prices of the last day's hours are wanted too.
    /// - Returns: what became of it; a failure is a part of that, since the stored closes serve as well.
    package func bringUpToDate(_ asset: Asset, last: Day?, budgetSeconds: Double, withQuotes: Bool) async -> RefreshResult {
        var result = RefreshResult(asset: asset, newest: last)
        let end = feeds.clock.uptime() + budgetSeconds
        let chain = ProviderChain(feeds)
        do {
            if last ?? .distantPast < yesterday { try await fetchNewest(&result, last, chain, budgetSeconds) }
        } catch {
            result.failure = "\(error)"
            result.isUnreachable = (error as? ChainError)?.isUnreachable ?? false
        }
        // Nobody will answer for the hours either.
        guard withQuotes, !result.isUnreachable else { return result }
        do {
            try await saveQuotes(of: asset, chain, budgetSeconds: max(end - feeds.clock.uptime(), 0))
        } catch {
            result.quoteFailure = "\(error)"
            result.isUnreachable = (error as? ChainError)?.isUnreachable ?? false
        }
        return result
    }

    private func fetchNewest(
        _ result: inout RefreshResult, _ last: Day?, _ chain: ProviderChain, _ budgetSeconds: Double
    ) async throws {
        let first = last.map { $0 - Self.overlapDays } ?? yesterday - (Self.firstDays - 1)
        let answer = try await chain.fetch(result.asset, from: first, through: yesterday, deadlineSeconds: budgetSeconds)
        // What does not join the stored closes would leave a gap that no refresh fills.
        if let last, answer.candles[0].candle.day > last + 1 {
            result.failure = "the answer does not reach back to \(last)"
            return
        }
        let stored = try await save(answer, of: result.asset, replaces: false)
        (result.added, result.changes, result.providers) = (stored.added, stored.changes, answer.answered)
        result.newest = max(last ?? .distantPast, answer.candles[answer.candles.count - 1].candle.day)
    }

    /// Those assets, with their last stored day, that a refresh could tell more about: closes of theirs are stored, a provider knows
    /// them, and the close of `yesterday` is missing or prices of the last hours are wanted.
    package static func stale(
        _ assets: [Asset], in candles: any CandleRepository, yesterday: Day, withQuotes: Bool
    ) async throws -> [(asset: Asset, last: Day)] {
        let coverage = try await candles.coverage()
        return assets.compactMap { asset in
            guard !asset.providerIDs.isEmpty, let last = coverage[asset.id]?.last else { return nil }
            return last < yesterday || withQuotes ? (asset, last) : nil
        }
    }

    /// Brings several assets up to date at once, for a person who waits: nothing may keep them longer than the limit.
    ///
    /// - Parameters:
    ///   - stale: with their last stored days.
    ///   - limitSeconds: the time for all of them together. Closes that arrive later are not stored.
    /// - Returns: in the same order; those that took too long count as unreachable.
    package func bringUpToDate(
        _ stale: [(asset: Asset, last: Day)], limitSeconds: Double, withQuotes: Bool
    ) async -> [RefreshResult] {
        // Not child tasks: a group would wait for a name server that takes its time, however much time is left.
        let (arrivals, continuation) = AsyncStream.makeStream(of: [RefreshResult]?.self)
        let work = Task {
            continuation.yield(
                await bringUpToDate(stale, budgetSeconds: limitSeconds * Self.budgetShare, withQuotes: withQuotes))
        }
        let timer = Task {
            try? await Task.sleep(for: .seconds(limitSeconds))
            continuation.yield(nil)
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for await arrival in arrivals {
            if let arrival { return arrival }
            break
        }
        return stale.map { asset, last in
            var late = RefreshResult(asset: asset, newest: last)
            late.failure = "no answer within \(limitSeconds) seconds"
            late.isUnreachable = true
            return late
        }
    }

    /// Providers get a little less than the limit, so that what some of them answered is kept.
    private static let budgetShare = 0.9

    /// Brings several assets up to date at once.
    ///
    /// - Parameter stale: with their last stored days.
    /// - Returns: in the same order.
    package func bringUpToDate(
        _ stale: [(asset: Asset, last: Day)], budgetSeconds: Double, withQuotes: Bool
    ) async -> [RefreshResult] {
        await withTaskGroup(of: (Int, RefreshResult).self) { group in
            for (index, (asset, last)) in stale.enumerated() {
                group.addTask {
                    (index, await bringUpToDate(asset, last: last, budgetSeconds: budgetSeconds, withQuotes: withQuotes))
                }
            }
            var results: [Int: RefreshResult] = [:]
            for await (index, result) in group { results[index] = result }
            return stale.indices.map { results[$0]! }
        }
    }

    // MARK: Storing

    /// Stores what providers answered.
    package func save(_ answer: ChainAnswer, of asset: Asset, replaces: Bool) async throws -> CandleImport {
        var total = CandleImport()
        total.isReplaced = replaces
        for (source, candles) in Dictionary(grouping: answer.candles, by: \.source).sorted(by: { $0.key < $1.key }) {
            let stored = try await market.candles.store(
                candles.map(\.candle), of: asset.id, source: source, retrievedAt: candles[0].retrievedAt, replaces: replaces)
            total.added += stored.added
            total.unchanged += stored.unchanged
            total.changes += stored.changes
        }
        return total
    }

    /// Fetches and stores the prices of the last day's hours.
    ///
    /// - Throws: `ChainError` where nobody has them.
    package func saveQuotes(of asset: Asset, _ chain: ProviderChain, budgetSeconds: Double) async throws {
        let (quotes, provider) = try await chain.hourlyQuotes(
            asset, since: market.now() - Self.quoteSeconds, deadlineSeconds: budgetSeconds)
        try await market.candles.store(quotes, of: asset.id, source: provider.rawValue)
    }
}

extension Day {
    /// Before any close.
    fileprivate static let distantPast = Day(daysSince1970: -719_162)
}
