import Market

/// Asks several providers in turn, until enough of them have answered.
///
/// - Quorum 1: the first provider that has every day asked for, the newest included, is taken alone. When none has, the answer with the
///   most days is taken, of several the first asked. Nothing is pieced together from two providers, whose prices differ a little.
/// - Quorum 2: the first two providers that answer at all are merged by ``CandleConsensus``. When only one answers, all of its days are
///   unconfirmed.
package struct ProviderChain: Sendable {
    private let providers: [any PriceProvider]
    private let clock: FeedClock

    /// A chain in the order of asking.
    package init(_ feeds: PriceFeeds, order: [Provider] = PriceFeeds.keyless) {
        self.init(order.map { feeds[$0] }, clock: feeds.clock)
    }

    /// A chain of any providers in the order of asking; the clock says which day has ended and when time is up.
    package init(_ providers: [any PriceProvider], clock: FeedClock = .system) { (self.providers, self.clock) = (providers, clock) }

    /// Fetches an asset's daily candles.
    ///
    /// Each provider may take half of the time that is left, the last all of it: one that hangs leaves time for the next.
    ///
    /// - Parameters:
    ///   - asset: its ``Asset/providerIDs`` say who can be asked; the others are skipped.
    ///   - first: the first day wanted; days before the asset's first trade count as there.
    ///   - last: the last day wanted; a day that has not ended is taken as yesterday.
    ///   - quorum: 1 or 2, how many providers must answer.
    ///   - deadlineSeconds: when time is up, what has arrived is the answer.
    ///   - progress: called with a provider and how many candles it has sent so far.
    /// - Throws: ``ChainError`` when nobody has a candle.
    package func fetch(
        _ asset: Asset, from first: Day, through last: Day, quorum: Int = 1, deadlineSeconds: Double = 60,
        progress: (@Sendable (Provider, Int) -> Void)? = nil
    ) async throws(ChainError) -> ChainAnswer {
        precondition((1...2).contains(quorum), "a quorum is 1 or 2, not \(quorum)")
        let last = min(last, clock.yesterday)
        // An asset without trades before a day has all of its days from there on.
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
    /// - Returns: the quotes and whose they are.
    /// - Throws: ``ChainError`` when nobody has one.
    package func hourlyQuotes(
        _ asset: Asset, since: Int, deadlineSeconds: Double = 10
    ) async throws(ChainError) -> (quotes: [Quote], provider: Provider) {
        try await first(asset, deadlineSeconds) { (feed, id, seconds) async throws(FeedError) in
            (try await feed.hourlyQuotes(of: id, since: since, deadlineSeconds: seconds), feed.provider)
        }
    }

    /// Fetches what the first provider that tells anything knows of an asset besides prices.
    ///
    /// - Throws: ``ChainError`` when nobody tells anything.
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

    /// Asks one after the other until it is done, time is up or the caller no longer wants it.
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
