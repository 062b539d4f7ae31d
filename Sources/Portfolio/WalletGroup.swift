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

extension Portfolio {
    /// Returns the wallets with these names together, or all wallets of the owner.
    ///
    /// - Parameter names: nil for all wallets.
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``.
    package func walletGroup(_ names: [String]?) async throws -> WalletGroup {
        guard let names else { return WalletGroup(try await wallets()) }
        var found: [Wallet] = []
        for name in names { found.append(try await wallet(name)) }
        return WalletGroup(found)
    }

    /// Throws for a group with another owner's wallet.
    func check(_ group: WalletGroup) throws(PortfolioError) {
        for wallet in group.wallets { try check(wallet) }
    }

    /// Returns the current combined holdings of a group, without assets that no wallet holds or owes.
    func balances(of group: WalletGroup) async throws -> [AssetID: Quantity] {
        var balances: [AssetID: Quantity] = [:]
        for wallet in group.wallets { try balances.add(await journal.balances(of: wallet.id)) }
        return balances
    }

    /// Returns the current combined holdings of a group.
    package func holdings(of group: WalletGroup) async throws -> WalletHoldings {
        try check(group)
        let balances = try await balances(of: group)
        let assets = try await assets(balances.keys)
        let coins = balances.filter { $0.key != .usd }.sorted { $0.key < $1.key }
        return WalletHoldings(coins: coins.map { (assets[$0.key]!, $0.value) }, cash: balances[.usd] ?? .zero)
    }

    /// Returns the day of the first transaction that counts; nil without transactions.
    func firstDay(of group: WalletGroup) async throws -> Day? {
        guard !group.wallets.isEmpty else { return nil }
        let query = JournalQuery(wallets: group.ids, leavesOutCorrected: true, limit: 1)
        return try await journal.transactions(query).first?.transaction.day
    }
}

extension [AssetID: Quantity] {
    /// Adds the quantities of another wallet.
    mutating func add(_ others: [AssetID: Quantity]) throws(DecimalError) {
        for (asset, quantity) in others { self[asset] = try (self[asset] ?? .zero).adding(quantity) }
    }
}
