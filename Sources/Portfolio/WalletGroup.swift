import Ledger
import Market

/// One wallet, or several that are reported on as if they were one.
///
/// Transfers between wallets of a group are not flows.
package struct WalletGroup: Equatable, Sendable {
    /// The wallets, each once.
    package let wallets: [Wallet]
    /// False for a wallet on its own, true for a group, even a group of one wallet.
    package let isGroup: Bool

    /// Creates a group for a wallet on its own.
    package init(_ wallet: Wallet) { (wallets, isGroup) = ([wallet], false) }

    /// Creates a group of several wallets; a wallet given twice counts once.
    package init(_ wallets: [Wallet]) {
        var seen = Set<WalletID>()
        self.wallets = wallets.filter { seen.insert($0.id).inserted }
        isGroup = true
    }

    /// The ids of the wallets.
    package var ids: Set<WalletID> { Set(wallets.map(\.id)) }

    /// The name of the wallet; for up to three wallets their names joined by plus signs: `Main + Savings`.
    package var name: String {
        wallets.count <= 3 && !wallets.isEmpty ? wallets.map(\.name).joined(separator: " + ") : "\(wallets.count) wallets"
    }
}

/// The combined holdings of wallets.
package struct WalletHoldings: Sendable {
    /// Coins that are held or owed, ordered by id.
    package let coins: [(asset: Asset, quantity: Quantity)]
    /// The balance of US dollars.
    package let cash: Quantity

    /// All quantities by asset, without assets of which nothing is held or owed.
    package var quantities: [AssetID: Quantity] {
        var quantities = Dictionary(uniqueKeysWithValues: coins.map { ($0.asset.id, $0.quantity) })
        if cash != .zero { quantities[.usd] = cash }
        return quantities
    }
}

extension [AssetID: Quantity] {
    /// Adds the quantities of another wallet.
    mutating func add(_ others: [AssetID: Quantity]) throws(DecimalError) {
        for (asset, quantity) in others { self[asset] = try (self[asset] ?? .zero).adding(quantity) }
    }
}
