import JSONText
import Market
import Text

/// The rows of another program's file, a table or a list in JSON, with the form to read them with.
struct FormTable: Sendable {
    let names: [String]
    let rows: [TransactionTable.Row]
    let form: TransactionForm

    /// Reads a file with the known form whose columns it has; nil for a file with our columns, and for one that no form reads. Only such
    /// a file is parsed beyond its header.
    init?(finding bytes: [UInt8]) {
        switch TransactionFile.Format(of: Self.withoutMark(bytes)) {
        case .json:
            let forms = TransactionForm.all.filter { $0.jsonList.map { Self.names($0, in: bytes) } ?? false }
            guard !forms.isEmpty else { return nil }
            self.init(json: Self.withoutMark(bytes), forms, isChosen: false)
        case .csv:
            let text = Self.text(bytes)
            guard let form = TransactionForm.found(inTable: text) else { return nil }
            self.init(table: text, form)
        }
    }

    /// Reads a file with a form; nil if it is neither a table nor a JSON object with the form's list.
    init?(_ bytes: [UInt8], _ form: TransactionForm) {
        switch TransactionFile.Format(of: Self.withoutMark(bytes)) {
        case .json: self.init(json: Self.withoutMark(bytes), [form], isChosen: true)
        case .csv: self.init(table: Self.text(bytes), form)
        }
    }

    private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// Whether a member of this name may be in JSON, without decoding it.
    private static func names(_ member: String, in bytes: [UInt8]) -> Bool {
        let mark = Array("\"\(member)\"".utf8)
        return bytes.indices.contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
    }

    /// Reads a table whose columns were matched.
    init(_ table: TransactionTable, _ form: TransactionForm) { (names, rows, self.form) = (table.names, table.rows, form) }

    private init?(table text: [UInt8], _ form: TransactionForm) {
        let table = TransactionTable(text) { cells in TransactionForm.found(for: cells, among: [form]) != nil }
        guard let table else { return nil }
        (names, rows, self.form) = (table.names, table.rows, form)
    }

    /// The text in UTF-8: bytes that are not are taken for Windows-1252, in which Excel saves in western Europe.
    static func text(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]), String(validating: bytes, as: UTF8.self) == nil
        else { return bytes }
        return Array(Windows1252.text(bytes).utf8)
    }

    /// Reads the list of one of some forms.
    ///
    /// - Parameter isChosen: whether the first form is used, whatever members the objects have.
    private init?(json bytes: [UInt8], _ forms: [TransactionForm], isChosen: Bool) {
        guard let value = try? JSONValue(parsing: bytes, keepsNumbers: true),
            let list = forms.compactMap(\.jsonList).first(where: { value[$0]?.array != nil }), let objects = value[list]?.array
        else { return nil }
        var names: [String] = []
        var places: [String: Int] = [:]
        for member in objects.lazy.prefix(1000).compactMap(\.members).joined() where places[member.key] == nil {
            guard names.count < TransactionTable.mostColumns else { return nil }
            places[member.key] = names.count
            names.append(member.key)
        }
        let found = isChosen ? forms[0] : TransactionForm.found(for: names, jsonList: list, among: forms)
        guard let found else { return nil }
        rows = objects.enumerated().map { index, object in
            var cells = [String](repeating: "", count: names.count)
            for member in object.members ?? [] {
                if let place = places[member.key] { cells[place] = member.value.string ?? "" }
            }
            return TransactionTable.Row(line: index + 1, cells: cells)
        }
        (self.names, form) = (names, found)
    }
}
