import Forecasts
import Market
import MarketData

/// One owner's paper matches.
package struct PaperMatches: Sendable {
    /// The most matches of an owner.
    package static let limit = 100

    private let market: MarketData
    private let owner: String

    package init(_ market: MarketData, owner: String) { (self.market, self.owner) = (market, owner) }

    /// Starts a match: stores its definition.
    ///
    /// - Parameter modelSHA256: the SHA-256 of the weights of the model that ``Strategy/followForecast`` follows now; nil if it does not
    ///   take part.
    /// - Throws: ``PaperMatchError/startInFuture(_:today:)``, ``PaperMatchesError/tooMany(limit:)``; `AssetError.notStored`.
    package func start(_ match: PaperMatch, following modelSHA256: String?) async throws -> RecordedPaperMatch {
        guard match.start <= market.today else { throw PaperMatchError.startInFuture(match.start, today: market.today) }
        let recorded = RecordedPaperMatch(
            id: RecordedPaperMatch.makeID(), match: match, createdAt: market.now(), modelSHA256: modelSHA256)
        try await market.store.save(recorded, of: owner, limit: Self.limit)
        return recorded
    }

    /// Returns the matches, newest first.
    package func all() async throws -> [RecordedPaperMatch] { try await market.store.paperMatches(of: owner) }

    /// Returns the match with an id.
    ///
    /// - Throws: ``PaperMatchesError/unknown(_:)``, also for another owner's.
    package func match(_ id: String) async throws -> RecordedPaperMatch {
        guard let match = try await market.store.paperMatch(id, of: owner) else { throw PaperMatchesError.unknown(id) }
        return match
    }

    /// Deletes a match.
    ///
    /// - Throws: ``PaperMatchesError/unknown(_:)``, also for another owner's.
    package func delete(_ id: String) async throws {
        guard try await market.store.deletePaperMatch(id, of: owner) else { throw PaperMatchesError.unknown(id) }
    }
}
