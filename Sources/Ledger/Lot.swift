import Market

/// Coins that were acquired at one time and are still held.
package struct Lot: Equatable, Sendable {
    /// The transaction that acquired the coins; of an average pool, that of its oldest coins.
    package let origin: TransactionID
    /// The wallet that holds the coins.
    package let wallet: WalletID
    /// The coin.
    package let asset: AssetID
    /// The time of acquisition, unchanged by transfers between wallets and by splits, in seconds since 1970-01-01 UTC.
    package let acquiredAt: Int
    /// The quantity; above zero.
    package let quantity: Quantity
    /// The total cost; nil if unknown.
    package let cost: Money?

    package init(origin: TransactionID, wallet: WalletID, asset: AssetID, acquiredAt: Int, quantity: Quantity, cost: Money?) {
        (self.origin, self.wallet, self.asset, self.acquiredAt) = (origin, wallet, asset, acquiredAt)
        (self.quantity, self.cost) = (quantity, cost)
    }

    /// The cost a coin, rounded; nil if unknown or too large.
    package var unitCost: Money? { try? cost?.divided(by: quantity) }
}

/// A lot, or a part of one, that left a wallet.
package struct Disposal: Equatable, Sendable {
    /// The way in which coins leave a wallet.
    package enum Kind: String, CaseIterable, Sendable {
        /// Sold for US dollars or another currency.
        case sale
        /// Swapped for other coins.
        case swap
        /// Paid as a fee, including the fee of a transfer: a sale for nothing.
        case fee
        /// Lost, stolen or written off (``Transaction/isLost``): a sale for nothing.
        case loss
        /// Withdrawn together with its cost: no gain.
        case withdrawal
        /// Moved to another wallet together with its cost: no gain.
        case transfer
        /// Replaced by other coins in a split, together with its cost: no gain.
        case split
        /// Used to fill a shortfall: coins that were disposed of before they were acquired. No gain, because the gain of the
        /// earlier disposal is unknown.
        case cover
        /// Income that is realized at once at no cost: US dollars, or coins at market value. Nothing leaves the wallet.
        case income
    }

    /// How the coins left.
    package let kind: Kind
    /// The transaction by which they left.
    package let transaction: TransactionID
    /// The time at which they left, in seconds since 1970-01-01 UTC.
    package let time: Int
    /// The wallet that they left.
    package let wallet: WalletID
    package let asset: AssetID
    /// The transaction that acquired them; nil for cash, and for coins that were never held (a shortfall).
    package let origin: TransactionID?
    /// The time of acquisition, in seconds since 1970-01-01 UTC; nil if ``origin`` is.
    package let acquiredAt: Int?
    /// The quantity; above zero.
    package let quantity: Quantity
    /// The share of the lot's cost; nil if unknown.
    package let cost: Money?
    /// The proceeds: zero for a fee and for what was lost (``Transaction/isLost``); nil if nothing is realized (``isRealized``), or if
    /// they cannot be converted to the currency of the report.
    package let proceeds: Money?

    package init(
        kind: Kind, transaction: TransactionID, time: Int, wallet: WalletID, asset: AssetID, origin: TransactionID?,
        acquiredAt: Int?, quantity: Quantity, cost: Money?, proceeds: Money?
    ) {
        (self.kind, self.transaction, self.time, self.wallet, self.asset) = (kind, transaction, time, wallet, asset)
        (self.origin, self.acquiredAt, self.quantity) = (origin, acquiredAt, quantity)
        (self.cost, self.proceeds) = (cost, proceeds)
    }

    /// Whether it realizes a gain or loss: a sale, a swap, a fee, a loss, or income in cash or at market value.
    package var isRealized: Bool {
        switch kind {
        case .sale, .swap, .fee, .loss, .income: true
        case .withdrawal, .transfer, .split, .cover: false
        }
    }

    /// Proceeds minus cost; nil if nothing is realized or either is unknown, and for a result that is too large, which
    /// ``RealizedGains`` reports.
    package var gain: Money? { (try? checkedGain()) ?? nil }

    /// As ``gain``.
    ///
    /// - Throws: ``DecimalError/overflow``: amounts in US dollars stay far below the limit, but a low rate may pass it.
    func checkedGain() throws(DecimalError) -> Money? {
        guard let proceeds, let cost else { return nil }
        return try proceeds.subtracting(cost)
    }
}
