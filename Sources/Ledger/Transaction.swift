import Market

/// What happened at one moment. Its postings add up to zero for each asset. It is never changed: a correction is another one.
package struct Transaction: Equatable, Sendable {
    /// What kind of thing happened.
    package enum Kind: String, CaseIterable, Sendable {
        /// Coins or cash come in from outside.
        case deposit
        /// Coins or cash go out.
        case withdrawal
        /// Cash becomes coins.
        case buy
        /// Coins become cash.
        case sell
        /// Coins or cash go from one wallet to another, with their cost and their day of purchase.
        case transfer
        /// Coins or cash are paid for a service.
        case fee
        /// Staking rewards, interest, an airdrop. Coins cost nothing, or what they were worth (``Transaction/isAtMarketValue``).
        case income
        /// Takes back another transaction, as if it had never been: its postings negated.
        case correction
    }

    /// What the caller calls it, unique among an owner's transactions: the same key again is the same transaction, recorded once.
    package let key: String
    /// What happened.
    package let kind: Kind
    /// When it happened: seconds since 1970-01-01 UTC.
    package let time: Int
    /// Two or more, adding up to zero for each asset.
    package let postings: [Posting]
    /// In US dollars. Of a deposit of coins what they cost, of a withdrawal or an income of coins what they were worth then; nil where
    /// that is unknown, and for all other kinds, whose postings tell it.
    package let value: Money?
    /// The transaction that a correction takes back.
    package let corrects: TransactionID?
    /// A person's words.
    package let note: String

    /// A transaction as it was stored, or as the makers below check it.
    package init(
        key: String, kind: Kind, time: Int, postings: [Posting], value: Money? = nil, corrects: TransactionID? = nil,
        note: String = ""
    ) {
        (self.key, self.kind, self.time, self.postings) = (key, kind, time, postings)
        (self.value, self.corrects, self.note) = (value, corrects, note)
    }

    /// Whether this is income whose coins cost their ``value``, which counts as realized income. Its postings say so: as much cash comes
    /// in as income and buys the coins at once.
    package var isAtMarketValue: Bool { kind == .income && postings.contains { $0.account.role == .market } }
    /// The day in which it happened.
    package var day: Day { Day(secondsSince1970: time) }
    /// The wallets whose accounts it changes.
    package var wallets: Set<WalletID> { Set(postings.map(\.account.wallet)) }
}

/// A transaction with its place in a store.
package struct RecordedTransaction: Equatable, Sendable {
    /// Its number.
    package let id: TransactionID
    /// When it was recorded: seconds since 1970-01-01 UTC.
    package let recordedAt: Int
    /// The correction that took it back, if one did.
    package let correctedBy: TransactionID?
    /// What happened.
    package let transaction: Transaction

    /// A stored transaction.
    package init(id: TransactionID, recordedAt: Int, correctedBy: TransactionID?, transaction: Transaction) {
        (self.id, self.recordedAt, self.correctedBy, self.transaction) = (id, recordedAt, correctedBy, transaction)
    }
}
