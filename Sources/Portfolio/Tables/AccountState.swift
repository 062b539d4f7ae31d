import GRDB
import Ledger
import Store

/// A transaction that takes more from a holding than it contains.
struct Shortage {
    let time: Int
    let place: TransactionID
    let id: TransactionID
    let have: Quantity
    let need: Quantity
}

/// An account while transactions are added to it.
///
/// A transaction after all recorded ones can only make the last balance negative. One that precedes a recorded transaction, corrects
/// one, or takes the place of one, changes the past, which is then checked again from the first changed moment on.
struct AccountState {
    let number: Int64
    /// Whether the balance may not become negative.
    let isGuarded: Bool
    private(set) var balance: Quantity
    private(set) var lastTime: Int
    private(set) var lastTransaction: TransactionID
    /// The balance and the time before ``lastTransaction``, whose postings count as one change.
    private var previous: (balance: Quantity, time: Int)
    /// The lowest balance within ``lastTransaction``: in a split, coins leave before more of the same come in.
    private var lowest: Quantity
    /// The earliest changed time.
    private var firstChange = Int.max
    /// Whether the past changed, not only the end.
    private var isPastChanged = false
    private var shortage: Shortage?

    init(number: Int64, isGuarded: Bool, balance: Quantity, lastTime: Int, lastTransaction: TransactionID) {
        (self.number, self.isGuarded, self.balance) = (number, isGuarded, balance)
        (self.lastTime, self.lastTransaction, previous) = (lastTime, lastTransaction, (balance, lastTime))
        lowest = balance
    }

    /// Creates a state from a row with the account's number, its balance, and the time and number of its last transaction.
    init(_ row: StoredRow, isGuarded: Bool) throws {
        self.init(
            number: try row.decode(atIndex: 0), isGuarded: isGuarded, balance: try Quantity(stored: row.decode(atIndex: 1)),
            lastTime: try row.decode(atIndex: 2), lastTransaction: TransactionID(try row.decode(atIndex: 3)))
    }

    mutating func add(_ amount: Quantity, of id: TransactionID, time: Int, replayFrom from: Int?) throws {
        let isFirst = id != lastTransaction
        if isFirst {
            shortage = shortage ?? currentShortage
            (lastTransaction, previous) = (id, (balance, time))
        }
        firstChange = min(firstChange, from ?? time)
        if from != nil || time < lastTime { isPastChanged = true }
        balance = try balance.adding(amount)
        lowest = isFirst ? balance : min(lowest, balance)
        lastTime = max(lastTime, time)
    }

    private var currentShortage: Shortage? {
        guard isGuarded, lowest < .zero else { return nil }
        // The difference is what one transaction took, whose sums have room. One in the place of another changes the past.
        return Shortage(
            time: previous.time, place: lastTransaction, id: lastTransaction, have: previous.balance,
            need: previous.balance - lowest)
    }

    /// Returns the first transaction that makes the holding negative, if any.
    func firstShortage(in connection: Connection) throws -> Shortage? {
        guard isGuarded else { return nil }
        guard isPastChanged else { return shortage ?? currentShortage }
        return try AccountHistory.firstShortage(of: number, balance: balance, from: firstChange, in: connection)
    }
}

/// The past of one account: its transactions without corrections and corrected ones, by time, then place, then number.
enum AccountHistory {
    /// Checks the past from a time on.
    ///
    /// - Parameter balance: the account's balance after its whole past. The balance before `time` is this minus all later changes.
    static func firstShortage(
        of account: Int64, balance: Quantity, from time: Int, in connection: Connection
    ) throws -> Shortage? {
        let changes = try changes(of: account, from: time, in: connection)
        var have = try changes.reduce(balance) { try $0.subtracting($1.amount) }
        for change in changes {
            let lowest = try have.adding(change.lowest)
            guard lowest >= .zero else {
                return Shortage(
                    time: change.time, place: change.place, id: change.id, have: have, need: try have.subtracting(lowest))
            }
            have = try have.adding(change.amount)
        }
        return nil
    }

    /// A transaction's change of the balance.
    struct Change {
        let time: Int
        let place: TransactionID
        let id: TransactionID
        var amount: Quantity
        /// The lowest sum of the first postings: in a split, coins leave before more of the same come in.
        var lowest: Quantity
    }

    /// Returns one change for each transaction, however many postings it has.
    static func changes(of account: Int64, from time: Int, in connection: Connection) throws -> [Change] {
        let rows = try Row.fetchCursor(
            connection.cachedStatement(
                sql: """
                    SELECT postings.time, transaction_id, amount, \(JournalPage.place)
                    FROM postings JOIN transactions ON transactions.id = transaction_id
                    WHERE account = ? AND postings.time >= ? AND corrects IS NULL
                        AND NOT EXISTS (SELECT 1 FROM transactions AS later WHERE later.corrects = transaction_id)
                    ORDER BY postings.time, \(JournalPage.place), transaction_id, position
                    """),
            arguments: [account, time])
        var changes: [Change] = []
        while let row = try rows.next() {
            let id = TransactionID(try row.decode(atIndex: 1))
            let amount = try Quantity(stored: row.decode(atIndex: 2))
            if let last = changes.last, last.id == id {
                let sum = try last.amount.adding(amount)
                (changes[changes.count - 1].amount, changes[changes.count - 1].lowest) = (sum, min(last.lowest, sum))
            } else {
                changes.append(
                    Change(
                        time: try row.decode(atIndex: 0), place: TransactionID(try row.decode(atIndex: 3)), id: id, amount: amount,
                        lowest: amount))
            }
        }
        return changes
    }
}
