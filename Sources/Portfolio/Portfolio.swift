import Ledger
import Market
import MarketData

/// The storage that a portfolio needs besides market data.
package typealias PortfolioStore = WalletRepository & JournalRepository & FavouriteRepository

/// One owner's wallets: their transactions, valuations and gains.
///
/// Every function refuses another owner's wallet with ``PortfolioError/noSuchWallet(_:near:)``.
package struct Portfolio: Sendable {
    /// Assets and closes.
    package let market: MarketData
    let walletRepository: any WalletRepository
    let journal: any JournalRepository
    /// The owner; data of other owners is never read or changed.
    package let owner: String
    /// The clock, in seconds since 1970-01-01 UTC.
    let now: @Sendable () -> Int

    /// - Parameters:
    ///   - store: the store of wallets, transactions and market data.
    ///   - owner: the owner of the wallets.
    ///   - now: the clock, in seconds since 1970-01-01 UTC.
    package init(_ store: any PortfolioStore & MarketStore, owner: String, now: @escaping @Sendable () -> Int) {
        self.init(market: MarketData(store, now: now), wallets: store, journal: store, owner: owner)
    }

    /// - Parameters:
    ///   - market: assets and closes, with the clock.
    ///   - wallets: the store of wallets.
    ///   - journal: the store of their transactions.
    ///   - owner: the owner of the wallets.
    package init(market: MarketData, wallets: any WalletRepository, journal: any JournalRepository, owner: String) {
        (self.market, walletRepository, self.journal, self.owner, now) = (market, wallets, journal, owner, market.now)
    }

    /// Returns the same portfolio as of another time, in seconds since 1970-01-01 UTC.
    func at(time: Int) -> Portfolio {
        Portfolio(
            market: MarketData(market.assets, market.candles) { time }, wallets: walletRepository, journal: journal, owner: owner)
    }

    /// The current time, in seconds since 1970-01-01 UTC.
    package var time: Int { now() }

    /// The first day that has not ended.
    package var today: Day { Day(secondsSince1970: now()) }

    // MARK: Wallets

    /// Returns the owner's wallets, ordered by name.
    package func wallets() async throws -> [Wallet] { try await walletRepository.wallets(of: owner) }

    /// Returns the wallet with an id (``Wallet/publicID``) or, if no wallet has it, with a name, in any case.
    ///
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``.
    package func wallet(_ text: String) async throws -> Wallet {
        guard let wallet = try await walletRepository.wallet(named: text, of: owner) else {
            throw PortfolioError.noSuchWallet(text, near: NearName.of(text, among: try await wallets().map(\.name)))
        }
        return wallet
    }

    /// Creates a wallet.
    ///
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/badName(_:_:)``.
    @discardableResult package func createWallet(_ name: String, costBasis: CostBasis = .fifo, allowsNegative: Bool = false)
        async throws -> Wallet
    {
        try await walletRepository.createWallet(
            named: try WalletName.checked(name), of: owner, costBasis: costBasis, allowsNegative: allowsNegative, createdAt: now())
    }

    /// Returns the current version of a wallet, for changing it later only if it is still the same.
    package func version(of wallet: Wallet) async throws -> WalletVersion {
        try check(wallet)
        return WalletVersion(wallet: wallet, lastTransaction: try await journal.lastTransaction(of: wallet.id))
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
        return try await walletRepository.changeWallet(wallet.id, change, expecting: expected)
    }

    /// Deletes a wallet from the lists. Its transactions stay in the journal.
    ///
    /// - Parameter expected: the version that the wallet must still have; nil to delete it in any case.
    /// - Throws: ``PortfolioError/notEmpty(name:holdings:)`` if it holds something and `withHoldings` is false;
    ///   ``PortfolioError/changedMeanwhile``.
    package func delete(_ wallet: Wallet, withHoldings: Bool, expecting expected: WalletVersion? = nil) async throws {
        try check(wallet)
        try await walletRepository.deleteWallet(wallet.id, withHoldings: withHoldings, at: now(), expecting: expected)
    }

    // MARK: Assets

    /// Returns assets by id.
    ///
    /// - Throws: `AssetError.notStored` for an id that is not stored.
    func assets(_ ids: some Sequence<AssetID>) async throws -> [AssetID: Asset] {
        let ids = Set(ids)
        let assets = try await market.assets.assets(ids: ids)
        if let missing = ids.first(where: { assets[$0] == nil }) { throw AssetError.notStored(missing) }
        return assets
    }

    /// Throws for a report as of a future day, about which nothing is known.
    ///
    /// - Throws: ``PortfolioError/futureDay(_:today:)``.
    func checkReportDay(_ day: Day?) throws(PortfolioError) {
        if let day, day > today { throw .futureDay(day, today: today) }
    }

    // MARK: Owners

    /// Throws for another owner's wallet, with the same error as for a wallet that does not exist.
    func check(_ wallet: Wallet) throws(PortfolioError) {
        guard wallet.owner == owner else { throw .noSuchWallet(wallet.name) }
    }
}
