import Ledger

/// Stores wallets. A deleted wallet is removed from the lists, but its transactions stay in the journal, since others may
/// depend on them.
package protocol WalletRepository: Sendable {
    /// Returns the owner's wallets, ordered by name.
    func wallets(of owner: String) async throws -> [Wallet]
    /// Returns the owner's wallet with this ``Wallet/publicID``, else with exactly this name, else with a name of the same
    /// ``WalletName/key(_:)``; nil if there is none.
    func wallet(named name: String, of owner: String) async throws -> Wallet?
    /// Returns wallets by their ids, of every kind and owner, without deleted ones, ordered by id.
    func wallets(ids: Set<WalletID>) async throws -> [Wallet]
    /// Returns the rules by which wallets dispose of their lots, including deleted wallets.
    func rules(of wallets: Set<WalletID>) async throws -> [WalletID: Inventory.Rules]
    /// Creates a wallet with a new ``Wallet/publicID``. The name is stored in its composed form.
    ///
    /// - Throws: ``PortfolioError/walletExists(name:)``.
    func createWallet(
        named name: String, of owner: String, costBasis: CostBasis, allowsNegative: Bool, createdAt: Int
    ) async throws -> Wallet
    /// Changes a wallet: everything in `change`, or nothing.
    ///
    /// - Parameter expected: the version that the wallet must still have; nil to change it in any case.
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/noSuchWallet(_:near:)``, ``PortfolioError/changedMeanwhile``.
    func changeWallet(_ id: WalletID, _ change: WalletChange, expecting expected: WalletVersion?) async throws -> Wallet
    /// Removes a wallet from the lists and frees its name.
    ///
    /// - Parameters:
    ///   - withHoldings: whether to delete the wallet even if it holds something.
    ///   - time: seconds since 1970-01-01 UTC.
    ///   - expected: the version that the wallet must still have; nil to delete it in any case.
    /// - Throws: ``PortfolioError/notEmpty(name:holdings:)``, ``PortfolioError/noSuchWallet(_:near:)``, ``PortfolioError/changedMeanwhile``.
    func deleteWallet(_ id: WalletID, withHoldings: Bool, at time: Int, expecting expected: WalletVersion?) async throws
}
