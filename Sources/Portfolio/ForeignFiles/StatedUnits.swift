import Ledger
import Market

/// The units that a foreign table states for its amounts: beside a number, in the name of its column, or in a column of its own.
struct StatedUnits {
    typealias Field = ColumnMatch.Field

    /// The currencies in the names of columns: EUR for `Total (EUR)`.
    private var named: [Field: [String]] = [:]
    /// The columns whose cells are units of an amount, such as `Fee Coin`.
    private var own: [Field: [Int]] = [:]
    /// The columns whose cells are units of all money of the row, such as `Currency`.
    private var shared: [Int] = []
    /// The coin of all rows, if the table has only one.
    private let onlyCoin: String?
    /// Whether the name of a column or the pair of all rows says dollars.
    private let saysDollars: Bool

    init(_ header: [String], _ rows: [TransactionTable.Row], _ match: ColumnMatch) {
        let names = Self.names(header, match)
        for (field, name) in names { named[field] = Self.units(inName: name, of: field) }
        let coins = Self.coins(rows, match)
        onlyCoin = Set(coins.map(\.base)).count == 1 ? coins.first?.base : nil
        saysDollars =
            header.contains { Self.currencies(inName: $0).contains(where: QuoteCurrency.isDollar) }
            || !coins.isEmpty && coins.allSatisfy { $0.quote.map(QuoteCurrency.isDollar) ?? false }
        for column in header.indices where !match.columns.values.contains(column) {
            guard let fields = Self.fields(ofUnits: header[column], names), Self.hasUnits(column, rows) else { continue }
            // What a person said of the currency counts for all money.
            let isSaid = match.columns[.currency] != nil || match.isWithoutCurrency
            for field in fields where !isSaid || !Self.money.contains(field) { own[field, default: []].append(column) }
            // The currency of a price is that of the row.
            if !isSaid, fields.isEmpty || !fields.isDisjoint(with: Self.money) { shared.append(column) }
        }
        if let column = match.columns[.currency] { shared = [column] }
    }

    private static let money: Set<Field> = [.price, .cash, .value]

    /// The names of the columns of amounts.
    private static func names(_ header: [String], _ match: ColumnMatch) -> [Field: String] {
        match.columns.filter { Field.amounts.contains($0.key) && header.indices.contains($0.value) }.mapValues { header[$0] }
    }

    /// Returns the unit that is stated for a number and is not the expected one; nil if there is none.
    func unit(of number: ForeignNumber, _ field: Field, in cells: [String], otherThan expected: String) -> String? {
        stated(number, field, cells, expected).first { !Self.isSame($0, expected) }
    }

    /// Returns the tokens pegged to the dollar that are stated for an amount in dollars.
    func dollarTokens(of number: ForeignNumber, _ field: Field, in cells: [String]) -> [String] {
        stated(number, field, cells, "USD").filter { $0 != "USD" && QuoteCurrency.isDollar($0) }
    }

    /// Returns the column whose cell should state the unit of money and does not; nil if the unit is stated, or no column has units.
    func cellWithoutUnit(of number: ForeignNumber, _ field: Field, in cells: [String]) -> Int? {
        guard stated(number, field, cells, "USD").isEmpty else { return nil }
        return (own[field] ?? shared).first
    }

    private func stated(_ number: ForeignNumber, _ field: Field, _ cells: [String], _ expected: String) -> [String] {
        // A code beside the number says it all; a sign such as `$` may stand for several currencies.
        if let unit = number.unit, unit.first?.isLetter == true { return [Self.code(unit)] }
        let columns = own[field] ?? (field == .quantity ? [] : shared)
        let beside = columns.compactMap { cells.indices.contains($0) ? Self.unit(inCell: cells[$0]) : nil }
        let others = ([number.unit].compactMap(\.self) + beside).map(Self.code)
        var named = (named[field] ?? []).map(Self.code)
        // `BTC price` may state what is priced, or the unit.
        if field == .price, let onlyCoin, saysDollars || others.contains(where: { Self.isSame($0, "USD") }) {
            named.removeAll { Self.isSame($0, onlyCoin) }
        }
        // The name `Price (EUR/USD)` also states what is priced.
        return others + [named.first { Self.isSame($0, expected) } ?? named.first].compactMap(\.self)
    }

    /// The coins in the cells of a table, none if there are many.
    private static func coins(_ rows: [TransactionTable.Row], _ match: ColumnMatch) -> [CoinSymbol] {
        let cells = Set(rows.map { match.cell(.asset, $0) }).subtracting([""])
        return cells.count > 10 ? [] : cells.map { CoinSymbol(KrakenName.usual($0)) }
    }

    // MARK: Units

    private static func code(_ unit: String) -> String { CurrencyMark(unit)?.code ?? unit }

    static func isSame(_ unit: String, _ expected: String) -> Bool {
        let (code, expected) = (code(unit).uppercased(), expected.uppercased())
        if expected == "USD" { return QuoteCurrency.isDollar(code) }
        guard code != expected else { return true }
        return KnownAssets.id(named: code).map { $0 == KnownAssets.id(named: expected) } ?? false
    }

