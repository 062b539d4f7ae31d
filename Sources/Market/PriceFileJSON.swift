import JSONText

/// Rewrites the JSON that price APIs answer with as delimited text, so that there is one reader of rows.
///
/// It takes the first list of rows, wherever it stands: objects with named members, or arrays in the order of CoinGecko
/// (`[time, price]` and `[time, open, high, low, close]`), Binance and Kraken (`[time, open, high, low, close, …]`) or Coinbase
/// (`[time, low, high, open, close, volume]`).
enum PriceFileJSON {
    /// The text of a list: a header, and one line for each entry.
    struct Table {
        let text: [UInt8]
        let note: String
    }

    /// Whether a file is JSON: it begins with a brace or a bracket.
    static func isJSON(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let first = start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return false }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// - Throws: ``PriceFileError/Kind/badJSON(_:)``.
    static func table(_ bytes: [UInt8], file: String) throws(PriceFileError) -> Table {
        let value: JSONValue
        do throws(JSONError) {
            let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
            value = try JSONValue(parsing: text, keepsNumbers: true)
        } catch {
            throw PriceFileError(.badJSON(error.description), file: file)
        }
        guard let list = list(in: value, named: "", depth: 0), let first = list.rows.first,
            let table = first.members != nil ? objects(list.rows) : arrays(list.rows, isPrices: list.name == "prices")
        else {
            throw PriceFileError(
                .badJSON(
                    "it has no list of closes, such as [[1729382400000, 63201.5], …] or [{\"date\": \"2024-10-20\", \"close\": 63201.5}, …]"
                ),
                file: file)
        }
        return table
    }

    /// The first array of arrays or objects, in depth-first order.
    private static func list(in value: JSONValue, named name: String, depth: Int) -> (rows: [JSONValue], name: String)? {
        switch value {
        case .array(let values):
            if values.first?.members != nil || values.first?.array?.first.map({ $0.array == nil && $0.members == nil }) == true {
                return (values, name)
            }
            return depth < 4 ? values.lazy.compactMap { list(in: $0, named: name, depth: depth + 1) }.first : nil
        case .object(let members):
            return depth < 4 ? members.lazy.compactMap { list(in: $0.value, named: $0.key, depth: depth + 1) }.first : nil
        default: return nil
        }
    }

    private static func objects(_ rows: [JSONValue]) -> Table? {
        let names = rows[0].members?.filter { $0.value.array == nil && $0.value.members == nil }.map(\.key) ?? []
        guard !names.isEmpty else { return nil }
        return table(names, rows.map { row in names.map { cell(row[$0]) } })
    }

    private static func arrays(_ rows: [JSONValue], isPrices: Bool) -> Table? {
        let cells = rows.map { ($0.array ?? []).map(cell) }
        let names: [String]? =
            switch cells[0].count {
            case 2: [isPrices ? "snapped_at" : "time", "price"]
            case 5: ["time", "open", "high", "low", "close"]
            case 6 where isCoinbase(cells): ["open time", "low", "high", "open", "close", "volume base"]
            case 6, 7: ["open time", "open", "high", "low", "close", "volume base", "trades"]
            case 8: ["open time", "open", "high", "low", "close", "vwap", "volume base", "trades"]
            case 11, 12: PriceFileLayout.klineNames
            default: nil
            }
        return names.map { table(Array($0.prefix(cells[0].count)), cells) }
    }

    /// Whether the second number of every row is the lowest and the third the highest, and not so in the order of Binance.
    private static func isCoinbase(_ rows: [[String]]) -> Bool {
        func isOrder(low: Int, high: Int, _ others: [Int]) -> Bool {
            rows.allSatisfy { row in
                guard row.count == 6, let low = Double(row[low]), let high = Double(row[high]) else { return false }
                return others.allSatisfy { Double(row[$0]).map { low <= $0 && $0 <= high } == true }
            }
        }
        return isOrder(low: 1, high: 2, [3, 4]) && !isOrder(low: 3, high: 2, [1, 4])
    }

    private static func cell(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text): text
        case .boolean(let flag): "\(flag)"
        default: ""
        }
    }

    private static func table(_ names: [String], _ rows: [[String]]) -> Table {
        // The names stand on the first line and the first entry on the second; the note says so.
        let text = ([names] + rows).map(CSVText.line).joined()
        return Table(
            text: Array(text.utf8),
            note: "read as JSON with \(names.prefix(8).joined(separator: ", ")); line 2 is the first entry of the list")
    }
}
