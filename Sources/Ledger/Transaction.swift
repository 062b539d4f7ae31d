import Market

/// An event at one point in time. Its postings add up to zero for each asset. Transactions are never changed: a correction is a
/// new one.
package struct Transaction: Equatable, Sendable {
    /// The kinds of transactions.
    package enum Kind: String, CaseIterable, Sendable {
        /// Coins or cash come in from outside.
        case deposit
        /// Coins or cash go out.
        case withdrawal
        /// Coins are bought for cash.
        case buy
        /// Coins are sold for cash.
        case sell
        /// Coins or cash move to another wallet, with their cost and day of purchase.
        case transfer
        /// Coins or cash are paid for a service.
        case fee
        /// Staking rewards, interest or an airdrop. Coins cost nothing, or their market value (``Transaction/isAtMarketValue``).
        case income
        /// Coins become other coins of the same wallet in a trade without cash: a sale and a purchase at the same value.
        case swap
        /// Coins are replaced by coins that stand for the same, without a gain: a split, a redenomination, or a renamed coin.
        case split
        /// Reverses another transaction as if it had never happened: its postings are negated.
        case correction
    }

    /// The caller's key, unique among an owner's transactions. The same key again means the same transaction, which is recorded
    /// only once.
    package let key: String
    /// The kind of transaction.
    package let kind: Kind
    /// The time of the event, in seconds since 1970-01-01 UTC.
    package let time: Int
    /// Two or more postings that add up to zero for each asset.
    package let postings: [Posting]
    /// A value in US dollars: the cost of a deposit of coins, the market value of a withdrawal or income of coins, or what both sides of
    /// a swap are worth. Nil if it is unknown, and for all other kinds, whose postings contain it or which have none.
    package let value: Money?
    /// The transaction that a correction reverses.
    package let corrects: TransactionID?
    /// The user's note.
    package let note: String
    /// What it was for, in a word; nil for most.
    package let label: Label?
    /// The transaction whose place in the order it has, because it was recorded instead of that one or is that one again; nil if its own
    /// number counts. Of several that replaced each other, this is the first.
    package var place: TransactionID?

    /// Creates a transaction without checking it. Used for stored transactions; see the factory methods below for new ones.
    package init(
        key: String, kind: Kind, time: Int, postings: [Posting], value: Money? = nil, corrects: TransactionID? = nil,
        note: String = "", label: Label? = nil, place: TransactionID? = nil
    ) {
        (self.key, self.kind, self.time, self.postings) = (key, kind, time, postings)
        (self.value, self.corrects, self.note, self.label, self.place) = (value, corrects, note, label, place)
    }

    /// Whether this is income whose coins cost their ``value``, which also counts as realized income. The postings show it: the
    /// same amount of cash comes in as income and buys the coins at once.
    package var isAtMarketValue: Bool { kind == .income && postings.contains { $0.account.role == .market } }
    /// The UTC day of the event.
    package var day: Day { Day(secondsSince1970: time) }
    /// The wallets whose accounts the transaction changes.
    package var wallets: Set<WalletID> { Set(postings.map(\.account.wallet)) }
}

/// A transaction as recorded in a store.
package struct RecordedTransaction: Equatable, Sendable {
    /// The transaction's number.
    package let id: TransactionID
    /// The time of recording, in seconds since 1970-01-01 UTC.
    package let recordedAt: Int
    /// The correction that reversed it, if any.
    package let correctedBy: TransactionID?
    /// The transaction itself.
    package let transaction: Transaction

    package init(id: TransactionID, recordedAt: Int, correctedBy: TransactionID?, transaction: Transaction) {
        (self.id, self.recordedAt, self.correctedBy, self.transaction) = (id, recordedAt, correctedBy, transaction)
    }

    /// The number by which it is ordered among transactions of the same time; of those with the same, the lower ``id`` comes first.
    package var place: TransactionID { transaction.place ?? id }
}
