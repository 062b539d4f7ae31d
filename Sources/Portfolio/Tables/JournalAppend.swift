import GRDB
import Ledger
import Market
import Platform
import Store

/// Appends transactions to the journal, within one SQL transaction.
package struct JournalAppend {
    /// The prefix of the keys of simulated accounts; no other transaction has it.
    private static let tradingPrefix = "trading/"

    private let owner: String
    /// Whether the wallets belong to a simulated account, which only trading changes.
    private let isTrading: Bool
    private let recordedAt: Int
    private let expected: [WalletID: TransactionID?]
    private let quotas: QuotaChecks
    private let connection: Connection
    private let statements: JournalStatements
    private var accounts: JournalAccounts
    private let names: AccountNames
    private var wallets: [WalletID: Wallet] = [:]
    private var isExpectationChecked = false
    /// The lowest number recorded by this append; the others are higher.
    private var firstNew: TransactionID?
    /// The number of transactions recorded by this append that count towards the quota.
    private var newCount = 0
    /// The number of transactions that the owner had before.
    private var countBefore = 0

    private init(
        of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?], _ quotas: QuotaChecks, isTrading: Bool,
        in connection: Connection
    ) throws {
        (self.quotas, self.isTrading) = (quotas, isTrading)
        (self.owner, self.recordedAt, self.expected, self.connection) = (owner, recordedAt, expected, connection)
        statements = try JournalStatements(connection)
        accounts = JournalAccounts(connection)
        names = AccountNames(connection)
    }

    /// Records transactions that are checked together.
    package static func record(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?],
        _ quotas: QuotaChecks = .none, isTrading: Bool = false, in connection: Connection
    ) throws -> [AppendResult] {
        var append = try JournalAppend(
            of: owner, recordedAt: recordedAt, expecting: expected, quotas, isTrading: isTrading, in: connection)
        let results = try transactions.map { try append.add($0) }
        try append.finish()
        return results
    }

    /// Records one transaction, unless it was recorded before. ``finish()`` checks the balances.
    private mutating func add(_ transaction: Transaction) throws -> AppendResult {
        if let recorded = try statements.byKey.storedValue([owner, transaction.key]) as Int64? {
            let record = try RecordedTransaction.fetch([TransactionID(recorded)], upTo: nil, in: connection, names).first
            // Earlier builds recorded the same without a place.
            var same = transaction
            same.place = record?.transaction.place
            guard record?.transaction == same else { throw PortfolioError.keyInUse(key: transaction.key) }
            return AppendResult(id: TransactionID(recorded), isNew: false)
        }
        // A person who took a key before trading uses it would block the payment permanently.
        guard isTrading || !transaction.key.hasPrefix(Self.tradingPrefix) else {
            throw PortfolioError.keyInUse(key: transaction.key)
        }
        try checkExpectation()
        try checkQuota(for: transaction)
        try checkWallets(of: transaction)
        let corrected = try transaction.corrects.map { try correctable($0, by: transaction) }
        let id = try insert(transaction)
        // Without the corrected transaction, the past changes from its time on.
        let replayFrom = corrected.map { min($0.time, transaction.time) } ?? transaction.place.map { _ in transaction.time }
        if firstNew == nil { firstNew = id }
        if !transaction.key.hasPrefix(Self.tradingPrefix) { newCount += 1 }
        for (position, posting) in transaction.postings.enumerated() {
            let account = try accounts.add(
                posting, allowsNegative: wallets[posting.account.wallet]!.allowsNegative, of: id, time: transaction.time,
                replayFrom: replayFrom)
            try statements.posting.run([id.number, position, account, transaction.time, posting.amount.description])
        }
        return AppendResult(id: id, isNew: true)
    }

    /// Checks and stores the balances.
    private mutating func finish() throws {
        try accounts.finish(firstNew: firstNew)
        if newCount > 0 { try QuotaChecks.addTransactions(newCount, of: owner, in: connection) }
    }

    /// Refuses the first transaction that exceeds the quota, so that a file of a million rows is not recorded first. Mistakes can
    /// still be corrected, each transaction once.
    private mutating func checkQuota(for transaction: Transaction) throws {
        guard !isTrading else { return }
        if newCount == 0 { try quotas.requireSpace(in: connection) }
        guard let quota = quotas.quotas.transactions else { return }
        if newCount == 0 { countBefore = try QuotaChecks.transactionCount(of: owner, in: connection) }
        guard transaction.corrects != nil || countBefore + newCount < quota else {
            throw QuotaExceeded(.transactions, used: countBefore, limit: quota)
        }
    }

    private mutating func checkExpectation() throws {
        guard !isExpectationChecked else { return }
        isExpectationChecked = true
        for (wallet, last) in expected where try wallet.lastTransaction(in: connection) != last {
            throw PortfolioError.changedMeanwhile
        }
    }

    private mutating func checkWallets(of transaction: Transaction) throws {
        for posting in transaction.postings {
            let id = posting.account.wallet
            if wallets[id] == nil { wallets[id] = try Wallet.existing(id, in: connection) }
            guard wallets[id]!.owner == owner, isTrading != (wallets[id]!.kind == .recorded) else {
                throw PortfolioError.noSuchWallet("\(id)")
            }
        }
    }

    /// Returns the transaction to correct, if it may be corrected.
    private func correctable(_ id: TransactionID, by correction: Transaction) throws -> Transaction {
        guard try statements.ownerOf.storedValue([id.number]) == owner,
            let record = try RecordedTransaction.fetch([id], upTo: nil, in: connection).first
        else { throw PortfolioError.noSuchTransaction(id) }
        guard record.correctedBy == nil, record.transaction.corrects == nil else { throw PortfolioError.alreadyCorrected(id) }
        precondition(
            correction.postings == record.transaction.postings.map { Posting($0.account, $0.asset, -$0.amount) },
            "a correction negates the postings of what it corrects: Transaction.correction(of:key:note:) makes it")
        return record.transaction
    }

    private func insert(_ transaction: Transaction) throws -> TransactionID {
        try statements.transaction.run([
            owner, transaction.key, transaction.kind.rawValue, transaction.time, transaction.value?.description,
            transaction.corrects?.number, transaction.note, recordedAt, transaction.place?.number, transaction.label?.rawValue,
        ])
        let number = connection.lastInsertedRowID
        for wallet in transaction.wallets {
            try statements.entry.run([wallet.number, transaction.time, number])
        }
        if transaction.kind == .transfer { try insertTransfers(transaction) }
        return TransactionID(number)
    }

    private func insertTransfers(_ transaction: Transaction) throws {
        let holdings = transaction.postings.filter { $0.account.role == .holding }
        for source in holdings where source.amount < .zero {
            for target in holdings where target.amount > .zero && target.account.wallet != source.account.wallet {
                try statements.transfer.run([target.account.wallet.number, source.account.wallet.number])
            }
        }
    }
}

