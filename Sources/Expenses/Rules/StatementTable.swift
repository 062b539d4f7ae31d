import Market
import Portfolio
import Text

/// The table in a bank's file: the names of its columns and its lines, without what stands above it.
struct StatementTable {
    struct Line {
        let number: Int
        let cells: [String]

        func cell(_ column: Int?) -> String { column.map { cells.indices.contains($0) ? cells[$0] : "" } ?? "" }
    }

    let names: [String]
    let lines: [Line]

    static let mostLineBytes = 1 << 16
    static let mostRows = 100_000
    private static let lastHeaderLine = 60
    private static let mostColumns = 100

    /// The header is the first line with known names. Without one, it is the line above the first one with a date and a number, if it has
    /// as many cells.
    init(_ bytes: [UInt8]) throws(StatementError) {
        guard let (header, start) = try Self.header(bytes) else { throw .noTable }
        (names, lines) = (header, try Self.rest(of: start))
        guard !lines.isEmpty else { throw .noTable }
    }

    private static func header(_ bytes: [UInt8]) throws(StatementError) -> (names: [String], rest: DelimitedText)? {
        var here = DelimitedText(bytes, maximumLineBytes: mostLineBytes)
        var (unnamed, above): ((names: [String], rest: DelimitedText)?, [String]) = (nil, [])
        for _ in 0..<lastHeaderLine {
            let start = here.restarted()
            here = start
            guard let cells = try next(&here)?.cells else { break }
            guard cells.count <= mostColumns else { continue }
            if StatementColumns.isHeader(cells) { return (cells, here) }
            if unnamed == nil, isRow(cells) {
                unnamed = (above.count == cells.count ? above : cells.indices.map { "\($0 + 1)" }, start)
            }
            above = cells
        }
        return unnamed
    }

    /// Whether a line has names of columns that are known.
    static func hasKnownHeader(_ bytes: [UInt8]) -> Bool {
        (try? header(bytes)).flatMap { $0 }.map { StatementColumns.isHeader($0.names) } ?? false
    }

    private static func rest(of start: DelimitedText) throws(StatementError) -> [Line] {
        var (text, lines): (DelimitedText, [Line]) = (start, [])
        while let line = try next(&text) {
            guard lines.count < mostRows else { throw .tooManyRows(most: mostRows) }
            if !line.cells.allSatisfy(\.isEmpty) { lines.append(line) }
        }
        return lines
    }

    private static func next(_ text: inout DelimitedText) throws(StatementError) -> Line? {
        guard let line = text.next() else {
            if let line = text.overlongLine { throw .lineTooLong(line: line, mostBytes: mostLineBytes) }
            return nil
        }
        return Line(number: line.number, cells: line.fields.map { CSVText.text(ofCell: String(decoding: $0, as: UTF8.self)) })
    }

    private static func isRow(_ cells: [String]) -> Bool {
        cells.contains(where: isDate) && cells.contains { !isDate($0) && isNumber($0) }
    }

    static func isDate(_ cell: String) -> Bool { !StatementDates.formats(of: [cell]).isEmpty }
    static func isNumber(_ cell: String) -> Bool { DecimalSign.allCases.contains { StatementNumber.read(cell, $0) != nil } }
}

/// Numbers as banks write them.
enum StatementNumber {
    /// Reads a number, whose minus may also be behind it: `12,50-`.
    static func read(_ text: String, _ decimal: DecimalSign) -> ForeignNumber? {
        guard text.last == "-" else { return ForeignNumber(text, decimal) }
        return ForeignNumber("-\(text.dropLast())", decimal)
    }
}

/// Dates as banks write them.
enum StatementDates {
    static let iso = "yyyy-MM-dd"
    private static let mostBytes = 40
    private static let years = Day(year: 1900, month: 1, day: 1)!...Day(year: 2199, month: 12, day: 31)!

    static func isKnown(_ format: String) -> Bool { patternsByName[format] != nil }

    static func stamp(_ text: String, _ format: String) -> DateText.Stamp? {
        patternsByName[format].flatMap { stamp(text, $0) }
    }

    /// - Parameter pattern: nil for ISO dates. No Unix times: nine digits are an account.
    private static func stamp(_ text: String, _ pattern: DatePattern?) -> DateText.Stamp? {
        guard text.utf8.count <= mostBytes, text.utf8.count == 8 || text.utf8.contains(where: isSeparator) else { return nil }
        let stamp = pattern.map { $0.stamp(text) } ?? DateText.stamp(text)
        return stamp.flatMap { years.contains(Day(secondsSince1970: $0.localSeconds)) ? $0 : nil }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { [45, 46, 47, 32].contains(byte) }

    /// Returns the formats in which most dates can be read: several if that leaves open which days they are.
    static func formats(of cells: [String]) -> [String] {
        let cells = cells.filter { !$0.isEmpty }
        let some = best(patterns, of: cells.prefix(50))
        let all = some.count > 1 ? best(some, of: cells[...]) : some
        let differ = all.dropFirst().contains { other in
            cells.contains { stamp($0, other.pattern) != stamp($0, all[0].pattern) }
        }
        return (differ ? all : Array(all.prefix(1))).map(\.name)
    }

    private typealias Named = (name: String, pattern: DatePattern?)

    private static func best(_ patterns: [Named], of cells: ArraySlice<String>) -> [Named] {
        let counts = patterns.map { named in cells.count { stamp($0, named.pattern) != nil } }
        guard let most = counts.max(), most > 0 else { return [] }
        return zip(patterns, counts).filter { $0.1 == most }.map(\.0)
    }

    private static let patternsByName = Dictionary(uniqueKeysWithValues: patterns.map { ($0.name, $0.pattern) })

    private static let patterns: [Named] = {
        let days = [
            "dd.MM.yyyy", "dd/MM/yyyy", "MM/dd/yyyy", "dd-MM-yyyy", "MM-dd-yyyy", "yyyy/MM/dd", "yyyy.MM.dd", "dd.MM.yy",
            "dd/MM/yy",
            "MM/dd/yy", "dd-MM-yy", "MM-dd-yy", "dd MMM yyyy", "dd-MMM-yyyy", "MMM dd, yyyy", "MMM dd yyyy", "dd MMM yy",
            "dd-MMM-yy",
        ]
        let times = ["", " HH:mm", " HH:mm:ss", ", HH:mm", ", HH:mm:ss", " hh:mm a", " hh:mm:ss a", ", hh:mm:ss a"]
        return [(iso, nil)] + days.flatMap { day in times.map { (day + $0, try? DatePattern(day + $0)) } }
    }()
}
