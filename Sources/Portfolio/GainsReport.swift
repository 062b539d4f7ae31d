import Ledger
import Market

/// What a wallet holds, what that cost, and what it gained, at the closes of one day.
///
/// A report of a day counts the transactions up to the end of that day. A report of now counts all of them and uses the newest stored
/// closes, since those of today do not exist yet; ``timing`` names what happened after the day of the closes.
package struct GainsReport: Sendable {
    /// What is reported on.
    package let wallets: WalletGroup
    /// Which lots left first; nil for wallets with different rules.
    package let costBasis: CostBasis?
    /// The day whose closes are the prices.
    package let day: Day
    /// Whether it is a report of now.
    package let isOfNow: Bool
    /// How ``day`` lies among the transactions.
    package let timing: ReportTiming
    /// What is held, in order of tickers, cash first, with the prices of the day.
    package let holdings: Valuation
    /// Everything that was ever held, by id.
    package let assets: [AssetID: Asset]
    /// The gains of each lot, coin, and all.
    package let gains: Gains
    /// What left the wallet, in order; empty unless it was asked for.
    package let disposals: [Disposal]
    /// Whether it was.
    let hasDisposals: Bool

    /// The wallet; of a group the first one.
    package var wallet: Wallet { wallets.wallets[0] }
    /// The currency of all figures.
    package var currency: Currency { gains.currency }
    /// Held assets without a price; the asset of the currency alone, where its close of the day is missing.
    package var missingPrices: [AssetID] { holdings.missingRate.map { [$0.id] } ?? gains.missingPrices }
    /// Coins and cash together.
    package var total: Gains.Summary { gains.total }
    /// (Market value + proceeds - cost) / cost of all coins ever acquired.
    package var returnOnCost: FixedDecimal? { Returns.onCost(gains.coins) }
    /// The last day that counts: ``day``, or that of the last transaction in a report of now.
    package var lastDay: Day { isOfNow ? max(day, timing.later?.last ?? day) : day }

    /// What is held and what was held, cash first, then by ticker: the assets whose figures add up to ``total``.
    ///
    /// What is no longer held, but realized something, has a quantity of zero.
    package var rows: [Valuation.Holding] {
        let held = Set(holdings.holdings.map(\.asset.id))
        let sold = gains.assets.filter { !held.contains($0.key) && $0.value.realized != RealizedGains.Sums(currency) }.keys.map {
            Valuation.Holding(asset: assets[$0]!, quantity: .zero, price: nil, value: .zero(currency), doubt: nil)
        }
        return (holdings.holdings + sold).sorted { Portfolio.sortKey($0.asset) < Portfolio.sortKey($1.asset) }
    }
}

extension Portfolio {
    /// The gains of a wallet, from its lots; otherwise as ``gains(of:on:costBasis:keepsDisposals:)-(WalletGroup,_,_,_)``.
    package func gains(
        of wallet: Wallet, on day: Day? = nil, costBasis: CostBasis? = nil, keepsDisposals: Bool = false,
        in currency: Currency = .usd
    ) async throws -> GainsReport {
        try await gains(
            of: WalletGroup(wallet), on: day, costBasis: costBasis, keepsDisposals: keepsDisposals, in: currency)
    }

    /// The gains of wallets together, from their lots.
    ///
    /// - Parameters:
    ///   - group: whose; wallets that sent them coins are replayed with them, since lots carry their cost along.
    ///   - day: transactions and closes up to the end of that day; nil for what is held now, at the closes of the newest stored day.
    ///   - costBasis: which lots leave each wallet first, to compare; nil for each wallet's own way.
    ///   - keepsDisposals: whether each disposal is wanted, which takes memory for each.
    ///   - currency: of all figures. Costs and proceeds are converted at the close of the day on which they were paid, market values
    ///     at that of the report's day.
    /// - Throws: ``PortfolioError/futureDay(_:today:)``.
    /// - Complexity: the journal is read once, a page at a time; memory grows with the open lots only.
    package func gains(
        of group: WalletGroup, on day: Day? = nil, costBasis: CostBasis? = nil, keepsDisposals: Bool = false,
        in currency: Currency = .usd
    ) async throws -> GainsReport {
        try check(group)
        try checkReportDay(day)
        let conversion = try await conversion(to: currency)
        let lots = try await lots(
            of: group, before: day, costBasis: costBasis, keepsDisposals: keepsDisposals, conversion: conversion)
        let balances = try lots.balances(of: group)
        let pricesDay = if let day { day } else { try await newestDay(of: balances.keys, in: currency) }
        let holdings = try await valuation(of: group, balances, on: pricesDay, in: conversion)
        let prices = holdings.holdings.compactMap { holding in holding.price.map { (holding.asset.id, $0.price) } }
        let gains = try Gains(
            lots.inventory, realized: lots.realized, prices: Dictionary(uniqueKeysWithValues: prices), wallets: group.ids)
        return GainsReport(
            wallets: group, costBasis: lots.costBasis, day: pricesDay, isOfNow: day == nil,
            timing: try await timing(of: group, day: pricesDay, includesLater: day == nil), holdings: holdings,
            assets: try await assets(gains.assets.keys), gains: gains, disposals: lots.disposals, hasDisposals: keepsDisposals)
    }

    /// Replays the lots of wallets, and of those that sent them coins.
    func lots(
        of group: WalletGroup, before day: Day?, costBasis: CostBasis?, keepsDisposals: Bool, conversion: CurrencyConversion
    ) async throws -> ReplayedLots {
        let (wallets, newest) = try await feeding(group)
        var rules = try await walletRepository.rules(of: wallets)
        if let costBasis {
            for wallet in group.wallets {
                rules[wallet.id] = Inventory.Rules(costBasis: costBasis, allowsNegative: wallet.allowsNegative)
            }
        }
        let bases = Set(group.ids.compactMap { rules[$0]?.costBasis })
        var lots = ReplayedLots(
            inventory: Inventory(rules: rules, conversion: conversion), costBasis: bases.count == 1 ? bases.first : nil)
        let ids = group.ids
        try await replay(wallets, upTo: newest, before: day.map { ($0 + 1).daysSince1970 * 86_400 }) { record in
            for disposal in try lots.inventory.apply(record) where ids.contains(disposal.wallet) {
                try lots.realized.add(disposal)
                if keepsDisposals { lots.disposals.append(disposal) }
            }
        }
        return lots
    }
}

/// What a replay of the journal gives.
struct ReplayedLots {
    var inventory: Inventory
    /// Nil for wallets with different rules.
    let costBasis: CostBasis?
    var realized: RealizedGains
    var disposals: [Disposal] = []

    init(inventory: Inventory, costBasis: CostBasis?) {
        (self.inventory, self.costBasis, realized) = (inventory, costBasis, RealizedGains(inventory.currency))
    }

    /// What the wallets hold together; assets of which none of them holds or owes anything are left out.
    func balances(of group: WalletGroup) throws(DecimalError) -> [AssetID: Quantity] {
        var balances: [AssetID: Quantity] = [:]
        for wallet in group.wallets { try balances.add(inventory.balances(of: wallet.id)) }
        return balances
    }
}
