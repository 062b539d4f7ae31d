import Ledger
import Market

/// Stores transactions. Append-only.
///
/// For every holding that may not fall below zero, an implementation keeps the balance at zero or above at every moment of its
/// history. Transactions count in order of ``Transaction/time``, transactions of the same moment in order of their numbers;
/// corrections and the transactions that they correct do not count at all.
package protocol JournalRepository: Sendable {
    /// Records transactions, all or none.
    ///
    /// - Parameters:
    ///   - transactions: checked (``Transaction/check()``), of wallets of one owner.
    ///   - owner: the owner; keys are unique among an owner's transactions.
    ///   - recordedAt: seconds since 1970-01-01 UTC.
    ///   - expected: the value that ``lastTransaction(of:)`` of these wallets must still have; empty to record in any case.
    ///   - isRehearsal: whether to undo everything at the end. Results and errors are the same as for recording.
    /// - Returns: a result for each transaction, in the order given. A transaction whose key was recorded before with the same
    ///   content is not recorded again.
    /// - Throws: ``PortfolioError/insufficient(wallet:asset:have:need:time:recorded:)``, ``PortfolioError/keyInUse(key:)`` for
    ///   different content under a recorded key, ``PortfolioError/alreadyCorrected(_:)``,
    ///   ``PortfolioError/noSuchTransaction(_:)``, ``PortfolioError/noSuchWallet(_:near:)``, ``AssetError/notStored(_:)``,
    ///   ``PortfolioError/changedMeanwhile``.
    func append(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?],
        isRehearsal: Bool
    ) async throws -> [AppendResult]

    /// Finds wallets by name, creates missing ones if requested, and records transactions of them: all or nothing.
    ///
    /// - Parameters:
    ///   - names: checked names, in any case.
    ///   - makesMissing: whether to create a wallet for a name that no wallet of the owner has: first in, first out, and no
    ///     holding below zero.
    ///   - recordedAt: seconds since 1970-01-01 UTC.
    ///   - isRehearsal: whether to undo everything at the end, including created wallets.
    ///   - transactions: returns the transactions to record, given the wallets by the requested names and a function that returns
    ///     what was recorded under a key. It is called once; if it throws, everything is undone.
    /// - Returns: as ``append(_:of:recordedAt:expecting:isRehearsal:)``.
    /// - Throws: as ``append(_:of:recordedAt:expecting:isRehearsal:)``.
    func append(
        toWalletsNamed names: Set<String>, of owner: String, makesMissing: Bool, recordedAt: Int, isRehearsal: Bool,
        _ transactions: @escaping @Sendable ([String: WalletID], (String) throws -> Transaction?) throws -> [Transaction]
    ) async throws -> [AppendResult]

    /// Returns the current holdings of a wallet, without assets of which it holds nothing.
    func balances(of wallet: WalletID) async throws -> [AssetID: Quantity]
    /// Returns the holdings of a wallet when only transactions with lower numbers were recorded, without assets of which it
    /// held nothing.
    func balances(of wallet: WalletID, before transaction: TransactionID) async throws -> [AssetID: Quantity]
    /// Returns the number of the last recorded transaction that changes a wallet; nil if there is none.
    func lastTransaction(of wallet: WalletID) async throws -> TransactionID?
    /// Returns a transaction of an owner; nil if there is none.
    func transaction(_ id: TransactionID, of owner: String) async throws -> RecordedTransaction?
    /// Returns the transaction that an owner recorded under a key; nil if there is none.
    func transaction(key: String, of owner: String) async throws -> RecordedTransaction?
    /// Returns a page of transactions, in the order and within the limits of `query`.
    func transactions(_ query: JournalQuery) async throws -> [RecordedTransaction]
    /// Returns the wallet and all wallets whose lots may have reached it by transfers, directly or indirectly.
    func walletsFeeding(_ wallet: WalletID) async throws -> Set<WalletID>
}

extension JournalRepository {
    /// Records transactions, all or none: ``append(_:of:recordedAt:expecting:isRehearsal:)`` without a rehearsal.
    package func append(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?]
    ) async throws -> [AppendResult] {
        try await append(transactions, of: owner, recordedAt: recordedAt, expecting: expected, isRehearsal: false)
    }
}

/// The result of recording a transaction.
package struct AppendResult: Equatable, Sendable {
    /// The transaction's number.
    package let id: TransactionID
    /// False if it had been recorded before.
    package let isNew: Bool

    /// Creates a result.
    package init(id: TransactionID, isNew: Bool) { (self.id, self.isNew) = (id, isNew) }
}

/// Which transactions to read, in which order.
package struct JournalQuery: Equatable, Sendable {
    /// The order of transactions.
    package enum Order: Equatable, Sendable {
        /// By time, then by number, earliest first.
        case oldestFirst
        /// The reverse.
        case newestFirst
    }

    /// A position in the journal's order.
    package struct Position: Equatable, Sendable {
        /// The transaction's time, in seconds since 1970-01-01 UTC.
        package let time: Int
        /// The transaction's number.
        package let id: TransactionID

        /// Creates the position of a transaction.
        package init(_ record: RecordedTransaction) { (time, id) = (record.transaction.time, record.id) }

        /// Creates the position of a time and number, whether such a transaction exists or not.
        package init(time: Int, id: TransactionID) { (self.time, self.id) = (time, id) }
    }

    /// Only transactions that change any of these wallets.
    package var wallets: Set<WalletID>
    /// Only transactions that change a holding of this asset.
    package var asset: AssetID?
    /// Only transactions of this kind.
    package var kind: Transaction.Kind?
    /// Whether corrections, and the transactions that they correct, are omitted.
    package var leavesOutCorrected: Bool
    /// The order.
    package var order: Order
    /// Only transactions after this position in the chosen order.
    package var after: Position?
    /// Only numbers up to this one, so that all pages of a read show the same state of the journal.
    package var upTo: TransactionID?
    /// Only transactions at or after this time, in seconds since 1970-01-01 UTC.
    package var since: Int?
    /// Only transactions before this time, in seconds since 1970-01-01 UTC.
    package var before: Int?
    /// The largest number of transactions.
    package var limit: Int

    /// Creates a query, by default for all transactions of wallets, oldest first.
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
