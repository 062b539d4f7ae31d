import Ledger
import Market
import Store
import Text

/// An owner's wallets: lists, finds, creates, changes, deletes and restores them.
package struct OwnedWallets: Sendable {
    let store: Store
    /// The owner; data of other owners is never read or changed.
    package let owner: String
    /// The clock, in seconds since 1970-01-01 UTC.
    let now: @Sendable () -> Int

    init(_ store: Store, owner: String, now: @escaping @Sendable () -> Int) {
        (self.store, self.owner, self.now) = (store, owner, now)
    }

    // MARK: Finding

    /// Returns the owner's wallets, ordered by name.
    package func all() async throws -> [Wallet] { try await store.wallets(of: owner) }

    /// Returns the wallet with an id (``Wallet/publicID``) or, if no wallet has it, with a name, in any case.
    ///
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``.
    package func named(_ text: String) async throws -> Wallet {
        guard let wallet = try await find(text) else {
            throw PortfolioError.noSuchWallet(text, near: NearName.of(text, among: try await all().map(\.name)))
        }
        return wallet
    }

    /// As ``named(_:)``, but returns nil if there is none.
    func find(_ text: String) async throws -> Wallet? { try await store.wallet(named: text, of: owner) }

    /// Returns the wallets with these names together, or all wallets of the owner.
    ///
    /// - Parameter names: nil for all wallets.
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``.
    package func group(_ names: [String]?) async throws -> WalletGroup {
        guard let names else { return WalletGroup(try await all()) }
        var found: [Wallet] = []
        for name in names { found.append(try await named(name)) }
        return WalletGroup(found)
    }

    /// Returns wallets of any kind together, such as those of the owner's simulated account.
    ///
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``, also for another owner's.
    package func group(ids: [WalletID]) async throws -> WalletGroup {
        let found = Dictionary(uniqueKeysWithValues: try await store.wallets(ids: Set(ids)).map { ($0.id, $0) })
        return WalletGroup(
            try ids.map { id in
                guard let wallet = found[id], wallet.owner == owner else { throw PortfolioError.noSuchWallet("\(id)") }
                return wallet
            })
    }

    func byID() async throws -> [WalletID: Wallet] {
        Dictionary(uniqueKeysWithValues: try await all().map { ($0.id, $0) })
    }

    // MARK: Changing

    /// Creates a wallet.
    ///
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/tooManyWallets(maximum:)``,
    ///   ``PortfolioError/badName(_:_:)``.
    @discardableResult package func create(_ name: String, costBasis: CostBasis = .fifo, allowsNegative: Bool = false)
        async throws -> Wallet
    {
        try await store.createWallet(
            named: try WalletName.checked(name), of: owner, costBasis: costBasis, allowsNegative: allowsNegative, createdAt: now())
    }

    /// Returns the current version of a wallet, so that a later change can require that it is still the same.
    package func version(of wallet: Wallet) async throws -> WalletVersion {
        try check(wallet)
        return WalletVersion(wallet: wallet, lastTransaction: try await store.lastTransaction(of: wallet.id))
    }

    /// Changes a wallet: everything in `change`, or nothing.
    ///
    /// - Parameter expected: the version that the wallet must still have; nil to change it in any case.
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/badName(_:_:)``, ``PortfolioError/changedMeanwhile``.
    @discardableResult package func change(_ wallet: Wallet, _ change: WalletChange, expecting expected: WalletVersion? = nil)
        async throws -> Wallet
    {
        try check(wallet)
        var change = change
        change.name = try change.name.map { name throws(PortfolioError) in try WalletName.checked(name) }
        return try await store.changeWallet(wallet.id, change, expecting: expected)
    }

    /// Deletes a wallet from the lists. Its transactions stay in the journal.
    ///
    /// - Parameter expected: the version that the wallet must still have; nil to delete it in any case.
    /// - Throws: ``PortfolioError/notEmpty(name:holdings:)`` if it holds something and `withHoldings` is false;
    ///   ``PortfolioError/changedMeanwhile``.
    package func delete(_ wallet: Wallet, withHoldings: Bool, expecting expected: WalletVersion? = nil) async throws {
        try check(wallet)
        try await store.deleteWallet(wallet.id, withHoldings: withHoldings, at: now(), expecting: expected)
    }

    /// Returns the deleted wallet with an id or, if no wallet has it, the one with a name that was deleted last; nil if there is none.
    package func deleted(_ text: String) async throws -> Wallet? { try await store.deletedWallet(named: text, of: owner) }

    /// Returns the wallets that were deleted last, the last one first. They are kept until the owner is deleted.
    package func allDeleted(most count: Int) async throws -> [(wallet: Wallet, deletedAt: Int)] {
        try await store.deletedWallets(of: owner, most: count)
    }

    /// Undoes the deletion of the wallet that ``deleted(_:)`` returns: it has its name, settings and holdings again.
    ///
    /// - Throws: ``PortfolioError/noDeletedWallet(_:)``, ``PortfolioError/notDeleted(name:)``, ``PortfolioError/nameTaken(name:)``,
    ///   ``PortfolioError/tooManyWallets(maximum:)``.
    @discardableResult package func restore(_ text: String) async throws -> Wallet {
        try await store.restoreWallet(named: text, of: owner)
    }

    // MARK: Owners

    /// Throws for another owner's wallet, with the same error as for a wallet that does not exist.
    func check(_ wallet: Wallet) throws(PortfolioError) {
        guard wallet.owner == owner else { throw .noSuchWallet(wallet.name) }
    }

    /// Throws for a group with another owner's wallet.
    func check(_ group: WalletGroup) throws(PortfolioError) {
        for wallet in group.wallets { try check(wallet) }
    }

    // MARK: Times

    /// Checks that transactions may have happened at a time.
    ///
    /// - Throws: ``PortfolioError/timeOutOfRange(time:now:)`` for the future, and for times before 1970.
    package func checkTime(_ time: Int) throws(PortfolioError) {
        guard time <= now(), Transaction.times.contains(time) else { throw .timeOutOfRange(time: time, now: now()) }
    }
}
