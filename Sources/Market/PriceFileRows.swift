import Text

/// Collects the rows and the faults of a price file.
struct PriceFileRows {
    /// The rows of one coin, in file order.
    struct CoinRows {
        let symbol: String?
        /// The currency of the prices, if stated.
        let quote: QuoteCurrency?
        var rows: [CloseSeries.Row] = []
    }

    private let file: String
    private let form: PriceFileForm
    private let layout: PriceFileLayout
    private let delimiter: UInt8
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
    /// For each cell of a close, whether it was in quotation marks.
    private var areQuoted: [Bool] = []
    /// The currency mark next to the prices of each coin, and the first price with it.
    private var marks: [Int: (mark: CurrencyMark, line: Int, text: String)] = [:]
    private var volumeUnit: VolumeUnit
    /// Whether only the volumes themselves can show their unit.
    private var isVolumeGuessed: Bool
    private var repeatedHeaders: [Int] = []
    private var excelDate: (text: String, day: Day)?
    private var badVolumes: (count: Int, line: Int, text: String)?
    /// Whether the file has times, and no option states their meaning.
    var isStampAssumed: Bool { form.stamp == nil && stamps.contains(where: \.hasTime) }
    /// How the file was read.
    private(set) var notes: [PriceNote]
    /// How values other than closes were read.
    private(set) var detailNotes: [PriceNote] = []

    /// More faults are not collected: a file of the wrong kind has one in every line.
    static let maximumProblems = 1000
    /// The most closes of a file, all coins together. More would not fit in memory, and are not daily.
    static let maximumCloses = 1_000_000

    init(file: String, form: PriceFileForm, layout: PriceFileLayout, delimiter: UInt8) {
        (self.file, self.form, self.layout, self.delimiter) = (file, form, layout, delimiter)
        (volumeUnit, isVolumeGuessed) = (layout.volume.unit, !layout.volume.isKnown)
        notes = layout.notes.map { PriceNote($0, of: file) }
        stampColumns = [layout.date] + layout.coins.map(\.close) + (layout.symbol.map { [$0] } ?? [])
    }

    var isEmpty: Bool { lines.isEmpty && faults.isEmpty }
    /// Whether further reading would find nothing that is shown.
    var isHopeless: Bool { faults.count >= Self.maximumProblems }

    private mutating func report(_ line: Int, _ kind: PriceFileError.Kind) {
        faults.append(.init(file: file, line: line, kind: kind))
    }

    mutating func read(_ line: DelimitedText.Line) throws(PriceFileError) {
        if line.hasStrayText { return report(line.number, .strayText) }
        // A price with an unquoted separator would be read as two numbers, so lines longer than the header are rejected. Empty
        // extra fields are harmless: some exporters end their lines with a separator.
        let hasExtra = line.fields.dropFirst(layout.names.count).contains { !$0.isEmpty }
        guard let line = hasExtra ? joiningDate(line) : line else {
            return report(line.number, .extraFields(found: line.fields.count, header: layout.names.count))
        }
        for column in stampColumns where column >= line.fields.count {
            return report(line.number, .missingField(column: layout.names[column]))
        }
        guard let stamp = stamp(line.fields[layout.date]) else {
            if isHeader(line) { return repeatedHeaders.append(line.number) }
            let text = String(decoding: line.fields[layout.date], as: UTF8.self)
            return report(line.number, form.dateFormat.map { .dateNotInFormat(text, $0) } ?? .badDate(text))
        }
        if let unix = layout.unix, unix < line.fields.count {
            let text = String(decoding: line.fields[layout.date], as: UTF8.self)
            let other = String(decoding: line.fields[unix], as: UTF8.self)
            if let moment = DateText.unixSeconds(other), abs(moment - stamp.localSeconds) >= 86_400 {
                return report(
                    line.number,
                    .datesDisagree(date: text, unix: other, columns: [layout.names[layout.date], layout.names[unix]]))
            }
        }
        guard (lines.count + 1) * layout.coins.count <= Self.maximumCloses else {
            throw PriceFileError(.tooManyRows(Self.maximumCloses), file: file, line: line.number)
        }
        lines.append(line.number)
        stamps.append(stamp)
        if let symbol = layout.symbol { symbols.append(index(ofSymbol: line.fields[symbol])) }
        for (index, coin) in layout.coins.enumerated() {
            let owner = symbols.last ?? index
            cells.append(price(line.fields[coin.close], line.number, of: owner))
            areQuoted.append(line.isQuoted(coin.close))
            for detail in coin.details {
                let cell = detail.column < line.fields.count ? line.fields[detail.column] : []
                cells.append(detail.path == \.volume ? cell : price(cell, line.number, of: owner))
            }
        }
    }

