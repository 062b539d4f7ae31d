/// The daily closes of a file as people have them, not yet checked for gaps and other faults (see ``PriceFile/history(_:_:)``).
public struct PriceFile: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        /// Nil where the closes are not of a file.
        let line: Int?
        let day: Day
        /// NaN where the file has none.
        let close: Double
        let text: String
        var details = Details()
    }

    /// What a row has beside its close, in the file's own unit.
    struct Details: Equatable, Sendable {
        var open, high, low, volume: Double?
    }

    /// Accepted names of the date column, compared without case and with `_` as a space.
    public static let dateNames = ["date", "datetime", "time", "timestamp", "day", "snapped_at", "open time"]
    /// Accepted names of the close column, the first that occurs wins.
    public static let closeNames = ["close", "adj close", "close_usd", "PriceUSD", "price"]
    /// Columns that an import keeps beside the close, each with its accepted names. A volume counts as of quote currency.
    private static let detailNames: [([String], WritableKeyPath<Details, Double?> & Sendable)] = [
        (["open"], \.open), (["high"], \.high), (["low"], \.low),
        (["volume", "volume usd", "volume_usd", "total volume"], \.volume),
    ]

    /// What to call the file in errors.
    public let name: String
    /// Oldest first.
    let rows: [Row]
    /// What was mended without being asked, for people.
    let notes: [String]

    /// Reads a file: comma, semicolon or tab separated, with a header.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: what to call the file in errors.
    /// - Throws: ``PriceFileError`` with file and line of everything that is wrong.
    /// - Complexity: one pass, about 7 ms for ten years.
    public init(_ bytes: [UInt8], name: String) throws(PriceFileError) {
        func whole(_ kind: PriceFileError.Kind) -> PriceFileError {
            PriceFileError(problems: [.init(file: name, line: nil, kind: kind)])
        }
        if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x50, 0x4B, 3, 4]) { throw whole(.compressed) }
        if bytes.contains(0) { throw whole(.notText) }
        var text = DelimitedText(bytes)
        guard let header = text.next() else { throw whole(.empty) }
        let names = header.fields.map { String(decoding: $0, as: UTF8.self) }
        guard let dateColumn = Self.column(Self.dateNames, in: names) else { throw whole(.noDateColumn(found: names)) }
        guard let closeColumn = Self.column(Self.closeNames, in: names) else { throw whole(.noCloseColumn(found: names)) }

        let details = Self.detailNames.compactMap { accepted, path in Self.column(accepted, in: names).map { ($0, path) } }
        var reader = RowReader(file: name, header: names, dateColumn: dateColumn, closeColumn: closeColumn, details: details)
        while let line = text.next() { reader.read(line) }
        if reader.moments.isEmpty, reader.problems.isEmpty { throw whole(.empty) }
        let rows = try reader.rows(delimiter: text.delimiter)
        if rows.isEmpty { throw whole(.noRows(reason: "at midnight UTC, where days end; export one price a day")) }
        let (ordered, notes) = Self.oldestFirst(rows)
        self.name = name
        self.rows = ordered
        self.notes = reader.notes + notes.map { "\(name): \($0)" }
        try checkDaily()
        try checkOrder()
    }

    /// Closes that come from elsewhere than a file, to be checked and chosen from as those of a file are.
    ///
    /// - Parameters:
    ///   - candles: days ascending.
    ///   - name: what errors call them.
    public init(_ candles: [Candle], name: String) {
        self.name = name
        rows = candles.map { Row(line: nil, day: $0.day, close: $0.close, text: "\($0.close)") }
        notes = []
    }

    /// All days that have ended and have a close, for a store.
    ///
    /// - Parameter today: the first day that has not ended.
    /// - Returns: the candles, oldest first, and notes for people: what was left out, which gaps there are.
    public func candles(endedBefore today: Day) -> (candles: [Candle], notes: [String]) {
        let ended = rows.filter { $0.day < today }
        let good = ended.filter { $0.close > 0 && $0.close.isFinite }
        var notes = self.notes
        if ended.count < rows.count {
            notes.append("\(name): the close of \(rows[ended.count].day) is left out: that day has not ended in UTC")
        }
        if let bad = ended.first(where: { !($0.close > 0 && $0.close.isFinite) }) {
            notes.append(
                "\(place(bad)): \(ended.count - good.count) closes are missing, zero or no numbers and left out, the first on \(bad.day)"
            )
        }
        let candles = good.map { row in
            Candle(
                day: row.day, open: row.details.open, high: row.details.high, low: row.details.low, close: row.close,
                volume: row.details.volume)
        }
        return (candles, notes)
    }

    /// `BTC.csv:7`, or the name alone.
    func place(_ row: Row) -> String { name + (row.line.map { ":\($0)" } ?? "") }

    private static func column(_ accepted: [String], in header: [String]) -> Int? {
        let found = header.map(normal)
        return accepted.lazy.compactMap { found.firstIndex(of: normal($0)) }.first
    }

    /// A column's name as it is compared.
    fileprivate static func normal(_ name: String) -> String { String(name.lowercased().map { $0 == "_" ? " " : $0 }) }

    private static func oldestFirst(_ rows: [Row]) -> (rows: [Row], notes: [String]) {
        let steps = zip(rows, rows.dropFirst())
        // By majority, so that one line in the wrong place is told as one.
        let isNewestFirst = steps.count { $0.day > $1.day } > steps.count { $0.day < $1.day }
        return isNewestFirst ? (rows.reversed(), ["the newest day stands first; read from the end"]) : (rows, [])
    }

    /// Hourly, weekly and other files are told as a whole: a thousand duplicate days would hide what is wrong.
    private func checkDaily() throws(PriceFileError) {
        guard rows.count > 3 else { return }
        // Of sorted days: rows in disorder are another fault.
        let days = rows.map(\.day).sorted()
        let distances = zip(days, days.dropFirst()).map { $1 - $0 }.sorted()
        let median = distances[(distances.count - 1) / 2]
        guard median != 1 else { return }
        let distinct = Set(days).count
        let perDay = (rows.count + distinct / 2) / distinct
        // Few distinct days may also be one line repeated; only regular intraday rows count as such.
        if median == 0, perDay < 2 { return }
        let spacing = median == 0 ? "less than a day (\(perDay) a day)" : "\(median) days"
        throw PriceFileError(problems: [.init(file: name, line: nil, kind: .notDaily(spacing: spacing))])
    }

    private func checkOrder() throws(PriceFileError) {
        var problems: [PriceFileError.Problem] = []
        var lineByDay: [Day: Int] = [:]
        var newest: Day?
        for row in rows {
            if let first = lineByDay[row.day] {
                problems.append(.init(file: name, line: row.line, kind: .duplicateDay(day: row.day, firstLine: first)))
            } else if let newest, row.day < newest {
                problems.append(.init(file: name, line: row.line, kind: .unordered(day: row.day, before: newest)))
            }
            lineByDay[row.day] = lineByDay[row.day] ?? row.line
            newest = max(newest ?? row.day, row.day)
        }
        if !problems.isEmpty { throw PriceFileError(problems: problems) }
    }
}

