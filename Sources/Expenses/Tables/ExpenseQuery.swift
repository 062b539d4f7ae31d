import Ledger
import Market
import Records
import Store

/// A search for entries of an owner that are not removed: conditions that all must hold.
struct ExpenseQuery {
    /// The owner is always the first parameter.
    private var values: [any StoredValueConvertible]
    private var conditions: [String]

    /// - Throws: ``ExpenseError`` for a place or category that does not exist.
    init(_ reading: borrowing Reading, _ owner: String, _ filter: Expenses.Filter) throws {
        values = [owner]
        // With a plus, the index of the place is read.
        conditions = [filter.place == nil ? "owner = ?1" : "+owner = ?1", "removed_at IS NULL"]
        if let place = filter.place { require("place = %", try reading.place(named: place, of: owner).id) }
        if let category = filter.category {
            require(
                "position IN (SELECT expense FROM expense_parts WHERE category = %)",
                try reading.category(named: category, of: owner).id)
        }
        if let kind = filter.kind { require("kind = %", kind) }
        if let method = filter.method { require("method = %", method) }
        if let currency = filter.currency { require("currency = %", currency) }
        if let since = filter.since { require("day >= %", since) }
        if let until = filter.until { require("day <= %", until) }
        if let least = filter.least { require("amount >= %", least) }
        if let most = filter.most { require("amount <= %", most) }
        for word in filter.search.map(JournalText.words) ?? [] {
            require("(instr(search, %) > 0 OR instr(place_key, %) > 0)", word)
        }
    }

    /// Adds a condition, in which `%` stands for the value.
    private mutating func require(_ condition: String, _ value: any StoredValueConvertible) {
        values.append(value)
        conditions.append(condition.replacing("%", with: "?\(values.count)"))
    }

    private var condition: String { "WHERE " + conditions.joined(separator: " AND ") }

    /// Returns entries, newest first.
    ///
    /// - Parameter last: the id of the entry after which they begin.
    /// - Throws: ``ExpenseError/noExpense(_:)``.
    func expenses(_ reading: borrowing Reading, after last: String?, limit: Int) throws -> [Expense] {
        var query = self
        if let last {
            let place = "SELECT day, minute, position FROM expenses WHERE id = ? AND owner = ?"
            guard let row = try reading.row(place, [last, values[0]]) else { throw ExpenseError.noExpense(last) }
            query.values += try (0..<3).map { try row.decode(Int.self, atIndex: $0) }
            let count = query.values.count
            query.conditions.append("(day, minute, position) < (?\(count - 2), ?\(count - 1), ?\(count))")
        }
        let order = "ORDER BY day DESC, minute DESC, position DESC"
        // The inner query reads an index that has all that the conditions need.
        return try reading.rows(
            Expense.self,
            """
            WHERE position IN (SELECT position FROM expenses \(query.condition) \(order) LIMIT ?\(query.values.count + 1)) \(order)
            """, query.values + [limit])
    }

    func sums(_ reading: borrowing Reading) throws -> [Expenses.Sum] {
        try reading.rows(
            """
            SELECT kind, currency, count(*), sum(amount / 10000), sum(amount % 10000) FROM expenses \(condition)
            GROUP BY kind, currency ORDER BY kind, currency
            """, values
        ).map { row in
            Expenses.Sum(
                kind: try row.decode(atIndex: 0), currency: try row.decode(atIndex: 1), count: try row.decode(atIndex: 2),
                amount: try row.sum(3))
        }
    }

    /// Returns the sums of the days of a page, newest first.
    ///
    /// - Parameter page: entries in their order, without a gap.
    func totals(_ reading: borrowing Reading, _ page: [Expense]) throws -> [DayTotal] {
        guard let first = page.first?.day, let last = page.last?.day else { return [] }
        var query = self
        query.values += [first, last]
        // Only these days can have entries on other pages.
        query.conditions.append("day IN (?\(query.values.count - 1), ?\(query.values.count))")
        let ends = try reading.rows(
            """
            SELECT day, kind, currency, count(*), sum(amount / 10000), sum(amount % 10000) FROM expenses \(query.condition)
            GROUP BY day, kind, currency
            """, query.values
        ).map { row in
            DayTotal(
                day: try row.decode(atIndex: 0), kind: try row.decode(atIndex: 1), currency: try row.decode(atIndex: 2),
                count: try row.decode(atIndex: 3), amount: try row.sum(4))
        }
        return (ends + DayTotal.totals(of: page.filter { $0.day < first && $0.day > last })).sorted {
            ($1.day, $0.kind.rawValue, $0.currency.code) < ($0.day, $1.kind.rawValue, $1.currency.code)
        }
    }
}

extension StoredRow {
    /// A sum whose whole numbers and ten-thousandths are in two columns.
    func sum(_ column: Int) throws -> FixedDecimal {
        ExpenseAmount.sum(whole: try decode(atIndex: column), units: try decode(atIndex: column + 1))
    }
}

/// What was spent, or came in, on a day in a currency.
package struct DayTotal: Equatable, Record {
    package let day: Day
    package let kind: ExpenseKind
    package let currency: ISOCurrency
    package let count: Int
    package let amount: FixedDecimal

    init(day: Day, kind: ExpenseKind, currency: ISOCurrency, count: Int, amount: FixedDecimal) {
        (self.day, self.kind, self.currency, self.count, self.amount) = (day, kind, currency, count, amount)
    }

    private struct Key: Hashable {
        let day: Day
        let kind: ExpenseKind
        let currency: ISOCurrency
    }

    fileprivate static func totals(of expenses: [Expense]) -> [DayTotal] {
        Dictionary(grouping: expenses) { Key(day: $0.day, kind: $0.terms.kind, currency: $0.terms.currency) }.map { key, same in
            DayTotal(
                day: key.day, kind: key.kind, currency: key.currency, count: same.count,
                amount: same.reduce(.zero) { $0 + $1.terms.amount.decimal })
        }
    }

    package init(_ field: inout Fields<Self>) throws {
        day = try field("day", \.day)
        kind = try field("kind", \.kind)
        currency = try field("currency", \.currency)
        count = try field("count", \.count)
        amount = try field("amount", \.amount)
    }
}
