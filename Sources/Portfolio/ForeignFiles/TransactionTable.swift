import Market
import Text

/// A table of transactions from another program: a CSV file whose columns have other names, or other forms of dates, numbers and
/// kinds, than ours.
package struct TransactionTable: Sendable {
    package struct Row: Equatable, Sendable {
        package let line: Int
        package let cells: [String]
    }

    /// The names of the columns, as in the file.
    package let names: [String]
    package let rows: [Row]

    private static let maximumLineBytes = 1 << 20
    static let mostColumns = 100
    private static let lastHeaderLine = 20

    /// Reads a table; nil if the file is not one: it is JSON, has no rows, no header, or lines that are too long.
    package init?(_ bytes: [UInt8]) { self.init(bytes, isHeader: ColumnMatch.isHeader) }

    /// Reads a table whose header `isHeader` knows; the first line is the header if it knows none.
    init?(_ bytes: [UInt8], isHeader: ([String]) -> Bool) {
        guard let start = Self.start(bytes, isHeader) else { return nil }
        var text = start.text
        var rows: [Row] = []
        while let line = text.next() { rows.append(Row(line: line.number, cells: Self.cells(line))) }
        guard text.overlongLine == nil, !rows.isEmpty, !start.names.allSatisfy(\.isEmpty) else { return nil }
        (names, self.rows) = (start.names, rows)
    }

    /// Returns the names of the columns of a file without reading its rows; nil if it is not a table.
    static func names(_ bytes: [UInt8], isHeader: ([String]) -> Bool) -> [String]? { start(bytes, isHeader)?.names }

    /// The names of the columns, and the text behind them.
    private static func start(_ bytes: [UInt8], _ isHeader: ([String]) -> Bool) -> (names: [String], text: DelimitedText)? {
        guard TransactionFile.Format(of: bytes) == .csv, let bytes = UTF16Text.utf8(bytes), !bytes.contains(0) else { return nil }
        var text = textAtHeader(DelimitedText(bytes, keepsQuotedBlanks: true, maximumLineBytes: maximumLineBytes), isHeader)
        guard let header = text.next(), (2...mostColumns).contains(header.fields.count) else { return nil }
        return (cells(header), text)
    }

    private static func cells(_ line: DelimitedText.Line) -> [String] {
        line.fields.map { CSVText.text(ofCell: String(decoding: $0, as: UTF8.self)) }
    }

    /// The text from its header on, which title lines may precede; all of it if no line is known to be the header.
    private static func textAtHeader(_ start: DelimitedText, _ isHeader: ([String]) -> Bool) -> DelimitedText {
        var here = start
        while true {
            let header = here.restarted()
            var next = header
            guard let line = next.next(), line.number <= lastHeaderLine else { return start }
            if line.fields.count <= mostColumns, isHeader(cells(line)) { return header }
            here = next
        }
    }

    /// Whether the columns have our names, so that ``TransactionFile`` reads the file as it is.
    package var isOurs: Bool { Self.isOurs(names) }

    /// Whether columns with these names are ours.
    static func isOurs(_ names: [String]) -> Bool {
        let names = names.map { $0.lowercased() }
        return names.allSatisfy(TransactionRow.columns.contains)
            && ["time", "kind", "asset", "quantity"].allSatisfy(names.contains)
    }

    /// The filled cells of the first rows of a column.
    package func filledCells(_ column: Int) -> [String] {
        rows.prefix(500).compactMap { column < $0.cells.count && !$0.cells[column].isEmpty ? $0.cells[column] : nil }
    }

    /// A file with our columns, to be filled in.
    package static let template =
        CSVText.line(TransactionRow.columns.filter { $0 != "key" })
        + CSVText.line(["2025-02-20", "deposit", "Main", "USD", "10000", "", "", "", "", "cash from the bank", ""])
        + CSVText.line(["2025-02-21", "buy", "Main", "BTC", "0.1", "9600", "5", "", "", "", ""])
}
