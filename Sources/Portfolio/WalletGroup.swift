import Ledger
import Market

/// One wallet, or several that are reported as if they were one.
///
/// What moves between wallets of a group neither enters nor leaves it.
package struct WalletGroup: Equatable, Sendable {
    /// The wallets, each once.
    package let wallets: [Wallet]
    /// False for a wallet on its own, true for a group, even a group of one wallet.
    package let isGroup: Bool

    /// A wallet on its own.
    package init(_ wallet: Wallet) { (wallets, isGroup) = ([wallet], false) }

    /// Several wallets together; a wallet that is named twice counts once.
    package init(_ wallets: [Wallet]) {
        var seen = Set<WalletID>()
        self.wallets = wallets.filter { seen.insert($0.id).inserted }
        isGroup = true
    }

    /// The ids of the wallets.
    package var ids: Set<WalletID> { Set(wallets.map(\.id)) }

    /// The name of the wallet, or of a group up to three names joined by a plus sign: `Main + Savings`.
    package var name: String {
        wallets.count <= 3 && !wallets.isEmpty ? wallets.map(\.name).joined(separator: " + ") : "\(wallets.count) wallets"
    }
}

/// What wallets hold together.
package struct WalletHoldings: Sendable {
    /// Coins that are held or owed, in the order of their ids.
    package let coins: [(asset: Asset, quantity: Quantity)]
    /// The balance of US dollars.
    package let cash: Quantity

    /// All of it by asset; assets of which nothing is held or owed are left out.
    package var quantities: [AssetID: Quantity] {
        var quantities = Dictionary(uniqueKeysWithValues: coins.map { ($0.asset.id, $0.quantity) })
        if cash != .zero { quantities[.usd] = cash }
        return quantities
    }
}

extension Portfolio {
    /// The wallets of these names together, or all of the owner's.
    ///
    /// - Parameter names: nil for all wallets.
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``.
    package func walletGroup(_ names: [String]?) async throws -> WalletGroup {
        guard let names else { return WalletGroup(try await wallets()) }
        var found: [Wallet] = []
        for name in names { found.append(try await wallet(name)) }
        return WalletGroup(found)
    }

    /// Refuses a group with another owner's wallet.
    func check(_ group: WalletGroup) throws(PortfolioError) {
        for wallet in group.wallets { try check(wallet) }
    }

    /// What the wallets of a group hold now, added up; assets of which none of them holds or owes anything are left out.
    func balances(of group: WalletGroup) async throws -> [AssetID: Quantity] {
        var balances: [AssetID: Quantity] = [:]
        for wallet in group.wallets { try balances.add(await journal.balances(of: wallet.id)) }
        return balances
    }

    /// Returns what the wallets of a group hold now, together.
    package func holdings(of group: WalletGroup) async throws -> WalletHoldings {
        try check(group)
        let balances = try await balances(of: group)
        let assets = try await assets(balances.keys)
        let coins = balances.filter { $0.key != .usd }.sorted { $0.key < $1.key }
        return WalletHoldings(coins: coins.map { (assets[$0.key]!, $0.value) }, cash: balances[.usd] ?? .zero)
    }

    /// The day of the first transaction that counts; nil without transactions.
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
