import JSONText

/// Rewrites the European Central Bank's file of reference rates, with a column for each currency, as one with a line for each day and
/// currency, so that one reader handles all files.
///
/// The file has the units of each currency for one euro (`Date,USD,JPY,…,`), the newest day first, a comma at the end of each line and
/// `N/A` where a currency has no rate. The closes are in US dollars: those of a currency are the dollars for one euro divided by its
/// units, to the nearest double, so that a rate across two currencies goes over the euro of the same day.
enum RateTable {
    /// Codes of the file whose currencies ended: their columns are left out.
    private static let ended: Set = ["BGN", "CYP", "EEK", "HRK", "LTL", "LVL", "MTL", "ROL", "SIT", "SKK", "TRL"]

    private typealias Bytes = ArraySlice<UInt8>

    /// The codes of the columns after the date; nil if a file is not of this form.
    private static func codes(_ bytes: [UInt8]) -> [String]? {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let names = fields(line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard names.first?.lowercased() == "date", names.count > 2, names.contains("USD") else {
            return nil
        }
        let codes = Array(names.dropFirst())
        return codes.allSatisfy { ended.contains($0) || CurrencyTable.index(of: $0) != nil && $0 != "EUR" } ? codes : nil
    }

    /// The fields of a line without blanks around them, and without an empty one at the end.
    private static func fields(_ line: Bytes) -> [Bytes] {
        var fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(trimmed)
        if fields.last?.isEmpty == true { fields.removeLast() }
        return fields
    }

    private static func trimmed(_ field: Bytes) -> Bytes {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") }
        return field.drop(while: isBlank).dropLast(field.reversed().prefix(while: isBlank).count)
    }

    /// Returns the file as text with a date, a symbol and a close in US dollars, the oldest day first, and the codes that are left
    /// out; nil if it is not of this form.
    ///
    /// - Throws: ``PriceFileError`` with the line of the first fault.
    /// - Complexity: made of bytes, because a file of 16 MiB has more than a million rates.
    static func text(_ bytes: [UInt8], file: String) throws(PriceFileError) -> (text: [UInt8], leftOut: [String])? {
        guard let codes = codes(bytes) else { return nil }
        let columns = codes.map { Column(code: $0, text: Array("\($0),".utf8), isEnded: ended.contains($0)) }
        var days: [(day: Day, text: [UInt8])] = []
        let lines = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
        for (index, line) in lines.enumerated().dropFirst() {
            let fields = fields(line)
            guard !fields.isEmpty else { continue }
            do throws(Fault) {
                days.append(try Self.day(fields, columns))
            } catch {
                throw PriceFileError(error.kind, file: file, line: index + 1)
            }
            guard days.count * codes.count <= PriceFileRows.maximumCloses else {
                throw PriceFileError(.tooManyRows(PriceFileRows.maximumCloses), file: file)
            }
        }
        if days.isEmpty { throw PriceFileError(.empty, file: file) }
        if days[0].day > days[days.count - 1].day { days.reverse() }
        return (Array("date,symbol,close_usd\n".utf8) + days.flatMap(\.text), codes.filter(ended.contains))
    }

    private struct Fault: Error { let kind: PriceFileError.Kind }

    private struct Column {
        let code: String
        /// The code and a comma.
        let text: [UInt8]
        let isEnded: Bool
    }

    private static func day(_ fields: [Bytes], _ columns: [Column]) throws(Fault) -> (day: Day, text: [UInt8]) {
        guard let day = Day(isoBytes: fields[0]) else { throw Fault(kind: .badDate(String(decoding: fields[0], as: UTF8.self))) }
        guard fields.count > columns.count else {
            throw Fault(kind: .missingField(column: columns[max(0, fields.count - 1)].code))
        }
        guard fields.count == columns.count + 1 else {
            throw Fault(kind: .extraFields(found: fields.count, header: columns.count + 1))
        }
        var (dollars, rates): (Double?, [(code: [UInt8], rate: Double)]) = (nil, [])
        for (column, field) in zip(columns, fields.dropFirst()) where !field.isEmpty && !field.elementsEqual("N/A".utf8) {
            guard let rate = PlainPrice.value(field), rate > 0 else {
                throw Fault(kind: .badNumber(String(decoding: field, as: UTF8.self)))
            }
            if column.code == "USD" { dollars = dollars ?? rate } else if !column.isEnded { rates.append((column.text, rate)) }
        }
        guard let dollars else { return (day, []) }
        let date = Array("\(day),".utf8)
        var text: [UInt8] = []
        for (code, close) in [(Array("EUR,".utf8), dollars)] + rates.map({ ($0.code, dollars / $0.rate) })
        where CloseJump.possibleCloses.contains(close) {
            text += date
            text += code
            append(close, to: &text)
        }
        return (day, text)
    }

    /// Appends a number whose point cannot be taken for a separator of thousands, with at least four decimals, and a line break.
    private static func append(_ value: Double, to text: inout [UInt8]) {
        var digits = Array("\(value)".utf8)
        if digits.contains(UInt8(ascii: "e")) { digits = Array(PlainDecimal.text("\(value)").utf8) }
        text += digits
        let point = digits.firstIndex(of: UInt8(ascii: "."))
        if point == nil { text.append(UInt8(ascii: ".")) }
        let decimals = point.map { digits.count - $0 - 1 } ?? 0
        text += [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 4 - decimals))
        text.append(UInt8(ascii: "\n"))
    }
}
