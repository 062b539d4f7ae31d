import Market

/// Accumulates the realized gains of sales, fees and income (in cash, or at market value). Memory grows with the number of
/// wallets and coins, not with the journal.
package struct RealizedGains: Sendable {
    /// The sums of one coin in one wallet, or of several.
    package struct Sums: Equatable, Sendable {
        /// The proceeds, minus fees in US dollars; zero for fees paid in coins.
        package private(set) var proceeds: PartialSum
        /// The cost of what was disposed of.
        package private(set) var cost: PartialSum
        /// Proceeds minus cost.
        package private(set) var gain: PartialSum

        /// Creates empty sums of a currency.
        package init(_ currency: Currency = .usd) {
            (proceeds, cost, gain) = (PartialSum(currency), PartialSum(currency), PartialSum(currency))
        }

        /// Adds other sums.
        ///
        /// - Throws: ``DecimalError/overflow``.
        package mutating func add(_ other: Sums) throws(DecimalError) {
            try proceeds.add(other.proceeds)
            try cost.add(other.cost)
            try gain.add(other.gain)
        }

        /// Adds a disposal. One that realizes nothing has no effect.
        ///
        /// - Throws: ``DecimalError/overflow``.
        package mutating func add(_ disposal: Disposal) throws(DecimalError) {
            guard disposal.isRealized else { return }
            try proceeds.add(disposal.proceeds)
            try cost.add(disposal.cost)
            try gain.add(disposal.checkedGain())
        }
    }

    private(set) var sums: [Inventory.Key: Sums] = [:]
    private let currency: Currency

    /// Creates empty sums of a currency.
    package init(_ currency: Currency = .usd) { self.currency = currency }

    /// Adds a disposal. One that realizes nothing has no effect.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package mutating func add(_ disposal: Disposal) throws(DecimalError) {
        guard disposal.isRealized else { return }
        try sums[Inventory.Key(wallet: disposal.wallet, asset: disposal.asset), default: Sums(currency)].add(disposal)
    }
}
