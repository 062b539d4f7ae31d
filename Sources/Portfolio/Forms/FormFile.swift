import JSONText
import Market

/// A form that a person wrote as JSON for an export that no form reads: the same declaration as data.
///
/// ```json
/// {"columns": {"time": "When", "kind": "What", "coin": "Coin", "amount": "Amount"},
///  "kinds": {"In": "deposit", "Out": "withdrawal", "Bonus": "income", "Lock": "leave out: it stays there"},
///  "dates": ["dd.MM.yyyy HH:mm"], "zone": "Europe/Berlin", "decimal": "comma"}
/// ```
///
/// With `like`, a known form is changed.
package struct FormFile: Sendable {
    package let form: TransactionForm

    /// Reads a file.
    ///
    /// - Throws: ``FormFileError``.
    package init(_ bytes: [UInt8]) throws(FormFileError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw FormFileError("\(error)")
        }
        guard let members = value.members else { throw FormFileError("expected one JSON object") }
        var form = TransactionForm(id: "map", program: "your program", reads: "", headers: [], columns: [:])
        if let like = value["like"] {
            let id = try Self.text("like", like)
            guard let known = TransactionForm.named(id) else {
                throw FormFileError("like is \"\(id)\"; expected \(Self.list(TransactionForm.all.map(\.id)))")
            }
            form = known
        }
        if let match = value["match"] {
            guard value["like"] == nil else { throw FormFileError("like and match contradict each other; give one of them") }
            guard value["columns"] == nil else {
                throw FormFileError(
                    "match and columns contradict each other; match has the numbers of columns, so leave out columns")
            }
            form = try Self.match(match).form
        }
        for member in members where !["like", "match"].contains(member.key) { try Self.set(member.key, member.value, in: &form) }
        if let columns = form.match?.columns {
            var match = ColumnMatch(columns: columns, dateFormat: form.dates.first, decimal: form.decimal)
            match.isWithoutCurrency = form.match?.isWithoutCurrency == true
            if let missing = match.missing.first {
                throw FormFileError("match has no \"\(missing)\"; expected the number of its column")
            }
            guard !form.kinds.contains(where: { $0.meaning.needsSides }), form.other?.needsSides != true else {
                throw FormFileError("with match, no kind means trade, by sides, leg or leg fee; its rows have no second side")
            }
            form.match = match
            self.form = form
            return
        }
        guard form.columns[.time] != nil else {
            throw FormFileError("columns has no \"time\"; expected the name of the column of dates")
        }
        let isAmount = form.columns.keys.contains { [.amount, .money, .total, .out, .in].contains($0) }
        guard isAmount else { throw FormFileError("columns has no amount; expected amount, money, total, out or in") }
        if form.headers.isEmpty { form.headers = [form.columns.values.filter { $0.count == 1 }.map { $0[0] }] }
        if form.kinds.isEmpty, form.other == nil { form.other = .bySides }
        self.form = form
    }

    private static func set(_ key: String, _ value: JSONValue, in form: inout TransactionForm) throws(FormFileError) {
        switch key {
        case "id": form.id = try text(key, value)
        case "program": form.program = try text(key, value)
        case "columns":
            for (name, names) in try table(key, value) {
                guard let field = TransactionForm.Field(rawValue: name) else {
                    throw FormFileError(
                        "columns has \"\(name)\"; expected \(Self.list(TransactionForm.Field.allCases.map(\.rawValue)))")
                }
                guard !names.isEmpty else { throw FormFileError("columns.\(name) is empty; expected the name of a column") }
                form.columns[field] = try names.map(pattern)
            }
        case "kinds":
            var kinds: TransactionForm.Kinds = []
            for (word, meanings) in try table(key, value) {
                kinds.append(([try pattern(word)], try meaning(meanings.first ?? "")))
            }
            form.kinds = kinds + form.kinds
        case "other": form.other = try meaning(try text(key, value))
        case "id_columns": form.idColumns = try list(key, value).map(TransactionForm.plain)
        case "header": form.headers = [try list(key, value).map(pattern)]
        case "dates":
            let dates = try list(key, value)
            for date in dates {
                do { _ = try DatePattern(date) } catch { throw FormFileError("\(error)") }
            }
            form.dates = dates
        case "zone":
            form.zone = try text(key, value)
            guard CalendarZone(form.zone) != nil else {
                throw FormFileError("no time zone is named \(form.zone); expected UTC or a name such as Europe/Berlin")
            }
        case "decimal":
            form.decimal = try text(key, value) == automatic ? nil : try choice(key, value, DecimalSign.allCases, or: automatic)
        case "grouping": form.grouping = try choice(key, value, TransactionForm.Grouping.allCases)
        case "reader": form.reader = try choice(key, value, TransactionForm.Reader.allCases)
        case "coins":
            for (name, names) in try table(key, value) { form.coins[name.uppercased()] = names.first?.uppercased() }
        case "fee_within": form.feeIsWithin = try kinds(key, value)
        case "fee_foreign": form.feeIsForeign = try kinds(key, value)
        case "list": form.jsonList = try text(key, value)
        default: throw FormFileError("\"\(key)\" is not known; expected \(list(members))")
        }
    }

    /// All members, in the order of the documentation.
    private static let members = [
        "columns", "kinds", "other", "id_columns", "dates", "zone", "decimal", "coins", "fee_within", "fee_foreign", "grouping",
        "reader",
        "header", "list", "id", "program", "like", "match",
    ]
    private static let automatic = "auto"

    /// Reads the numbers of columns, as the page matches them.
    private static func match(_ value: JSONValue) throws(FormFileError) -> ColumnMatch {
        guard let members = value.members else { throw FormFileError("match: expected an object of numbers of columns") }
        var match = ColumnMatch(columns: [:], dateFormat: nil, decimal: nil)
        for member in members {
            guard let field = ColumnMatch.Field(rawValue: member.key) else {
                throw FormFileError("match has \"\(member.key)\"; expected \(list(ColumnMatch.Field.allCases.map(\.rawValue)))")
            }
            if field == .currency, member.value.string == ColumnMatch.noColumn {
                match.isWithoutCurrency = true
                continue
            }
            guard let number = member.value.integer, (0..<TransactionTable.mostColumns).contains(number) else {
                throw FormFileError("match.\(field.rawValue): expected the number of a column, the first of which is 0")
            }
            match.columns[field] = number
        }
        return match
    }

    // MARK: Values

    private static func list(_ choices: [String]) -> String { choices.joined(separator: ", ") }

    /// The name of a column or kind, in which at most one `*` stands for any text.
    private static func pattern(_ text: String) throws(FormFileError) -> String {
        guard text.count(where: { $0 == "*" }) <= 1 else { throw FormFileError("\"\(text)\" has several *; expected at most one") }
        return TransactionForm.plain(text)
    }

    /// Reads what a kind means.
    static func meaning(_ text: String) throws(FormFileError) -> TransactionForm.Meaning {
        let parts = text.components(of: " or ")
        if parts.count == 2, let isIn = FormEvent.Kind(word: parts[0]), let out = FormEvent.Kind(word: parts[1]) {
            // Amounts on the other side than their kind takes would be no side at all.
            guard isIn.isIn, !out.isIn, ![.trade, .transfer].contains(out) else {
                throw FormFileError(
                    "a kind means \"\(text)\"; expected first what a positive amount is and brings in, then what a negative one is and "
                        + "takes out, such as \"deposit or withdrawal\"")
            }
            return .bySign(in: isIn, out: out)
        }
        if let why = text.suffix(after: "leave out") { return .leftOut(why.isEmpty ? .chosen : .other(why)) }
        if let family = text.suffix(after: "leg fee") { return .legFee(family: family) }
        if let family = text.suffix(after: "leg") { return .leg(family: family) }
        switch text {
        case "buy": return .buy
        case "sell": return .sell
        case "by sides": return .bySides
        case "only fee": return .onlyFee
        default:
            guard let kind = FormEvent.Kind(word: text) else {
                let known = ["buy", "sell"] + FormEvent.Kind.allCases.map(\.rawValue)
                throw FormFileError(
                    "a kind means \"\(text)\"; expected \(known.joined(separator: ", ")), by sides, only fee, leg, leg fee, "
                        + "\"deposit or withdrawal\" by the sign, or \"leave out: WHY\"")
            }
            return .event(kind)
        }
    }

    private static func kinds(_ key: String, _ value: JSONValue) throws(FormFileError) -> Set<FormEvent.Kind> {
        var kinds: Set<FormEvent.Kind> = []
        for name in try list(key, value) {
            guard let kind = FormEvent.Kind(word: name) else {
                throw FormFileError("\(key) has \"\(name)\"; expected \(Self.list(FormEvent.Kind.allCases.map(\.rawValue)))")
            }
            kinds.insert(kind)
        }
        return kinds
    }

    private static func text(_ key: String, _ value: JSONValue) throws(FormFileError) -> String {
        guard let text = value.string, !text.isEmpty, text.utf8.count <= 200 else {
            throw FormFileError("\(key): expected a text of 1 to 200 bytes")
        }
        return text
    }

    /// A text stands for a list of one.
    private static func list(_ key: String, _ value: JSONValue) throws(FormFileError) -> [String] {
        if value.string != nil { return [try text(key, value)] }
        guard let values = value.array, values.count <= 1000 else {
            throw FormFileError("\(key): expected a text, or a list of at most 1000 texts")
        }
        var texts: [String] = []
        for value in values { texts.append(try text(key, value)) }
        return texts
    }

    private static func table(_ key: String, _ value: JSONValue) throws(FormFileError) -> [(String, [String])] {
        guard let members = value.members, members.count <= 1000 else {
            throw FormFileError("\(key): expected an object of at most 1000 texts or lists of texts")
        }
        var table: [(String, [String])] = []
        for member in members { table.append((member.key, try list("\(key).\(member.key)", member.value))) }
        return table
    }

    private static func choice<Choice: RawRepresentable>(
        _ key: String, _ value: JSONValue, _ all: [Choice], or other: String? = nil
    ) throws(FormFileError) -> Choice where Choice.RawValue == String {
        let name = try text(key, value)
        guard let choice = all.first(where: { $0.rawValue == name }) else {
            throw FormFileError("\(key) is \"\(name)\"; expected \(list(all.map(\.rawValue) + [other].compactMap(\.self)))")
        }
        return choice
    }
}

/// Why a file of a form cannot be used.
package struct FormFileError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension TransactionForm.Meaning {
    /// Whether its rows have columns for both sides, or are sides themselves.
    fileprivate var needsSides: Bool {
        switch self {
        case .event(.trade), .bySides, .leg, .legFee: true
        default: false
        }
    }
}

extension String {
    /// The text behind a beginning, without a colon and blanks before it; nil if it begins otherwise.
    fileprivate func suffix(after beginning: String) -> String? {
        guard hasPrefix(beginning) else { return nil }
        let rest = dropFirst(beginning.count)
        guard rest.isEmpty || rest.first == ":" || rest.first == " " else { return nil }
        return String(rest.drop { $0 == ":" || $0 == " " })
    }

    fileprivate func components(of separator: String) -> [String] { split(separator: separator).map(String.init) }
}
