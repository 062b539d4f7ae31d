import Ledger
import Market

/// Which columns of a foreign table are ours, and how to read their cells.
package struct ColumnMatch: Equatable, Sendable {
    package enum Field: String, CaseIterable, Sendable {
        case time, clock, zone, kind, asset, quantity, price, cash, fee, currency, to, value, wallet, status, note

        /// Whether every row needs it. The kind can follow from the sign of the quantity.
        package var isRequired: Bool { [.time, .asset, .quantity].contains(self) }

        static let amounts: [Field] = [.quantity, .price, .cash, .fee, .value]
    }

    /// The numbers of the columns.
    package var columns: [Field: Int]
    /// The format of dates; nil for ISO dates and Unix times, and if the dates leave it open.
    package var dateFormat: String?
    /// Nil if the numbers leave it open.
    package var decimal: DecimalSign?
    /// Whether a person said that no column has the kind, which follows from what comes in and what leaves.
    package var isWithoutKinds = false
    /// Whether a person said that no column has the currency of money.
    package var isWithoutCurrency = false
    /// What a person said of words for kinds, in small letters.
    package var kinds: [String: KindChoice] = [:]

    package init(columns: [Field: Int], dateFormat: String?, decimal: DecimalSign?) {
        (self.columns, self.dateFormat, self.decimal) = (columns, dateFormat, decimal)
    }

    /// The required fields without a column.
    package var missing: [Field] { Field.allCases.filter { $0.isRequired && columns[$0] == nil } }

    /// Matches columns by their names, and those that are still missing by their contents.
    package init(of table: TransactionTable) {
        var columns = Self.named(in: table)
        if columns[.price] == nil { columns[.price] = Self.priceOfNamedCoin(in: table, columns) }
        for field in [Field.time, .kind, .asset, .quantity] where columns[field] == nil {
            let found = table.names.indices.filter { column in
                let cells = table.filledCells(column)
                guard !columns.values.contains(column), !cells.isEmpty else { return false }
                let count = cells.count { Self.looks($0, like: field) }
                // With unknown kinds among known ones, it is still the column of kinds: without one, a sale would count as a purchase.
                return field == .kind ? 2 * count >= cells.count : count == cells.count
            }
            columns[field] = found.first { field != .asset || !StatedUnits.isOfCurrencies($0, in: table) } ?? found.first
        }
        if let coins = Self.coinsBesideCurrencies(in: table, columns) { columns[.asset] = coins }
        if !Self.needsClock(table, columns) { columns[.clock] = nil }
        if let time = columns[.time], Self.saysUTC(table.names[time]) { columns[.zone] = nil }
        self.init(table, columns, dateFormat: nil, decimal: nil)
        findCurrency(in: table)
    }

    /// The column of coins, if the one that is named like it has only currencies.
    private static func coinsBesideCurrencies(in table: TransactionTable, _ columns: [Field: Int]) -> Int? {
        guard let asset = columns[.asset], StatedUnits.isOfCurrencies(asset, in: table) else { return nil }
        return table.names.indices.first { column in
            let cells = table.filledCells(column)
            return !columns.values.contains(column) && !cells.isEmpty && !StatedUnits.isOfCurrencies(column, in: table)
                && cells.allSatisfy { looks($0, like: .asset) }
                && 2 * cells.count { KnownAssets.id(named: CoinSymbol(KrakenName.usual($0)).base) != nil } >= cells.count
        }
    }

    /// Creates a match of chosen columns.
    ///
    /// - Parameters:
    ///   - dateFormat: used if the dates can be read in it; a single other format in which they can be read is used otherwise.
    ///   - decimal: nil to take it from the numbers.
    package init(_ table: TransactionTable, _ columns: [Field: Int], dateFormat: String?, decimal: DecimalSign?) {
        self.init(columns: columns, dateFormat: dateFormat, decimal: decimal)
        let formats = dateFormats(in: table)
        if !formats.contains(dateFormat) { self.dateFormat = formats.count == 1 ? formats[0] : nil }
        let signs = decimalSigns(in: table)
        if decimal == nil, signs.count == 1 { self.decimal = signs[0] }
    }

    /// The formats in which the dates of a table can be read, nil for ISO dates and Unix times.
    package func dateFormats(in table: TransactionTable) -> [String?] {
        guard columns[.time] != nil else { return [] }
        return Self.dateFormats(of: table.rows.prefix(500).map(time).filter { !$0.isEmpty })
    }

    /// The cell of a field in a row; empty without one.
    func cell(_ field: Field, _ row: TransactionTable.Row) -> String {
        guard let column = columns[field], row.cells.indices.contains(column) else { return "" }
        return row.cells[column]
    }

    /// The date of a row with its time of day, which may be in a column of its own.
    func time(_ row: TransactionTable.Row) -> String {
        let (date, clock) = (cell(.time, row), cell(.clock, row))
        return date.isEmpty || clock.isEmpty ? date : "\(date) \(clock)"
    }

    /// Whether the numbers of a table have other values with another decimal sign, and none was chosen.
    package func isDecimalOpen(in table: TransactionTable) -> Bool {
        decimal == nil && amounts(in: table).contains { ForeignNumber($0, nil) == nil && ForeignNumber($0, .point) != nil }
    }

    /// The decimal signs with which all amounts of a table can be read, as far as they can be read at all.
    private func decimalSigns(in table: TransactionTable) -> [DecimalSign] {
        let amounts = amounts(in: table).filter { text in DecimalSign.allCases.contains { ForeignNumber(text, $0) != nil } }
        return DecimalSign.allCases.filter { sign in amounts.allSatisfy { ForeignNumber($0, sign) != nil } }
    }

    private func amounts(in table: TransactionTable) -> [String] {
        Field.amounts.compactMap { columns[$0] }.flatMap(table.filledCells)
    }

    // MARK: Names

    /// Whether the cells of a line are the names of a table's columns: a date and a kind or an amount are among them.
    static func isHeader(_ cells: [String]) -> Bool {
        let found = Set(cells.map(plain))
        func has(_ field: Field) -> Bool { names[field]?.contains(where: found.contains) == true }
        return has(.time) && [.kind, .quantity, .cash].contains(where: has)
    }

    private static func named(in table: TransactionTable) -> [Field: Int] {
        var columns: [Field: Int] = [:]
        let names = table.names.map(plain)
        for field in Field.allCases {
            for name in Self.names[field] ?? [] where columns[field] == nil {
                let found = names.indices.filter { column in
                    // A time without a date is no date, whatever the name of its column.
                    names[column] == name && !columns.values.contains(column)
                        && (![.time, .clock].contains(field) || isClock(table, column) == (field == .clock))
                }
                // Of the same amount in several currencies, the one in dollars can be recorded.
                columns[field] = found.first { !StatedUnits.isForeign(table.names[$0]) } ?? found.first
            }
        }
        return columns
    }

    /// The column of a price that is named after its coin: `BTC price`, `Price (BTC)`.
    private static func priceOfNamedCoin(in table: TransactionTable, _ columns: [Field: Int]) -> Int? {
        table.names.indices.first { column in
            let words = plain(table.names[column]).split(separator: " ")
            let rest = words.filter { KnownAssets.id(named: String($0)) == nil }
            return rest.count == words.count - 1 && names[.price]?.contains(rest.joined(separator: " ")) == true
                && !columns.values.contains(column)
        }
    }

    private static func saysUTC(_ name: String) -> Bool {
        name.lowercased().split { !$0.isLetter }.contains { $0 == "utc" || $0 == "gmt" }
    }

    private static func plain(_ name: String) -> String {
        let words = StatedUnits.nameWithoutCurrency(name).lowercased().split { !$0.isLetter && !$0.isNumber }
        let units: Set<Substring> = ["usd", "utc", "eur", "usdt", "gmt"]
        let kept = words.filter { !units.contains($0) }
        return (kept.isEmpty ? words : kept).joined(separator: " ")
    }

    /// The usual names of each column, the most telling first.
    private static let names: [Field: [String]] = [
        .time: ["time", "date", "datetime", "date time", "timestamp", "executed at", "created at", "day", "data", "дата", "күні"],
        .clock: ["time", "time of day", "hour", "ora", "orario", "время", "уақыты"],
        .zone: ["timezone", "time zone", "tz", "fuso orario", "часовой пояс", "уақыт белдеуі"],
        .kind: [
            "kind", "type", "transaction type", "side", "action", "operation", "transaction", "order type", "tipo", "operazione",
            "тип", "операция", "түрі",
        ],
        .asset: [
            "asset", "coin", "symbol", "ticker", "base asset", "base currency", "pair", "product", "market", "moneta",
            "simbolo", "монета", "тикер", "münze", "kryptowährung", "coins", "cryptocurrency", "crypto", "cryptomonnaie", "jeton",
            "monnaie virtuelle", "criptomoneda", "cripto", "criptovaluta", "криптовалюта", "актив", "currency", "moneda",
        ],
        .quantity: [
            "quantity", "quantity transacted", "executed", "filled", "size", "amount", "volume", "vol", "change", "units",
            "quantità", "количество", "саны",
        ],
        .price: [
            "price", "price per coin", "unit price", "quote price", "spot price", "price at transaction", "rate", "avg price",
            "spot price at transaction",
            "prezzo", "цена", "бағасы",
        ],
        .cash: [
            "cash", "subtotal", "total", "cost", "proceeds", "total value", "funds", "received paid amount", "amount", "totale",
            "controvalore", "сумма", "итого", "барлығы",
        ],
        .fee: ["fee", "fees", "fee amount", "commission", "fees and or spread", "commissione", "комиссия"],
        .status: [
            "status", "state", "order status", "transaction status", "trade status", "stato", "статус", "состояние", "күйі",
            "мәртебесі",
        ],
        .to: ["to", "to wallet"], .value: ["value"],
        .wallet: ["wallet", "account", "portfolio", "portafoglio", "кошелек", "әмиян"],
        .note: ["note", "notes", "comment", "description", "memo", "nota", "note e commenti", "примечание", "ескертпе"],
    ]

    // MARK: Contents

    private static func looks(_ cell: String, like field: Field) -> Bool {
        switch field {
        case .time: DateText.seconds(cell) != nil && Double(cell) == nil || datePatterns.contains { $0.stamp(cell) != nil }
        case .kind: KindWords.kind(cell) != nil
        case .asset:
            cell.utf8.count >= 2 && Double(cell) == nil && cell.contains(where: \.isLetter) && CoinSymbol(cell).ticker != nil
        // A date such as 20240105 is no amount, and TX1001 is an id.
        default:
            DateText.seconds(cell) == nil && cell.first?.isLetter == false
                && (ForeignNumber(cell, .point) ?? ForeignNumber(cell, .comma)) != nil
        }
    }

    /// Whether the time of day is in a column of its own, because the dates have none.
    private static func needsClock(_ table: TransactionTable, _ columns: [Field: Int]) -> Bool {
        columns[.time].map { !table.filledCells($0).contains { $0.contains(":") } } ?? false
    }

    private static func isClock(_ table: TransactionTable, _ column: Int) -> Bool {
        let cells = table.filledCells(column)
        return !cells.isEmpty
            && cells.allSatisfy { cell in
                DateText.stamp("2000-01-01 \(cell)") != nil || datePatterns.contains { $0.stamp("2000/01/01 \(cell)") != nil }
            }
    }

    /// The formats in which all dates can be read, nil for ISO dates and Unix times. Several if the dates leave it open.
    package static func dateFormats(of dates: [String]) -> [String?] {
        guard !dates.isEmpty else { return [] }
        if dates.allSatisfy({ DateText.seconds($0) != nil }) { return [nil] }
        return datePatterns.filter { pattern in dates.allSatisfy { pattern.stamp($0) != nil } }.map(\.description)
    }

    private static let datePatterns: [DatePattern] = {
        let days = [
            "dd/MM/yyyy", "MM/dd/yyyy", "dd.MM.yyyy", "dd-MM-yyyy", "MM-dd-yyyy", "yyyy/MM/dd", "dd MMM yyyy", "MMM dd yyyy",
            "MMM dd, yyyy",
        ]
        let times = ["", " HH:mm", " HH:mm:ss", ", HH:mm", ", HH:mm:ss", " hh:mm a", " hh:mm:ss a", ", hh:mm:ss a"]
        return days.flatMap { day in times.compactMap { try? DatePattern(day + $0) } }
    }()
}

