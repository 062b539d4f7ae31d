import Ledger
import Market
import MarketData

/// What a store of portfolios has to offer beside market data.
package typealias PortfolioStore = WalletRepository & JournalRepository & FavouriteRepository

/// One owner's wallets: their transactions, valuations and gains.
///
/// Every function refuses a wallet of another owner with ``PortfolioError/noSuchWallet(_:near:)``.
package struct Portfolio: Sendable {
    /// Assets and closes.
    package let market: MarketData
    let walletRepository: any WalletRepository
    let journal: any JournalRepository
    /// Nothing of another owner is read or changed.
    package let owner: String
    /// Seconds since 1970-01-01 UTC.
    let now: @Sendable () -> Int

    /// - Parameters:
    ///   - store: where everything is stored.
    ///   - owner: whose wallets these are.
    ///   - now: the clock, seconds since 1970-01-01 UTC.
    package init(_ store: any PortfolioStore & MarketStore, owner: String, now: @escaping @Sendable () -> Int) {
        self.init(market: MarketData(store, now: now), wallets: store, journal: store, owner: owner)
    }

    /// - Parameters:
    ///   - market: assets and closes, with the clock.
    ///   - wallets: where wallets are stored.
    ///   - journal: where their transactions are stored.
    ///   - owner: whose wallets these are.
    package init(market: MarketData, wallets: any WalletRepository, journal: any JournalRepository, owner: String) {
        (self.market, walletRepository, self.journal, self.owner, now) = (market, wallets, journal, owner, market.now)
    }

    /// The same portfolio, as if it were that time: seconds since 1970-01-01 UTC.
    func at(time: Int) -> Portfolio {
        Portfolio(
            market: MarketData(market.assets, market.candles) { time }, wallets: walletRepository, journal: journal, owner: owner)
    }

    /// Now, in seconds since 1970-01-01 UTC.
    package var time: Int { now() }

    /// The first day that has not ended.
    package var today: Day { Day(secondsSince1970: now()) }

    // MARK: Wallets

    /// The owner's wallets in order of their names.
    package func wallets() async throws -> [Wallet] { try await walletRepository.wallets(of: owner) }

    /// The wallet of that id (``Wallet/publicID``) or, where no wallet has it, of that name in any case.
    ///
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``.
    package func wallet(_ text: String) async throws -> Wallet {
        guard let wallet = try await walletRepository.wallet(named: text, of: owner) else {
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
        try await walletRepository.createWallet(
            named: try WalletName.checked(name), of: owner, costBasis: costBasis, allowsNegative: allowsNegative, createdAt: now())
    }

    /// What a wallet is now, to change it later only if it is still that.
    package func version(of wallet: Wallet) async throws -> WalletVersion {
        try check(wallet)
        return WalletVersion(wallet: wallet, lastTransaction: try await journal.lastTransaction(of: wallet.id))
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
        return try await walletRepository.changeWallet(wallet.id, change, expecting: expected)
    }

    /// Takes a wallet out of the lists. Its transactions stay in the journal.
    ///
    /// - Parameter expected: what it must still be; nil to delete it in any case.
    /// - Throws: ``PortfolioError/notEmpty(name:holdings:)`` where it holds something and `withHoldings` is false;
    ///   ``PortfolioError/changedMeanwhile``.
    package func delete(_ wallet: Wallet, withHoldings: Bool, expecting expected: WalletVersion? = nil) async throws {
        try check(wallet)
        try await walletRepository.deleteWallet(wallet.id, withHoldings: withHoldings, at: now(), expecting: expected)
    }

    // MARK: Assets

    /// The assets of ids.
    ///
    /// - Throws: `AssetError.notStored` for one that is not stored.
    func assets(_ ids: some Sequence<AssetID>) async throws -> [AssetID: Asset] {
        let ids = Set(ids)
        let assets = try await market.assets.assets(ids: ids)
        if let missing = ids.first(where: { assets[$0] == nil }) { throw AssetError.notStored(missing) }
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
