import Market

/// Accumulates the realized gains of sales, fees and income (in cash, or at market value). Memory grows with the number of
/// wallets and coins, not with the journal.
package struct RealizedGains: Sendable {
    /// The sums of one coin in one wallet, or of several.
    package struct Sums: Equatable, Sendable {
        /// The proceeds in US dollars, minus fees in US dollars; zero for fees paid in coins.
        package private(set) var proceeds = Money.zero
        /// The cost of what was disposed of, in US dollars.
        package private(set) var cost = PartialSum()
        /// Proceeds minus cost, in US dollars.
        package private(set) var gain = PartialSum()

        /// Creates empty sums.
        package init() {}

        /// Adds other sums.
        ///
        /// - Throws: ``DecimalError/overflow``.
        package mutating func add(_ other: Sums) throws(DecimalError) {
            proceeds = try proceeds.adding(other.proceeds)
            try cost.add(other.cost)
            try gain.add(other.gain)
        }

        /// Adds a disposal. One that realizes nothing has no effect.
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

    /// Creates empty sums.
    package init() {}

    /// Adds a disposal. One that realizes nothing has no effect.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package mutating func add(_ disposal: Disposal) throws(DecimalError) {
        guard disposal.isRealized else { return }
        try sums[Inventory.Key(wallet: disposal.wallet, asset: disposal.asset), default: Sums()].add(disposal)
    }
}