/// The words that programs use for kinds of transactions.
enum KindWords {
    /// Nil for an unknown word, and for texts such as “Simple Earn Redemption” and “Refund of a purchase”.
    static func kind(_ text: String) -> Transaction.Kind? {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        guard unused.isDisjoint(with: words) else { return nil }
        let text = words.joined(separator: " ")
        // Tables have no columns for what a swap or a split brings.
        if let kind = Transaction.Kind(rawValue: text), ![.correction, .swap, .split].contains(kind) { return kind }
        if let kind = kinds.first(where: { $0.words.contains(text) })?.kind { return kind }
        return isContradiction(words) ? nil : kinds.first { !$0.words.isDisjoint(with: words) }?.kind
    }

    /// Whether the words say several kinds: coins are also bought for staking, moved to it and taken back, which is no income.
    private static func isContradiction(_ words: [String]) -> Bool {
        // “Buy in EUR” and “Interest payout” say one kind.
        let words = Set(words).subtracting(["in", "out", "payout"])
        let said = Set(kinds.filter { !$0.words.isDisjoint(with: words) }.map(\.kind))
        // Income is received, also as a deposit, and moving coins has a fee.
        if said == [.income, .deposit] {
            return words.contains("staking") && words.isDisjoint(with: ["reward", "rewards", "income"])
        }
        if said.contains(.fee) { return !said.isDisjoint(with: [.buy, .sell, .income]) }
        return said.count > 1
    }

