/// Collects the rows and the faults of a price file.
struct PriceFileRows {
    /// The rows of one coin, in file order.
    typealias CoinRows = (symbol: String?, rows: [PriceFile.Row])

    private let file: String
    private let form: PriceFileForm
    private let layout: PriceFileLayout
    private let stampColumns: [Int]
    private var lines: [Int] = []
    private var stamps: [DateText.Stamp] = []
    /// For each line and coin: the cell of the close, then those of its details.
    private var cells: [ArraySlice<UInt8>] = []
    /// For each line, the index of its coin, if a column names it.
    private var symbols: [Int] = []
    private var symbolIndex: [ArraySlice<UInt8>: Int] = [:]
    private var symbolTexts: [String] = []
    private var faults: [PriceFileError.Fault] = []
    /// Prices at another moment than the end of a day.
    private var leftOut: [(line: Int, seconds: Int)] = []
    private(set) var notes: [String]

    /// More faults are not collected: a file of the wrong kind has one in every line.
    static let maximumProblems = 1000
    /// The most closes of a file, all coins together. More would not fit in memory, and are not daily.
    static let maximumCloses = 1_000_000

    init(file: String, form: PriceFileForm, layout: PriceFileLayout) {
        (self.file, self.form, self.layout) = (file, form, layout)
        notes = layout.notes.map { "\(file): \($0)" }
        stampColumns = [layout.date] + layout.coins.map(\.close) + (layout.symbol.map { [$0] } ?? [])
    }

    var isEmpty: Bool { lines.isEmpty && faults.isEmpty }
    /// Whether reading on would find nothing that is shown.
    var isHopeless: Bool { faults.count >= Self.maximumProblems }

    private mutating func report(_ line: Int, _ kind: PriceFileError.Kind) {
        faults.append(.init(file: file, line: line, kind: kind))
    }

    mutating func read(_ line: DelimitedText.Line) throws(PriceFileError) {
        if line.hasStrayText { return report(line.number, .strayText) }
        // A price with an unquoted separator would be read as two numbers, so lines longer than the header are rejected. Empty
        // extra fields are harmless: some exporters end their lines with a separator.
        if line.fields.dropFirst(layout.names.count).contains(where: { !$0.isEmpty }) {
            return report(line.number, .extraFields(found: line.fields.count, header: layout.names.count))
        }
        for column in stampColumns where column >= line.fields.count {
            return report(line.number, .missingField(column: layout.names[column]))
        }
        guard let stamp = stamp(line.fields[layout.date]) else {
            let text = String(decoding: line.fields[layout.date], as: UTF8.self)
            return report(line.number, form.dateFormat.map { .dateNotInFormat(text, $0) } ?? .badDate(text))
        }
        if let unix = layout.unix, unix < line.fields.count {
            let text = String(decoding: line.fields[layout.date], as: UTF8.self)
            let other = String(decoding: line.fields[unix], as: UTF8.self)
            if let moment = DateText.unixSeconds(other), abs(moment - stamp.localSeconds) >= 86_400 {
                return report(
                    line.number,
                    .datesDisagree(
                        date: text, unix: other, columns: [layout.names[layout.date], layout.names[unix]]))
            }
        }
        guard (lines.count + 1) * layout.coins.count <= Self.maximumCloses else {
            throw PriceFileError(.tooManyRows(Self.maximumCloses), file: file, line: line.number)
        }
        lines.append(line.number)
        stamps.append(stamp)
        for coin in layout.coins {
            cells.append(line.fields[coin.close])
            for detail in coin.details { cells.append(detail.column < line.fields.count ? line.fields[detail.column] : []) }
        }
        if let symbol = layout.symbol { symbols.append(index(ofSymbol: line.fields[symbol])) }
    }

    private func stamp(_ bytes: ArraySlice<UInt8>) -> DateText.Stamp? {
        if let format = form.dateFormat { return format.stamp(String(decoding: bytes, as: UTF8.self)) }
        // Nearly all files have ISO days, which need no string.
        if let day = Day(isoBytes: bytes) { return DateText.Stamp(localSeconds: day.daysSince1970 * 86_400, offset: nil) }
        return DateText.stamp(String(decoding: bytes, as: UTF8.self))
    }

