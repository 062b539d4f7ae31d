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
        let names = match.columns.filter { Field.amounts.contains($0.key) && header.indices.contains($0.value) }.mapValues {
            header[$0]
        }
        for (field, name) in names { named[field] = Self.units(inName: name, of: field) }
        let coins = Self.coins(rows, match)
        onlyCoin = Set(coins.map(\.base)).count == 1 ? coins.first?.base : nil
        saysDollars =
            header.contains { Self.currencies(inName: $0).contains(where: QuoteCurrency.isDollar) }
            || !coins.isEmpty && coins.allSatisfy { $0.quote.map(QuoteCurrency.isDollar) ?? false }
        for column in header.indices where !match.columns.values.contains(column) {
            guard let fields = Self.fields(ofUnits: header[column], names) else { continue }
            for field in fields { own[field, default: []].append(column) }
            // The currency of a price is that of the row.
            if fields.isEmpty || !fields.isDisjoint(with: [.price, .cash, .value]) { shared.append(column) }
        }
    }

    /// Returns the unit that is stated for a number and is not the expected one; nil if there is none.
    func unit(of number: ForeignNumber, _ field: Field, in cells: [String], otherThan expected: String) -> String? {
        stated(number, field, cells, expected).first { !Self.isSame($0, expected) }
    }

    /// Returns the tokens pegged to the dollar that are stated for an amount in dollars.
    func dollarTokens(of number: ForeignNumber, _ field: Field, in cells: [String]) -> [String] {
        stated(number, field, cells, "USD").filter { $0 != "USD" && QuoteCurrency.isDollar($0) }
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

    private static let unitWords: Set<Substring> = [
        "currency", "coin", "asset", "unit", "valuta", "moneta", "валюта", "монета", "валютасы", "монетасы",
    ]

    /// The amounts whose units are in a column of this name, none for all money of the row; nil if it is not a column of units.
    private static func fields(ofUnits name: String, _ names: [Field: String]) -> Set<Field>? {
        let words = words(name)
        let rest = words.subtracting(unitWords)
        guard rest.count < words.count else { return nil }
        if rest.isSubset(of: ["quote"]) { return [] }
        let fields = Set(names.filter { !rest.isDisjoint(with: Self.words($0.value)) }.keys)
        return fields.isEmpty ? nil : fields
    }

    /// The words of a name: fee and currency for `Fee Currency`, `fee_currency` and `feeCurrency`.
    private static func words(_ name: String) -> Set<Substring> {
        Set(spaced(name).lowercased().split { !$0.isLetter && !$0.isNumber })
    }

    /// The name with blanks between its words: `fee Currency` for `feeCurrency`.
    private static func spaced(_ name: String) -> String {
        name.replacing(/(\p{Ll})(\p{Lu})/) { "\($0.output.1) \($0.output.2)" }
    }
}