    /// Returns the unit in the cell of a column of units, as written: `EUR`, `(EUR)` or `Pound sterling`. A number is none.
    private static func unit(inCell cell: String) -> String? {
        guard cell.contains(where: { $0.isLetter || $0.isCurrencySymbol }) else { return nil }
        let text = cell.drop { "([\"'".contains($0) }
        let unit = String(text.reversed().drop { ")]\"'".contains($0) }.reversed())
        return dollarNames.contains(unit.lowercased()) ? "USD" : unit
    }

    private static let dollarNames: Set<String> = [
        "us dollar", "us dollars", "u.s. dollar", "u.s. dollars", "united states dollar", "american dollar",
    ]

    // MARK: Names of columns

    /// The units of an amount: those of ``currencies(inName:)``, or a code in brackets that they lack, as in `Total (BYN)`.
    private static func units(inName name: String, of field: Field) -> [String] {
        let known = currencies(inName: name)
        guard known.isEmpty, let match = name.firstMatch(of: /[(\[]([A-Z]{3,5})[)\]]/) else { return known }
        let code = String(match.output.1)
        let isCoin = KnownAssets.id(named: code) != nil
        // `Price (ADA)` states what is priced.
        return isCoin ? (field == .price ? [] : [code]) : code.count == 3 ? [code] : []
    }

    /// The currencies that a name states by codes and signs, then those that it states in words.
    private static func currencies(inName name: String) -> [String] {
        let name = spaced(name)
        let marks = name.split { !$0.isLetter && !$0.isNumber && !$0.isCurrencySymbol }.compactMap { word in
            let mark = CurrencyMark(String(word)) ?? word.first(where: \.isCurrencySymbol).flatMap { CurrencyMark(String($0)) }
            return mark.map { $0.code ?? $0.text }
        }
        return marks + CurrencyWords.codes(in: name)
    }

    /// Whether the name of a column states a currency, and none that counts as dollars.
    static func isForeign(_ name: String) -> Bool {
        let codes = currencies(inName: name)
        return !codes.isEmpty && !codes.contains(where: QuoteCurrency.isDollar)
    }

    /// Returns the name of a column without brackets that only state a currency: `Total` for `Total (GBP)` and `Total (Swiss francs)`.
    static func nameWithoutCurrency(_ name: String) -> String {
        name.replacing(/[(\[][^()\[\]]*[)\]]/) { bracket in
            let text = String(bracket.output)
            let codes = currencies(inName: text)
            let isMoney = codes.allSatisfy { code in KnownAssets.id(named: code).map { [.usd, .eur].contains($0) } ?? true }
            return !codes.isEmpty && isMoney && text.split(separator: " ").count <= 3 ? "" : text
        }
    }

    private static let unitWords: Set<Substring> = currencyWords.union(["coin", "asset", "unit", "moneta", "монета", "монетасы"])

    private static let currencyWords: Set<Substring> = [
        "currency", "currencies", "ccy", "fiat", "valuta", "währung", "waehrung", "devise", "devises", "monnaie", "moneda",
        "divisa",
        "moeda", "waluta", "валюта", "валюты", "валюте", "валютасы",
    ]

    private static let feeStems = ["fee", "commission", "gebühr", "gebuehr", "frais", "comisi", "комисси"]

    private static func isOfFee(_ words: Set<Substring>) -> Bool { words.contains { feeStems.contains(where: $0.hasPrefix) } }

    /// The amounts whose units are in a column of this name, none for all money of the row; nil if it is not a column of units.
    private static func fields(ofUnits name: String, _ names: [Field: String]) -> Set<Field>? {
        let words = words(name)
        let rest = words.subtracting(unitWords)
        guard rest.count < words.count else { return nil }
        if rest.isSubset(of: ["quote"]) { return [] }
        if names[.fee] != nil, isOfFee(rest) { return [.fee] }
        let fields = Set(names.filter { !rest.isDisjoint(with: Self.words($0.value)) }.keys)
        return fields.isEmpty ? nil : fields
    }

    /// The words of a name: fee and currency for `Fee Currency`, `fee_currency` and `feeCurrency`, and as well for `Gebührenwährung`.
    private static func words(_ name: String) -> Set<Substring> {
        let words = Set(spaced(name).lowercased().split { !$0.isLetter && !$0.isNumber })
        let ends = ["währung", "waehrung"]
        return Set(
            words.flatMap { word -> [Substring] in
                guard let end = ends.first(where: word.hasSuffix), !word.hasPrefix("krypto") else { return [word] }
                return [word.dropLast(end.count), Substring(end)].filter { !$0.isEmpty }
            })
    }

    /// The name with blanks between its words: `fee Currency` for `feeCurrency`.
    private static func spaced(_ name: String) -> String {
        name.replacing(/(\p{Ll})(\p{Lu})/) { "\($0.output.1) \($0.output.2)" }
    }
}