    /// A price without the mark of its currency, which must be the same for all prices of a coin.
    private mutating func price(_ cell: ArraySlice<UInt8>, _ line: Int, of coin: Int) -> ArraySlice<UInt8> {
        let (mark, number) = CurrencyMark.split(cell)
        guard let mark else { return cell }
        if let first = marks[coin], first.mark != mark {
            report(line, .mixedCurrencies(String(decoding: cell, as: UTF8.self), first: first.text))
        } else if marks[coin] == nil {
            marks[coin] = (mark, line, String(decoding: cell, as: UTF8.self))
        }
        return number
    }

    /// The line with a date that holds the separator, such as `Oct 31, 2024`, in one field; nil if there is no such date.
    private func joiningDate(_ line: DelimitedText.Line) -> DelimitedText.Line? {
        let date = layout.date
        guard line.fields.count > date + 1, line.fields.dropFirst(layout.names.count + 1).allSatisfy(\.isEmpty) else { return nil }
        let joined = line.fields[date] + [delimiter, UInt8(ascii: " ")] + line.fields[date + 1]
        let text = String(decoding: joined, as: UTF8.self)
        guard (form.dateFormat?.stamp(text) ?? DateText.wordStamp(text)) != nil else { return nil }
        return line.with(line.fields[..<date] + [joined] + line.fields[(date + 2)...])
    }

    /// Whether a line repeats the header, as in files that were put together.
    private func isHeader(_ line: DelimitedText.Line) -> Bool {
        line.fields.map { String(decoding: $0, as: UTF8.self) } == layout.names
    }

    private mutating func stamp(_ bytes: ArraySlice<UInt8>) -> DateText.Stamp? {
        if let format = form.dateFormat {
            if let stamp = format.stamp(String(decoding: bytes, as: UTF8.self)) { return stamp }
            // Among several files some have ISO days, which a format that does not begin with the year cannot mean.
            return format.beginsWithYear ? nil : Day(isoBytes: bytes).map(DateText.Stamp.init)
        }
        // Nearly all files have ISO days, which need no string.
        if let day = Day(isoBytes: bytes) { return DateText.Stamp(day) }
        let text = String(decoding: bytes, as: UTF8.self)
        if let stamp = DateText.stamp(text) ?? DateText.wordStamp(text) { return stamp }
        guard let stamp = DateText.excelStamp(text) else { return nil }
        excelDate = excelDate ?? (text, Day(secondsSince1970: stamp.localSeconds))
        return stamp
    }

    private mutating func index(ofSymbol bytes: ArraySlice<UInt8>) -> Int {
        if let index = symbolIndex[bytes] { return index }
        symbolIndex[bytes] = symbolTexts.count
        symbolTexts.append(String(decoding: bytes, as: UTF8.self))
        return symbolTexts.count - 1
    }

