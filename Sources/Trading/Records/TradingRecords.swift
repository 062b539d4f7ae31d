import Banking
import Ledger
import Market
import People

/// Simulated accounts and what belongs to them, in one transaction. Each call reads or writes at once.
package protocol TradingRecords: VerificationRecords {
    // Accounts.
    func account(of owner: String) throws -> TradingAccount?
    func account(id: String) throws -> TradingAccount?
    func account(referralCode: String) throws -> TradingAccount?
    func referredAccounts(by account: String) throws -> [TradingAccount]
    /// A secret of the store, from which ids of accounts follow.
    func accountKey() throws -> String
    /// Whether an id is that of an account, or that of a deleted one for which somebody was rewarded.
    func isTaken(accountID id: String) throws -> Bool
    /// Creates the account's two wallets.
    func makeWallets(of owner: String, at time: Int) throws -> (free: WalletID, held: WalletID)
    func insert(_ account: TradingAccount) throws
    func update(_ account: TradingAccount) throws
    /// The name of whoever has an account with sign-in; nil on one person's machine.
    func personName(of owner: String) throws -> String?
    /// The coins of a person's feed, in order.
    func feed(of owner: String) throws -> [AssetID]
    func setFeed(_ assets: [AssetID], of owner: String) throws

    // Balances and postings.
    /// Balances of the assets that an account holds.
    func balances(of account: TradingAccount) throws -> [AssetID: TradingBalance]
    /// The balance of one asset.
    func balance(of asset: AssetID, in account: TradingAccount) throws -> TradingBalance
    /// The time of the account's last posting, in seconds since 1970-01-01 UTC; nil without any.
    func lastPostingTime(of account: TradingAccount) throws -> Int?
    /// Records transactions in the wallets of one owner's account.
    ///
    /// - Throws: `PortfolioError.insufficient` and the other errors of the journal.
    func append(_ transactions: [Transaction], of owner: String, recordedAt: Int) throws
    /// What was used on days, in US dollars.
    func usage(of owner: String, _ purpose: UsagePurpose, from first: Day, through last: Day) throws -> [Day: FixedDecimal]
    func setUsage(_ amount: FixedDecimal, of owner: String, _ purpose: UsagePurpose, on day: Day) throws

    // Prices.
    func asset(_ id: AssetID) throws -> Asset?
    /// The newest stored price of an asset up to a time: a quote or the end of a day with a close.
    func newestPrice(of asset: AssetID, at time: Int) throws -> StoredPrice?
    /// Stored quotes and closes after their times and up to another, oldest first.
    func prices(
        of asset: AssetID, quotesAfter: Int, closesAfter: Int, through last: Int
    ) throws -> [StoredPrice]

    // Quotes and orders.
    func quote(id: String) throws -> TradeQuote?
    func insert(_ quote: TradeQuote) throws
    func removeQuotes(of owner: String, expiredAt time: Int) throws
    func order(id: String) throws -> TradeOrder?
    func order(quote: String) throws -> TradeOrder?
    /// How many orders and plans an owner has made since a time; without what the plans bought.
    func orderCount(of owner: String, since time: Int) throws -> Int
    func insert(_ order: TradeOrder) throws
    func update(_ order: TradeOrder) throws
    /// An owner's open orders, oldest first.
    func openOrders(of owner: String) throws -> [TradeOrder]
    /// Everybody's open orders, in the order of their ids.
    func openOrders(after id: String, limit: Int) throws -> [TradeOrder]
    func plan(id: String) throws -> RecurringPlan?
    func plans(of owner: String) throws -> [RecurringPlan]
    func duePlans(at bankTime: Int, limit: Int) throws -> [RecurringPlan]
    func insert(_ plan: RecurringPlan) throws
    func update(_ plan: RecurringPlan) throws

    // Payments.
    func method(id: String) throws -> PaymentMethod?
    /// Methods that were not removed, oldest first.
    func methods(of owner: String) throws -> [PaymentMethod]
    func insert(_ method: PaymentMethod) throws
    func update(_ method: PaymentMethod) throws
    func payment(id: String) throws -> Payment?
    /// Payments that are not at their end, oldest first.
    func openPayments(of owner: String) throws -> [Payment]
    /// How many payments an owner has ordered since a real time.
    func paymentCount(of owner: String, since time: Int) throws -> Int
    func insert(_ payment: Payment) throws
    func update(_ payment: Payment) throws
    /// Payments that leave or arrive by a time of the bank.
    func duePayments(at bankTime: Int, limit: Int) throws -> [Payment]

    // Transfers and rewards.
    func address(of owner: String, asset: AssetID) throws -> String?
    func owner(ofAddress address: String) throws -> (owner: String, asset: AssetID)?
    func insertAddress(_ address: String, of owner: String, asset: AssetID) throws
    func transfer(id: String) throws -> CoinTransfer?
    /// How many transfers an owner has sent since a time.
    func transferCount(of owner: String, since time: Int) throws -> Int
    func insert(_ transfer: CoinTransfer) throws
    /// - Parameter referred: the account that was referred; it is rewarded once.
    func insertReward(id: String, of owner: String, referred: String, amount: FixedDecimal, currency: Currency, at time: Int) throws
    func rewardCount(of owner: String) throws -> Int

    // History.
    func history(of owner: String, _ query: HistoryQuery) throws -> [HistoryEntry]
    func historyEntry(id: String, of owner: String) throws -> HistoryEntry?
    /// The fees of all trades, withdrawals and transfers that were done, in no order.
    func paidFees(of owner: String) throws -> [PaidFee]

    /// The records of those who sign in, in the same transaction.
    var people: any PeopleRecords { get }

    // Workers.
    func bankClock() throws -> BankClock?
    func setBankClock(_ clock: BankClock) throws
    /// Takes a lease, or extends one's own. Returns false while another holder has it.
    func takeLease(_ name: String, holder: String, now: Int, until: Int) throws -> Bool
    func dropLease(_ name: String, holder: String) throws
}

/// Stores simulated accounts.
package protocol TradingStore: Sendable {
    /// Reads records in one transaction.
    func readTrading<Value: Sendable>(_ body: @escaping @Sendable (any TradingRecords) throws -> Value) async throws -> Value
    /// Changes records in one transaction: all or nothing.
    func changeTrading<Value: Sendable>(_ body: @escaping @Sendable (any TradingRecords) throws -> Value) async throws -> Value
}
