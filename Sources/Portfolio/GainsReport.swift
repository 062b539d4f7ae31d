import Ledger
import Market

/// What wallets hold, what it cost, and what it gained, at the closes of one day.
///
/// A report of a day counts the transactions up to the end of that day. A report of now counts all transactions and uses the
/// newest stored closes, since today has no close yet; ``timing`` lists the transactions after the day of the closes.
package struct GainsReport: Sendable {
    /// The wallets of the report.
    package let wallets: WalletGroup
    /// Which lots are disposed of first; nil for wallets with different rules.
    package let costBasis: CostBasis?
    /// The day whose closes are the prices.
    package let day: Day
    /// Whether the report is of now.
    package let isOfNow: Bool
    /// How ``day`` relates to the transactions.
    package let timing: ReportTiming
    /// The holdings with the prices of the day, cash first, then ordered by ticker.
    package let holdings: Valuation
    /// Every asset that was ever held, by id.
    package let assets: [AssetID: Asset]
    /// The gains of each lot, of each coin, and in total.
    package let gains: Gains
    /// The disposals, in order; empty unless requested.
    package let disposals: [Disposal]
    /// Whether the disposals were requested.
    let hasDisposals: Bool

    /// The wallet; the first one of a group.
    package var wallet: Wallet { wallets.wallets[0] }
    /// The currency of all figures.
    package var currency: Currency { gains.currency }
    /// Held assets without a price; the asset of the currency alone, where its close of the day is missing.
    package var missingPrices: [AssetID] { holdings.missingRate.map { [$0.id] } ?? gains.missingPrices }
    /// Coins and cash together.
    package var total: Gains.Summary { gains.total }
    /// (market value + proceeds - cost) / cost, over all coins ever acquired.
    package var returnOnCost: FixedDecimal? { Returns.onCost(gains.coins) }
    /// The last day that counts: ``day``, or in a report of now the day of the last transaction, if that is later.
    package var lastDay: Day { isOfNow ? max(day, timing.later?.last ?? day) : day }

    /// The assets whose figures add up to ``total``: those held now or earlier, cash first, then ordered by ticker.
    ///
    /// An asset that is no longer held, but has realized gains, has a quantity of zero.
    package var rows: [Valuation.Holding] {
        let held = Set(holdings.holdings.map(\.asset.id))
        let sold = gains.assets.filter { !held.contains($0.key) && $0.value.realized != RealizedGains.Sums(currency) }.keys.map {
            Valuation.Holding(asset: assets[$0]!, quantity: .zero, price: nil, value: .zero(currency), doubt: nil)
        }
        return (holdings.holdings + sold).sorted { Portfolio.sortKey($0.asset) < Portfolio.sortKey($1.asset) }
    }
}

extension Portfolio {
    /// Returns the gains of a wallet; otherwise like ``gains(of:on:costBasis:keepsDisposals:)-(WalletGroup,_,_,_)``.
    package func gains(
        of wallet: Wallet, on day: Day? = nil, costBasis: CostBasis? = nil, keepsDisposals: Bool = false,
        in currency: Currency = .usd
    ) async throws -> GainsReport {
        try await gains(
            of: WalletGroup(wallet), on: day, costBasis: costBasis, keepsDisposals: keepsDisposals, in: currency)
    }

    /// Returns the gains of several wallets together, from their lots.
    ///
    /// - Parameters:
    ///   - group: the wallets. Wallets that sent them coins are replayed too, since lots keep their cost when they move.
    ///   - day: counts transactions and closes up to the end of that day; nil for today's holdings at the closes of the newest
    ///     stored day.
    ///   - costBasis: which lots each wallet disposes of first, for comparison; nil for each wallet's own rule.
    ///   - keepsDisposals: whether to return each disposal, which takes memory for each.
    /// - Throws: ``PortfolioError/futureDay(_:today:)``.
    /// - Complexity: the journal is read once, page by page; without disposals, memory grows with the open lots only.
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

    /// Replays the lots of wallets, including wallets that sent them coins.
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

/// The result of replaying the journal.
struct ReplayedLots {
    var inventory: Inventory
    /// Which lots are disposed of first; nil for wallets with different rules.
    let costBasis: CostBasis?
    var realized: RealizedGains
    var disposals: [Disposal] = []

    init(inventory: Inventory, costBasis: CostBasis?) {
        (self.inventory, self.costBasis, realized) = (inventory, costBasis, RealizedGains(inventory.currency))
    }

    /// Returns the combined holdings of the wallets, without assets that none of them holds or owes.
    func balances(of group: WalletGroup) throws(DecimalError) -> [AssetID: Quantity] {
        var balances: [AssetID: Quantity] = [:]
        for wallet in group.wallets { try balances.add(inventory.balances(of: wallet.id)) }
        return balances
    }
}