/// The statements that an append runs for each transaction, compiled once for each connection.
struct JournalStatements {
    let byKey, ownerOf, transaction, posting, entry, transfer: Statement

    init(_ connection: Connection) throws {
        byKey = try connection.cachedStatement(sql: "SELECT id FROM transactions WHERE owner = ? AND key = ?")
        ownerOf = try connection.cachedStatement(sql: "SELECT owner FROM transactions WHERE id = ?")
        transaction = try connection.cachedStatement(
            sql: """
                INSERT INTO transactions (owner, key, kind, time, value, corrects, note, recorded_at, place, label)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        posting = try connection.cachedStatement(
            sql: "INSERT INTO postings (transaction_id, position, account, time, amount) VALUES (?, ?, ?, ?, ?)")
        entry = try connection.cachedStatement(
            sql: "INSERT INTO wallet_transactions (wallet, time, transaction_id) VALUES (?, ?, ?)")
        transfer = try connection.cachedStatement(
            sql: "INSERT INTO transfers (to_wallet, from_wallet) VALUES (?, ?) ON CONFLICT DO NOTHING")
    }
}

/// Replaces recorded transactions, within the SQL transaction of an append.
package struct JournalReplacing {
    fileprivate let owner: String
    fileprivate let recordedAt: Int
    fileprivate let quotas: QuotaChecks
    fileprivate let connection: Connection

    init(owner: String, recordedAt: Int, quotas: QuotaChecks, connection: Connection) {
        (self.owner, self.recordedAt, self.quotas, self.connection) = (owner, recordedAt, quotas, connection)
    }

    /// Records a transaction in the place of others, unless a wallet would then have too little at some moment.
    ///
    /// - Parameters:
    ///   - key: that of the new transaction.
    ///   - make: returns the new transaction, given the others in order of `ids`.
    /// - Returns: whether it was recorded; if not, nothing has changed.
    func replace(_ ids: [TransactionID], key: String, by make: ([Transaction]) throws -> Transaction) throws -> Bool {
        let records = try RecordedTransaction.fetch(ids, upTo: nil, in: connection)
        guard records.count == ids.count, records.allSatisfy({ $0.correctedBy == nil }),
            try RecordedTransaction.fetch(key: key, of: owner, in: connection) == nil
        else { return false }
        var replacement = try make(records.map(\.transaction))
        replacement.place = records.map(\.place).min()
        let corrections = try records.map { record in
            try Transaction.correction(of: record, key: Replacements.correctionKey(record.id, by: key))
        }
        return try isRecorded(corrections + [replacement])
    }

    private func isRecorded(_ transactions: [Transaction]) throws -> Bool {
        var isRecorded = false
        try connection.inSavepoint {
            do {
                _ = try JournalAppend.record(
                    transactions, of: owner, recordedAt: recordedAt, expecting: [:], quotas, in: connection)
                isRecorded = true
            } catch PortfolioError.insufficient {
                isRecorded = false
            }
            return isRecorded ? .commit : .rollback
        }
        return isRecorded
    }
}
