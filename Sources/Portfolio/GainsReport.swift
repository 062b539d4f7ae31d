import Ledger
import Market

/// A day without a rate of its own, and the earlier day whose rate is used for it.
package struct OlderRate: Equatable, Sendable {
    package let day: Day
    /// The day of the rate.
    package let rateDay: Day

    /// Creates the pair.
    package init(day: Day, rateDay: Day) { (self.day, self.rateDay) = (day, rateDay) }
}

extension CurrencyConversion {
    /// Returns the days that use the rate of an earlier day, oldest first.
    func olderRates(_ days: Set<Day>) -> [OlderRate] {
        days.sorted().compactMap { day in olderRateDay(on: day).map { OlderRate(day: day, rateDay: $0) } }
    }
}

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
    /// The same, with the newest earlier closes of the holdings whose prices are missing; nil if all prices are known, or if one of
    /// these holdings has no earlier close either.
    package let gainsWithOldPrices: Gains?
    /// The days whose costs and proceeds were converted by the rate of an earlier day, oldest first.
    package let olderRates: [OlderRate]
    /// The disposals, in order; empty unless requested.
    package let disposals: [Disposal]
    /// Whether the disposals were requested.
    let hasDisposals: Bool

    /// The wallet; the first one of a group.
    package var wallet: Wallet { wallets.wallets[0] }
    /// The currency of all figures.
    package var currency: Currency { gains.currency }
    /// Held assets without a price; only the currency's asset if its close of the day is missing.
    package var missingPrices: [AssetID] { holdings.missingRate.map { [$0.id] } ?? gains.missingPrices }
    /// Coins and cash together.
    package var total: Gains.Summary { gains.total }
    /// (market value + proceeds - cost) / cost, over all coins ever acquired, without cash in any currency.
    package var returnOnCost: FixedDecimal? { Returns.onCost(gains.coins) }
    /// The last day that counts: ``day``; in a report of now, the day of the last transaction if that is later.
    package var lastDay: Day { isOfNow ? max(day, timing.later?.last ?? day) : day }

    /// The assets whose figures add up to ``total``: those held now or earlier, cash first, then ordered by ticker.
    ///
    /// An asset that is no longer held, but has realized gains, has a quantity of zero.
    package var rows: [Valuation.Holding] {
        let held = Set(holdings.holdings.map(\.asset.id))
        let sold = gains.assets.filter { !held.contains($0.key) && $0.value.realized != RealizedGains.Sums(currency) }.keys.map {
            Valuation.Holding(asset: assets[$0]!, quantity: .zero, price: nil, value: .zero(currency), doubt: nil)
        }
        return (holdings.holdings + sold).sorted { $0.asset.reportOrder < $1.asset.reportOrder }
    }
}
