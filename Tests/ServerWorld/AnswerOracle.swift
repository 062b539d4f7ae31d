import JSONText

/// Checks answers against an OpenAPI document: status, content type and form must be declared, and objects have only declared
/// members. It reads the document as clients do and shares no code with the server.
package struct AnswerOracle: Sendable {
    private struct Operation {
        package let method: String
        /// The parts of the path; nil where any text is accepted.
        package let parts: [String?]
        /// By status.
        package let responses: JSONValue

        package var variableCount: Int { parts.count { $0 == nil } }

        package func fits(_ path: [String]) -> Bool {
            parts.count == path.count && zip(parts, path).allSatisfy { $0 == nil || $0 == $1 }
        }
    }

    private let operations: [Operation]
    private let schemas: SchemaOracle

    package init(_ document: JSONValue) {
        schemas = SchemaOracle(document["components"]?["schemas"] ?? .null)
        operations = (document["paths"]?.members ?? []).flatMap { path in
            let parts = path.key.split(separator: "/").map { $0.hasPrefix("{") ? nil : String($0) }
            return (path.value.members ?? []).map {
                Operation(method: $0.key.uppercased(), parts: parts, responses: $0.value["responses"] ?? .null)
            }
        }
    }

    /// The problem with an answer, or nil.
    ///
    /// - Parameters:
    ///   - target: path and query.
    ///   - type: the answer's `Content-Type`, nil if it has none.
    package func fault(_ method: String, _ target: String, status: Int, type: String?, body: [UInt8]) -> String? {
        // An answer to HEAD is the answer to GET without its body.
        guard method != "HEAD" else { return body.isEmpty ? nil : "HEAD has a body" }
        // HTTPTypes replaces control characters of a field's value with blanks, and removes blanks at its ends.
        let legal = target.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) }
        let target = String(legal.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        let text = target.prefix { $0 != "?" && $0 != "#" }
        let path = text.split(separator: "/").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
        // An operation that names a part of the path takes precedence over one that accepts any.
        let fitting = operations.filter { $0.fits(path) }
        let fewest = fitting.map(\.variableCount).min()
        guard let operation = fitting.first(where: { $0.method == method && $0.variableCount == fewest }) else {
            guard status >= 400 else { return "status \(status) of a route that is not in the document" }
            guard type == "application/problem+json" else { return "a problem of type \(type ?? "none")" }
            guard target.hasPrefix("/") else {
                // The parser decides where the path of such a target begins, and so which operation's problem it is.
                return fault(json: body, Self.problem).flatMap { _ in fault(json: body, Self.protocolProblem) }
            }
            return fault(json: body, path.first == "v2" ? Self.protocolProblem : Self.problem)
        }
        // A fragment does not belong in a request: the parser decides whether it is part of the path.
        if target.contains("#"), status == 404 { return fault(json: body, Self.problem) }
        guard let response = operation.responses["\(status)"] else { return "status \(status) is not declared" }
        return fault(body, type, in: response)
    }

    private static let problem = reference("Problem")
    private static let protocolProblem = reference("ProtocolProblem")

    private static func reference(_ name: String) -> JSONValue {
        .object([.init(key: "$ref", value: .string("#/components/schemas/\(name)"))])
    }

    private func fault(_ body: [UInt8], _ type: String?, in response: JSONValue) -> String? {
        guard let content = response["content"] else { return body.isEmpty ? nil : "a body where none is declared" }
        let name = type.map { String($0.prefix { $0 != ";" }) } ?? "none"
        guard let schema = content[name]?["schema"] else { return "Content-Type \(name) is not declared" }
        guard name.hasSuffix("json"), name != "application/x-ndjson" else {
            guard schema != .object([]) else { return nil }
            guard let text = String(validating: body, as: UTF8.self) else { return "the text is not UTF-8" }
            if name == "text/event-stream" { return fault(events: text, schema) }
            return schemas.fault(.string(text), schema, at: "")
        }
        return fault(json: body, schema)
    }

    /// Each event is an object of its fields, whose `data` is a job, or the number of notices.
    private func fault(events text: String, _ schema: JSONValue) -> String? {
        for event in text.split(separator: "\n\n") where !event.hasPrefix(":") {
            let fields = event.split(separator: "\n").map { line in
                let colon = line.firstIndex(of: ":") ?? line.endIndex
                let value = String(line[colon...].dropFirst().drop { $0 == " " })
                return JSONValue.Member(key: String(line[..<colon]), value: .string(value))
            }
            if let fault = schemas.fault(.object(fields), schema, at: "") { return fault }
            let data = fields.first { $0.key == "data" }?.value.string ?? ""
            let isCount = fields.contains { $0.key == "event" && $0.value.string == "count" }
            if let fault = fault(json: Array(data.utf8), Self.reference(isCount ? "NoticeCount" : "Job")) {
                return "data: \(fault)"
            }
        }
        return nil
    }

    private func fault(json body: [UInt8], _ schema: JSONValue) -> String? {
        do {
            return schemas.fault(try JSONValue(parsing: body), schema, at: "")
        } catch {
            return "the body is not JSON: \(error)"
        }
    }
}
