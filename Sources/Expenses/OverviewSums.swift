import Ledger
import Records
import Store

/// The sums of an overview's categories and places. What has no place but keeps the name of one, since that was removed or the entry
/// was imported, counts by that name.
struct OverviewSums {
    /// A category or a place in a currency.
    struct Share {
        /// Nil for what has none.
        fileprivate(set) var id, name: String?
        let currency: ISOCurrency
        /// Of the span.
        fileprivate(set) var count = 0
        fileprivate(set) var amount = FixedDecimal.zero
        /// Of the last month and of the ``usualMonths`` before it, newest first.
        fileprivate(set) var newest = Array(repeating: FixedDecimal.zero, count: usualMonths + 1)
    }

    /// The usual month is the median of so many.
    static let usualMonths = 6
    private static let noPlace = "l_"
    /// What the keys of names without a place begin with; those of categories and places begin with `c_` and `l_`.
    private static let nameMark = "n_"

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
        if shares.keys.contains(where: { $0.key == Self.noPlace }) { try addNames(reading, owner) }
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
                ifnull((SELECT name FROM expense_categories WHERE id = key), (SELECT name FROM expense_places WHERE id = key))
            FROM expense_sums WHERE owner = ? AND kind = ? AND key > '' AND month BETWEEN ? AND ? GROUP BY key, currency
            """, [owner, span.kind, span.from, span.through])
        for row in rows {
            let key = Key(key: try row.decode(atIndex: 0), currency: try row.decode(atIndex: 1))
            let (count, amount, name): (Int, FixedDecimal, String?) = (
                try row.decode(atIndex: 2), try row.sum(3), try row.decode(atIndex: 5)
            )
            change(key) { share in
                (share.count, share.amount) = (count, amount)
                (share.id, share.name) = (key.key.count > 2 ? key.key : nil, name)
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
            change(key) { $0.newest[span.through.number - month.number] = amount }
        }
    }

    /// Moves what keeps a name from the sum of what has no place.
    private mutating func addNames(_ reading: borrowing Reading, _ owner: String) throws {
        // There is no day before the year 1.
        let first = CalendarMonth(number: max(12, min(span.from, span.through - Self.usualMonths).number))
        // With a plus, the index of the owner's days is read, not that of all people's entries without a place.
        let rows = try reading.rows(
            """
            SELECT place_key, currency, strftime('%Y', day * 86400, 'unixepoch') * 12 + strftime('%m', day * 86400, 'unixepoch') - 1
                    AS month, count(*), sum(amount / 10000), sum(amount % 10000), max(place_name)
            FROM expenses
            WHERE owner = ? AND removed_at IS NULL AND day BETWEEN ? AND ? AND kind = ? AND place_key > '' AND +place IS NULL
            GROUP BY place_key, currency, month
            """, [owner, first.firstDay, span.through.lastDay, span.kind])
        for row in rows {
            let (name, currency): (String, ISOCurrency) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            let (month, count): (CalendarMonth, Int) = (try row.decode(atIndex: 2), try row.decode(atIndex: 3))
            let (amount, shown): (FixedDecimal, String) = (try row.sum(4), try row.decode(atIndex: 6))
            change(Key(key: Self.nameMark + name, currency: currency)) { share in
                share.name = shown
                share.add(count, amount, of: month, span)
            }
            change(Key(key: Self.noPlace, currency: currency)) { $0.add(-count, .zero - amount, of: month, span) }
        }
    }
}

extension OverviewSums.Share {
    fileprivate mutating func add(_ more: Int, _ sum: FixedDecimal, of month: CalendarMonth, _ span: Overview.Span) {
        if month >= span.from { (count, amount) = (count + more, amount + sum) }
        let age = span.through.number - month.number
        if newest.indices.contains(age) { newest[age] = newest[age] + sum }
    }
}
