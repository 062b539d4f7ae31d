import Market

/// A service that publishes daily candles. All candles that it hands out mean the same, whatever the service's own stamps mean: the
/// close of day D is the price at the end of D in UTC, and the day that has not ended by our own clock is left out.
package protocol PriceProvider: Sendable {
    /// Which service it is.
    var provider: Provider { get }
    /// Whether it answers nothing without a key and has none.
    var needsKey: Bool { get }

    /// Fetches daily candles, in as many requests as it takes.
    ///
    /// A failure after some candles have arrived does not lose them: the answer is partial and says what cut it short.
    ///
    /// - Parameters:
    ///   - providerID: what this provider calls the asset (``Asset/providerIDs``).
    ///   - first: the first day asked for.
    ///   - last: the last day asked for; a day that has not ended is taken as yesterday.
    ///   - deadlineSeconds: how long all requests, pauses and retries together may take.
    ///   - progress: called with the number of candles so far.
    /// - Throws: ``FeedError`` when no candle arrived.
    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer

    /// Fetches hourly prices, each at the end of its hour; that of the hour that has not ended is the newest price, at the time of
    /// asking.
    ///
    /// - Parameter since: seconds since 1970-01-01 UTC; earlier quotes are left out.
    /// - Returns: oldest first.
    /// - Throws: ``FeedError``, `unsupported` where the provider has none.
    func hourlyQuotes(of providerID: String, since: Int, deadlineSeconds: Double) async throws(FeedError) -> [Quote]

    /// Fetches what the provider knows of an asset besides prices.
    ///
    /// - Throws: ``FeedError``, `unsupported` where the provider has nothing.
    func details(of providerID: String, deadlineSeconds: Double) async throws(FeedError) -> AssetDetails
}

extension PriceProvider {
    /// Fetches daily candles within a minute; see the requirement with `deadlineSeconds`.
    package func candles(
        of providerID: String, from first: Day, through last: Day, progress: (@Sendable (Int) -> Void)? = nil
    ) async throws(FeedError) -> FeedAnswer {
        try await candles(of: providerID, from: first, through: last, deadlineSeconds: 60, progress: progress)
    }

    /// Fetches hourly prices within ten seconds; see the requirement with `deadlineSeconds`.
    package func hourlyQuotes(of providerID: String, since: Int) async throws(FeedError) -> [Quote] {
        try await hourlyQuotes(of: providerID, since: since, deadlineSeconds: 10)
    }

    /// Fetches what the provider knows of an asset within ten seconds; see the requirement with `deadlineSeconds`.
    package func details(of providerID: String) async throws(FeedError) -> AssetDetails {
        try await details(of: providerID, deadlineSeconds: 10)
    }

    /// Refuses: most providers have no hourly prices without further ado.
    package func hourlyQuotes(of providerID: String, since: Int, deadlineSeconds: Double) async throws(FeedError) -> [Quote] {
        throw FeedError(provider, asked: "hourly prices of \(providerID)", .unsupported)
    }

    /// Refuses: most providers tell nothing but prices.
    package func details(of providerID: String, deadlineSeconds: Double) async throws(FeedError) -> AssetDetails {
        throw FeedError(provider, asked: "supply and days of trade of \(providerID)", .unsupported)
    }
}

/// Daily candles of one provider.
package struct FeedAnswer: Equatable, Sendable {
    /// Oldest first, each day once, at least one, none outside of the days asked for.
    package let candles: [Candle]
    /// The days without a candle between the first and the last, oldest first.
    package let gaps: [ClosedRange<Day>]
    /// What kept the rest from arriving; nil when the provider gave all it has.
    package let cutShortBy: FeedError?
    /// The provider's name, as it stands beside stored candles.
    package let source: String
    /// Seconds since 1970-01-01 UTC at which the last request was answered.
    package let retrievedAt: Int

    /// An answer; its gaps are found in the candles.
    ///
    /// - Precondition: `candles` is strictly ascending and not empty.
    package init(candles: [Candle], cutShortBy: FeedError? = nil, source: String, retrievedAt: Int) {
        precondition(!candles.isEmpty && zip(candles, candles.dropFirst()).allSatisfy { $0.day < $1.day })
        (self.candles, self.cutShortBy, self.source) = (candles, cutShortBy, source)
        (self.retrievedAt, gaps) = (retrievedAt, CandleSeries.gaps(candles.map(\.day)))
    }

    /// Whether a failure kept candles from arriving.
    package var isPartial: Bool { cutShortBy != nil }
    /// Whether there is a candle of every one of these days.
    package func covers(from first: Day, through last: Day) -> Bool {
        gaps.isEmpty && candles.first!.day <= first && candles.last!.day >= last
    }
}

/// What a provider knows of an asset besides prices; nil where it does not tell.
package struct AssetDetails: Equatable, Sendable {
    /// What people call it.
    package var name: String?
    /// Coins in circulation.
    package var supply: Double?
    /// The day of the first trade that the provider has seen.
    package var firstTrade: Day?
    /// The day of the last one.
    package var lastTrade: Day?

    /// Details, all of which may be unknown.
    package init(name: String? = nil, supply: Double? = nil, firstTrade: Day? = nil, lastTrade: Day? = nil) {
        (self.name, self.supply, self.firstTrade, self.lastTrade) = (name, supply, firstTrade, lastTrade)
    }
}
