import Ledger

/// Keeps wallets. A wallet that is deleted leaves the lists; its transactions stay in the journal, since others may hang on them.
package protocol WalletRepository: Sendable {
    /// In order of their names.
    func wallets(of owner: String) async throws -> [Wallet]
    /// The owner's wallet of that ``Wallet/publicID``, else of that very name, else of a name with the same ``WalletName/key(_:)``;
    /// nil where there is none.
    func wallet(named name: String, of owner: String) async throws -> Wallet?
    /// How the wallets give up their lots, deleted ones included.
    func rules(of wallets: Set<WalletID>) async throws -> [WalletID: Inventory.Rules]
    /// Makes a wallet with a new ``Wallet/publicID``. The name is stored in its composed form.
    ///
    /// - Throws: ``PortfolioError/walletExists(name:)``.
    func createWallet(
        named name: String, of owner: String, costBasis: CostBasis, allowsNegative: Bool, createdAt: Int
    ) async throws -> Wallet
    /// Changes a wallet, all that `change` names or nothing.
    ///
    /// - Parameter expected: what the wallet must still be; nil to change it in any case.
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/noSuchWallet(_:near:)``, ``PortfolioError/changedMeanwhile``.
    func changeWallet(_ id: WalletID, _ change: WalletChange, expecting expected: WalletVersion?) async throws -> Wallet
    /// Takes a wallet out of the lists and frees its name.
    ///
    /// - Parameters:
    ///   - withHoldings: also where it holds something.
    ///   - time: seconds since 1970-01-01 UTC.
    ///   - expected: what the wallet must still be; nil to delete it in any case.
    /// - Throws: ``PortfolioError/notEmpty(name:holdings:)``, ``PortfolioError/noSuchWallet(_:near:)``, ``PortfolioError/changedMeanwhile``.
    func deleteWallet(_ id: WalletID, withHoldings: Bool, at time: Int, expecting expected: WalletVersion?) async throws
}
