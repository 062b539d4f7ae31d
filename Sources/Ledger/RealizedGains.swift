import Market

/// What sales, fees and income (in cash, or at market value) brought, added up as they happen: memory grows with the wallets and coins, not with the journal.
package struct RealizedGains: Sendable {
    /// The sums of one coin in one wallet, or of many.
    package struct Sums: Equatable, Sendable {
        /// What was received, in US dollars, less the fees in US dollars; zero for fees paid in coins.
        package private(set) var proceeds = Money.zero
        /// What it had cost, in US dollars.
        package private(set) var cost = PartialSum()
        /// Proceeds less cost, in US dollars.
        package private(set) var gain = PartialSum()

        /// Nothing yet.
        package init() {}

        /// Adds other sums.
        ///
        /// - Throws: ``DecimalError/overflow``.
        package mutating func add(_ other: Sums) throws(DecimalError) {
            proceeds = try proceeds.adding(other.proceeds)
            try cost.add(other.cost)
            try gain.add(other.gain)
        }

        /// Adds a disposal; one that realizes nothing changes nothing.
        ///
        /// - Throws: ``DecimalError/overflow``.
        package mutating func add(_ disposal: Disposal) throws(DecimalError) {
            guard let realized = disposal.proceeds else { return }
            proceeds = try proceeds.adding(realized)
            try cost.add(disposal.cost)
            try gain.add(disposal.gain)
        }
    }

    private(set) var sums: [Inventory.Key: Sums] = [:]

    /// Nothing yet.
    package init() {}

    /// Adds a disposal; one that realizes nothing changes nothing.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package mutating func add(_ disposal: Disposal) throws(DecimalError) {
        guard disposal.isRealized else { return }
        try sums[Inventory.Key(wallet: disposal.wallet, asset: disposal.asset), default: Sums()].add(disposal)
    }
}
