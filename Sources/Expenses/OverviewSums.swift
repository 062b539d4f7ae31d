import JSONText
import Ledger
import Records
import Store

/// The sums of an overview's categories and places. What has no place but keeps the name of one, since that was removed or the entry
/// was imported, counts by that name.
struct OverviewSums {
    /// A category or a place in a currency.
    struct Share {
        fileprivate let key: String
        /// Nil for what has none, and for a place whose name only the entries keep.
        let id: String?
        /// Nil for what has none.
        let name: String?
        let currency: ISOCurrency
        /// Of the span.
        let count: Int
        let amount: FixedDecimal
        /// Of the compared month and of the ``usualMonths`` before it, newest first.
        fileprivate(set) var newest: [FixedDecimal] = []
    }

    /// The usual month is the median of so many.
    static let usualMonths = 6

    /// The most expensive first, currency by currency.
    private(set) var categories, places: [Share]

    /// - Parameter mostPlaces: the number of places of each currency that count.
    init(
        _ reading: borrowing Reading, _ owner: String, _ span: Overview.Span, comparing month: CalendarMonth, mostPlaces: Int
    ) throws {
        let sums = try Self.sums(reading, owner, span)
        categories = sums.filter { $0.key.hasPrefix("c_") }
        var counts: [ISOCurrency: Int] = [:]
        places = sums.filter { share in
            guard !share.key.hasPrefix("c_") else { return false }
            counts[share.currency, default: 0] += 1
            return counts[share.currency, default: 0] <= mostPlaces
        }
        let newest = try Self.newestMonths(reading, owner, span.kind, through: month, of: categories + places)
        for index in categories.indices { categories[index].take(newest) }
        for index in places.indices { places[index].take(newest) }
    }

    private static func sums(_ reading: borrowing Reading, _ owner: String, _ span: Overview.Span) throws -> [Share] {
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
        return try rows.map(Share.init).sorted {
            ($0.currency.code, $1.amount, $0.key) < ($1.currency.code, $0.amount, $1.key)
        }
    }

    fileprivate typealias Newest = [ShareKey: [FixedDecimal]]

    /// Only those of the shares that are shown: a long journal has many more.
    private static func newestMonths(
        _ reading: borrowing Reading, _ owner: String, _ kind: ExpenseKind, through last: CalendarMonth, of shares: [Share]
    ) throws -> Newest {
        let keys = JSONWriter.document { writer in
            writer.array { writer in
                for share in shares {
                    writer.array { writer in
                        writer.string(share.key)
                        writer.string(share.currency.code)
                    }
                }
            }
        }
        let rows = try reading.rows(
            """
            SELECT sums.key, sums.currency, sums.month, sums.whole, sums.fraction
            FROM json_each(?1) AS shown CROSS JOIN expense_sums AS sums
            WHERE sums.owner = ?2 AND sums.kind = ?3 AND sums.key = shown.value ->> 0 AND sums.currency = shown.value ->> 1
                AND sums.month BETWEEN ?4 AND ?5
            """, [keys, owner, kind, last - usualMonths, last])
        var newest: Newest = [:]
        for row in rows {
            let key = ShareKey(key: try row.decode(atIndex: 0), currency: try row.decode(atIndex: 1))
            let month: CalendarMonth = try row.decode(atIndex: 2)
            newest[key, default: noMonths][last.number - month.number] = try row.sum(3)
        }
        return newest
    }

    fileprivate static let noMonths = Array(repeating: FixedDecimal.zero, count: usualMonths + 1)

    fileprivate struct ShareKey: Hashable {
        let key: String
        let currency: ISOCurrency
    }
}

extension OverviewSums.Share {
    fileprivate init(_ row: StoredRow) throws {
        (key, currency, count) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1), try row.decode(atIndex: 2))
        (amount, name) = (try row.sum(3), try row.decode(atIndex: 5))
        id = key.count > 2 && !key.hasPrefix("n_") ? key : nil
    }

    fileprivate mutating func take(_ months: OverviewSums.Newest) {
        newest = months[OverviewSums.ShareKey(key: key, currency: currency)] ?? OverviewSums.noMonths
    }
}
