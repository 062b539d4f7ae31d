import Ledger
import Market

/// What one owner does: wallets, trades, valuations, forecasts.
///
/// Every function refuses a wallet of another owner with ``PortfolioError/noSuchWallet(_:near:)``.
package struct Portfolio: Sendable {
    /// Where its data is kept.
    package let repositories: Repositories
    /// Whose it is; nothing of another owner is read or changed.
    package let owner: String
    /// Seconds since 1970-01-01 UTC.
    let now: @Sendable () -> Int

    /// - Parameters:
    ///   - repositories: where data is kept.
    ///   - owner: whose wallets these are.
    ///   - now: the clock, seconds since 1970-01-01 UTC.
    package init(_ repositories: Repositories, owner: String, now: @escaping @Sendable () -> Int) {
        (self.repositories, self.owner, self.now) = (repositories, owner, now)
    }

    /// Now, in seconds since 1970-01-01 UTC.
    package var time: Int { now() }

    /// The first day that has not ended.
    package var today: Day { Day(secondsSince1970: now()) }

    // MARK: Wallets

    /// The owner's wallets in order of their names.
    package func wallets() async throws -> [Wallet] { try await repositories.wallets.wallets(of: owner) }

    /// The wallet of that id (``Wallet/publicID``) or, where no wallet has it, of that name in any case.
    ///
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``.
    package func wallet(_ text: String) async throws -> Wallet {
        guard let wallet = try await repositories.wallets.wallet(named: text, of: owner) else {
            throw PortfolioError.noSuchWallet(text, near: NearName.of(text, among: try await wallets().map(\.name)))
        }
        return wallet
    }

    /// Makes a wallet.
    ///
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/badName(_:_:)``.
    @discardableResult package func createWallet(_ name: String, costBasis: CostBasis = .fifo, allowsNegative: Bool = false)
        async throws -> Wallet
    {
        try await repositories.wallets.createWallet(
            named: try WalletName.checked(name), of: owner, costBasis: costBasis, allowsNegative: allowsNegative, createdAt: now())
    }

    /// What a wallet is now, to change it later only if it is still that.
    package func version(of wallet: Wallet) async throws -> WalletVersion {
        try check(wallet)
        return WalletVersion(wallet: wallet, lastTransaction: try await repositories.journal.lastTransaction(of: wallet.id))
    }

    /// Changes a wallet, all that `change` names or nothing.
    ///
    /// - Parameter expected: what it must still be; nil to change it in any case.
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/badName(_:_:)``, ``PortfolioError/changedMeanwhile``.
    @discardableResult package func change(_ wallet: Wallet, _ change: WalletChange, expecting expected: WalletVersion? = nil)
        async throws -> Wallet
    {
        try check(wallet)
        var change = change
        change.name = try change.name.map { name throws(PortfolioError) in try WalletName.checked(name) }
        return try await repositories.wallets.changeWallet(wallet.id, change, expecting: expected)
    }

    /// Takes a wallet out of the lists. Its transactions stay in the journal.
    ///
    /// - Parameter expected: what it must still be; nil to delete it in any case.
    /// - Throws: ``PortfolioError/notEmpty(name:holdings:)`` where it holds something and `withHoldings` is false;
    ///   ``PortfolioError/changedMeanwhile``.
    package func delete(_ wallet: Wallet, withHoldings: Bool, expecting expected: WalletVersion? = nil) async throws {
        try check(wallet)
        try await repositories.wallets.deleteWallet(wallet.id, withHoldings: withHoldings, at: now(), expecting: expected)
    }

    // MARK: Assets

    /// The assets of ids.
    ///
    /// - Throws: ``PortfolioError/noSuchAsset(_:)`` for one that is not stored.
    func assets(_ ids: some Sequence<AssetID>) async throws -> [AssetID: Asset] {
        let ids = Set(ids)
        let assets = try await repositories.assets.assets(ids: ids)
        if let missing = ids.first(where: { assets[$0] == nil }) { throw PortfolioError.noSuchAsset(missing) }
        return assets
    }

    /// Refuses a report as of a day that has not come: nothing of it is known.
    ///
    /// - Throws: ``PortfolioError/futureDay(_:today:)``.
    func checkReportDay(_ day: Day?) throws(PortfolioError) {
        if let day, day > today { throw .futureDay(day, today: today) }
    }

    // MARK: Owners

    /// Refuses another owner's wallet, in the words of one that is not there.
    func check(_ wallet: Wallet) throws(PortfolioError) {
        guard wallet.owner == owner else { throw .noSuchWallet(wallet.name) }
    }
}
