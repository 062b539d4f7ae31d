import Ledger
import Market

/// The transactions after the day whose closes a report uses.
package struct LaterTransactions: Equatable, Sendable {
    /// The numbers of the first transactions, at most ``mostListed``.
    package private(set) var transactions: [TransactionID] = []
    /// The total number of transactions.
    package private(set) var count = 0
    /// The day of the first transaction.
    package private(set) var first: Day
    /// The day of the last transaction.
    package private(set) var last: Day
    /// Whether the report's figures include them, as in a report of now.
    package let areIncluded: Bool

    /// The maximum number of transactions that are listed.
    package static let mostListed = 100

    init(_ record: RecordedTransaction, areIncluded: Bool) {
        (first, last, self.areIncluded) = (record.transaction.day, record.transaction.day, areIncluded)
        add(record)
    }

    mutating func add(_ record: RecordedTransaction) {
        count += 1
        if transactions.count < Self.mostListed { transactions.append(record.id) }
        first = min(first, record.transaction.day)
        last = max(last, record.transaction.day)
    }
}

/// How the day of a report relates to the transactions of its wallets.
package struct ReportTiming: Equatable, Sendable {
    /// The day of the first transaction; nil without transactions.
    package let firstDay: Day?
    /// The transactions after the report's day; nil if there are none.
    package let later: LaterTransactions?

    init(firstDay: Day?, later: LaterTransactions?) { (self.firstDay, self.later) = (firstDay, later) }
}
