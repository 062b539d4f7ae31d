import Ledger
import Records
import Store

/// The sums of an overview's categories and places. What has no place but keeps the name of one, since that was removed or the entry
/// was imported, counts by that name.
struct OverviewSums {
    /// A category or a place in a currency.
    struct Share {
        /// Nil for what has none, and for a place whose name only the entries keep.
        fileprivate(set) var id: String?
        /// Nil for what has none.
        fileprivate(set) var name: String?
        let currency: ISOCurrency
        /// Of the span.
        fileprivate(set) var count = 0
        fileprivate(set) var amount = FixedDecimal.zero
        /// Of the last month and of the ``usualMonths`` before it, newest first.
        fileprivate(set) var newest = Array(repeating: FixedDecimal.zero, count: usualMonths + 1)
    }

    /// The usual month is the median of so many.
    static let usualMonths = 6

    private struct Key: Hashable {
        let key: String
        let currency: ISOCurrency
    }

    private let span: Overview.Span
    private var shares: [Key: Share] = [:]

    init(_ reading: borrowing Reading, _ owner: String, _ span: Overview.Span) throws {
        self.span = span
        try addSpan(reading, owner)
        try addNewestMonths(reading, owner)
    }

    /// Most expensive first, currency by currency.
    var categories: [Share] { sorted { $0.hasPrefix("c_") } }
    var places: [Share] { sorted { !$0.hasPrefix("c_") } }

    private func sorted(_ isAsked: (String) -> Bool) -> [Share] {
        shares.filter { isAsked($0.key.key) && $0.value.count > 0 }.sorted {
            ($0.key.currency.code, $1.value.amount, $0.key.key) < ($1.key.currency.code, $0.value.amount, $1.key.key)
        }.map(\.value)
    }

    private mutating func change(_ key: Key, _ body: (inout Share) -> Void) {
        body(&shares[key, default: Share(id: nil, name: nil, currency: key.currency)])
    }

    private mutating func addSpan(_ reading: borrowing Reading, _ owner: String) throws {
        let rows = try reading.rows(
            """
            SELECT key, currency, sum(count), sum(whole), sum(fraction),
                CASE substr(key, 1, 2)
                    WHEN 'c_' THEN (SELECT name FROM expense_categories WHERE id = key)
                    WHEN 'l_' THEN (SELECT name FROM expense_places WHERE id = key)
                    ELSE (
                        SELECT place_name FROM expenses
                        WHERE owner = ?1 AND place IS NULL AND place_key = substr(key, 3)
                        ORDER BY position DESC LIMIT 1)
                END
            FROM expense_sums WHERE owner = ?1 AND kind = ?2 AND key > '' AND month BETWEEN ?3 AND ?4 GROUP BY key, currency
            """, [owner, span.kind, span.from, span.through])
        for row in rows {
            let key = Key(key: try row.decode(atIndex: 0), currency: try row.decode(atIndex: 1))
            let (count, amount, name): (Int, FixedDecimal, String?) = (
                try row.decode(atIndex: 2), try row.sum(3), try row.decode(atIndex: 5)
            )
            change(key) { share in
                (share.count, share.amount) = (count, amount)
                (share.id, share.name) = (key.key.count > 2 && !key.key.hasPrefix("n_") ? key.key : nil, name)
            }
        }
    }

    private mutating func addNewestMonths(_ reading: borrowing Reading, _ owner: String) throws {
        let rows = try reading.rows(
            """
            SELECT key, currency, month, whole, fraction FROM expense_sums
            WHERE owner = ? AND kind = ? AND key > '' AND month BETWEEN ? AND ?
            """, [owner, span.kind, span.through - Self.usualMonths, span.through])
        for row in rows {
            let key = Key(key: try row.decode(atIndex: 0), currency: try row.decode(atIndex: 1))
            let (month, amount): (CalendarMonth, FixedDecimal) = (try row.decode(atIndex: 2), try row.sum(3))
            let age = span.through.number - month.number
            change(key) { $0.newest[age] = amount }
        }
    }
}
