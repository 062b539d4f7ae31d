import Market

/// Asks several providers one after another, until enough of them have answered.
///
/// - Quorum 1: uses the answer of the first provider that has every requested day, including the newest. If none has, uses the
///   answer with the most days, the first asked if there are several. Answers of two providers are never combined, because
///   their prices differ slightly.
/// - Quorum 2: merges the first two answers with ``CandleConsensus``. If only one provider answers, all its days are unconfirmed.
package struct ProviderChain: Sendable {
    private let providers: [any PriceProvider]
    private let clock: FeedClock

    /// Creates a chain that asks providers in the given order.
    package init(_ feeds: PriceFeeds, order: [Provider] = PriceFeeds.keyless) {
        self.init(order.map { feeds[$0] }, clock: feeds.clock)
    }

    /// Creates a chain of any providers, asked in order. The clock determines which day has ended and when time is up.
    package init(_ providers: [any PriceProvider], clock: FeedClock = .system) { (self.providers, self.clock) = (providers, clock) }

    /// Fetches an asset's daily candles.
    ///
    /// Each provider may use half of the remaining time, and the last provider all of it, so that a hanging provider leaves
    /// time for the next.
    ///
    /// - Parameters:
    ///   - asset: its `Asset.providerIDs` determine which providers are asked; the others are skipped.
    ///   - first: the first requested day. Days before the asset's first trade are not expected.
    ///   - last: the last requested day; yesterday if that day has not ended.
    ///   - quorum: how many providers must answer, 1 or 2.
    ///   - deadlineSeconds: after this time, whatever has arrived is the answer.
    ///   - progress: called with a provider and the number of candles it has sent so far.
    /// - Throws: ``ChainError`` if no provider has candles.
    package func fetch(
        _ asset: Asset, from first: Day, through last: Day, quorum: Int = 1, deadlineSeconds: Double = 60,
        progress: (@Sendable (Provider, Int) -> Void)? = nil
    ) async throws(ChainError) -> ChainAnswer {
        precondition((1...2).contains(quorum), "a quorum is 1 or 2, not \(quorum)")
        let last = min(last, clock.yesterday)
        // No candles are expected before the asset's first trade.
        let start = max(first, min(asset.firstTrade ?? first, last))
        var round = Round(asset: asset, first: start, last: last)
        await ask(asset, clock.deadline(in: deadlineSeconds), &round, isDone: { $0.isEnough(quorum) }) {
            (feed, id, seconds) async throws(FeedError) in
            try await feed.candles(of: id, from: first, through: last, deadlineSeconds: seconds) { progress?(feed.provider, $0) }
        }
        guard let answer = round.answer(quorum) else {
            throw ChainError(asset: asset.id, failures: round.failures, skipped: round.skipped)
        }
        return answer
    }

    /// Fetches hourly prices from the first provider that has them, oldest first.
    ///
    /// - Parameter since: seconds since 1970-01-01 UTC.
    /// - Returns: the quotes and their provider.
    /// - Throws: ``ChainError`` if no provider has any.
    package func hourlyQuotes(
        _ asset: Asset, since: Int, deadlineSeconds: Double = 10
    ) async throws(ChainError) -> (quotes: [Quote], provider: Provider) {
        try await first(asset, deadlineSeconds) { (feed, id, seconds) async throws(FeedError) in
            (try await feed.hourlyQuotes(of: id, since: since, deadlineSeconds: seconds), feed.provider)
        }
    }

    /// Fetches metadata of an asset from the first provider that has any.
    ///
    /// - Throws: ``ChainError`` if no provider has any.
    package func details(_ asset: Asset, deadlineSeconds: Double = 10) async throws(ChainError) -> AssetDetails {
        try await first(asset, deadlineSeconds) { (feed, id, seconds) async throws(FeedError) in
            try await feed.details(of: id, deadlineSeconds: seconds)
        }
    }

    private func first<Found: Sendable>(
        _ asset: Asset, _ seconds: Double, _ fetch: (any PriceProvider, String, Double) async throws(FeedError) -> Found
    ) async throws(ChainError) -> Found {
        var found = Finding<Found>()
        await ask(asset, clock.deadline(in: seconds), &found, isDone: { !$0.answers.isEmpty }, fetch)
        guard let answer = found.answers.first else {
            throw ChainError(asset: asset.id, failures: found.failures, skipped: found.skipped)
        }
        return answer
    }

    /// Asks providers in order until done, out of time or cancelled.
    private func ask<Log: ChainLog>(
        _ asset: Asset, _ deadline: Deadline, _ log: inout Log, isDone: (Log) -> Bool,
        _ fetch: (any PriceProvider, String, Double) async throws(FeedError) -> Log.Answer
    ) async {
        log.skipped = providers.map(\.provider).filter { asset.providerIDs[$0] == nil }
        let able = providers.filter { asset.providerIDs[$0.provider] != nil }
        for (index, feed) in able.enumerated() where !isDone(log) && !Task.isCancelled {
            let left = clock.remaining(deadline)
            guard left > 0 else { break }
            do throws(FeedError) {
                let seconds = index == able.count - 1 ? left : left / 2
                log.add(try await fetch(feed, asset.providerIDs[feed.provider]!, seconds), of: feed.provider)
            } catch {
                log.failures.append(error)
            }
        }
    }
}
