import Ledger
import Market

/// Computes gains from the lots of wallets.
package struct GainsReports: Sendable {
    private let valuations: Valuations
    private let transactions: TransactionLog

    init(_ valuations: Valuations, _ transactions: TransactionLog) {
        (self.valuations, self.transactions) = (valuations, transactions)
    }

    /// Returns the gains of a wallet; otherwise like ``report(of:on:costBasis:keepsDisposals:in:)-(WalletGroup,_,_,_,_)``.
    package func report(
        of wallet: Wallet, on day: Day? = nil, costBasis: CostBasis? = nil, keepsDisposals: Bool = false,
        in currency: Currency = .usd
    ) async throws -> GainsReport {
        try await report(
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
    package func report(
        of group: WalletGroup, on day: Day? = nil, costBasis: CostBasis? = nil, keepsDisposals: Bool = false,
        in currency: Currency = .usd
    ) async throws -> GainsReport {
        try valuations.wallets.check(group)
        try valuations.checkDay(day)
        let conversion = try await valuations.prices.conversion(to: currency)
        let lots = try await lots(
            of: group, before: day, costBasis: costBasis, keepsDisposals: keepsDisposals, conversion: conversion)
        let balances = try lots.balances(of: group)
        let pricesDay = if let day { day } else { try await valuations.prices.newestDay(of: balances.keys, in: currency) }
        let holdings = try await valuations.valuation(of: group, balances, on: pricesDay, in: conversion)
        func gains(_ price: (Valuation.Holding) -> PriceOfDay?) throws -> Gains {
            let closes = holdings.holdings.compactMap { holding in price(holding)?.close.map { (holding.asset.id, $0) } }
            return try Gains(
                lots.inventory, realized: lots.realized, prices: Dictionary(uniqueKeysWithValues: closes), on: pricesDay,
                wallets: group.ids)
        }
        let exact = try gains(\.price)
        let lotDays = exact.lots.filter { $0.lot.cost != nil && $0.lot.asset != currency.asset }.map {
            Day(secondsSince1970: $0.lot.acquiredAt)
        }
        return GainsReport(
            wallets: group, costBasis: lots.costBasis, day: pricesDay, isOfNow: day == nil,
            timing: try await transactions.timing(of: group, day: pricesDay, includesLater: day == nil), holdings: holdings,
            assets: try await valuations.prices.assets(exact.assets.keys), gains: exact,
            gainsWithOldPrices: holdings.totalWithOldPrices == nil ? nil : try gains { $0.price ?? $0.oldPrice },
            olderRates: conversion.olderRates(lots.realizedDays.union(lotDays)), disposals: lots.disposals,
            hasDisposals: keepsDisposals)
    }

    /// Replays the lots of wallets, including wallets that sent them coins.
    private func lots(
        of group: WalletGroup, before day: Day?, costBasis: CostBasis?, keepsDisposals: Bool, conversion: CurrencyConversion
    ) async throws -> ReplayedLots {
        let (wallets, newest) = try await valuations.journal.feeding(group)
        var rules = try await valuations.wallets.store.rules(of: wallets)
        if let costBasis {
            for wallet in group.wallets {
                rules[wallet.id] = Inventory.Rules(costBasis: costBasis, allowsNegative: wallet.allowsNegative)
            }
        }
        let bases = Set(group.ids.compactMap { rules[$0]?.costBasis })
        var lots = ReplayedLots(
            inventory: Inventory(rules: rules, conversion: conversion), costBasis: bases.count == 1 ? bases.first : nil)
        let ids = group.ids
        try await valuations.journal.replay(wallets, upTo: newest, before: day.map { ($0 + 1).daysSince1970 * 86_400 }) { record in
            for disposal in try lots.inventory.apply(record) where ids.contains(disposal.wallet) {
                try lots.realized.add(disposal)
                if conversion.currency != .usd { lots.note(disposal) }
                if keepsDisposals { lots.disposals.append(disposal) }
            }
        }
        return lots
    }

    /// Returns the realized gains of wallets together, one row per disposal.
    ///
    /// - Parameters:
    ///   - group: the wallets.
    ///   - year: only disposals in this calendar year of the zone; nil for all years.
    ///   - zone: the zone by whose calendar the days and years are counted. `day` and the rates of currencies are of days in UTC.
    ///   - day: only transactions up to the end of this day; nil for all.
    ///   - costBasis: which lots each wallet disposes of first, for comparison; nil for each wallet's own rule.
    /// - Throws: ``PortfolioError/futureDay(_:today:)``.
    /// - Complexity: the journal is read once; memory grows with the rows.
    package func realized(
        of group: WalletGroup, year: Int? = nil, zone: CalendarZone = .utc, through day: Day? = nil,
        costBasis: CostBasis? = nil, in currency: Currency = .usd
    ) async throws -> RealizedReport {
        try valuations.wallets.check(group)
        try valuations.checkDay(day)
        let conversion = try await valuations.prices.conversion(to: currency)
        let lots = try await lots(
            of: group, before: day, costBasis: costBasis, keepsDisposals: true, conversion: conversion)
        let chosen = lots.disposals.filter { $0.isRealized && (year == nil || zone.day($0.time).civil.year == year) }
        let assets = try await valuations.prices.assets(chosen.map(\.asset))
        let wallets = Dictionary(uniqueKeysWithValues: group.wallets.map { ($0.id, $0) })
        var rows: [RealizedReport.Row] = []
        var (years, total) = ([Int: RealizedGains.Sums](), RealizedGains.Sums(currency))
        for disposal in chosen {
            let part = rows.last.map { $0.disposal.transaction == disposal.transaction ? $0.part + 1 : 0 } ?? 0
            let row = RealizedReport.Row(
                disposal: disposal, asset: assets[disposal.asset]!, wallet: wallets[disposal.wallet]!, part: part,
                day: zone.day(disposal.time), acquiredDay: disposal.acquiredAt.map(zone.day))
            rows.append(row)
            try years[row.day.civil.year, default: RealizedGains.Sums(currency)].add(disposal)
            try total.add(disposal)
        }
        return RealizedReport(
            wallets: group, costBasis: lots.costBasis, year: year, rows: rows,
            years: years.sorted { $0.key < $1.key }.map { RealizedReport.Year(year: $0.key, sums: $0.value) }, total: total,
            currency: currency, zone: zone, atYearsEnd: zone == .utc ? year.map { Self.atYearsEnd($0, lots.disposals) } ?? [] : [],
            olderRates: conversion.olderRates(Set(chosen.flatMap(\.convertedDays))))
    }

    /// Returns the disposals whose year depends on the time zone, if one of the possible years is this one.
    private static func atYearsEnd(_ year: Int, _ disposals: [Disposal]) -> [RealizedReport.YearsEnd] {
        disposals.compactMap { disposal in
            guard disposal.isRealized, let day = CalendarZone.dayInAnotherYear(disposal.time) else { return nil }
            let isNear = [day, Day(secondsSince1970: disposal.time)].contains { $0.civil.year == year }
            return isNear ? RealizedReport.YearsEnd(time: disposal.time, dayElsewhere: day) : nil
        }
    }
}

/// The result of replaying the journal.
struct ReplayedLots {
    var inventory: Inventory
    /// Which lots are disposed of first; nil for wallets with different rules.
    let costBasis: CostBasis?
    var realized: RealizedGains
    var disposals: [Disposal] = []
    /// The days of the amounts that ``realized`` adds up, in figures of a currency other than US dollars.
    private(set) var realizedDays: Set<Day> = []

    init(inventory: Inventory, costBasis: CostBasis?) {
        (self.inventory, self.costBasis, realized) = (inventory, costBasis, RealizedGains(inventory.currency))
    }

    /// Records the days by whose rates a disposal was converted.
    mutating func note(_ disposal: Disposal) { if disposal.isRealized { realizedDays.formUnion(disposal.convertedDays) } }

    /// Returns the combined holdings of the wallets, without assets that none of them holds or owes.
    func balances(of group: WalletGroup) throws(DecimalError) -> [AssetID: Quantity] {
        var balances: [AssetID: Quantity] = [:]
        for wallet in group.wallets { try balances.add(inventory.balances(of: wallet.id)) }
        return balances
    }
}

extension Disposal {
    /// The days, in UTC, by whose rates its cost and proceeds were converted.
    fileprivate var convertedDays: [Day] {
        [Day(secondsSince1970: time)] + (acquiredAt.map { [Day(secondsSince1970: $0)] } ?? [])
    }
}
