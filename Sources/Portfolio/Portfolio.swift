import Market
import MarketData
import Store

/// All operations of an owner on their wallets, in parts that each do one thing.
///
/// Every part refuses another owner's wallet with ``PortfolioError/noSuchWallet(_:near:)``.
package final class Portfolio: Sendable {
    /// Assets and closes.
    package let market: MarketData
    /// The wallets: creates, finds, changes and deletes them.
    package let wallets: OwnedWallets
    /// The prices that transactions and reports use.
    package let prices: ClosePrices
    /// Prepares orders, records them and takes them back.
    package let orders: Orders
    /// Takes transactions back for clients that may send a request again.
    package let corrections: Corrections
    /// The recorded transactions, as lists and for export.
    package let transactions: TransactionLog
    /// Records the rows of files.
    package let importer: TransactionImporter
    /// The contents of wallets and their value.
    package let valuations: Valuations
    /// The value of wallets day by day, and their returns.
    package let valueHistory: ValueHistory
    /// Gains from lots.
    package let gains: GainsReports
    /// Disposals and income of tax years.
    package let tax: TaxReports
    /// The wallet of investments.
    package let investments: Investments

    /// Creates the portfolio of an owner.
    ///
    /// - Parameters:
    ///   - store: the store of wallets, transactions and market data.
    ///   - owner: the owner of the wallets.
    ///   - now: the clock, in seconds since 1970-01-01 UTC.
    package convenience init(_ store: Store, owner: String, now: @escaping @Sendable () -> Int) {
        self.init(MarketData(store, now: now), owner: owner)
    }

    /// Creates the portfolio of an owner.
    ///
    /// - Parameters:
    ///   - market: assets and closes, with the clock and the store.
    ///   - owner: the owner of the wallets; data of other owners is never read or changed.
    package init(_ market: MarketData, owner: String) {
        self.market = market
        wallets = OwnedWallets(market.store, owner: owner, now: market.now)
        prices = ClosePrices(market)
        let journal = Journal(of: wallets, market)
        orders = Orders(wallets, journal, prices)
        transactions = TransactionLog(wallets, journal)
        importer = TransactionImporter(wallets, journal, prices)
        valuations = Valuations(wallets, journal, prices)
        valueHistory = ValueHistory(wallets, journal, prices, transactions)
        gains = GainsReports(valuations, transactions)
        tax = TaxReports(valuations)
        corrections = Corrections(orders, transactions)
        investments = Investments(wallets, journal, gains, corrections, orders)
    }

    package var owner: String { wallets.owner }

    /// The current time, in seconds since 1970-01-01 UTC.
    package var time: Int { market.now() }

    /// The first day that has not ended.
    package var today: Day { prices.today }
}
