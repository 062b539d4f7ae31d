import Ledger
import Market

/// The value of a wallet's holdings at the closes of one day.
///
/// A holding's value is its whole quantity times the price, rounded once, half to even at the 18th decimal place; the same holds
/// for ``Portfolio/valueOverTime(_:from:through:)``. The lots in ``GainsReport/gains`` are rounded one by one: if their products
/// have more than 18 places, their sum may differ from the holding's value by half a unit of the 18th place for each lot.
package struct Valuation: Equatable, Sendable {
    /// One holding and its value.
    package struct Holding: Equatable, Sendable {
        /// The asset.
        package let asset: Asset
        /// The quantity.
        package let quantity: Quantity
        /// The close of the day; nil if none is stored for exactly that day.
        package let price: PriceOfDay?
        /// The value in US dollars; nil if the price is missing.
        package let value: Money?
        /// Why the price is probably wrong: it is far from the stored closes before it. Nil if it looks right.
        package let doubt: HistoryFault?
    }

    /// The wallets.
    package let wallets: WalletGroup
    /// The day whose closes are the prices.
    package let day: Day
    /// The holdings, cash first, then ordered by ticker.
    package let holdings: [Holding]
    /// The total in US dollars; nil if a price is missing.
    package let total: Money?
    /// The total of the holdings whose prices are known. Its currency is that of all figures.
    package let knownTotal: Money
    /// The asset of the currency, where its close of the day is needed and not stored.
    package var missingRate: Asset? = nil

    /// The wallet; the first one of a group.
    package var wallet: Wallet { wallets.wallets[0] }
    /// The currency of all figures.
    package var currency: Currency { knownTotal.currency }
    /// The assets whose closes of the day are missing: that of the currency, or else those of holdings.
    package var missing: [Asset] { missingRate.map { [$0] } ?? holdings.filter { $0.price == nil }.map(\.asset) }
}

extension Portfolio {
    /// Returns what a wallet holds and its value.
    ///
    /// - Parameter day: holdings and closes at the end of that day; nil for what is held now, at the closes of the newest day that is
    ///   stored of any of them.
    package func valuation(of wallet: Wallet, on day: Day? = nil, in currency: Currency = .usd) async throws -> Valuation {
        try await valuation(of: WalletGroup(wallet), on: day, in: currency)
    }

    /// Like ``valuation(of:on:)-(Wallet,_)``, for several wallets together.
    ///
    /// - Throws: ``PortfolioError/futureDay(_:today:)``.
    package func valuation(of group: WalletGroup, on day: Day? = nil, in currency: Currency = .usd) async throws -> Valuation {
        try check(group)
        try checkReportDay(day)
        var balances: [AssetID: Quantity] = [:]
        if let day {
            let ids = group.ids
            try await replay(ids, before: (day + 1).daysSince1970 * 86_400) { record in
                for posting in record.transaction.postings
                where posting.account.role == .holding && ids.contains(posting.account.wallet) {
                    balances[posting.asset] = try (balances[posting.asset] ?? .zero).adding(posting.amount)
                }
            }
            balances = balances.filter { $0.value != .zero }
        } else {
            balances = try await self.balances(of: group)
        }
        let day = if let day { day } else { try await newestDay(of: balances.keys, in: currency) }
        return try await valuation(of: group, balances, on: day, in: try await conversion(to: currency))
    }

    /// The newest day of which a close of any of the assets is stored; yesterday where there is none.
    ///
    /// - Parameter currency: of the report. Cash alone has the newest day of its rate.
    func newestDay(of assets: some Sequence<AssetID>, in currency: Currency = .usd) async throws -> Day {
        var assets = Set(assets).subtracting([.usd])
        if assets.isEmpty, currency != .usd { assets = [currency.asset] }
        let newest = try await market.candles.newestCandle(of: assets, through: today)
        return newest.values.map(\.candle.day).max() ?? today - 1
    }

    func valuation(
        of group: WalletGroup, _ balances: [AssetID: Quantity], on day: Day, in conversion: CurrencyConversion
    ) async throws -> Valuation {
        let assets = try await assets(balances.keys)
        let prices = try await prices(of: balances.keys, on: day, in: conversion)
        let doubts = try await doubts(of: prices.keys, on: day)
        var holdings: [Valuation.Holding] = []
        var known = Money.zero(conversion.currency)
        for (id, quantity) in balances {
            let value = try prices[id].map { try quantity.multiplied(by: $0.price) }
            if let value { known = try known.adding(value) }
            holdings.append(
                Valuation.Holding(asset: assets[id]!, quantity: quantity, price: prices[id], value: value, doubt: doubts[id]))
        }
        holdings.sort { Self.sortKey($0.asset) < Self.sortKey($1.asset) }
        let isWhole = holdings.allSatisfy { $0.value != nil }
        return Valuation(
            wallets: group, day: day, holdings: holdings, total: isWhole ? known : nil, knownTotal: known,
            missingRate: try await missingRate(conversion, for: balances.keys, on: day))
    }

    /// Returns the faults in the closes of a day compared with those before, by asset.
    private func doubts(of assets: some Sequence<AssetID>, on day: Day) async throws -> [AssetID: HistoryFault] {
        var doubts: [AssetID: HistoryFault] = [:]
        for asset in assets where asset != .usd {
            let newest = try await market.candles.newestCandles(of: asset, count: 3, through: day).map(\.candle)
            doubts[asset] = HistoryFault.doubt(at: newest.count - 1, in: newest)
        }
        return doubts
    }

    /// Sorts cash first, then by ticker, then by id.
    static func sortKey(_ asset: Asset) -> String {
        // A space sorts before all tickers.
        asset.id == .usd ? "" : (asset.id == .eur ? " " : "") + "\(asset.ticker) \(asset.id)"
    }
}
