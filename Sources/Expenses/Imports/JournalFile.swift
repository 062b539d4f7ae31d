import Digests
import JSONText
import Ledger
import Market
import Platform
import Records
import Text

/// The CSV of a journal: what an export writes and an import reads.
package enum JournalFile {
    /// An entry with the names of its categories by id.
    package typealias Line = (expense: Expense, categories: [String: String])

    /// Its columns, which spreadsheets can show.
    package static let line = Document<Line>(
        nil, .field("date") { $0.expense.day }, .field("time", .text(5...5)) { clock($0.expense.terms.minute) },
        .field("kind") { $0.expense.terms.kind }, .field("name") { $0.expense.terms.name },
        .field("description") { $0.expense.terms.description }, .field("amount") { $0.expense.terms.amount },
        .field("currency") { $0.expense.terms.currency }, .field("method") { $0.expense.terms.method },
        .field("place") { $0.expense.terms.placeName }, .field("category") { $0.expense.singleCategory($0.categories) },
        .field("parts", nil, "JSON; only of an entry with several.") { $0.expense.severalParts($0.categories) },
        .field("key") { $0.expense.importKey ?? $0.expense.id })

    private static let needed: Set<String> = ["date", "kind", "name", "amount", "currency"]

    static func isHeader(_ names: [String]) -> Bool { needed.isSubset(of: names) }

    private static func clock(_ minute: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }

    // MARK: Reading

    /// - Throws: ``StatementError``.
    static func entries(
        _ bytes: [UInt8], _ encoding: StatementEncoding
    ) throws(StatementError) -> (entries: [ImportedEntry], faults: [StatementFault]) {
        guard let text = encoding.utf8(bytes) else { throw .notText }
        let table = try StatementTable(text)
        let columns = Dictionary(table.names.enumerated().map { ($1, $0) }) { first, _ in first }
        var (entries, faults, equal): ([ImportedEntry], [StatementFault], [String: Int]) = ([], [], [:])
        for line in table.lines {
            let row = Row(line: line, columns: columns)
            do throws(StatementFault) {
                entries.append(try row.entry(&equal))
            } catch {
                faults.append(error)
            }
        }
        return (entries, faults)
    }

    private struct Row {
        let line: StatementTable.Line
        let columns: [String: Int]

        func cell(_ name: String) -> String { String(line.cell(columns[name]).trimmed) }

        func fault(_ column: String) -> StatementFault {
            StatementFault(line: line.number, reason: .badCell(column: column, text: cell(column).cut(to: 40)))
        }

        private func value<Value>(_ column: String, _ read: (String) -> Value?) throws(StatementFault) -> Value {
            guard let value = read(cell(column)) else { throw fault(column) }
            return value
        }

        /// Nil for an empty cell.
        private func optional<Value>(_ column: String, _ read: (String) -> Value?) throws(StatementFault) -> Value? {
            cell(column).isEmpty ? nil : try value(column, read)
        }

        func entry(_ equal: inout [String: Int]) throws(StatementFault) -> ImportedEntry {
            let currency = try value("currency") { ISOCurrency($0) }
            let amount = try value("amount") { text in
                FixedDecimal(text).flatMap { ExpenseAmount($0) }.flatMap { $0.fits(currency) ? $0 : nil }
            }
            let name = try value("name") { $0.unicodeScalars.count <= ExpenseTerms.nameLength ? $0 : nil }
            let place = try value("place") { $0.unicodeScalars.count <= Place.nameLength ? $0 : nil }
            let day = try value("date") { Day(iso: $0) }
            let kind = try value("kind") { ExpenseKind(rawValue: $0) }
            let content = "\(day) \(kind) \(amount.decimal) \(currency) \(cell("time")) \(name)"
            equal[content, default: 0] += 1
            let given = try optional("key") { $0.utf8.count <= 40 ? $0 : nil }
            return ImportedEntry(
                line: line.number, kind: kind, name: name,
                description: try value("description") { $0.unicodeScalars.count <= ExpenseTerms.descriptionLength ? $0 : nil },
                amount: amount, currency: currency, day: day, minute: try optional("time", minute),
                method: try optional("method") { PaymentMethod(rawValue: $0) }, place: place, parts: try parts(amount, currency),
                key: given ?? String(SHA256.hexadecimal(of: Array("\(content) \(equal[content] ?? 1)".utf8)).prefix(32)))
        }

        private func minute(_ text: String) -> Int? {
            let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let hour = numbers[0], let minute = numbers[1], (0..<24).contains(hour),
                (0..<60).contains(minute)
            else { return nil }
            return hour * 60 + minute
        }

        private func parts(_ amount: ExpenseAmount, _ currency: ISOCurrency) throws(StatementFault) -> [ExpensePart] {
            if let several = try optional("parts", { read(parts: $0, amount, currency) }) { return several }
            guard let category = try optional("category", categoryName) else { return [] }
            return [ExpensePart(category: category, amount: amount)]
        }

        private func categoryName(_ text: String) -> String? {
            text.unicodeScalars.count <= ExpenseCategory.nameLength ? text : nil
        }

        private func read(parts text: String, _ amount: ExpenseAmount, _ currency: ISOCurrency) -> [ExpensePart]? {
            guard let json = try? JSONValue(parsing: Array(text.utf8)), let parts = ExpenseParts.from(json: json)?.parts,
                (1...ExpenseParts.most).contains(parts.count), parts.reduce(0, { $0 + $1.amount.units }) == amount.units,
                parts.allSatisfy({ part in
                    part.amount.fits(currency) && part.category.map { !$0.trimmed.isEmpty && categoryName($0) != nil } ?? true
                })
            else { return nil }
            return parts
        }
    }
}

extension Expense {
    /// Empty for none, and for several parts.
    fileprivate func singleCategory(_ names: [String: String]) -> String {
        terms.parts.parts.count == 1 ? terms.parts.parts[0].category.flatMap { names[$0] } ?? "" : ""
    }

    /// The parts with the names of their categories, as JSON; empty for a single part.
    fileprivate func severalParts(_ names: [String: String]) -> String {
        guard terms.parts.parts.count > 1 else { return "" }
        let named = terms.parts.parts.map { ExpensePart(category: $0.category.flatMap { names[$0] }, amount: $0.amount) }
        var writer = JSONWriter()
        ExpenseParts(named).write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
