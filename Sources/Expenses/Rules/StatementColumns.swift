import Ledger
import Portfolio

/// Matches the columns of a bank's file by their names, and by their contents if those are unknown.
enum StatementColumns {
    typealias Field = StatementForm.Field

    static func isHeader(_ cells: [String]) -> Bool {
        let found = Set(cells.map(plain))
        func has(_ field: Field) -> Bool { names[field]?.contains(where: found.contains) == true }
        return has(.date) && (has(.amount) || has(.debit) && has(.credit))
    }

    static func match(_ table: StatementTable) -> [Field: Int] {
        let plainNames = table.names.map(plain)
        func named(_ field: Field, where isMeant: (Int) -> Bool = { _ in true }) -> Int? {
            for name in names[field] ?? [] {
                if let column = plainNames.indices.first(where: { plainNames[$0] == name && isMeant($0) }) { return column }
            }
            return nil
        }
        var columns: [Field: Int] = [:]
        for field in [Field.date, .debit, .credit, .counterparty, .balance, .status] { columns[field] = named(field) }
        columns[.clock] = named(.clock) { $0 != columns[.date] }
        // Beside a debit and a credit, an amount may be in the currency of a shop.
        if columns[.debit] == nil || columns[.credit] == nil { columns[.amount] = named(.amount) }
        if columns[.amount] != nil { (columns[.debit], columns[.credit]) = (nil, nil) }
        findByContents(table, &columns)
        if let amount = columns[.amount] {
            columns[.direction] = named(.direction) { column in
                let cells = table.cells(column).prefix(500).filter { !$0.isEmpty }
                return !cells.isEmpty && cells.allSatisfy { isDebit($0) != nil }
            }
            if !["net", "netto"].contains(plainNames[amount]) { columns[.fee] = named(.fee) }
        }
        if columns[.text] == nil { columns[.text] = named(.text) { !columns.values.contains($0) } }
        columns[.currency] = currency(plainNames, columns)
        return columns
    }

    /// The column beside the amount, of several with the same name; or one that says of which amount it is the currency.
    private static func currency(_ plainNames: [String], _ columns: [Field: Int]) -> Int? {
        let amount = columns[.amount] ?? columns[.credit] ?? columns[.debit] ?? 0
        let plain = plainNames.indices.filter { names[.currency]?.contains(plainNames[$0]) == true && !columns.values.contains($0) }
        if let beside = plain.first(where: { $0 == amount + 1 }) ?? plain.first { return beside }
        let words = Set(plainNames[amount].split(separator: " ")).subtracting(["в", "in", "of"])
        return plainNames.indices.first { column in
            let own = Set(plainNames[column].split(separator: " "))
            return !own.isDisjoint(with: ["currency", "валюта", "waehrung", "währung"]) && !own.isDisjoint(with: words)
        }
    }

    /// Finds a date, a single column of numbers, and the longest texts.
    private static func findByContents(_ table: StatementTable, _ columns: inout [Field: Int]) {
        func share(_ column: Int, _ test: (String) -> Bool) -> Bool {
            let cells = table.cells(column).prefix(50).filter { !$0.isEmpty }
            return !columns.values.contains(column) && !cells.isEmpty && 2 * cells.count(where: test) > cells.count
        }
        if columns[.date] == nil { columns[.date] = table.names.indices.first { share($0, StatementTable.isDate) } }
        guard columns[.amount] == nil, columns[.debit] == nil, columns[.credit] == nil else { return }
        let numbers = table.names.indices.filter { share($0) { StatementTable.isNumber($0) && !StatementTable.isDate($0) } }
        if numbers.count == 1 { columns[.amount] = numbers[0] }
        columns[.text] = table.names.indices.filter { !numbers.contains($0) && !columns.values.contains($0) }
            .max { length(table, $0) < length(table, $1) }
    }

    private static func length(_ table: StatementTable, _ column: Int) -> Int {
        table.cells(column).prefix(50).reduce(0) { $0 + $1.utf8.count }
    }

    // MARK: Words

    /// The words of a name in small letters, without a currency in brackets.
    static func plain(_ name: String) -> String {
        words(name.replacing(/[(\[][A-Z]{3}[)\]]/, with: "").replacing("ё", with: "е"))
    }

