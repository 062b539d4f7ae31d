import Market

/// How a program writes its transactions: all that is needed to read a file of it.
///
/// A form is found by the names of a file's columns, never by the file's name. Names of columns and kinds are compared in small
/// letters; `*` in them stands for any text. To add a form, declare it in `Forms/Programs` and list it in ``all``; without a build,
/// write it as a file (``FormFile``).
package struct TransactionForm: Sendable {
    /// What a column states.
    enum Field: String, CaseIterable, Sendable {
        case time, clock, zone, kind, detail, origin, status, account, target, group, note
        /// One side: an amount of a coin, whose sign may say the direction, and what was paid or received for it.
        case coin, amount, pair, price, money, total, currency
        /// Two sides.
        case out, outCoin, `in`, inCoin
        case fee, feeCoin, worth, worthCurrency
    }

    /// What the rows of a kind are.
    enum Meaning: Equatable, Sendable {
        case event(FormEvent.Kind)
        /// The sign of the amount says which.
        case bySign(in: FormEvent.Kind, out: FormEvent.Kind)
        /// The amount is bought or sold for money.
        case buy, sell
        /// Bought or sold if the row has a price or money, otherwise a deposit or withdrawal, by the sign of the amount.
        case byAmount
        /// The money of the row comes in or leaves, whatever coin or share it is for.
        case money(FormEvent.Kind)
        /// Only the fee of the row leaves.
        case onlyFee
        /// A trade, deposit, withdrawal or transfer, by the sides that are filled.
        case bySides
        /// One side of a trade, or its fee; ``Grouping`` puts them together. Legs of other families are other trades.
        case leg(family: String), legFee(family: String)
        case leftOut(LeftOutReason)
    }

    /// Which legs are one trade.
    enum Grouping: String, CaseIterable, Sendable { case none, group, second }

    /// Forms whose names or texts need more than a table.
    enum Reader: String, CaseIterable, Sendable { case plain, kraken, coinbase }

    typealias Kinds = [(words: [String], meaning: Meaning)]

    /// A short name for `--form`.
    package var id: String
    package var program: String
    /// Which of its files this is, and what is read.
    package var reads: String
    /// What is left out, and why.
    package var leavesOut = ""
    /// Columns that every file of this form has, or all of another list. For JSON, the members of each transaction.
    package var headers: [[String]]
    /// The names of each column, the preferred first.
    var columns: [Field: [String]]
    /// The columns that together are the program's id of a row; empty if it has none.
    var idColumns: [String] = []
    /// Why rows without an id are left out; nil if they are read.
    var leavesOutWithoutID: LeftOutReason?
    /// Names in the column of coins of what has no price and cannot be sold, such as credits for fees, whose rows are left out.
    var creditCoins: Set<String> = []
    /// Formats of dates besides ISO dates and Unix times.
    var dates: [String] = []
    /// Nil to take it from the numbers.
    var decimal: DecimalSign? = .point
    /// The time zone of times without one.
    var zone = "UTC"
    /// The meaning of each kind; `kind/detail` precedes `*/detail`, which precedes `kind`.
    var kinds: Kinds = []
    /// The meaning of kinds that are not listed; nil if they are unknown.
    var other: Meaning?
    var grouping = Grouping.none
    var reader = Reader.plain
    /// Other names of coins, in capitals.
    var coins: [String: String] = [:]
    /// The kinds whose amount includes the fee.
    var feeIsWithin: Set<FormEvent.Kind> = []
    /// The kinds whose fee others paid, or that the amount already lacks.
    var feeIsForeign: Set<FormEvent.Kind> = []
    /// The member of a JSON object that lists the transactions; nil for tables.
    package var jsonList: String?
    /// The columns of a table that were matched by name and content; nil for forms.
    var match: ColumnMatch?
}

extension TransactionForm {
    /// The id of our own form.
    static let oursID = "closecast"
    /// The id for tables whose columns are matched by name and content.
    package static let columnsID = "columns"

    /// A form that can be chosen.
    package struct Choice: Sendable {
        package let id, program, reads, leavesOut: String
    }

    /// All forms that can be chosen by their ids.
    package static let choices =
        all.map { Choice(id: $0.id, program: $0.program, reads: $0.reads, leavesOut: $0.leavesOut) } + [
            Choice(id: oursID, program: "Closecast", reads: "Our own CSV and JSON, as an export writes them", leavesOut: ""),
            Choice(
                id: columnsID, program: "any program",
                reads:
                    "Tables of transactions, matched by the names and contents of their columns; money without a currency is in US dollars",
                leavesOut: ""),
        ]

    /// The table of all forms in Markdown, which the documentation contains.
    package static var table: String {
        "| `--form` | program | reads | leaves out |\n|---|---|---|---|\n"
            + all.map { "| `\($0.id)` | \($0.program) | \($0.reads) | \($0.leavesOut) |\n" }.joined()
    }

    /// Returns the form with an id.
    package static func named(_ id: String) -> TransactionForm? { all.first { $0.id == id.lowercased() } }

