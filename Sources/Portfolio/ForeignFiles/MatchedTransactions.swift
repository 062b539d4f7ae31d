import Ledger
import Market
import Text

/// A foreign table as a file with our columns, which the import reads.
package struct MatchedTransactions: Sendable {
    /// Why a cell cannot be read.
    package struct Fault: Equatable, Sendable {
        package let line: Int
        package let field: ColumnMatch.Field
        /// The cell; empty if it is missing.
        package let text: String
    }

    /// The file.
    package let csv: String
    /// The lines of the rows in the table, by their order in ``csv``.
    package let lines: [Int]
    package let faults: [Fault]

    /// - Parameter match: with a column for each required field.
    package init(_ table: TransactionTable, _ match: ColumnMatch) {
        var (csv, lines, faults) = (CSVText.line(Self.columns), [Int](), [Fault]())
        let pattern = match.dateFormat.flatMap { try? DatePattern($0) }
        for row in table.rows where row.cells.contains(where: { !$0.isEmpty }) {
            var reading = RowReading(row: row, match: match, pattern: pattern)
            csv += CSVText.line(reading.cells())
            lines.append(row.line)
            faults += reading.faults
        }
        (self.csv, self.lines, self.faults) = (csv, lines, faults)
    }

    static let columns = ["time", "kind", "wallet", "asset", "quantity", "cash", "fee", "to", "value", "note"]

    /// The line of the table for a line of ``csv``.
    package func line(_ line: Int) -> Int { lines.indices.contains(line - 2) ? lines[line - 2] : line }
}

/// Reads a row of a foreign table.
private struct RowReading {
    let row: TransactionTable.Row
    let match: ColumnMatch
    let pattern: DatePattern?
    private(set) var faults: [MatchedTransactions.Fault] = []

    init(row: TransactionTable.Row, match: ColumnMatch, pattern: DatePattern?) {
        (self.row, self.match, self.pattern) = (row, match, pattern)
    }

    private func cell(_ field: ColumnMatch.Field) -> String {
        guard let column = match.columns[field], row.cells.indices.contains(column) else { return "" }
        return row.cells[column]
    }

    private mutating func note(_ field: ColumnMatch.Field) {
        faults.append(.init(line: row.line, field: field, text: cell(field)))
    }

    private mutating func number(_ field: ColumnMatch.Field) -> FixedDecimal? {
        let text = cell(field)
        guard !text.isEmpty, text != "-" else { return nil }
        guard let plain = ForeignNumber.text(text, match.decimal), let number = FixedDecimal(plain) else {
            note(field)
            return nil
        }
        return number
    }

    /// The cells of ``MatchedTransactions/columns``.
    mutating func cells() -> [String] {
        let quantity = number(.quantity)
        if quantity == nil, !faults.contains(where: { $0.field == .quantity }) { note(.quantity) }
        let (price, cash, fee, value) = (number(.price), number(.cash), number(.fee), number(.value))
        let kind = kind(quantity, isTrade: price != nil || cash != nil)
        let size = quantity?.magnitude
        let product = size.flatMap { size in price.flatMap { try? size.multiplied(by: $0.magnitude) } }
        // What was paid or received counts more than a rounded price.
        let worth = cash?.magnitude ?? product
        let isTrade = kind == .buy || kind == .sell
        let hasValue = kind.map { [.deposit, .withdrawal, .income].contains($0) } ?? false
        let hasFee = isTrade || kind == .transfer
        return [
            time(), kind?.rawValue ?? "", cell(.wallet), asset(), text(size), isTrade ? text(worth) : "",
            hasFee ? text(fee?.magnitude) : "", cell(.to), hasValue && asset() != "USD" ? text(value?.magnitude ?? worth) : "",
            cell(.note),
        ]
    }

    private func text(_ number: FixedDecimal?) -> String { number.map { "\($0)" } ?? "" }

    private mutating func time() -> String {
        let text = cell(.time)
        let stamp = pattern?.stamp(text) ?? DateText.stamp(text)
        guard let stamp else {
            note(.time)
            return ""
        }
        return MomentText.iso(stamp.seconds)
    }

    /// The kind in its column; without one, that of the quantity's sign.
    private mutating func kind(_ quantity: FixedDecimal?, isTrade: Bool) -> Transaction.Kind? {
        guard match.columns[.kind] != nil else {
            let isIn = (quantity ?? .zero) >= .zero
            return isTrade ? (isIn ? .buy : .sell) : (isIn ? .deposit : .withdrawal)
        }
        let kind = KindWords.kind(cell(.kind))
        if kind == nil { note(.kind) }
        return kind
    }

    /// The coin of a pair such as `BTC-USD`; other texts as they are.
    private mutating func asset() -> String {
        let text = cell(.asset)
        if text.isEmpty, !faults.contains(where: { $0.field == .asset }) { note(.asset) }
        let symbol = CoinSymbol(text)
        return symbol.quote != nil ? symbol.base : text
    }
}
