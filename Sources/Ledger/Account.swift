import Market

/// One side of a posting: a wallet's holdings, or the counterpart that amounts come from or go to.
package struct Account: Hashable, Sendable {
    /// The part that an account plays in a wallet.
    package enum Role: String, CaseIterable, Sendable {
        /// The wallet's holdings. Never negative, unless the wallet allows it.
        case holding
        /// The outside world: the source of deposits and the destination of withdrawals.
        case external
        /// The market: the counterpart of buys and sales.
        case market
        /// The destination of fees.
        case fees
        /// The source of income.
        case income
    }

    /// The wallet that the account belongs to.
    package let wallet: WalletID
    /// The account's role.
    package let role: Role

    /// Creates an account of a wallet.
    package init(_ wallet: WalletID, _ role: Role) { (self.wallet, self.role) = (wallet, role) }
}

extension Account: CustomStringConvertible {
    /// Wallet and role: `3:holding`.
    package var description: String { "\(wallet):\(role.rawValue)" }
}

/// An amount of one asset that a transaction adds to one account.
package struct Posting: Hashable, Sendable {
    package let account: Account
    package let asset: AssetID
    /// The amount; negative if it is taken away.
    package let amount: Quantity

    package init(_ account: Account, _ asset: AssetID, _ amount: Quantity) {
        (self.account, self.asset, self.amount) = (account, asset, amount)
    }
}
