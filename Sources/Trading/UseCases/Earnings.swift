import Ledger
import Market
import MarketData
import Portfolio

/// The profit or loss of a person's simulated account over time, compared with a coin bought and held for the same payments.
///
/// Prices and rates of past days are the closes of exactly these days. Today has no close yet: the newest stored price is used,
/// including a quote, since the account would trade at it; the report states its time. Yesterday's close may not be stored yet: the
/// newest price is used if it is at most ``ClosePrices/freshPriceDays`` old, as for transactions.
package struct Earnings: Sendable {
    private let parts: TradingParts
    private let market: MarketData
    private let portfolio: Portfolio

    /// - Parameter portfolio: the portfolio of the account's owner.
    package init(parts: TradingParts, market: MarketData, portfolio: Portfolio) {
        (self.parts, self.market, self.portfolio) = (parts, market, portfolio)
    }

    /// The wallets of the account: what is free and what is held. None for an owner without an account.
    package func wallets() async throws -> WalletGroup {
        let owner = portfolio.owner
        let account = try await parts.read { try $0.records.account(of: owner) }
        return try await portfolio.wallets.group(ids: account.map { [$0.wallet, $0.heldWallet] } ?? [])
    }

    /// Returns the earnings of the account; an empty report for an owner without an account.
    ///
    /// - Parameters:
    ///   - coin: the coin that the payments would have bought instead.
    ///   - period: the period whose days are listed.
    /// - Complexity: the journal of the account is read twice, its history once; memory grows with days, payments and fees.
    package func report(
        in currency: Currency, beside coin: Asset, over period: EarningsPeriod = .all
    ) async throws -> EarningsReport {
        let (owner, group) = (portfolio.owner, try await wallets())
        let conversion = try await conversion(to: currency)
        var replay = AccountReplay(group, in: conversion, values: try await unknownValues(of: group))
        if !group.wallets.isEmpty { try await portfolio.transactions.replay(group) { try replay.add($0) } }
        for index in replay.flows.indices {
            let flow = replay.flows[index]
            let dollars = try await dollars(of: flow)
            try replay.resolve(index, dollars: dollars)
        }
        let first = replay.firstDay.map { min($0, market.today) }
        let state = try await state(of: group, replay, in: conversion)
        let held = try HeldHistory(
            of: coin, prices: try await prices(of: coin.id, from: first), fee: parts.rules.tradeFee.value, replay.flows,
            from: first ?? market.today, through: market.today, in: conversion)
        let points = first == nil ? [] : try await points(of: group, replay, from: first!, now: state.value, held)
        let start = period.days.map { max(0, points.count - 1 - $0) } ?? 0
        return EarningsReport(
            currency: currency, first: first, today: market.today, paidIn: try replay.paid(isIn: true),
            paidOut: try replay.paid(isIn: false), value: state.value, unrealized: state.unrealized,
            realized: replay.realized.total,
            fees: group.wallets.isEmpty ? .zero(currency) : try await fees(of: owner, in: conversion),
            held: held.result(putIn: points.last?.putIn), points: Array(points[start...]),
            before: start > 0 ? points[start - 1] : nil, pricedAt: state.pricedAt, missing: state.missing)
    }

    // MARK: Prices

    private func newestPrice(of asset: AssetID) async throws -> StoredPrice? {
        try await parts.read { try $0.records.newestPrice(of: asset, at: $0.now) }
    }

    /// The prices used for days that have no close yet, by day.
    private func openPrices(of asset: AssetID) async throws -> [Day: FixedDecimal] {
        guard let newest = try await newestPrice(of: asset) else { return [:] }
        let isFresh = market.today - Day(secondsSince1970: newest.time) <= ClosePrices.freshPriceDays
        return isFresh ? [market.today: newest.dollars, market.today - 1: newest.dollars] : [market.today: newest.dollars]
    }

    private func conversion(to currency: Currency) async throws -> CurrencyConversion {
        let stored = try await portfolio.prices.conversion(to: currency, through: market.today - 1)
        guard currency != .usd else { return stored }
        return try await openPrices(of: currency.asset).reduce(stored) { $0.filling([$1.key], with: .usd($1.value)) }
    }

    /// US dollars for one unit of an asset on a day; nil if that is not known.
    private func price(of asset: AssetID, on day: Day) async throws -> FixedDecimal? {
        guard asset != .usd else { return .one }
        let close = day < market.today ? try await portfolio.prices.price(of: asset, on: day) : nil
        if let close, close.day == day { return close.price.amount }
        // For a day without a close, a rate of a few days before is used, unless the day has a newer price.
        return try await openPrices(of: asset)[day] ?? close?.price.amount
    }

    /// The prices of an asset by day, from a day on; none if the day is nil.
    private func prices(of asset: AssetID, from first: Day?) async throws -> [Day: FixedDecimal] {
        guard let first else { return [:] }
        var prices = try await openPrices(of: asset)
        for stored in try await market.store.candles(of: asset, from: first, through: market.today - 1) {
            if let price = FixedDecimal(exactly: stored.candle.close), price > .zero { prices[stored.candle.day] = price }
        }
        return prices
    }

    // MARK: Payments

    /// The values of deposits that arrived when no rate was known: at the close of their day, which is known by now.
    private func unknownValues(of group: WalletGroup) async throws -> [TransactionID: Money] {
        guard !group.wallets.isEmpty else { return [:] }
        var unvalued: [(id: TransactionID, day: Day, asset: AssetID, quantity: Quantity)] = []
        try await portfolio.transactions.replay(group) { record in
            guard let (asset, quantity) = AccountReplay.unvalued(record) else { return }
            unvalued.append((record.id, record.transaction.day, asset, quantity))
        }
        var values: [TransactionID: Money] = [:]
        for (id, day, asset, quantity) in unvalued {
            guard let price = try await price(of: asset, on: day) else { continue }
            values[id] = .usd(try quantity.multiplied(by: price))
        }
        return values
    }

    private func dollars(of flow: AccountReplay.Flow) async throws -> FixedDecimal? {
        if let dollars = flow.dollars { return dollars }
        guard let price = try await price(of: flow.asset, on: flow.day) else { return nil }
        return try flow.quantity.multiplied(by: price)
    }

    /// The fees of trades, withdrawals and transfers, from the history, where they are in the currencies in which they were paid.
    ///
    /// Each fee is converted separately, since the conversion rounds.
    private func fees(of owner: String, in conversion: CurrencyConversion) async throws -> Money? {
        let paid = try await parts.read { try $0.records.paidFees(of: owner) }
        var sum = PartialSum(conversion.currency)
        for (asset, fees) in Dictionary(grouping: paid, by: \.asset) {
            let isOwn = asset == .usd || asset == conversion.currency.asset
            let closes = try await prices(of: asset, from: isOwn ? nil : fees.map(\.day).min())
            for fee in fees {
                try sum.add(conversion.value(of: asset, fee.amount, close: closes[fee.day].map(Money.usd), on: fee.day))
            }
        }
        return sum.total
    }

    // MARK: Now

    private struct State {
        let value: Money?
        let unrealized: Money?
        let pricedAt: Int?
        let missing: [Asset]
    }

    /// The current state of the account.
    private func state(
        of group: WalletGroup, _ replay: AccountReplay, in conversion: CurrencyConversion
    ) async throws -> State {
        let own = conversion.currency.asset
        let held = Set(group.wallets.flatMap { replay.inventory.balances(of: $0.id).keys })
        var priced = held.subtracting([.usd, own])
        // Everything is converted except cash in the currency itself.
        if own != .usd, held != [own], !held.isEmpty { priced.insert(own) }
        var newest: [AssetID: StoredPrice] = [:]
        for asset in priced { newest[asset] = try await newestPrice(of: asset) }
        let gains = try Gains(
            replay.inventory, realized: RealizedGains(conversion.currency), prices: newest.mapValues { .usd($0.dollars) },
            on: market.today, wallets: group.ids)
        var unrealized = PartialSum(conversion.currency)
        for (asset, summary) in gains.assets where asset != own { try unrealized.add(summary.unrealized) }
        let missing = priced.contains(own) && newest[own] == nil ? [own] : gains.missingPrices
        let assets = try await market.store.assets(ids: Set(missing))
        return State(
            value: gains.total.marketValue.total, unrealized: unrealized.total, pricedAt: newest.values.map(\.time).min(),
            missing: missing.compactMap { assets[$0] })
    }

    // MARK: Days

    private func points(
        of group: WalletGroup, _ replay: AccountReplay, from first: Day, now: Money?, _ held: HeldHistory
    ) async throws -> [EarningsReport.Point] {
        let past = try await portfolio.valueHistory.values(
            of: group, from: first, through: market.today - 1, in: replay.realized.known.currency)
        let putIn = try replay.putIn(from: first, through: market.today)
        return (past.map(\.value) + [now]).enumerated().map { index, value in
            EarningsReport.Point(day: first + index, value: value, putIn: putIn[index], held: held.values[index])
        }
    }
}