    /// Returns the rows of each coin. If coins have separate columns, those without any close are omitted.
    mutating func coins() throws(PriceFileError) -> [CoinRows] {
        let widths = layout.coins.map { $0.details.count + 1 }
        let width = widths.reduce(0, +)
        let starts = widths.indices.map { widths[..<$0].reduce(0, +) }
        let (lines, cells) = (lines, cells)
        let sign = try decimalSign(starts, width: width)
        if !layout.volume.isKnown { guessVolumeUnit(starts, width: width, sign) }
        let rule = try DayRule(stamps, lines: lines, file: file)
        let reading = DayReading(stamps, rule, layout.stamp, lines: lines, file: file)
        if let kind = rule.note { notes.append(PriceNote(kind, of: file)) }
        notes += reading.notes
        noteLines()
        let names = layout.symbol == nil ? layout.coins.map(\.symbol) : symbolTexts.map { $0.isEmpty ? nil : $0 }
        var coins = names.enumerated().map { CoinRows(symbol: $1, quote: quote(of: $1, marks[$0])) }
        if layout.symbol == nil { for index in coins.indices { coins[index].rows.reserveCapacity(lines.count) } }
        for line in lines.indices {
            guard let day = reading.rows[line] else { continue }
            for (index, coin) in layout.coins.enumerated() {
                let first = line * width + starts[index]
                guard var row = row(line, day, cells[first], sign) else { continue }
                let owner = layout.symbol == nil ? index : symbols[line]
                for (offset, detail) in coin.details.enumerated() {
                    let cell = cells[first + 1 + offset]
                    row.details[keyPath: detail.path] =
                        detail.path == \.volume
                        ? volume(cell, row.close, coins[owner].quote, sign, lines[line]) : price(cell, sign)
                }
                coins[owner].rows.append(row)
            }
        }
        if !faults.isEmpty { throw PriceFileError(faults: faults.sorted { ($0.line ?? 0) < ($1.line ?? 0) }) }
        noteVolumes(coins)
        guard layout.coins.count > 1 else { return coins }
        // Coins side by side have different first and last days; cells outside them are empty.
        return coins.map { CoinRows(symbol: $0.symbol, quote: $0.quote, rows: Self.trimmed($0.rows)) }.filter { !$0.rows.isEmpty }
    }

    /// The currency of a coin's prices, from an option, the coin's symbol, the name of the close column or of the file, or the mark
    /// next to the prices. A mark that contradicts the others is a fault.
    private mutating func quote(
        of symbol: String?, _ marked: (mark: CurrencyMark, line: Int, text: String)?
    ) -> QuoteCurrency? {
        if let quote = form.quote { return QuoteCurrency(quote.uppercased(), .option) }
        let stated = statedQuote(of: symbol)
        guard let marked else { return stated }
        if let stated {
            if !marked.mark.fits(stated.code) {
                let codes = marked.mark.code.map { [$0] } ?? marked.mark.codes
                report(marked.line, .otherCurrency(marked.text, codes: codes, stated: stated.code))
            }
            return stated
        }
        if let code = marked.mark.code { return QuoteCurrency(code, .mark(marked.mark.text)) }
        report(marked.line, .ambiguousCurrency(marked.text, codes: marked.mark.codes))
        return nil
    }

    private func statedQuote(of symbol: String?) -> QuoteCurrency? {
        if let symbol, let quote = CoinSymbol(symbol).quote { return QuoteCurrency(quote, .symbol(symbol)) }
        if let column = layout.closeName, let quote = QuoteCurrency.named(inColumn: column) {
            return QuoteCurrency(quote, .column(column))
        }
        return QuoteCurrency(fileName: file, ticker: form.preferredCoin)
    }