/// Collects the rows of a file and everything that is wrong with them.
private struct RowReader {
    let file: String
    let header: [String]
    let dateColumn: Int
    let closeColumn: Int
    let details: [(column: Int, path: WritableKeyPath<PriceFile.Details, Double?> & Sendable)]
    var moments: [(line: Int, seconds: Int)] = []
    var closes: [(line: Int, text: String)] = []
    /// A row's fields of ``details``, in their order.
    var extras: [[String]] = []
    var problems: [PriceFileError.Problem] = []
    /// Prices at another moment than the end of a day.
    var leftOut: [(line: Int, seconds: Int)] = []

    var notes: [String] {
        guard let first = leftOut.first else { return [] }
        let (place, day) = ("\(file):\(first.line)", Day(secondsSince1970: first.seconds))
        return leftOut.count == 1
            ? ["\(place): a price within \(day), not at its end, is left out"]
            : ["\(place): \(leftOut.count) prices within days, not at their end, are left out, the first on \(day)"]
    }

    /// CoinGecko's exports hold the price at a moment; at midnight that is the close of the day before.
    private var holdsSnapshots: Bool { PriceFile.normal(header[dateColumn]) == "snapped at" }

    mutating func read(_ line: DelimitedText.Line) {
        // A price with a separator in it would be read as two numbers, so lines longer than the header are refused. Empty fields at
        // the end are harmless: some exporters end their lines with a separator.
        if line.fields.dropFirst(header.count).contains(where: { !$0.isEmpty }) {
            problems.append(
                .init(file: file, line: line.number, kind: .extraFields(found: line.fields.count, header: header.count)))
            return
        }
        for column in [dateColumn, closeColumn] where column >= line.fields.count {
            problems.append(.init(file: file, line: line.number, kind: .missingField(column: header[column])))
            return
        }
        let date = String(decoding: line.fields[dateColumn], as: UTF8.self)
        guard let seconds = DateText.seconds(date) else {
            problems.append(.init(file: file, line: line.number, kind: .badDate(date)))
            return
        }
        moments.append((line.number, seconds))
        closes.append((line.number, String(decoding: line.fields[closeColumn], as: UTF8.self)))
        extras.append(
            details.map { $0.column < line.fields.count ? String(decoding: line.fields[$0.column], as: UTF8.self) : "" })
    }

    mutating func rows(delimiter: UInt8) throws(PriceFileError) -> [PriceFile.Row] {
        let sign = try PriceColumn.decimalSign(closes, file: file, delimiter: delimiter)
        var rows: [PriceFile.Row] = []
        for (index, (moment, close)) in zip(moments, closes).enumerated() {
            guard let value = PriceColumn.value(close.text, sign) else {
                problems.append(.init(file: file, line: close.line, kind: .badNumber(close.text)))
                continue
            }
            var day = Day(secondsSince1970: moment.seconds)
            if holdsSnapshots {
                guard moment.seconds % 86_400 == 0 else {
                    leftOut.append(moment)
                    continue
                }
                day = day - 1
            }
            rows.append(
                PriceFile.Row(line: close.line, day: day, close: value, text: close.text, details: details(index, sign)))
        }
        if !problems.isEmpty { throw PriceFileError(problems: problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }) }
        return rows
    }

    /// What is no positive number counts as missing: a forecast needs none of it.
    private func details(_ index: Int, _ sign: PriceColumn.DecimalSign) -> PriceFile.Details {
        var result = PriceFile.Details()
        for (text, detail) in zip(extras[index], details) {
            if let value = PriceColumn.value(text, sign), value > 0, value.isFinite { result[keyPath: detail.path] = value }
        }
        return result
    }
}
