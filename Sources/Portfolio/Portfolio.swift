import Market
import MarketData

/// The storage that a portfolio needs besides market data.
package typealias PortfolioStore = WalletRepository & JournalRepository & FavouriteRepository

/// All that an owner can do with their wallets, in parts that each do one thing.
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
    /// What wallets hold and its value.
    package let valuations: Valuations
    /// The value of wallets day by day, and their returns.
    package let valueHistory: ValueHistory
    /// Gains from lots.
    package let gains: GainsReports
    /// The wallet of investments.
    package let investments: Investments

    /// Creates the portfolio of an owner.
    ///
    /// - Parameters:
    ///   - store: the store of wallets, transactions and market data.
    ///   - owner: the owner of the wallets.
    ///   - now: the clock, in seconds since 1970-01-01 UTC.
    package convenience init(_ store: any PortfolioStore & MarketStore, owner: String, now: @escaping @Sendable () -> Int) {
        self.init(market: MarketData(store, now: now), wallets: store, journal: store, owner: owner)
    }

    /// Creates the portfolio of an owner.
    ///
    /// - Parameters:
    ///   - market: assets and closes, with the clock.
    ///   - wallets: the store of wallets.
    ///   - journal: the store of their transactions.
    ///   - owner: the owner of the wallets; data of other owners is never read or changed.
    package init(market: MarketData, wallets: any WalletRepository, journal: any JournalRepository, owner: String) {
        self.market = market
        self.wallets = OwnedWallets(wallets, journal, owner: owner, now: market.now)
        prices = ClosePrices(market)
        let journal = Journal(journal, of: self.wallets, market)
        orders = Orders(self.wallets, journal, prices)
        transactions = TransactionLog(self.wallets, journal)
        importer = TransactionImporter(self.wallets, journal, prices)
        valuations = Valuations(self.wallets, journal, prices)
        valueHistory = ValueHistory(self.wallets, journal, prices, transactions)
        gains = GainsReports(valuations, transactions)
        corrections = Corrections(orders, transactions)
        investments = Investments(self.wallets, journal, gains, corrections, orders)
    }

    /// The owner.
    package var owner: String { wallets.owner }

    /// The current time, in seconds since 1970-01-01 UTC.
    package var time: Int { market.now() }

    /// The first day that has not ended.
    package var today: Day { prices.today }
}
