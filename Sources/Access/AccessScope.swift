/// What a token's bearer may do. Each scope includes those before it.
package enum AccessScope: String, CaseIterable, Comparable, Sendable {
    /// Read the owner's data and ask for forecasts.
    case read
    /// Change the owner's data as well.
    case write
    /// Run the server: models, upkeep, tokens.
    case admin

    /// Whether it includes what `needed` allows.
    package func allows(_ needed: AccessScope) -> Bool { self >= needed }

    /// Whether `left` allows less.
    package static func < (left: AccessScope, right: AccessScope) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .read: 0
        case .write: 1
        case .admin: 2
        }
    }
}
