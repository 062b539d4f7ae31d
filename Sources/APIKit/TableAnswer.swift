import HTTPEdge
import HTTPTypes
import JSONText
import NIOCore
import Records
import Text

/// The CSV of an operation whose answer has a list of objects, such as a page of a list: a line for each of them.
///
/// Its columns are the values of an element, in the order of the schema. Those of an object within an element bear both names
/// (`old_price_day`); lists within an element, and the members beside the list, are in the JSON only.
package struct TableAnswer: Sendable {
    private struct Column: Sendable {
        let name: String
        let path: [String]
    }

    /// The names of the lists that a report is about; the others of its lists are details. Lists have `data`.
    private static let mainLists = ["data", "values", "holdings"]

    private let member: String
    private let columns: [Column]
    private let isPaged: Bool

    /// Returns nil for an operation whose answer is no table, and for one that writes a CSV of its own.
    init?(_ method: Operation.Method, _ path: String, _ parameters: [Parameter], _ answers: [Operation.Answer]) {
        guard method == .get, path.hasPrefix("/v1/"), !parameters.contains(where: { $0.name == Parameter.format.name }),
            let contents = answers.first(where: { $0.status == 200 })?.contents, contents.count == 1,
            contents[0].type == "application/json"
        else { return nil }
        let members = Self.members(of: contents[0].schema)
        let lists = members.compactMap { member in Self.element(of: member.schema).map { (name: member.name, element: $0) } }
        let main = Self.mainLists.lazy.compactMap { name in lists.first { $0.name == name } }.first
        guard let list = main ?? (lists.count == 1 ? lists[0] : nil) else { return nil }
        (member, columns) = (list.name, Self.columns(of: list.element, [], beside: []))
        isPaged = members.contains { $0.name == Pagination.next.name }
        guard !columns.isEmpty else { return nil }
    }

    // MARK: What the document says

    /// The parameters with the choice of the format.
    func parameters(_ others: [Parameter]) -> [Parameter] { others + [.format] }

    /// The answers with the CSV.
    func answers(_ others: [Operation.Answer]) -> [Operation.Answer] {
        others.map { answer in
            guard answer.status == 200 else { return answer }
            let csv = Schema.csv(columns.map(\.name), length: 0...1_000_000_000)
            return .contents(
                200, answer.note, answer.contents + [("text/csv", csv)],
                headers: answer.headers + (isPaged ? [HTTPField.Name.nextCursor.rawName] : []))
        }
    }

    // MARK: The answer

    /// Returns the CSV of an answer in JSON; an answer of another kind stays as it is.
    func csv(of reply: Reply) throws -> Reply {
        guard reply.status == .ok, reply.headers[.contentType] == "application/json", case .bytes(let buffer) = reply.body else {
            return reply
        }
        // Digit by digit, as the JSON has them.
        let document = try JSONValue(parsing: Array(buffer.readableBytesView), keepsNumbers: true)
        var text = CSVText.line(columns.map(\.name))
        for element in document[member]?.array ?? [] { text += CSVText.line(columns.map { Self.text(at: $0.path, in: element) }) }
        var csv = Reply(.ok, ByteBuffer(string: text), type: "text/csv; charset=utf-8")
        csv.headers.append(contentsOf: reply.headers.filter { ![.contentType, .eTag].contains($0.name) })
        if let next = document[Pagination.next.name]?.string { csv.headers[.nextCursor] = next }
        return csv
    }

    private static func text(at path: [String], in element: JSONValue) -> String {
        let value = path.reduce(element as JSONValue?) { $0?[$1] }
        return switch value {
        case .string(let text): text
        case .boolean(let flag): flag.text
        default: ""
        }
    }

    // MARK: Schemas

    private static func members(of schema: Schema) -> [Schema.Member] {
        switch schema {
        case .object(let members): members
        case .named(_, let schema), .nullable(let schema): members(of: schema)
        case .variants(_, let variants):
            // The columns of all variants, each once.
            variants.flatMap(\.members).reduce(into: []) { all, member in
                if !all.contains(where: { $0.name == member.name }) { all.append(member) }
            }
        default: []
        }
    }

    /// The schema of the objects of a list; nil for another schema.
    private static func element(of schema: Schema) -> Schema? {
        switch schema {
        case .named(_, let schema), .nullable(let schema): element(of: schema)
        case .array(let element, _): members(of: element).isEmpty ? nil : element
        default: nil
        }
    }

    private static func columns(of schema: Schema, _ path: [String], beside others: [Column]) -> [Column] {
        var columns: [Column] = []
        if case .variants(let kind, _) = bare(schema) { columns.append(column(path + [kind], beside: others)) }
        for member in members(of: schema) {
            let (path, taken) = (path + [member.name], others + columns)
            if isValue(member.schema) {
                columns.append(column(path, beside: taken))
            } else {
                columns += Self.columns(of: member.schema, path, beside: taken)
            }
        }
        return columns
    }

    private static func bare(_ schema: Schema) -> Schema {
        switch schema {
        case .named(_, let schema), .nullable(let schema): bare(schema)
        default: schema
        }
    }

    private static func column(_ path: [String], beside others: [Column]) -> Column {
        var name = path.joined(separator: "_")
        while others.contains(where: { $0.name == name }) { name += "_" }
        return Column(name: name, path: path)
    }

    private static func isValue(_ schema: Schema) -> Bool {
        switch schema {
        case .string, .integer, .number, .ruled, .boolean, .decimal, .day, .moment, .choice: true
        case .named(_, let schema), .nullable(let schema): isValue(schema)
        case .either(let schemas): schemas.allSatisfy(isValue)
        case .array, .object, .map, .variants, .any: false
        }
    }
}

extension Parameter {
    /// The format of an answer that is JSON or CSV.
    package static let format = Parameter.query(
        "format", .choice(["json", "csv"]), "The format (default: as in the Accept header, otherwise JSON).")
}

/// What an `Accept` header asks for.
enum AcceptHeader {
    /// Whether a client asks for CSV rather than JSON; the order of the list is its preference.
    static func prefersCSV(_ text: String?) -> Bool {
        let accepted = (text ?? "").split(separator: ",").map { $0.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() }
        return accepted.first { ["text/csv", "text/*", "application/json", "application/*", "*/*"].contains($0) }
            .map { $0.hasPrefix("text/") } ?? false
    }
}

extension HTTPField.Name {
    /// The `next_cursor` of a list, for a CSV.
    package static let nextCursor = HTTPField.Name("Next-Cursor")!
}
