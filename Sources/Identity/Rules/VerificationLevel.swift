import Store

/// The verification level of a person.
package enum VerificationLevel: String, CaseIterable, Sendable {
    case none
    /// The phone is verified.
    case basic
    /// The phone and documents are verified.
    case full
}

extension VerificationLevel: Comparable {
    private var rank: Int {
        switch self {
        case .none: 0
        case .basic: 1
        case .full: 2
        }
    }

    package static func < (left: VerificationLevel, right: VerificationLevel) -> Bool { left.rank < right.rank }
}

/// Keeps people's levels, within the transactions of verifications. A capability that grants rights by level implements it.
package protocol PersonLevels: Sendable {
    /// Returns an owner's level.
    func level(of owner: String, in connection: Connection) throws -> VerificationLevel
    /// Creates the owner's rows if there are none yet: the owner begins a verification.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC.
    func open(_ owner: String, at now: Int, in connection: Connection) throws
    /// Raises an owner's level; a level as high or higher stays.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC.
    func raise(_ owner: String, to level: VerificationLevel, at now: Int, in connection: Connection) throws
}
