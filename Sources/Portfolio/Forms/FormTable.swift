import JSONText
import Market
import Text

/// The rows of another program's file, a table or a list in JSON, with the form whose columns it has.
struct FormTable: Sendable {
    let names: [String]
    let rows: [TransactionTable.Row]
    /// Nil if no form has these columns.
    let form: TransactionForm?

    /// Reads a file; nil if it is neither a table nor a JSON object with a list.
    ///
    /// - Parameter chosen: the form to read it with; nil to find it.
    init?(_ bytes: [UInt8], chosen: TransactionForm?) {
        switch TransactionFile.Format(of: Self.withoutMark(bytes)) {
        case .json: self.init(json: Self.withoutMark(bytes), chosen)
        case .csv: self.init(table: bytes, chosen)
        }
    }

    private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    private init?(table bytes: [UInt8], _ chosen: TransactionForm?) {
        let forms = chosen.map { [$0] } ?? TransactionForm.all
        let table = TransactionTable(Self.text(bytes)) { cells in TransactionForm.found(for: cells, among: forms) != nil }
        guard let table else { return nil }
        (names, rows, form) = (table.names, table.rows, chosen ?? TransactionForm.found(for: table.names))
    }

    /// The text in UTF-8: bytes that are not are taken for Windows-1252, in which Excel saves in western Europe.
    static func text(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]), String(validating: bytes, as: UTF8.self) == nil
        else { return bytes }
        return Array(String(String.UnicodeScalarView(bytes.map { $0 == 0x80 ? "€" : Unicode.Scalar($0) })).utf8)
    }

    private init?(json bytes: [UInt8], _ chosen: TransactionForm?) {
        guard let value = try? JSONValue(parsing: bytes, keepsNumbers: true) else { return nil }
        let lists = Set(([chosen].compactMap(\.self) + TransactionForm.all).compactMap(\.jsonList)).sorted()
        guard let list = lists.first(where: { value[$0]?.array != nil }), let objects = value[list]?.array else { return nil }
        var names: [String] = []
        var places: [String: Int] = [:]
        for member in objects.lazy.prefix(1000).compactMap(\.members).joined() where places[member.key] == nil {
            guard names.count < TransactionTable.mostColumns else { return nil }
            places[member.key] = names.count
            names.append(member.key)
        }
        rows = objects.enumerated().map { index, object in
            var cells = [String](repeating: "", count: names.count)
            for member in object.members ?? [] {
                if let place = places[member.key] { cells[place] = member.value.string ?? "" }
            }
            return TransactionTable.Row(line: index + 1, cells: cells)
        }
        (self.names, form) = (names, chosen ?? TransactionForm.found(for: names, jsonList: list))
    }
}