    private mutating func index(ofSymbol bytes: ArraySlice<UInt8>) -> Int {
        if let index = symbolIndex[bytes] { return index }
        symbolIndex[bytes] = symbolTexts.count
        symbolTexts.append(String(decoding: bytes, as: UTF8.self))
        return symbolTexts.count - 1
    }

    /// Returns the rows of each coin. If coins have separate columns, those without any close are omitted.
    mutating func coins(delimiter: UInt8) throws(PriceFileError) -> [CoinRows] {
        let widths = layout.coins.map { $0.details.count + 1 }
        let width = widths.reduce(0, +)
        let starts = widths.indices.map { widths[..<$0].reduce(0, +) }
        let (lines, cells) = (lines, cells)
        var signs = PriceColumn.DecimalSigns(file: file, delimiter: delimiter)
        for line in lines.indices {
            for start in starts { try signs.read(cells[line * width + start], line: lines[line]) }
        }
        let sign = try signs.decided
        let rule = try DayRule(stamps, lines: lines, file: file)
        if let note = rule.note { notes.append("\(file): \(note)") }
        var coins: [CoinRows] =
            layout.symbol == nil ? layout.coins.map { ($0.symbol, []) } : symbolTexts.map { ($0.isEmpty ? nil : $0, []) }
        if layout.symbol == nil { for index in coins.indices { coins[index].rows.reserveCapacity(lines.count) } }
        for line in lines.indices {
            guard let day = day(line, rule) else { continue }
            for (index, coin) in layout.coins.enumerated() {
                let first = line * width + starts[index]
                guard var row = row(line, day, cells[first], sign) else { continue }
                for (offset, detail) in coin.details.enumerated() {
                    // Details that are not positive numbers count as missing: forecasts do not use them.
                    let value = PriceColumn.value(cells[first + 1 + offset], sign)
                    if let value, value > 0, value.isFinite { row.details[keyPath: detail.path] = value }
                }
                coins[layout.symbol == nil ? index : symbols[line]].rows.append(row)
            }
        }
        if !faults.isEmpty { throw PriceFileError(faults: faults.sorted { ($0.line ?? 0) < ($1.line ?? 0) }) }
        notes += snapshotNotes
        guard layout.coins.count > 1 else { return coins }
        // Coins side by side have different first and last days; cells outside them are empty.
        return coins.map { ($0.symbol, Self.trimmed($0.rows)) }.filter { !$0.1.isEmpty }
    }

    private mutating func row(
        _ line: Int, _ day: Day, _ cell: ArraySlice<UInt8>, _ sign: PriceColumn.DecimalSign
    ) -> PriceFile.Row? {
        var text: String { String(decoding: cell, as: UTF8.self) }
        guard let value = PriceColumn.value(cell, sign) else {
            if !isHopeless { report(lines[line], .badNumber(text)) }
            return nil
        }
        guard !(value > 0) || CloseJump.possibleCloses.contains(value) else {
            if !isHopeless { report(lines[line], .impossibleClose(text)) }
            return nil
        }
        // The text is kept only for closes that are not positive numbers: keeping all would cost memory.
        return PriceFile.Row(line: lines[line], day: day, close: value, text: value > 0 ? "" : text)
    }

    private mutating func day(_ line: Int, _ rule: DayRule) -> Day? {
        let seconds = rule.seconds(stamps[line])
        let day = Day(secondsSince1970: seconds)
        guard layout.holdsSnapshots else { return day }
        guard seconds % 86_400 == 0 else {
            leftOut.append((lines[line], seconds))
            return nil
        }
        return day - 1
    }

    private var snapshotNotes: [String] {
        guard let first = leftOut.first else { return [] }
        let (place, day) = ("\(file):\(first.line)", Day(secondsSince1970: first.seconds))
        return leftOut.count == 1
            ? ["\(place): a price within \(day), not at its end, is left out"]
            : ["\(place): \(leftOut.count) prices within days, not at their end, are left out, the first on \(day)"]
    }

    private static func trimmed(_ rows: [PriceFile.Row]) -> [PriceFile.Row] {
        guard let first = rows.firstIndex(where: { !$0.close.isNaN }), let last = rows.lastIndex(where: { !$0.close.isNaN }) else {
            return []
        }
        return Array(rows[first...last])
    }
}
