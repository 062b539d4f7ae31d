import JSONText
import Text

/// Rewrites the JSON answers of price APIs as delimited text, so that one reader handles all rows.
///
/// A row is an object with named members, or an array: with the names next to the list (`columns`, `column_names`), or without
/// names `[time, price]` and candles. Exchanges write candles in four orders; the reader uses the order in which low and high are
/// the limits of open and close in nearly all rows.
enum PriceFileJSON {
    /// The text of a list: a header, and one line for each entry.
    struct Table {
        let text: [UInt8]
        /// The first columns.
        let columns: [String]
    }

    /// Whether a file is JSON: it begins with a brace or a bracket.
    static func isJSON(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let first = start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return false }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// - Throws: ``PriceFileError/Kind/badJSON(_:)``.
    static func table(_ bytes: [UInt8], file: String) throws(PriceFileError) -> Table {
        let lists = JSONRowList.all(in: try value(bytes, file))
        // CoinGecko's answers also contain capitalizations and volumes.
        let prices = lists.filter { $0.name == "prices" }
        let found = prices.isEmpty ? lists.filter { !["market_caps", "total_volumes"].contains($0.name) } : prices
        guard let list = found.first else {
            throw PriceFileError(
                .badJSON(
                    "it has no list of closes, such as [[1729382400000, 63201.5], …] or [{\"date\": \"2024-10-20\", \"close\": 63201.5}, …]"
                ), file: file)
        }
        guard found.count == 1 else {
            let names = found.prefix(4).map { PriceFileError.quoted($0.name) }.joined(separator: ", ")
            throw PriceFileError(.badJSON("it has \(found.count) lists of rows, \(names); keep that of one coin"), file: file)
        }
        guard let table = list.rows[0].members == nil ? arrays(list) : objects(list.rows) else {
            throw PriceFileError(
                .badJSON(
                    "the order of its \(list.rows[0].array?.count ?? 0) columns is not known; convert it to CSV with a header"),
                file: file)
        }
        return table
    }

    /// One value, or the values of JSON lines as a list.
    private static func value(_ bytes: [UInt8], _ file: String) throws(PriceFileError) -> JSONValue {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        do throws(JSONError) {
            return try JSONValue(parsing: text, keepsNumbers: true, keepsNaN: true)
        } catch {
            let lines = text.split(separator: UInt8(ascii: "\n")).filter { !$0.allSatisfy { $0 == 0x20 || $0 == 0x0D } }
            let list = [UInt8(ascii: "[")] + lines.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
            if lines.count > 1, let value = try? JSONValue(parsing: list, keepsNumbers: true, keepsNaN: true) { return value }
            throw PriceFileError(.badJSON("cannot be read: \(error.description)"), file: file)
        }
    }

    private static func objects(_ rows: [JSONValue]) -> Table? {
        let names = rows[0].members?.filter { $0.value.array == nil && $0.value.members == nil }.map(\.key) ?? []
        guard !names.isEmpty else { return nil }
        return table(names, rows.map { row in names.map { cell(row[$0]) } })
    }

    private static func arrays(_ list: JSONRowList) -> Table? {
        let cells = list.rows.map { ($0.array ?? []).map(cell) }
        let width = cells[0].count
        if let names = list.columns, names.count == width { return table(names, cells) }
        guard width != 2 else { return table([list.name == "prices" ? "snapped_at" : "time", "price"], cells) }
        guard let order = orders.first(where: { isOrder($0, cells) }) else { return nil }
        // CoinGecko's candles have no volume, and their time is the end.
        var names = [width == 5 ? "snapped_at" : "open time"] + order
        switch (width, order == orders[0]) {
        case (8, true): names += ["vwap", "volume base"]
        case (9, true): names += ["volume base", "volume of contracts", "quote volume"]
        case (11..., true): names = PriceFileLayout.klineNames
        default: if order[0] == "open" || order[0] == "low" { names.append("volume base") }
        }
        names += (names.count..<max(width, names.count)).map { "column\($0 + 1)" }
        return table(Array(names.prefix(width)), cells)
    }

    /// The orders of candles after the time: of Binance, Kraken, Bybit and most others; Coinbase; Bitfinex and KuCoin; Gate.
    private static let orders = [
        ["open", "high", "low", "close"], ["low", "high", "open", "close"], ["open", "close", "high", "low"],
        ["quote volume", "close", "high", "low", "open"],
    ]

    /// Whether low and high are the limits of open and close in nearly all rows.
    private static func isOrder(_ order: [String], _ rows: [[String]]) -> Bool {
        func value(_ name: String, _ row: [String]) -> Double? { Double(row[order.firstIndex(of: name)! + 1]) }
        let fitting = rows.count { row in
            guard row.count > order.count, let open = value("open", row), let close = value("close", row),
                let low = value("low", row),
                let high = value("high", row)
            else { return false }
            return low <= min(open, close) && max(open, close) <= high
        }
        return fitting * 10 >= rows.count * 9
    }

    private static func cell(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text): text
        case .boolean(let flag): "\(flag)"
        default: ""
        }
    }

    private static func table(_ names: [String], _ rows: [[String]]) -> Table {
        // The names are on the first line and the first entry on the second; a note says so.
        let text = ([names] + rows).map(CSVText.line).joined()
        return Table(text: Array(text.utf8), columns: Array(names.prefix(8)))
    }
}