    private static let kinds: [(kind: Transaction.Kind, words: Set<String>)] = [
        (.buy, ["buy", "bought", "purchase", "acquisto", "compra", "kauf", "achat", "покупка", "сатып"]),
        (.sell, ["sell", "sold", "sale", "vendita", "verkauf", "vente", "venta", "продажа", "сату"]),
        (
            .income,
            [
                "income", "reward", "rewards", "staking", "interest", "airdrop", "mining", "dividend", "bonus", "rendita", "zinsen",
                "доход", "кіріс",
            ]
        ),
        (.fee, ["fee", "fees", "commission", "commissione", "gebühr", "frais", "комиссия"]),
        (.transfer, ["transfer", "trasferimento", "übertrag", "virement", "перевод", "аударым"]),
        (
            .withdrawal,
            [
                "withdrawal", "withdraw", "send", "sent", "out", "payout", "prelievo", "auszahlung", "retrait", "вывод", "списание",
                "шығару",
            ]
        ),
        (
            .deposit,
            [
                "deposit", "receive", "received", "in", "versamento", "deposito", "einzahlung", "dépôt", "пополнение", "зачисление",
                "салу",
            ]
        ),
    ]

    /// Words of transactions that we do not record as what their other words say: coins are moved, or nothing happened.
    private static let unused: Set<String> = [
        "subscription", "redemption", "unstake", "unstaking", "allocation", "refund", "reversal", "cancelled", "canceled", "failed",
        "rejected", "futures", "margin", "options", "short", "pending", "expired", "declined", "chargeback", "not",
    ]
}
