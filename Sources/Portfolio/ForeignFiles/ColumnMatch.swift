import Ledger
import Market

/// Which columns of a foreign table are ours, and how to read their cells.
package struct ColumnMatch: Equatable, Sendable {
    package enum Field: String, CaseIterable, Sendable {
        case time, kind, asset, quantity, price, cash, fee, to, value, wallet, note

        /// Whether every row needs it. The kind can follow from the sign of the quantity.
        package var isRequired: Bool { [.time, .asset, .quantity].contains(self) }
    }

    /// The numbers of the columns.
    package var columns: [Field: Int]
    /// The format of dates; nil for ISO dates and Unix times.
    package var dateFormat: String?
    package var decimal: DecimalSign

    package init(columns: [Field: Int], dateFormat: String?, decimal: DecimalSign) {
        (self.columns, self.dateFormat, self.decimal) = (columns, dateFormat, decimal)
    }

    /// The required fields without a column.
    package var missing: [Field] { Field.allCases.filter { $0.isRequired && columns[$0] == nil } }

    /// Matches columns by their names, and those that are still missing by their contents.
    package init(of table: TransactionTable) {
        var columns: [Field: Int] = [:]
        let names = table.names.map(Self.plain)
        for field in Field.allCases {
            let wanted = Self.names[field] ?? []
            for name in wanted where columns[field] == nil {
                columns[field] = names.indices.first { names[$0] == name && !columns.values.contains($0) }
            }
        }
        for field in [Field.time, .kind, .asset, .quantity] where columns[field] == nil {
            columns[field] = names.indices.first { column in
                let cells = table.filledCells(column)
                return !columns.values.contains(column) && !cells.isEmpty && cells.allSatisfy { Self.looks($0, like: field) }
            }
        }
        let numbers = [Field.quantity, .price, .cash, .fee, .value].compactMap { columns[$0] }.flatMap(table.filledCells)
        self.init(
            columns: columns, dateFormat: Self.dateFormats(of: columns[.time].map(table.filledCells) ?? []).first.flatMap(\.self),
            decimal: Self.decimalSign(of: numbers))
    }

    // MARK: Names

    private static func plain(_ name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        let units: Set<Substring> = ["usd", "utc", "eur", "usdt", "gmt"]
        let kept = words.filter { !units.contains($0) }
        return (kept.isEmpty ? words : kept).joined(separator: " ")
    }

    /// The usual names of each column, the most telling first.
    private static let names: [Field: [String]] = [
        .time: ["time", "date", "datetime", "date time", "timestamp", "executed at", "created at", "day", "data", "дата", "күні"],
        .kind: [
            "kind", "type", "transaction type", "side", "action", "operation", "transaction", "order type", "tipo", "operazione",
            "тип", "операция", "түрі",
        ],
        .asset: [
            "asset", "coin", "currency", "symbol", "ticker", "base asset", "base currency", "pair", "market", "moneta", "simbolo",
            "монета", "тикер",
        ],
        .quantity: [
            "quantity", "amount", "quantity transacted", "size", "volume", "vol", "filled", "executed", "units", "quantità",
            "количество", "саны",
        ],
        .price: [
            "price", "price per coin", "unit price", "spot price", "price at transaction", "rate", "avg price", "prezzo", "цена",
            "бағасы",
        ],
        .cash: [
            "cash", "total", "subtotal", "cost", "proceeds", "total value", "totale", "controvalore", "сумма", "итого", "барлығы",
        ],
        .fee: ["fee", "fees", "commission", "fees and or spread", "commissione", "комиссия"],
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
        default: ForeignNumber.text(cell, .point) != nil || ForeignNumber.text(cell, .comma) != nil
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
            "dd/MM/yyyy", "MM/dd/yyyy", "dd.MM.yyyy", "dd-MM-yyyy", "yyyy/MM/dd", "dd MMM yyyy", "MMM dd yyyy", "MMM dd, yyyy",
        ]
        let times = ["", " HH:mm", " HH:mm:ss", ", HH:mm", ", HH:mm:ss", " hh:mm a", " hh:mm:ss a", ", hh:mm:ss a"]
        return days.flatMap { day in times.compactMap { try? DatePattern(day + $0) } }
    }()

    private static func decimalSign(of numbers: [String]) -> DecimalSign {
        // A point before a comma, or a comma that does not stand before three digits, is not a group mark.
        let isComma = numbers.contains { text in
            guard let comma = text.lastIndex(of: ",") else { return false }
            if let point = text.lastIndex(of: ".") { return point < comma }
            let digits = text[text.index(after: comma)...].prefix(while: \.isNumber).count
            return digits != 3 || text.hasPrefix("0,")
        }
        return isComma ? .comma : .point
    }
}

/// The words that programs use for kinds of transactions.
enum KindWords {
    /// Nil for an unknown word.
    static func kind(_ text: String) -> Transaction.Kind? {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        let text = words.joined(separator: " ")
        if let kind = Transaction.Kind(rawValue: text), kind != .correction { return kind }
        return kinds.first { $0.words.contains { text == $0 || words.contains($0) } }?.kind
    }

    private static let kinds: [(kind: Transaction.Kind, words: Set<String>)] = [
        (.buy, ["buy", "bought", "purchase", "acquisto", "compra", "покупка", "сатып"]),
        (.sell, ["sell", "sold", "sale", "vendita", "продажа", "сату"]),
        (
            .income,
            [
                "income", "reward", "rewards", "staking", "interest", "airdrop", "mining", "earn", "dividend", "bonus", "rendita",
                "доход", "кіріс",
            ]
        ),
        (.fee, ["fee", "fees", "commission", "commissione", "комиссия"]),
        (.transfer, ["transfer", "trasferimento", "перевод", "аударым"]),
        (.withdrawal, ["withdrawal", "withdraw", "send", "sent", "out", "payout", "prelievo", "вывод", "списание", "шығару"]),
        (.deposit, ["deposit", "receive", "received", "in", "versamento", "deposito", "пополнение", "зачисление", "салу"]),
    ]
}

/// Numbers as programs write them: with group marks and marks of currencies.
enum ForeignNumber {
    /// Returns a plain decimal, with its sign; nil if the text is not a number.
    static func text(_ text: String, _ decimal: DecimalSign) -> String? {
        let (mark, group): (Character, Character) = decimal == .comma ? (",", ".") : (".", ",")
        var plain = text.filter { !$0.isWhitespace && $0 != group && $0 != "'" && $0 != "\u{2019}" }
        plain = plain.replacing("\u{2212}", with: "-")
        plain.removeAll { $0.isLetter || $0.isCurrencySymbol }
        let isNegative = plain.hasPrefix("-") || plain.hasPrefix("(") && plain.hasSuffix(")")
        let digits = plain.filter { !"+-()".contains($0) }
        guard digits.contains(where: \.isNumber), digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == mark }) else { return nil }
        guard digits.count(where: { $0 == mark }) <= 1 else { return nil }
        let number = String(digits.map { $0 == mark ? "." : $0 })
        let whole = number.hasPrefix(".") ? "0" + number : number.hasSuffix(".") ? String(number.dropLast()) : number
        return (isNegative ? "-" : "") + whole
    }
}