    /// The words of a text in small letters, without punctuation.
    static func words(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    /// The currency in the name of a column: EUR for `Amount (EUR)`.
    static func currency(inName name: String) -> ISOCurrency? {
        name.split { !$0.isLetter }.lazy.compactMap { ISOCurrency(String($0)) }.first
    }

    /// Whether a word says that money was spent; nil for other words.
    static func isDebit(_ word: String) -> Bool? {
        let word = words(String(word.prefix(20)))
        return debits.contains(word) ? true : credits.contains(word) ? false : nil
    }

    private static let debits: Set<String> = [
        "d", "dr", "debit", "dbit", "s", "soll", "out", "af", "dare", "addebito", "uscita", "расход", "списание", "дебет", "шығыс",
    ]
    private static let credits: Set<String> = [
        "c", "cr", "credit", "crdt", "h", "haben", "in", "bij", "avere", "accredito", "entrata", "приход", "зачисление",
        "пополнение", "поступление", "кредит", "кіріс",
    ]

    /// Whether a transaction of a status has not been booked.
    static func isUnbooked(_ status: String) -> Bool {
        let status = String(status.prefix(40))
        return StatusWords.isCompleted(status) == false || unbooked.contains(words(status))
    }

    private static let unbooked: Set<String> = [
        "vorgemerkt", "umsatz vorgemerkt", "autorizzato", "denied", "on hold", "removed", "hold", "authorised", "authorized",
    ]

    /// The names of each column, the most telling first.
    private static let names: [Field: [String]] = [
        .date: [
            "transaction date", "started date", "date", "booking date", "posting date", "post date", "buchungstag", "buchungsdatum",
            "buchung", "datum", "data operazione", "data contabile", "data registrazione", "data movimento", "data",
            "дата операции", "дата и время операции", "дата проведения операции", "дата транзакции", "дата", "операция күні",
            "күні",
            "completed date", "value date", "valutadatum", "wertstellung", "data valuta",
        ],
        .clock: ["time", "time of day", "uhrzeit", "ora", "orario", "время", "время операции", "уақыты", "уақыт"],
        .text: [
            "verwendungszweck", "description", "transaction description", "payment reference", "payment type and details",
            "descrizione completa", "descrizione estesa", "descrizione operazione", "descrizione", "описание операции", "описание",
            "детали", "назначение платежа", "memo", "details", "narrative", "reference", "subject", "buchungstext", "causale",
            "operation", "операция", "type", "note", "notes", "категория", "сипаттама", "толық ақпарат",
        ],
        .counterparty: [
            "beguenstigter zahlungspflichtiger", "begünstigter zahlungspflichtiger", "auftraggeber empfänger",
            "name zahlungsbeteiligter", "partner name", "merchant", "payee", "payee name", "counterparty", "name", "empfänger",
            "beneficiario", "controparte", "контрагент", "получатель",
        ],
        .amount: [
            "net", "netto", "сумма платежа", "сумма в валюте счета", "amount", "betrag", "umsatz", "importo", "сумма операции",
            "сумма", "операция сомасы", "сомасы", "сома", "transaction amount", "gross",
        ],
        .debit: [
            "debit", "debit amount", "paid out", "money out", "withdrawals", "withdrawal", "soll", "belastung", "addebiti",
            "uscite",
            "dare", "расход в валюте счета", "расход", "списание", "дебет", "шығыс",
        ],
        .credit: [
            "credit", "credit amount", "paid in", "money in", "deposits", "deposit", "haben", "gutschrift", "accrediti", "entrate",
            "avere", "приход в валюте счета", "приход", "поступление", "зачисление", "кредит", "кіріс",
        ],
        .direction: [
            "direction", "debit credit", "credit debit", "credit debit indicator", "soll haben", "s h", "d c", "dr cr", "cr dr",
            "details", "type", "transaction type", "segno", "тип операции", "тип",
        ],
        .fee: ["fee"],
        .currency: ["currency", "währung", "waehrung", "divisa", "валюта", "валютасы"],
        .balance: ["balance", "running balance", "running bal", "saldo", "kontostand", "остаток", "баланс", "қалдық"],
        .status: ["state", "status", "stato", "статус", "info", "күйі"],
    ]
}

extension StatementTable {
    func cells(_ column: Int) -> LazyMapSequence<[Line], String> { lines.lazy.map { $0.cell(column) } }
}
