import Foundation
import Market

/// A service that publishes daily candles. Its candles are normalized, whatever its own timestamps mean: the close of day D is
/// the price at the end of D in UTC, and the day that has not ended by our own clock is omitted.
package protocol PriceProvider: Sendable {
    /// The service.
    var provider: Provider { get }
    /// Whether the service requires a key but has none.
    var needsKey: Bool { get }

    /// Fetches daily candles, with as many requests as needed.
    ///
    /// A failure after some candles have arrived does not discard them: the answer is then partial and states the reason.
    ///
    /// - Parameters:
    ///   - providerID: the provider's id of the asset (`Asset.providerIDs`).
    ///   - first: the first requested day.
    ///   - last: the last requested day; yesterday if that day has not ended.
    ///   - deadlineSeconds: the longest duration of all requests, pauses and retries together.
    ///   - progress: called with the number of candles so far.
    /// - Throws: ``FeedError`` if no candle arrived.
    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer

    /// Fetches hourly prices, each at the end of its hour. The price of the current hour is the newest one, at the time of the
    /// request.
    ///
    /// - Parameter since: seconds since 1970-01-01 UTC; earlier quotes are omitted.
    /// - Returns: the quotes, oldest first.
    /// - Throws: ``FeedError``; `unsupported` if the provider has none.
    func hourlyQuotes(of providerID: String, since: Int, deadlineSeconds: Double) async throws(FeedError) -> [Quote]

    /// Fetches metadata of an asset.
    ///
    /// - Throws: ``FeedError``; `unsupported` if the provider has none.
    func details(of providerID: String, deadlineSeconds: Double) async throws(FeedError) -> AssetDetails

    /// Fetches the addresses of assets' pictures, by provider id; assets without one are absent.
    ///
    /// - Throws: ``FeedError``; `unsupported` if the provider has none.
    func iconAddresses(of providerIDs: [String], deadlineSeconds: Double) async throws(FeedError) -> [String: URL]

    /// Downloads a picture from an address of ``iconAddresses(of:deadlineSeconds:)``. The provider's key is not sent.
    ///
    /// - Returns: the bytes, which may be anything.
    /// - Throws: ``FeedError``; `redirected` if the address is not one of the provider's (``IconAddress``).
    func icon(at address: URL, deadlineSeconds: Double) async throws(FeedError) -> [UInt8]
}

extension PriceProvider {
    /// Fetches daily candles with a deadline of 60 seconds.
    package func candles(
        of providerID: String, from first: Day, through last: Day, progress: (@Sendable (Int) -> Void)? = nil
    ) async throws(FeedError) -> FeedAnswer {
        try await candles(of: providerID, from: first, through: last, deadlineSeconds: 60, progress: progress)
    }

    /// Fetches hourly prices with a deadline of 10 seconds.
    package func hourlyQuotes(of providerID: String, since: Int) async throws(FeedError) -> [Quote] {
        try await hourlyQuotes(of: providerID, since: since, deadlineSeconds: 10)
    }

    /// Fetches metadata with a deadline of 10 seconds.
    package func details(of providerID: String) async throws(FeedError) -> AssetDetails {
        try await details(of: providerID, deadlineSeconds: 10)
    }

    /// Fetches the addresses of pictures with a deadline of 20 seconds.
    package func iconAddresses(of providerIDs: [String]) async throws(FeedError) -> [String: URL] {
        try await iconAddresses(of: providerIDs, deadlineSeconds: 20)
    }

    /// Downloads a picture with a deadline of 20 seconds.
    package func icon(at address: URL) async throws(FeedError) -> [UInt8] { try await icon(at: address, deadlineSeconds: 20) }

    /// Throws `unsupported`: the default for providers without hourly prices.
    package func hourlyQuotes(of providerID: String, since: Int, deadlineSeconds: Double) async throws(FeedError) -> [Quote] {
        throw FeedError(provider, asked: "hourly prices of \(providerID)", .unsupported)
    }

    /// Throws `unsupported`: the default for providers without metadata.
    package func details(of providerID: String, deadlineSeconds: Double) async throws(FeedError) -> AssetDetails {
        throw FeedError(provider, asked: "supply and days of trade of \(providerID)", .unsupported)
    }
}

extension PriceProvider {
    /// Throws `unsupported`: the default for providers without pictures.
    package func iconAddresses(of providerIDs: [String], deadlineSeconds: Double) async throws(FeedError) -> [String: URL] {
        throw FeedError(provider, asked: "addresses of pictures", .unsupported)
    }

    /// Throws `unsupported`: the default for providers without pictures.
    package func icon(at address: URL, deadlineSeconds: Double) async throws(FeedError) -> [UInt8] {
        throw FeedError(provider, asked: "a picture", .unsupported)
    }
}

/// The daily candles of one provider.
package struct FeedAnswer: Equatable, Sendable {
    /// The candles, oldest first, one for each day; at least one, and all within the requested days.
    package let candles: [Candle]
    /// The missing days between the first and the last candle, oldest first.
    package let gaps: [ClosedRange<Day>]
    /// Impossible values that were left out; nil if there were none.
    package let impossible: HistoryFault?
    /// Why the rest did not arrive; nil if the provider returned everything it has.
    package let cutShortBy: FeedError?
    /// The provider's name, as stored with candles.
    package let source: String
    /// When the last request was answered, in seconds since 1970-01-01 UTC.
    package let retrievedAt: Int

    /// Creates an answer, and finds the gaps in its candles.
    ///
    /// - Precondition: `candles` is strictly ascending and not empty.
    package init(
        candles: [Candle], impossible: HistoryFault? = nil, cutShortBy: FeedError? = nil, source: String, retrievedAt: Int
    ) {
        precondition(
            !candles.isEmpty && zip(candles, candles.dropFirst()).allSatisfy { $0.day < $1.day },
            "CandleSeries sorts the candles of an answer, and an answer without candles is an error")
        (self.candles, self.impossible, self.cutShortBy, self.source) = (candles, impossible, cutShortBy, source)
        (self.retrievedAt, gaps) = (retrievedAt, CandleSeries.gaps(candles.map(\.day)))
    }

    /// Whether a failure prevented candles from arriving.
    package var isPartial: Bool { cutShortBy != nil }
    /// Returns true if there is a candle for each of these days.
    package func covers(from first: Day, through last: Day) -> Bool {
        gaps.isEmpty && candles.first!.day <= first && candles.last!.day >= last
    }
}

/// Metadata of an asset; nil where unknown.
package struct AssetDetails: Equatable, Sendable {
    /// The display name.
    package var name: String?
    /// The circulating supply in coins.
    package var supply: Double?
    /// The day of the first trade known to the provider.
    package var firstTrade: Day?
    /// The day of the last trade.
    package var lastTrade: Day?

    /// Creates details; all are optional.
    package init(name: String? = nil, supply: Double? = nil, firstTrade: Day? = nil, lastTrade: Day? = nil) {
        (self.name, self.supply, self.firstTrade, self.lastTrade) = (name, supply, firstTrade, lastTrade)
    }
}
