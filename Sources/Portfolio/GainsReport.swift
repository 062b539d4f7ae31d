import Ledger
import Market

/// What a wallet holds, what that cost, and what it gained, at the closes of one day.
public struct GainsReport: Sendable {
    /// The wallet.
    public let wallet: Wallet
    /// Which lots left first.
    public let costBasis: CostBasis
    /// The day whose closes are the prices.
    public let day: Day
    /// What is held, in order of tickers, cash first, with the prices of the day.
    public let holdings: Valuation
    /// Everything that was ever held, by id.
    public let assets: [AssetID: Asset]
    /// The gains of each lot, coin, and all.
    public let gains: Gains
    /// What left the wallet, in order; empty unless it was asked for.
    public let disposals: [Disposal]
    /// Whether it was.
    let hasDisposals: Bool

    /// Coins and cash together.
    public var total: Gains.Summary { gains.total }
    /// (Market value + proceeds - cost) / cost of all coins ever acquired.
    public var returnOnCost: FixedDecimal? { Returns.onCost(gains.coins) }
}

extension Portfolio {
    /// The gains of a wallet, from its lots.
    ///
    /// - Parameters:
    ///   - wallet: whose; wallets that sent it coins are replayed with it, since lots carry their cost along.
    ///   - day: transactions and closes up to the end of that day; nil for what is held now, at the closes of the newest stored day.
    ///   - costBasis: which lots leave the wallet first, to compare; nil for the wallet's own way.
    ///   - keepsDisposals: whether each disposal is wanted, which takes memory for each.
    /// - Complexity: the journal is read once, a page at a time; memory grows with the open lots only.
    public func gains(
        of wallet: Wallet, on day: Day? = nil, costBasis: CostBasis? = nil, keepsDisposals: Bool = false
    ) async throws -> GainsReport {
        try check(wallet)
        let (wallets, newest) = try await feeding(wallet)
        var rules = try await repositories.wallets.rules(of: wallets)
        if let costBasis { rules[wallet.id] = Inventory.Rules(costBasis: costBasis, allowsNegative: wallet.allowsNegative) }
        var inventory = Inventory(rules: rules)
        var realized = RealizedGains()
        var disposals: [Disposal] = []
        try await replay(wallets, upTo: newest, before: day.map { ($0 + 1).daysSince1970 * 86_400 }) { record in
            for disposal in try inventory.apply(record) where disposal.wallet == wallet.id {
                try realized.add(disposal)
                if keepsDisposals { disposals.append(disposal) }
            }
        }
        let balances = inventory.balances(of: wallet.id)
        let pricesDay = if let day { day } else { try await newestDay(of: balances.keys) }
        let holdings = try await valuation(of: wallet, balances, on: pricesDay)
        let prices = holdings.holdings.compactMap { holding in holding.price.map { (holding.asset.id, $0.price) } }
        let gains = try Gains(
            inventory, realized: realized, prices: Dictionary(uniqueKeysWithValues: prices), wallets: [wallet.id])
        return GainsReport(
            wallet: wallet, costBasis: rules[wallet.id]!.costBasis, day: pricesDay, holdings: holdings,
            assets: try await assets(gains.assets.keys), gains: gains, disposals: disposals,
            hasDisposals: keepsDisposals)
    }
}
