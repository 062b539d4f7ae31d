import Ledger
import Market

/// What one owner does: wallets, trades, valuations, forecasts.
///
/// Every function refuses a wallet of another owner with ``PortfolioError/noSuchWallet(_:)``.
public struct Portfolio: Sendable {
    /// Where its data is kept.
    public let repositories: Repositories
    /// Whose it is; nothing of another owner is read or changed.
    public let owner: String
    /// Seconds since 1970-01-01 UTC.
    let now: @Sendable () -> Int

    /// - Parameters:
    ///   - repositories: where data is kept.
    ///   - owner: whose wallets these are.
    ///   - now: the clock, seconds since 1970-01-01 UTC.
    public init(_ repositories: Repositories, owner: String, now: @escaping @Sendable () -> Int) {
        (self.repositories, self.owner, self.now) = (repositories, owner, now)
    }

    /// Now, in seconds since 1970-01-01 UTC.
    public var time: Int { now() }

    /// The first day that has not ended.
    public var today: Day { Day(secondsSince1970: now()) }

    // MARK: Wallets

    /// The owner's wallets in order of their names.
    public func wallets() async throws -> [Wallet] { try await repositories.wallets.wallets(of: owner) }

    /// The wallet of that name, in any case.
    ///
    /// - Throws: ``PortfolioError/noSuchWallet(_:)``.
    public func wallet(_ name: String) async throws -> Wallet {
        guard let wallet = try await repositories.wallets.wallet(named: name, of: owner) else {
            throw PortfolioError.noSuchWallet(name)
        }
        return wallet
    }

    /// Makes a wallet.
    ///
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/badName(_:)``.
    @discardableResult public func createWallet(_ name: String, costBasis: CostBasis = .fifo, allowsNegative: Bool = false)
        async throws -> Wallet
    {
        try await repositories.wallets.createWallet(
            named: try Self.checked(name), of: owner, costBasis: costBasis, allowsNegative: allowsNegative, createdAt: now())
    }

    /// Gives a wallet another name.
    ///
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/badName(_:)``.
    @discardableResult public func rename(_ wallet: Wallet, to name: String) async throws -> Wallet {
        try check(wallet)
        return try await repositories.wallets.renameWallet(wallet.id, to: try Self.checked(name))
    }

    /// Chooses which lots leave a wallet first, for all of its past as well.
    @discardableResult public func setCostBasis(_ costBasis: CostBasis, of wallet: Wallet) async throws -> Wallet {
        try check(wallet)
        return try await repositories.wallets.setCostBasis(costBasis, of: wallet.id)
    }

    /// Takes a wallet out of the lists. Its transactions stay in the journal.
    ///
    /// - Throws: ``PortfolioError/notEmpty(name:holdings:)`` where it holds something and `withHoldings` is false.
    public func delete(_ wallet: Wallet, withHoldings: Bool) async throws {
        try check(wallet)
        let balances = try await repositories.journal.balances(of: wallet.id)
        guard withHoldings || balances.isEmpty else {
            throw PortfolioError.notEmpty(name: wallet.name, holdings: balances.count)
        }
        try await repositories.wallets.deleteWallet(wallet.id, at: now())
    }

    /// A name without blanks around it.
    private static func checked(_ name: String) throws(PortfolioError) -> String {
        let isBlank = name.first == " " || name.last == " "
        guard !name.isEmpty, name.count <= 64, !isBlank, name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { throw .badName(name) }
        return name
    }

    // MARK: Assets

    /// The asset that a person means: an id in its own spelling, or a ticker in any case that one asset has.
    ///
    /// An id always names its asset, even where it reads like another one's ticker: there is a way to name each.
    ///
    /// - Throws: ``PortfolioError/unknownAsset(_:)``, ``PortfolioError/ambiguousTicker(_:ids:)``.
    public func asset(_ text: String) async throws -> Asset {
        if let id = AssetID(text), let asset = try await repositories.assets.asset(id) { return asset }
        guard let ticker = Ticker(text) else { throw PortfolioError.unknownAsset(text) }
        let found = try await repositories.assets.assets(ticker: ticker)
        guard found.count < 2 else { throw PortfolioError.ambiguousTicker(text, ids: found.map(\.id)) }
        guard let asset = found.first else { throw PortfolioError.unknownAsset(text) }
        return asset
    }

    /// The assets of ids.
    ///
    /// - Throws: ``PortfolioError/noSuchAsset(_:)`` for one that is not stored.
    func assets(_ ids: some Sequence<AssetID>) async throws -> [AssetID: Asset] {
        let ids = Set(ids)
        let assets = try await repositories.assets.assets(ids: ids)
        if let missing = ids.first(where: { assets[$0] == nil }) { throw PortfolioError.noSuchAsset(missing) }
        return assets
    }

    // MARK: Owners

    /// Refuses another owner's wallet, in the words of one that is not there.
    func check(_ wallet: Wallet) throws(PortfolioError) {
        guard wallet.owner == owner else { throw .noSuchWallet(wallet.name) }
    }
}
