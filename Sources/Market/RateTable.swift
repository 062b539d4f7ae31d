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

    /// The codes of the columns after the date; nil if a file is not of this form.
    private static func codes(_ bytes: [UInt8]) -> [String]? {
        let names = fields(bytes.prefix { !isLineEnd($0) })
        guard names.first?.lowercased() == "date", names.count > 2, names.contains("USD") else {
            return nil
        }
        let codes = Array(names.dropFirst())
        return codes.allSatisfy { ended.contains($0) || CurrencyTable.index(of: $0) != nil && $0 != "EUR" } ? codes : nil
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    /// The fields of a line without blanks around them, and without an empty one at the end.
    private static func fields(_ line: ArraySlice<UInt8>) -> [String] {
        let start = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
        var fields = start.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { field in
            String(decoding: field, as: UTF8.self).split(separator: " ").joined(separator: " ")
        }
        if fields.last == "" { fields.removeLast() }
        return fields
    }

    /// Returns the file as text with a date, a symbol and a close in US dollars, the oldest day first, and the codes that are left
    /// out; nil if it is not of this form.
    ///
    /// - Throws: ``PriceFileError`` with the line of the first fault.
    static func text(_ bytes: [UInt8], file: String) throws(PriceFileError) -> (text: [UInt8], leftOut: [String])? {
        guard let codes = codes(bytes) else { return nil }
        var days: [(day: Day, text: String)] = []
        let lines = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
        for (index, line) in lines.enumerated().dropFirst() {
            let fields = fields(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
            guard !fields.isEmpty else { continue }
            do throws(Fault) {
                days.append(try Self.day(fields, codes))
            } catch {
                throw PriceFileError(error.kind, file: file, line: index + 1)
            }
            guard days.count * codes.count <= PriceFileRows.maximumCloses else {
                throw PriceFileError(.tooManyRows(PriceFileRows.maximumCloses), file: file)
            }
        }
        if days.isEmpty { throw PriceFileError(.empty, file: file) }
        if days[0].day > days[days.count - 1].day { days.reverse() }
        return (Array(("date,symbol,close_usd\n" + days.map(\.text).joined()).utf8), codes.filter(ended.contains))
    }

    private struct Fault: Error { let kind: PriceFileError.Kind }

    private static func day(_ fields: [String], _ codes: [String]) throws(Fault) -> (day: Day, text: String) {
        guard let day = Day(iso: fields[0]) else { throw Fault(kind: .badDate(fields[0])) }
        guard fields.count > codes.count else { throw Fault(kind: .missingField(column: codes[max(0, fields.count - 1)])) }
        guard fields.count == codes.count + 1 else {
            throw Fault(kind: .extraFields(found: fields.count, header: codes.count + 1))
        }
        var rates: [(code: String, rate: Double)] = []
        for (code, text) in zip(codes, fields.dropFirst()) where text != "N/A" && text != "" {
            guard let rate = PlainPrice.value(Array(text.utf8)[...]), rate > 0 else { throw Fault(kind: .badNumber(text)) }
            if !ended.contains(code) { rates.append((code, rate)) }
        }
        guard let dollars = rates.first(where: { $0.code == "USD" })?.rate else { return (day, "") }
        let closes = [("EUR", dollars)] + rates.filter { $0.code != "USD" }.map { ($0.code, dollars / $0.rate) }
        let possible = closes.filter { CloseJump.possibleCloses.contains($0.1) }
        return (day, possible.map { "\(day),\($0.0),\(plain($0.1))\n" }.joined())
    }

    /// A number whose point cannot be taken for a separator of thousands: with at least four decimals.
    private static func plain(_ value: Double) -> String {
        let text = PlainDecimal.text("\(value)")
        let decimals = text.split(separator: ".").dropFirst().first?.utf8.count ?? 0
        return (decimals == 0 && !text.contains(".") ? text + "." : text) + String(repeating: "0", count: max(0, 4 - decimals))
    }
}
