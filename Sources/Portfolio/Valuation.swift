import Ledger
import Market

/// The value of a wallet's holdings at the closes of one day.
///
/// A holding's value is its whole quantity times the price, rounded once, half to even at the 18th decimal place; the same holds
/// for ``ValueHistory``. The lots in ``GainsReport/gains`` are rounded one by one: if their products
/// have more than 18 places, their sum may differ from the holding's value by half a unit of the 18th place for each lot.
package struct Valuation: Equatable, Sendable {
    /// One holding and its value.
    package struct Holding: Equatable, Sendable {
        package let asset: Asset
        package let quantity: Quantity
        /// The close of the day; nil if none is stored for exactly that day. For a currency, its rate for the day, which may be a
        /// few days older.
        package let price: PriceOfDay?
        /// The value in the currency of the report; nil if the price is missing, or if the value is beyond the limit of amounts.
        package let value: Money?
        /// The newest earlier close if ``price`` is missing and one is stored; nil otherwise.
        package var oldPrice: PriceOfDay? = nil
        /// The value at ``oldPrice``.
        package var oldValue: Money? = nil
        /// Why the price is probably wrong: it is far from the stored closes before it. Nil if it looks right.
        package let doubt: HistoryFault?
    }

    package let wallets: WalletGroup
    /// The day whose closes are the prices.
    package let day: Day
    /// The holdings, cash first, then ordered by ticker.
    package let holdings: [Holding]
    /// The total in US dollars; nil if a price is missing.
    package let total: Money?
    /// The total of the holdings whose prices are known. Its currency is that of all figures.
    package let knownTotal: Money
    /// The total with the newest earlier closes of the holdings whose prices are missing; nil if ``total`` is known, or if one of
    /// these holdings has no earlier close either.
    package var totalWithOldPrices: Money? = nil
    /// US dollars for one unit of the currency on the day, and the day of that rate, which may be a few days earlier; nil for
    /// figures in US dollars, and if there is no rate.
    package var rate: PriceOfDay? = nil
    /// The asset of the currency, if its rate of the day is needed and missing.
    package var missingRate: Asset? = nil

    /// The wallet; the first one of a group.
    package var wallet: Wallet { wallets.wallets[0] }
    /// The currency of all figures.
    package var currency: Currency { knownTotal.currency }
    /// The holdings whose prices are missing but that have an older one.
    package var priceless: [Holding] { missingRate == nil ? holdings.filter { $0.oldPrice != nil } : [] }
    /// The assets whose closes of the day are missing: the currency's asset, or else those of the holdings.
    package var missing: [Asset] { missingRate.map { [$0] } ?? holdings.filter { $0.price == nil }.map(\.asset) }
    /// The assets that have a price, but whose value is beyond the limit of amounts.
    package var tooLarge: [Asset] { holdings.filter { $0.price != nil && $0.value == nil }.map(\.asset) }
}