// MARK: Columns of currencies

extension ColumnMatch {
    /// Finds the column with the currency of all money of its row, if only one may be it: by its name, or by cells that are all
    /// currencies.
    package mutating func findCurrency(in table: TransactionTable) {
        let found = currencies(in: table)
        if found.count == 1 { columns[.currency] = found[0] }
    }

    /// The columns of currencies of which only a person can say which one counts. Money in dollars would be silently wrong.
    package func openCurrencies(in table: TransactionTable) -> [Int] {
        let found = currencies(in: table)
        return found.count > 1 ? found : []
    }

    private func currencies(in table: TransactionTable) -> [Int] {
        let hasMoney = [Field.price, .cash, .value, .fee].contains { columns[$0] != nil }
        guard hasMoney, columns[.currency] == nil, !isWithoutCurrency else { return [] }
        return StatedUnits.currencies(table, self)
    }
}

extension StatedUnits {
    /// The columns that may have the currency of all money of a row, each currency once; none if the names of columns decide it.
    fileprivate static func currencies(_ table: TransactionTable, _ match: ColumnMatch) -> [Int] {
        let names = names(table.names, match)
        var (own, fields, shared, unclear): ([Int], Set<Field>, [Int], [Int]) = ([], [], [], [])
        for column in table.names.indices where !match.columns.values.contains(column) {
            if let found = Self.fields(ofUnits: table.names[column], names) {
                guard hasUnits(column, table.rows) else { continue }
                if found.isEmpty { shared.append(column) }
                if !found.isDisjoint(with: money) { (own, fields) = (own + [column], fields.union(found)) }
            } else if mayBeCurrency(column, in: table) {
                unclear.append(column)
            }
        }
        let rest = distinct((shared + unclear).sorted(), table.rows)
        if own.isEmpty { return rest }
        if rest.isEmpty { return own.count == 1 && !fields.contains(.quantity) ? own : [] }
        return unclear.isEmpty || money.intersection(names.keys).isSubset(of: fields) ? [] : own + rest
    }

    /// Whether the name of a column says that its cells are units of a matched amount.
    static func isOfUnits(_ column: Int, _ table: TransactionTable, _ match: ColumnMatch) -> Bool {
        fields(ofUnits: table.names[column], names(table.names, match)) != nil
    }

    /// Whether all filled cells are currencies, or most of them in a column that is named like one.
    private static func mayBeCurrency(_ column: Int, in table: TransactionTable) -> Bool {
        let words = words(table.names[column])
        guard !isOfFee(words) else { return false }
        if isOfCurrencies(column, in: table) { return true }
        guard !words.isDisjoint(with: currencyWords) else { return false }
        let cells = cells(column, table.rows)
        return 2 * cells.count(where: isCurrency) > cells.count
    }

    /// Whether all filled cells of a column are currencies.
    static func isOfCurrencies(_ column: Int, in table: TransactionTable) -> Bool {
        var found: Set<String> = []
        for row in table.rows where row.cells.indices.contains(column) && !row.cells[column].isEmpty {
            guard found.contains(row.cells[column]) || isCurrency(row.cells[column]) else { return false }
            found.insert(row.cells[column])
        }
        return !found.isEmpty
    }

    private static func isCurrency(_ cell: String) -> Bool {
        guard cell.utf8.count <= 60, let unit = unit(inCell: cell), !unit.contains(where: \.isNumber) else { return false }
        if Currency(unit.uppercased()) != nil { return true }
        if let mark = CurrencyMark(unit) { return mark.code.map { Currency($0) != nil } ?? true }
        return !CurrencyWords.codes(in: unit).isEmpty && unit.split(separator: " ").count <= 3
    }

    /// Whether most filled cells of a column are texts without numbers, as units are.
    private static func hasUnits(_ column: Int, _ rows: [TransactionTable.Row]) -> Bool {
        let cells = cells(column, rows)
        return !cells.isEmpty && 2 * cells.count { unit(inCell: $0) != nil && Double($0.prefix(1)) == nil } >= cells.count
    }

    /// The filled cells of a column, each text once.
    private static func cells(_ column: Int, _ rows: [TransactionTable.Row]) -> Set<String> {
        Set(rows.lazy.compactMap { $0.cells.indices.contains(column) ? $0.cells[column] : nil }.filter { !$0.isEmpty })
    }

    /// The columns without those whose cells another one repeats.
    private static func distinct(_ columns: [Int], _ rows: [TransactionTable.Row]) -> [Int] {
        func cells(_ column: Int) -> [String] { rows.map { $0.cells.indices.contains(column) ? $0.cells[column] : "" } }
        var kept: [(column: Int, cells: [String])] = []
        for column in columns {
            let cells = cells(column)
            if !kept.contains(where: { $0.cells == cells }) { kept.append((column, cells)) }
        }
        return kept.map(\.column)
    }
}
