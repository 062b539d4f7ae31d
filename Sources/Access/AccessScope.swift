/// What a token permits. Each scope includes those before it.
package enum AccessScope: String, CaseIterable, Comparable, Sendable {
    /// Read the owner's data and what all owners share, such as assets and closes, and request forecasts.
    case read
    /// Also change the owner's data, create jobs, and fetch the newest closes from providers.
    case write
    /// Also change what all owners share (assets and closes), and read the metrics.
    case admin

    /// Returns true if it includes `needed`.
    package func allows(_ needed: AccessScope) -> Bool { self >= needed }

    /// Returns true if `left` permits less.
    package static func < (left: AccessScope, right: AccessScope) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .read: 0
        case .write: 1
        case .admin: 2
        }
    }
}
