import APIKit
import HTMLTemplates
import JSONText

/// A request that readers can send: as a shell command, and from the page.
struct RequestExample {
    let operation: Operation
    /// The server's address, such as `http://127.0.0.1:8080`.
    let origin: String
    /// Whether programs need a token.
    let needsToken: Bool
    /// The ticker of a coin with closes.
    let coin: String

    /// Values for path parameters until the reader enters others.
    private var samples: [String: String] { ["asset": coin, "wallet": "Main"] }

    // MARK: curl

    var curl: String {
        var lines = ["curl \(Self.quoted(origin + path + query))"]
        if operation.method != .get { lines[0] += " --request \(operation.method.rawValue.uppercased())" }
        if needsToken, operation.need != .nobody { lines.append("--header \"Authorization: Bearer $TOKEN\"") }
        if operation.effect == .write { lines.append("--header \"Idempotency-Key: $(uuidgen)\"") }
        if let body = operation.body, let content = body.contents.first {
            lines.append("--header 'Content-Type: \(content.type)'")
            lines.append(body.examples.first.map { "--data \(Self.quoted($0))" } ?? "--data-binary @FILE")
        }
        return lines.joined(separator: " \\\n     ")
    }

    private var path: String {
        operation.parameters.filter { $0.place == .path }.reduce(operation.path) { path, parameter in
            path.replacing("{\(parameter.name)}", with: samples[parameter.name] ?? parameter.name.uppercased())
        }
    }

    /// The query with the required parameters.
    private var query: String {
        let pairs = operation.parameters.filter { $0.place == .query && $0.isRequired }.map { "\($0.name)=\($0.name.uppercased())" }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// Returns a text as one word for a shell.
    private static func quoted(_ text: String) -> String {
        let plain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-._~:/".utf8.contains(byte)
        }
        return plain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }

    // MARK: From the page

    /// The form that sends a GET request. Other requests have none, since they change something or take a file.
    var form: TemplateValue {
        guard operation.method == .get, operation.body == nil, !isStream else { return false }
        let fields = operation.parameters.filter { $0.place != .header }.map { parameter -> TemplateValue in
            [
                "id": .text("\(operation.id)-\(parameter.name)"), "name": .text(parameter.name),
                "place": .text(parameter.place.rawValue),
                "isRequired": .flag(parameter.isRequired), "value": .text(samples[parameter.name] ?? ""),
                "hint": .text(parameter.fallback.map(Self.text) ?? ""),
            ]
        }
        return [
            "action": .text(path), "template": .text(operation.path), "fields": .list(fields), "hasFields": .flag(!fields.isEmpty),
        ]
    }

    private var isStream: Bool { operation.answers.contains { $0.contents.contains { $0.type == "text/event-stream" } } }

    static func text(_ value: JSONValue) -> String {
        if let text = value.string { return text }
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
