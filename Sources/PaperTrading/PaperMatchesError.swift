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
