import JSONText

/// A list of rows in the JSON of a price API.
///
/// Most APIs answer with a list of objects or arrays. Three other shapes are turned into one: an object with a list for each column
/// (Yahoo's charts), an object with an object for each day (Alpha Vantage), and an object with an object for each column (pandas).
struct JSONRowList {
    /// Objects, or arrays of values; at least one.
    let rows: [JSONValue]
    /// The name of the list's member.
    let name: String
    /// The names of the columns, if the rows are arrays and the file names the columns.
    let columns: [String]?

    private typealias Members = [JSONValue.Member]

    /// Returns all lists in a value, in depth-first order.
    static func all(in value: JSONValue) -> [JSONRowList] { all(in: value, named: "", beside: [], depth: 0) }

    private static func all(in value: JSONValue, named name: String, beside: Members, depth: Int) -> [JSONRowList] {
        guard depth < 5 else { return [] }
        switch value {
        case .array(let values):
            guard let first = values.first, isRow(first) else {
                return values.flatMap { all(in: $0, named: name, beside: [], depth: depth + 1) }
            }
            let names = beside.first { $0.key == "columns" || $0.key == "column_names" }?.value.array?.compactMap(\.string)
            return [JSONRowList(rows: values, name: name, columns: names)]
        case .object(let members):
            if let list = listPerColumn(members, name) ?? objectPerDay(members, name, beside) ?? objectPerColumn(members, name) {
                return [list]
            }
            // A pandas table describes its columns in a separate list.
            return members.filter { $0.key != "schema" }.flatMap {
                all(in: $0.value, named: $0.key, beside: members, depth: depth + 1)
            }
        default: return []
        }
    }

    private static func isRow(_ value: JSONValue) -> Bool {
        if let values = value.array { return values.first.map(isScalar) == true }
        guard let members = value.members else { return false }
        return members.contains { isScalar($0.value) } && listPerColumn(members, "") == nil
    }

    private static func isScalar(_ value: JSONValue) -> Bool { value.array == nil && value.members == nil }

    // MARK: Other shapes

    /// `{"timestamp": [1740009600], "indicators": {"quote": [{"close": [63201.5]}]}, "meta": {"symbol": "BTC-USD"}}`
    private static func listPerColumn(_ members: Members, _ name: String) -> JSONRowList? {
        guard let dates = members.first(where: { isDate($0.key) && isColumn($0.value, count: nil) }),
            let count = dates.value.array?.count
        else { return nil }
        var columns = [dates]
        for column in self.columns(in: members, count: count, depth: 0)
        where !columns.contains(where: { $0.key == column.key }) { columns.append(column) }
        guard columns.contains(where: { isClose($0.key) }) else { return nil }
        if let symbol = members.first(where: { $0.key == "meta" })?.value["symbol"] {
            columns.append(.init(key: "symbol", value: .array(Array(repeating: symbol, count: count))))
        }
        let values = columns.map { $0.value.array ?? [] }
        return JSONRowList(
            rows: (0..<count).map { row in .array(values.map { $0[row] }) }, name: name, columns: columns.map(\.key))
    }

    /// The lists of `count` values in an object, and in objects and lists of one object inside it.
    private static func columns(in members: Members, count: Int, depth: Int) -> Members {
        guard depth < 3 else { return [] }
        return members.flatMap { member in
            if isColumn(member.value, count: count) { return [member] }
            let inner = member.value.members ?? (member.value.array?.count == 1 ? member.value.array?[0].members : nil)
            return inner.map { columns(in: $0, count: count, depth: depth + 1) } ?? []
        }
    }

    private static func isColumn(_ value: JSONValue, count: Int?) -> Bool {
        guard let values = value.array, !values.isEmpty, count == nil || values.count == count else { return false }
        return values.allSatisfy(isScalar)
    }

    /// `{"2025-02-19": {"1. open": "62944.1", "4. close": "63201.5"}}`
    private static func objectPerDay(_ members: Members, _ name: String, _ beside: Members) -> JSONRowList? {
        guard !members.isEmpty, members.allSatisfy({ DateText.stamp($0.key) != nil && $0.value.members?.isEmpty == false }) else {
            return nil
        }
        let meta = beside.first { ["Meta Data", "meta"].contains($0.key) }?.value.members ?? []
        let rows = members.map { day in
            var row = [JSONValue.Member(key: "date", value: .string(day.key))]
            for member in day.value.members ?? [] {
                let key = plainName(member.key)
                if !row.contains(where: { $0.key == key }) { row.append(.init(key: key, value: member.value)) }
            }
            // A close without a currency in its name is in the market's currency.
            if let symbol = symbol(meta), row.contains(where: { $0.key == "close" }) {
                row.append(.init(key: "symbol", value: .string(symbol)))
            }
            return JSONValue.object(row)
        }
        return JSONRowList(rows: rows, name: name, columns: nil)
    }

    /// `{"close": {"1739923200000": 63201.5}}`
    private static func objectPerColumn(_ members: Members, _ name: String) -> JSONRowList? {
        let keys = members.first?.value.members?.map(\.key) ?? []
        guard !keys.isEmpty, members.contains(where: { isClose($0.key) }),
            members.allSatisfy({ column in
                column.value.members.map { $0.map(\.key) == keys && $0.allSatisfy { isScalar($0.value) } } == true
            })
        else { return nil }
        let columns = members.map { $0.value.members?.map(\.value) ?? [] }
        if members.contains(where: { isDate($0.key) }) {
            return JSONRowList(
                rows: keys.indices.map { row in .array(columns.map { $0[row] }) }, name: name, columns: members.map(\.key))
        }
        guard keys.allSatisfy({ DateText.stamp($0) != nil }) else { return nil }
        return JSONRowList(
            rows: keys.indices.map { row in .array([.string(keys[row])] + columns.map { $0[row] }) }, name: name,
            columns: ["date"] + members.map(\.key))
    }

    // MARK: Names

    private static let dateNames = Set(PriceFile.dateNames.map(PriceFile.normal))
    private static let closeNames = Set(PriceFile.closeNames.map(PriceFile.normal))

    private static func isDate(_ name: String) -> Bool { dateNames.contains(PriceFile.normal(name)) }
    private static func isClose(_ name: String) -> Bool { closeNames.contains(PriceFile.normal(name)) }

    /// Alpha Vantage numbers its members: `4. close` is `close`, and `4b. close (USD)` is `close_usd`.
    private static func plainName(_ key: String) -> String {
        let parts = key.split(separator: ". ", maxSplits: 1)
        guard parts.count == 2, parts[0].utf8.count <= 3, parts[0].first?.isNumber == true else { return key }
        return parts[1].lowercased().replacing(" (", with: "_").replacing(")", with: "")
    }

    /// The pair that Alpha Vantage names next to its days: `BTC/EUR`.
    private static func symbol(_ meta: Members) -> String? {
        func value(_ name: String) -> String? { meta.first { plainName($0.key) == name }?.value.string }
        guard let base = value("digital currency code"), let quote = value("market code") else { return nil }
        return "\(base)/\(quote)"
    }
}
