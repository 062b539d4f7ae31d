import Market

/// Coins that came at one time and are still held.
package struct Lot: Equatable, Sendable {
    /// The transaction that acquired them; of an average the one of the oldest.
    package let origin: TransactionID
    /// Where they are.
    package let wallet: WalletID
    /// What they are.
    package let asset: AssetID
    /// When they were acquired, whatever wallets they have been in since: seconds since 1970-01-01 UTC.
    package let acquiredAt: Int
    /// How many; above zero.
    package let quantity: Quantity
    /// What all of them cost, in US dollars; nil where that is unknown.
    package let cost: Money?

    /// A lot.
    package init(origin: TransactionID, wallet: WalletID, asset: AssetID, acquiredAt: Int, quantity: Quantity, cost: Money?) {
        (self.origin, self.wallet, self.asset, self.acquiredAt) = (origin, wallet, asset, acquiredAt)
        (self.quantity, self.cost) = (quantity, cost)
    }

    /// US dollars a coin, rounded; nil where that is unknown or too large.
    package var unitCost: Money? { try? cost?.divided(by: quantity) }
}

/// A lot, or a part of one, that left a wallet.
package struct Disposal: Equatable, Sendable {
    /// How it left.
    package enum Kind: String, CaseIterable, Sendable {
        /// For US dollars.
        case sale
        /// As a fee, that of a transfer too: a sale for nothing.
        case fee
        /// To the outside, with its cost: no gain.
        case withdrawal
        /// To another wallet, with its cost: no gain.
        case transfer
        /// It filled a shortfall as it came in: what had been gone before it was bought. No gain, since that of the earlier disposal is
        /// unknown.
        case cover
        /// Income that is worth its amount at once and cost nothing: US dollars, or coins at their market value. Nothing left the wallet.
        case income
    }

    /// How it left.
    package let kind: Kind
    /// The transaction by which it left.
    package let transaction: TransactionID
    /// When it left: seconds since 1970-01-01 UTC.
    package let time: Int
    /// The wallet that it left.
    package let wallet: WalletID
    /// What left.
    package let asset: AssetID
    /// The transaction that acquired it; nil for cash and for what was never there (a shortfall).
    package let origin: TransactionID?
    /// When it was acquired: seconds since 1970-01-01 UTC; nil where ``origin`` is.
    package let acquiredAt: Int?
    /// How much; above zero.
    package let quantity: Quantity
    /// Its share of the lot's cost, in US dollars; nil where that is unknown.
    package let cost: Money?
    /// What it brought, in US dollars: zero for a fee, nil where nothing is realized (``isRealized``).
    package let proceeds: Money?

    /// A disposal.
    package init(
        kind: Kind, transaction: TransactionID, time: Int, wallet: WalletID, asset: AssetID, origin: TransactionID?,
        acquiredAt: Int?, quantity: Quantity, cost: Money?, proceeds: Money?
    ) {
        (self.kind, self.transaction, self.time, self.wallet, self.asset) = (kind, transaction, time, wallet, asset)
        (self.origin, self.acquiredAt, self.quantity) = (origin, acquiredAt, quantity)
        (self.cost, self.proceeds) = (cost, proceeds)
    }

    /// Whether it ends in a gain or loss: a sale, a fee, income in cash or at market value.
    package var isRealized: Bool { proceeds != nil }

    /// Proceeds less cost; nil where nothing is realized, and where the cost is unknown.
    package var gain: Money? {
        guard let proceeds, let cost else { return nil }
        return proceeds - cost
    }
}