    /// The decimal separator of the closes; if they leave it open, that of the other values.
    private mutating func decimalSign(_ starts: [Int], width: Int) throws(PriceFileError) -> DecimalSign {
        var signs = PriceColumn.DecimalSigns(file: file, delimiter: delimiter, sign: form.decimal)
        for line in lines.indices {
            for (coin, start) in starts.enumerated() {
                try signs.read(cells[line * width + start], isQuoted: areQuoted[line * starts.count + coin], line: lines[line])
            }
        }
        if signs.isOpen {
            for index in cells.indices where !starts.contains(index % width) {
                signs.consult(CurrencyMark.split(cells[index]).number)
            }
        }
        if signs.isOpen, let assumed = signs.assumed {
            notes.append(PriceNote(.assumedPoint(assumed.text), of: file, line: assumed.line))
        }
        return try signs.decided
    }

    /// Detects the unit of the volumes. Volumes with a currency mark are money; others are coins if any of them has a fraction,
    /// because Yahoo writes whole dollars.
    private mutating func guessVolumeUnit(_ starts: [Int], width: Int, _ sign: DecimalSign) {
        volumeUnit = .quote
        for (coin, start) in zip(layout.coins, starts) {
            guard let offset = coin.details.firstIndex(where: { $0.path == \.volume }) else { continue }
            for line in lines.indices {
                let (mark, number) = CurrencyMark.split(cells[line * width + start + 1 + offset])
                if mark != nil { return (volumeUnit, isVolumeGuessed) = (.quote, false) }
                guard volumeUnit == .quote, let value = PriceColumn.volume(number, sign), value.isFinite else { continue }
                if value != value.rounded() { volumeUnit = .coins }
            }
        }
    }

    private mutating func noteLines() {
        if let excelDate {
            notes.append(PriceNote(.excelDates(text: excelDate.text, day: excelDate.day), of: file))
        }
        if let first = repeatedHeaders.first {
            notes.append(PriceNote(.repeatedHeaders(count: repeatedHeaders.count), of: file, line: first))
        }
    }

    /// Returns a price other than the close, which counts as missing if it is not a positive number: forecasts do not use it.
    private func price(_ cell: ArraySlice<UInt8>, _ sign: DecimalSign) -> Double? {
        PriceColumn.value(cell, sign).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// Returns a volume in the currency of the prices, if it is a positive number and not marked with another currency.
    private mutating func volume(
        _ cell: ArraySlice<UInt8>, _ close: Double, _ quote: QuoteCurrency?, _ sign: DecimalSign, _ line: Int
    ) -> Double? {
        let (mark, number) = CurrencyMark.split(cell)
        let isOther = mark.map { !$0.fits(quote?.code ?? "USD") } ?? false
        guard !isOther, let value = PriceColumn.volume(number, sign) else {
            badVolumes = (
                (badVolumes?.count ?? 0) + 1, badVolumes?.line ?? line, badVolumes?.text ?? String(decoding: cell, as: UTF8.self)
            )
            return nil
        }
        let volume = volumeUnit == .coins ? value * close : value
        return volume > 0 && volume.isFinite ? volume : nil
    }

    private mutating func noteVolumes(_ coins: [CoinRows]) {
        if let badVolumes {
            let kind = PriceNote.Kind.badVolumes(count: badVolumes.count, first: badVolumes.text)
            detailNotes.append(PriceNote(kind, of: file, line: badVolumes.line))
        }
        if isVolumeGuessed, coins.contains(where: { $0.rows.contains { $0.details.volume != nil } }) {
            detailNotes.append(PriceNote(.assumedVolumeUnit(volumeUnit), of: file))
        }
    }

    private mutating func row(
        _ line: Int, _ day: (day: Day, known: Int), _ cell: ArraySlice<UInt8>, _ sign: DecimalSign
    ) -> CloseSeries.Row? {
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
        return CloseSeries.Row(line: lines[line], day: day.day, close: value, text: value > 0 ? "" : text, known: day.known)
    }

    private static func trimmed(_ rows: [CloseSeries.Row]) -> [CloseSeries.Row] {
        guard let first = rows.firstIndex(where: { !$0.close.isNaN }), let last = rows.lastIndex(where: { !$0.close.isNaN }) else {
            return []
        }
        return Array(rows[first...last])
    }
}
