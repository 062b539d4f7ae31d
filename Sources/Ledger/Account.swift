import Market

/// One side of a posting: what a wallet holds, or where that came from or went to.
package struct Account: Hashable, Sendable {
    /// What an account stands for.
    package enum Role: String, CaseIterable, Sendable {
        /// What the wallet holds. Never below zero, unless the wallet allows it.
        case holding
        /// The world outside: deposits come from it, withdrawals go to it.
        case external
        /// The market: what is bought comes from it, what is sold goes to it.
        case market
        /// Where fees go.
        case fees
        /// Where income comes from.
        case income
    }

    /// The wallet that it belongs to.
    package let wallet: WalletID
    /// What it stands for.
    package let role: Role

    /// An account of a wallet.
    package init(_ wallet: WalletID, _ role: Role) { (self.wallet, self.role) = (wallet, role) }
}

extension Account: CustomStringConvertible {
    /// `3:holding`.
    package var description: String { "\(wallet):\(role.rawValue)" }
}

/// What a transaction adds to one account.
package struct Posting: Hashable, Sendable {
    /// The account.
    package let account: Account
    /// What is added.
    package let asset: AssetID
    /// How much; negative where it is taken away.
    package let amount: Quantity

    /// An amount for an account.
    package init(_ account: Account, _ asset: AssetID, _ amount: Quantity) {
        (self.account, self.asset, self.amount) = (account, asset, amount)
    }
}
