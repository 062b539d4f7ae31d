import GRDB
import Ledger

/// A transaction that takes more from a holding than there is.
struct Shortage {
    let time: Int
    let id: TransactionID
    let have: Quantity
    let need: Quantity
}

/// An account while transactions are added to it.
///
/// What comes behind all that is recorded can only make the last balance negative. What comes before something, and what takes
/// something back, changes the past: that is gone through once more, from the first changed moment on.
struct AccountState {
    let number: Int64
    /// Whether it may not fall below zero.
    let isGuarded: Bool
    private(set) var balance: Quantity
    private(set) var lastTime: Int
    private(set) var lastTransaction: TransactionID
    /// Before ``lastTransaction``, whose postings are one change, and when that was.
    private var previous: (balance: Quantity, time: Int)
    /// The earliest moment that changed.
    private var firstChange = Int.max
    /// Whether the past changed, and not only what comes behind it.
    private var isPastChanged = false
    private var shortage: Shortage?

    init(number: Int64, isGuarded: Bool, balance: Quantity, lastTime: Int, lastTransaction: TransactionID) {
        (self.number, self.isGuarded, self.balance) = (number, isGuarded, balance)
        (self.lastTime, self.lastTransaction, previous) = (lastTime, lastTransaction, (balance, lastTime))
    }

    /// Of a row with number, balance, time and number of the last transaction.
    init(_ row: Row, isGuarded: Bool) throws {
        self.init(
            number: try row.decode(atIndex: 0), isGuarded: isGuarded, balance: try Quantity(stored: row.decode(atIndex: 1)),
            lastTime: try row.decode(atIndex: 2), lastTransaction: TransactionID(try row.decode(atIndex: 3)))
    }

    mutating func add(_ amount: Quantity, of id: TransactionID, time: Int, replayFrom from: Int?) throws {
        if id != lastTransaction {
            shortage = shortage ?? currentShortage
            (lastTransaction, previous) = (id, (balance, time))
        }
        firstChange = min(firstChange, from ?? time)
        if from != nil || time < lastTime { isPastChanged = true }
        balance = try balance.adding(amount)
        lastTime = max(lastTime, time)
    }

    private var currentShortage: Shortage? {
        guard isGuarded, balance < .zero else { return nil }
        return Shortage(time: previous.time, id: lastTransaction, have: previous.balance, need: previous.balance - balance)
    }

    /// Where the holding first falls below zero.
    func firstShortage(in connection: Connection) throws -> Shortage? {
        guard isGuarded else { return nil }
        guard isPastChanged else { return shortage ?? currentShortage }
        return try AccountHistory.firstShortage(of: number, balance: balance, from: firstChange, in: connection)
    }
}

/// The past of one account: transactions that were not taken back, by time, then number.
enum AccountHistory {
    /// Goes through the past from a moment on.
    ///
    /// - Parameter balance: what the account has after all of it: the balance before is that less all that follows.
    static func firstShortage(
        of account: Int64, balance: Quantity, from time: Int, in connection: Connection
    ) throws -> Shortage? {
        let changes = try changes(of: account, from: time, in: connection)
        var have = try changes.reduce(balance) { try $0.subtracting($1.amount) }
        for change in changes {
            let next = try have.adding(change.amount)
            guard next >= .zero else {
                return Shortage(time: change.time, id: change.id, have: have, need: try have.subtracting(next))
            }
            have = next
        }
        return nil
    }

    /// One change for each transaction, however many postings it has.
    static func changes(
        of account: Int64, from time: Int, in connection: Connection
    ) throws -> [(time: Int, id: TransactionID, amount: Quantity)] {
        let rows = try Row.fetchCursor(
            connection.cachedStatement(
                sql: """
                    SELECT postings.time, transaction_id, amount
                    FROM postings JOIN transactions ON transactions.id = transaction_id
                    WHERE account = ? AND postings.time >= ? AND corrects IS NULL
                        AND NOT EXISTS (SELECT 1 FROM transactions AS later WHERE later.corrects = transaction_id)
                    ORDER BY postings.time, transaction_id
                    """),
            arguments: [account, time])
        var changes: [(time: Int, id: TransactionID, amount: Quantity)] = []
        while let row = try rows.next() {
            let id = TransactionID(try row.decode(atIndex: 1))
            let amount = try Quantity(stored: row.decode(atIndex: 2))
            if let last = changes.last, last.id == id {
                changes[changes.count - 1].amount = try last.amount.adding(amount)
            } else {
                changes.append((try row.decode(atIndex: 0), id, amount))
            }
        }
        return changes
    }
}
