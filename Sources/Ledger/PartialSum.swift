/// A sum of which parts may be missing: then the total is missing too, and what is known of it stands beside it.
package struct PartialSum: Equatable, Sendable {
    /// The sum of the parts that are known. It is no total while parts are missing.
    package private(set) var known = Money.zero
    /// How many parts are missing.
    package private(set) var missing = 0

    /// A sum of no parts.
    package init() {}

    /// The sum of all parts; nil while one is missing.
    package var total: Money? { missing == 0 ? known : nil }

    /// Adds a part; nil for one that is missing.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package mutating func add(_ part: Money?) throws(DecimalError) {
        if let part { known = try known.adding(part) } else { missing += 1 }
    }

    /// Adds the parts of another sum.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package mutating func add(_ other: PartialSum) throws(DecimalError) {
        known = try known.adding(other.known)
        missing += other.missing
    }
}
