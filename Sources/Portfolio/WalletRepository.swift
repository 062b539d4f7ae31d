import Ledger

/// Keeps wallets. A wallet that is deleted leaves the lists; its transactions stay in the journal, since others may hang on them.
public protocol WalletRepository: Sendable {
    /// In order of their names.
    func wallets(of owner: String) async throws -> [Wallet]
    /// The wallet of that name, in any case; nil when the owner has none.
    func wallet(named name: String, of owner: String) async throws -> Wallet?
    /// How the wallets give up their lots, deleted ones included.
    func rules(of wallets: Set<WalletID>) async throws -> [WalletID: Inventory.Rules]
    /// Makes a wallet.
    ///
    /// - Throws: ``PortfolioError/walletExists(name:)``.
    func createWallet(
        named name: String, of owner: String, costBasis: CostBasis, allowsNegative: Bool, createdAt: Int
    ) async throws -> Wallet
    /// Gives a wallet another name.
    ///
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/noSuchWallet(_:)``.
    func renameWallet(_ id: WalletID, to name: String) async throws -> Wallet
    /// Chooses which lots leave it first, for all of its past as well.
    func setCostBasis(_ costBasis: CostBasis, of id: WalletID) async throws -> Wallet
    /// Takes a wallet out of the lists and frees its name.
    func deleteWallet(_ id: WalletID, at time: Int) async throws
}
