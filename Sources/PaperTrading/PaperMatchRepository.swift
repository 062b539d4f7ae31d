/// Stores each owner's paper matches: their definitions, and the hash of the model with which they started. Results follow from the
/// definitions.
package protocol PaperMatchRepository: Sendable {
    /// Returns an owner's matches, newest first.
    func paperMatches(of owner: String) async throws -> [RecordedPaperMatch]
    /// Returns an owner's match; nil if the owner has none with this id.
    func paperMatch(_ id: String, of owner: String) async throws -> RecordedPaperMatch?
    /// Stores a new match.
    ///
    /// - Parameter limit: the most matches that the owner may have.
    /// - Throws: ``PaperMatchesError/tooMany(limit:)``; `AssetError.notStored` for a coin that is not stored.
    func save(_ match: RecordedPaperMatch, of owner: String, limit: Int) async throws
    /// Deletes an owner's match, and returns whether there was one.
    func deletePaperMatch(_ id: String, of owner: String) async throws -> Bool
}

/// Why a paper match cannot be started or found.
package enum PaperMatchesError: Error, Equatable, Sendable {
    /// The owner has as many matches as allowed.
    case tooMany(limit: Int)
    /// The owner has no match with this id.
    case unknown(String)
}

extension PaperMatchesError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooMany(let limit): "there are \(limit) paper matches already, the most that an owner may have; delete one first"
        case .unknown(let id): "no paper match has the id \(id); list them to see which there are"
        }
    }
}
