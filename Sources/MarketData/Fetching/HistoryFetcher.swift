import Market
import MarketFeeds
import Store

/// Fetches closes from providers into the store.
package struct HistoryFetcher: Sendable {
    /// Where the closes are stored.
    package let market: MarketData
    /// The providers. Use one value per process, because its queues space the requests.
    package let feeds: PriceFeeds

    /// Days that are fetched again, to notice when a provider has revised its closes.
    package static let overlapDays = 3
    /// The number of days fetched for an asset without stored closes.
    package static let firstDays = 1000
    /// How far back hourly prices are requested, in seconds: changes over 12 hours need half a day, and hours may be missing.
    private static let quoteSeconds = 26 * 3600

    package init(_ market: MarketData, _ feeds: PriceFeeds) { (self.market, self.feeds) = (market, feeds) }

    /// The last day that has ended.
    package var yesterday: Day { market.today - 1 }

    /// Fetches and stores the first closes of an asset: the last ``firstDays``.
    ///
    /// - Returns: the providers' answer, and the result of storing it.
    /// - Throws: `ChainError` if no provider has closes, and whatever the repository throws.
    package func fetchFirst(_ asset: Asset, deadlineSeconds: Double) async throws -> (answer: ChainAnswer, stored: CandleImport) {
        let answer = try await ProviderChain(feeds).fetch(
            asset, from: FetchRange.sinceStored.firstDay(of: asset, last: nil, yesterday: yesterday), through: yesterday,
            deadlineSeconds: deadlineSeconds)
        return (answer, try await save(answer, of: asset, replaces: false))
    }

    // MARK: Updating

    /// Fetches the closes of all days that have ended since the last stored one, or the last ``firstDays`` if none is stored.
    ///
    /// Stored closes are not changed; closes that providers have revised are reported.
    ///
    /// - Parameters:
    ///   - last: the last stored day; nil if there is none.
    ///   - budgetSeconds: the time limit. Whatever has arrived by then is kept.
    ///   - withQuotes: whether hourly prices of the last day are wanted too.
    /// - Returns: the result. A failure is part of it and not thrown, because the stored closes can still be used.
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
        // If no provider could be reached, none will return hourly prices either.
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
        let first = FetchRange.sinceStored.firstDay(of: result.asset, last: last, yesterday: yesterday)
        let answer = try await chain.fetch(result.asset, from: first, through: yesterday, deadlineSeconds: budgetSeconds)
        // An answer that does not connect to the stored closes would leave a gap that no refresh fills.
        if let last, answer.candles[0].candle.day > last + 1 {
            result.failure = "the answer does not reach back to \(last)"
            return
        }
        let stored = try await save(answer, of: result.asset, replaces: false)
        (result.added, result.changes, result.providers) = (stored.added, stored.changes, answer.answered)
        result.newest = max(last ?? .distantPast, answer.candles[answer.candles.count - 1].candle.day)
    }

    /// Returns the assets that a refresh could update, with their last stored day: closes are stored, a provider knows the asset,
    /// and the close of `yesterday` is missing or hourly prices are wanted.
    package static func stale(
        _ assets: [Asset], in store: Store, yesterday: Day, withQuotes: Bool
    ) async throws -> [(asset: Asset, last: Day)] {
        let coverage = try await store.coverage()
        return assets.compactMap { asset in
            guard !asset.providerIDs.isEmpty, let last = coverage[asset.id]?.last else { return nil }
            let newest = asset.isOtherCurrency ? RateRule.lastWorkday(through: yesterday) : yesterday
            return last < newest || withQuotes && !asset.isOtherCurrency ? (asset, last) : nil
        }
    }

    /// Updates several assets at once for a waiting user, never taking longer than the limit.
    ///
    /// - Parameters:
    ///   - stale: assets with their last stored days.
    ///   - limitSeconds: the time for all of them together. Closes that arrive later are not stored.
    /// - Returns: results in the same order. Assets that took too long count as unreachable.
    package func bringUpToDate(
        _ stale: [(asset: Asset, last: Day)], limitSeconds: Double, withQuotes: Bool
    ) async -> [RefreshResult] {
        // Not child tasks: a task group would wait for a slow name server even after the limit.
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

    /// Providers get slightly less than the limit, so that the answers of some are kept if others are late.
    private static let budgetShare = 0.9

    /// Updates several assets at once.
    ///
    /// - Parameter stale: assets with their last stored days.
    /// - Returns: results in the same order.
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

    /// Stores the candles of a providers' answer, each under its provider.
    ///
    /// - Returns: the result for all candles together.
    package func save(_ answer: ChainAnswer, of asset: Asset, replaces: Bool) async throws -> CandleImport {
        var total = CandleImport()
        total.isReplaced = replaces
        for (source, candles) in Dictionary(grouping: answer.candles, by: \.source).sorted(by: { $0.key < $1.key }) {
            let stored = try await market.store.store(
                candles.map(\.candle), of: asset.id, source: source, retrievedAt: candles[0].retrievedAt, replaces: replaces)
            total.added += stored.added
            total.unchanged += stored.unchanged
            total.changes += stored.changes
        }
        return total
    }

    /// Fetches and stores the hourly prices of the last day.
    ///
    /// - Throws: `ChainError` if no provider has them.
    package func saveQuotes(of asset: Asset, _ chain: ProviderChain, budgetSeconds: Double) async throws {
        let (quotes, provider) = try await chain.hourlyQuotes(
            asset, since: market.now() - Self.quoteSeconds, deadlineSeconds: budgetSeconds)
        try await market.store.store(quotes, of: asset.id, source: provider.rawValue)
    }
}

extension Day {
    /// A day earlier than any close.
    static let distantPast = Day(daysSince1970: -719_162)
}
