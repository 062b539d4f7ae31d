import Ledger
import Market
import MarketData

/// Computes the contents of wallets and their value.
package struct Valuations: Sendable {
    let wallets: OwnedWallets
    let journal: Journal
    let prices: ClosePrices

    init(_ wallets: OwnedWallets, _ journal: Journal, _ prices: ClosePrices) {
        (self.wallets, self.journal, self.prices) = (wallets, journal, prices)
    }

    /// Returns the current combined holdings of a group.
    package func holdings(of group: WalletGroup) async throws -> WalletHoldings {
        try wallets.check(group)
        let balances = try await journal.balances(of: group)
        let assets = try await prices.assets(balances.keys)
        let coins = balances.filter { $0.key != .usd }.sorted { $0.key < $1.key }
        return WalletHoldings(coins: coins.map { (assets[$0.key]!, $0.value) }, cash: balances[.usd] ?? .zero)
    }

    /// Returns the holdings of a wallet and their value.
    ///
    /// - Parameter day: holdings and closes at the end of that day; nil for the current holdings, at the closes of the newest day
    ///   that is stored for any of them.
    package func valuation(of wallet: Wallet, on day: Day? = nil, in currency: Currency = .usd) async throws -> Valuation {
        try await valuation(of: WalletGroup(wallet), on: day, in: currency)
    }

    /// Like ``valuation(of:on:in:)-(Wallet,_,_)``, for several wallets together.
    ///
    /// - Throws: ``PortfolioError/futureDay(_:today:)``.
    package func valuation(of group: WalletGroup, on day: Day? = nil, in currency: Currency = .usd) async throws -> Valuation {
        try wallets.check(group)
        try checkDay(day)
        var balances: [AssetID: Quantity] = [:]
        if let day {
            let ids = group.ids
            try await journal.replay(ids, before: (day + 1).daysSince1970 * 86_400) { record in
                for posting in record.transaction.postings
                where posting.account.role == .holding && ids.contains(posting.account.wallet) {
                    balances[posting.asset] = try (balances[posting.asset] ?? .zero).adding(posting.amount)
                }
            }
            balances = balances.filter { $0.value != .zero }
        } else {
            balances = try await journal.balances(of: group)
        }
        let day = if let day { day } else { try await prices.newestDay(of: balances.keys, in: currency) }
        // One day's rate: for a list of wallets, this code runs once for each wallet.
        let conversion = try await prices.conversion(to: currency, from: day, through: day)
        return try await valuation(of: group, balances, on: day, in: conversion)
    }

    /// Returns the currency in which most holdings of a group have a value: the wanted one, unless more are known in another because
    /// a rate is missing.
    package func knownCurrency(of group: WalletGroup, wanted: Currency) async throws -> Currency {
        let own = try await valuation(of: group, in: wanted)
        guard own.total == nil else { return wanted }
        var best = (currency: wanted, count: own.holdings.count { $0.value != nil })
        // Besides dollars, those that are held need no rate of their own.
        let held = Set(own.holdings.compactMap { Currency($0.asset.id) }).union([.usd, .eur])
        for currency in Currency.allCases where currency != wanted && held.contains(currency) {
            let count = try await valuation(of: group, in: currency).holdings.count { $0.value != nil }
            if count > best.count { best = (currency, count) }
        }
        return best.currency
    }

    func valuation(
        of group: WalletGroup, _ balances: [AssetID: Quantity], on day: Day, in conversion: CurrencyConversion
    ) async throws -> Valuation {
        let assets = try await prices.assets(balances.keys)
        let found = try await prices.prices(of: balances.keys, on: day, in: conversion)
        let closes = found.prices
        let doubts = try await doubts(of: closes.keys, on: day)
        var holdings: [Valuation.Holding] = []
        var known = Money.zero(conversion.currency)
        var withOld = Money?.some(known)
        for (id, quantity) in balances {
            let value = conversion.value(of: id, quantity, close: closes[id]?.close, on: day)
            if let value { known = try known.adding(value) }
            var holding = Valuation.Holding(
                asset: assets[id]!, quantity: quantity, price: closes[id], value: value, doubt: doubts[id])
            if value == nil, let old = found.old[id] {
                holding.oldPrice = old
                holding.oldValue = conversion.value(of: id, quantity, close: old.close, on: day)
            }
            holdings.append(holding)
            withOld = try withOld.flatMap { sum in try (value ?? holding.oldValue).map { try sum.adding($0) } }
        }
        holdings.sort { $0.asset.reportOrder < $1.asset.reportOrder }
        let isWhole = holdings.allSatisfy { $0.value != nil }
        return Valuation(
            wallets: group, day: day, holdings: holdings, total: isWhole ? known : nil, knownTotal: known,
            totalWithOldPrices: isWhole ? nil : withOld,
            rate: conversion.rate(on: day).map {
                PriceOfDay(day: $0.day, price: $0.close, source: closes[.usd]?.source, retrievedAt: closes[.usd]?.retrievedAt)
            }, missingRate: try await prices.missingRate(conversion, for: balances.keys, on: day))
    }

    /// Returns the faults in the closes of a day compared with those before, by asset.
    private func doubts(of assets: some Sequence<AssetID>, on day: Day) async throws -> [AssetID: HistoryFault] {
        let newest = try await prices.market.store.newestCandles(of: Set(assets).subtracting([.usd]), count: 3, through: day)
        let doubts = newest.compactMapValues { HistoryFault.doubt(at: $0.count - 1, in: $0.map(\.candle)) }
        return doubts
    }

    /// Throws for a report as of a future day.
    ///
    /// - Throws: ``PortfolioError/futureDay(_:today:)``.
    func checkDay(_ day: Day?) throws(PortfolioError) {
        if let day, day > prices.today { throw .futureDay(day, today: prices.today) }
    }
}

extension Asset {
    /// Orders the rows of reports: US dollars first, then euros, then other currencies, then by ticker, then by id.
    var reportOrder: String {
        // A space sorts before all tickers.
        id == .usd ? "" : (id == .eur ? "  " : Currency(id) != nil ? " " : "") + "\(ticker) \(id)"
    }
}