    /// Returns the id of the known form whose columns a table has; nil for our columns, for those that no form has, and for JSON. The rows
    /// are not read.
    package static func id(of bytes: [UInt8]) -> String? { found(inTable: FormTable.text(bytes))?.id }

    /// Returns the known form whose columns a table has; nil for our columns.
    static func found(inTable text: [UInt8]) -> TransactionForm? {
        guard let names = TransactionTable.names(text, isHeader: { found(for: $0) != nil }), !TransactionTable.isOurs(names) else {
            return nil
        }
        return found(for: names)
    }

    /// Returns the form whose columns a file has; if there are several, the one with the most.
    static func found(for names: [String], jsonList: String? = nil, among forms: [TransactionForm] = all) -> TransactionForm? {
        let names = names.map(plain)
        func has(_ header: [String]) -> Bool { header.map(FormWord.init).allSatisfy { names.contains(where: $0.matches) } }
        let fitting = forms.filter { $0.jsonList == jsonList }.compactMap { form in
            form.headers.filter(has).map(\.count).max().map { (form: form, count: $0) }
        }
        return fitting.max { $0.count < $1.count }?.form
    }

    /// The name of a column in small letters, without blanks at the ends and with single ones within.
    static func plain(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The number of a column, and the text that `*` in its name stands for.
    struct Place: Equatable {
        let column: Int
        let star: String
    }

    /// The places of the fields in a table.
    func places(in names: [String]) -> [Field: Place] {
        if let match { return match.places.filter { names.indices.contains($0.value.column) } }
        let names = Self.numbered(names.map(Self.plain))
        var found: [Field: Place] = [:]
        var taken: Set<Int> = []
        for field in Field.allCases {
            for name in (columns[field] ?? []).lazy.map(FormWord.init) {
                guard let column = names.indices.first(where: { !taken.contains($0) && name.matches(names[$0]) }) else { continue }
                found[field] = Place(column: column, star: name.star(names[column]))
                // A unit may stand in the cell of its amount, so other columns state several things.
                if field.isNumber { taken.insert(column) }
                break
            }
        }
        return found
    }

    /// The columns of the program's id.
    func idPlaces(in names: [String]) -> [Int] {
        let names = Self.numbered(names.map(Self.plain))
        return idColumns.compactMap(names.firstIndex)
    }

    /// Names that occur again get a number: `cur.`, `cur.#2`.
    private static func numbered(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return names.map { name in
            counts[name, default: 0] += 1
            return counts[name] == 1 ? name : "\(name)#\(counts[name] ?? 1)"
        }
    }

}

/// The meanings of a form's kinds, found without comparing every word with every row.
struct KindMeanings {
    /// The place of each word in the form, whose first word counts.
    private var words: [String: Int] = [:]
    private var patterns: [(word: FormWord, place: Int)] = []
    private let meanings: [TransactionForm.Meaning]

    init(_ form: TransactionForm) {
        meanings = form.kinds.map(\.meaning)
        for (place, kind) in form.kinds.enumerated() {
            for word in kind.words {
                if words[word] == nil { words[word] = place }
                if word.contains("*"), !word.hasPrefix("*/") { patterns.append((FormWord(word), place)) }
            }
        }
    }

    /// Returns what the rows of a kind are; nil for a kind that the form does not list.
    func meaning(_ kind: String, _ details: [String]) -> TransactionForm.Meaning? {
        let kind = TransactionForm.plain(kind)
        let details = details.map(TransactionForm.plain).filter { !$0.isEmpty }
        for text in details.map({ "\(kind)/\($0)" }) + details.map({ "*/\($0)" }) + [kind] {
            let pattern = patterns.first { $0.word.matches(text) }?.place
            if let place = [words[text], pattern].compactMap(\.self).min() { return meanings[place] }
        }
        return nil
    }
}

extension TransactionForm.Field {
    /// Whether it states a number, so that no other field is read from its column.
    var isNumber: Bool {
        switch self {
        case .amount, .price, .money, .total, .out, .in, .fee, .worth: true
        default: false
        }
    }
}

/// A name with at most one `*`, which stands for any text.
struct FormWord {
    private let start, end: Substring
    private let hasStar: Bool

    init(_ text: String) {
        let parts = text.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
        (start, hasStar) = (parts.first ?? "", parts.count == 2)
        end = parts.count == 2 ? parts[1] : ""
    }

    func matches(_ name: String) -> Bool {
        guard hasStar else { return name == start }
        return name.utf8.count >= start.utf8.count + end.utf8.count && name.hasPrefix(start) && name.hasSuffix(end)
    }

    /// What the `*` stands for in a name that matches.
    func star(_ name: String) -> String {
        hasStar ? String(name.dropFirst(start.count).dropLast(end.count)) : ""
    }
}

extension [String] {
    /// Lists words: `.words("buy|bought")`.
    static func words(_ text: String) -> [String] { text.split(separator: "|").map(String.init) }
}
