import Ledger
import Market

/// Keeps transactions, append-only.
///
/// Of every holding that may not fall below zero, an implementation keeps the balance at zero or above at every moment of its past:
/// transactions count in order of ``Transaction/time``, those of one moment in order of their numbers, and corrections with what they
/// correct count as if neither had been.
package protocol JournalRepository: Sendable {
    /// Records transactions, all or none.
    ///
    /// - Parameters:
    ///   - transactions: checked (``Transaction/check()``), of wallets of one owner.
    ///   - owner: whose; keys are unique among an owner's transactions.
    ///   - recordedAt: seconds since 1970-01-01 UTC.
    ///   - expected: what ``lastTransaction(of:)`` of these wallets must still be; empty to record in any case.
    ///   - isRehearsal: whether everything is undone in the end: the answer and the errors are those of recording.
    /// - Returns: a record for each transaction in the order given. One whose key was recorded before, with the same content, is not
    ///   recorded again.
    /// - Throws: ``PortfolioError/insufficient(wallet:asset:have:need:time:recorded:)``, ``PortfolioError/keyInUse(key:)`` for another
    ///   content under a recorded key, ``PortfolioError/alreadyCorrected(_:)``, ``PortfolioError/noSuchTransaction(_:)``,
    ///   ``PortfolioError/noSuchWallet(_:near:)``, ``AssetError/notStored(_:)``, ``PortfolioError/changedMeanwhile``.
    func append(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?],
        isRehearsal: Bool
    ) async throws -> [AppendResult]

    /// Finds wallets by their names, makes those that are missing where that is asked, and records transactions of them: all or nothing.
    ///
    /// - Parameters:
    ///   - names: checked, in any case.
    ///   - makesMissing: whether a name that no wallet of the owner has gets one: first in, first out, and no holding below zero.
    ///   - recordedAt: seconds since 1970-01-01 UTC.
    ///   - isRehearsal: whether everything is undone in the end, wallets that were made included.
    ///   - transactions: returns what to record, given the wallets by the names asked for and a function that finds what was recorded
    ///     under a key. It is called once; what it throws undoes all.
    /// - Returns: as ``append(_:of:recordedAt:expecting:isRehearsal:)``.
    /// - Throws: as ``append(_:of:recordedAt:expecting:isRehearsal:)``.
    func append(
        toWalletsNamed names: Set<String>, of owner: String, makesMissing: Bool, recordedAt: Int, isRehearsal: Bool,
        _ transactions: @escaping @Sendable ([String: WalletID], (String) throws -> Transaction?) throws -> [Transaction]
    ) async throws -> [AppendResult]

    /// What a wallet holds now, assets of which it holds nothing left out.
    func balances(of wallet: WalletID) async throws -> [AssetID: Quantity]
    /// What a wallet held when only the transactions with lower numbers were recorded, assets of which it held nothing left out.
    func balances(of wallet: WalletID, before transaction: TransactionID) async throws -> [AssetID: Quantity]
    /// The number of the last transaction recorded that changes a wallet; nil when there is none.
    func lastTransaction(of wallet: WalletID) async throws -> TransactionID?
    /// One transaction of an owner.
    func transaction(_ id: TransactionID, of owner: String) async throws -> RecordedTransaction?
    /// The transaction that an owner recorded under a key.
    func transaction(key: String, of owner: String) async throws -> RecordedTransaction?
    /// A page of transactions in the order and within the limits of `query`.
    func transactions(_ query: JournalQuery) async throws -> [RecordedTransaction]
    /// The wallet and all wallets whose lots may have reached it by transfers, directly or through others.
    func walletsFeeding(_ wallet: WalletID) async throws -> Set<WalletID>
}

extension JournalRepository {
    /// Records transactions, all or none: ``append(_:of:recordedAt:expecting:isRehearsal:)`` that is no rehearsal.
    package func append(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?]
    ) async throws -> [AppendResult] {
        try await append(transactions, of: owner, recordedAt: recordedAt, expecting: expected, isRehearsal: false)
    }
}

/// What became of a transaction that was to be recorded.
package struct AppendResult: Equatable, Sendable {
    /// Its number.
    package let id: TransactionID
    /// False when it had been recorded before.
    package let isNew: Bool

    /// A result.
    package init(id: TransactionID, isNew: Bool) { (self.id, self.isNew) = (id, isNew) }
}

/// Which transactions to read, and in which order.
package struct JournalQuery: Equatable, Sendable {
    /// The order of pages.
    package enum Order: Equatable, Sendable {
        /// By time, then number, the earliest first.
        case oldestFirst
        /// The reverse of it.
        case newestFirst
    }

    /// A place in the journal's order.
    package struct Position: Equatable, Sendable {
        /// Of the transaction.
        package let time: Int
        /// Of the transaction.
        package let id: TransactionID

        /// The place of a transaction.
        package init(_ record: RecordedTransaction) { (time, id) = (record.transaction.time, record.id) }

        /// The place of a transaction of that time and number, whether there is one or not.
        package init(time: Int, id: TransactionID) { (self.time, self.id) = (time, id) }
    }

    /// Transactions that change any of them.
    package var wallets: Set<WalletID>
    /// Only those that change the holding of it.
    package var asset: AssetID?
    /// Only those of that kind.
    package var kind: Transaction.Kind?
    /// Whether corrections, and what they correct, are left out.
    package var leavesOutCorrected: Bool
    /// The order.
    package var order: Order
    /// Only what comes after it in that order.
    package var after: Position?
    /// Only numbers up to it: pages of one reading are of one state of the journal.
    package var upTo: TransactionID?
    /// Only what happened at it or later, in seconds since 1970-01-01 UTC.
    package var since: Int?
    /// Only what happened before it, in seconds since 1970-01-01 UTC.
    package var before: Int?
    /// At most so many.
    package var limit: Int

    /// All transactions of wallets, oldest first.
    package init(
        wallets: Set<WalletID>, asset: AssetID? = nil, kind: Transaction.Kind? = nil, leavesOutCorrected: Bool = false,
        order: Order = .oldestFirst, after: Position? = nil, upTo: TransactionID? = nil, since: Int? = nil, before: Int? = nil,
        limit: Int = 1000
    ) {
        (self.wallets, self.asset, self.kind, self.leavesOutCorrected) = (wallets, asset, kind, leavesOutCorrected)
        (self.order, self.after, self.upTo, self.limit) = (order, after, upTo, limit)
        (self.since, self.before) = (since, before)
    }
}
