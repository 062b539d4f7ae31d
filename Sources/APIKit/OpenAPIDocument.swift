import JSONText
import Records

/// The OpenAPI 3.1 document of an API.
package struct OpenAPIDocument {
    package let routes: [API.Route]
    package let version: String
    package var path = ServedPath.root

    package init(routes: [API.Route], version: String, path: ServedPath = ServedPath.root) {
        (self.routes, self.version, self.path) = (routes, version, path)
    }

    package var bytes: [UInt8] {
        var writer = JSONWriter()
        var names: [String: Schema] = [:]
        writer.object { writer in
            writer.member("openapi", "3.1.0")
            writer.key("info")
            writer.object { writer in
                writer.member("title", "Closecast")
                writer.member("version", version)
                writer.member("description", Self.introduction)
            }
            if !path.isRoot {
                writer.key("servers")
                writer.array { writer in writer.object { $0.member("url", path.text) } }
            }
            writer.key("security")
            writer.array { writer in
                writer.object { writer in
                    writer.key("token")
                    writer.array { _ in }
                }
                // Empty requirement: no token is needed on the loopback address.
                writer.object { _ in }
            }
            writer.key("paths")
            writer.object { writer in writePaths(&writer, &names) }
            writer.key("components")
            writer.object { writer in writeComponents(&writer, names) }
        }
        return writer.bytes
    }

    static let introduction = """
        Forecasts of daily closes and wallets, price history and an exact ledger. In responses, decimals are \
        strings and moments end in Z; requests may use JSON numbers and UTC offsets. Days are ISO days in UTC. Errors are problem details (RFC 9457) whose `code` is stable. Writes take an `Idempotency-Key`: the same key \
        with the same request returns the first answer again for 24 hours. Lists are read page by page: \
        `data` has the elements, and `next_cursor` is the `cursor` of the next page, null on the last one. A token of scope `read` reads \
        its owner's data and makes forecasts, `write` changes the owner's data too, and `admin` changes what all owners share, assets \
        and closes, and reads `/metrics`; each operation names the scope that it needs.
        """

    private func writePaths(_ writer: inout JSONWriter, _ names: inout [String: Schema]) {
        var collected = names
        var paths: [String] = []
        for route in routes where !paths.contains(route.operation.path) { paths.append(route.operation.path) }
        for path in paths {
            writer.key(path)
            writer.object { writer in
                for route in routes where route.operation.path == path {
                    writer.key(route.operation.method.rawValue)
                    writer.object { route.operation.write(&$0, &collected) }
                }
            }
        }
        names = collected
    }

    private func writeComponents(_ writer: inout JSONWriter, _ names: [String: Schema]) {
        writer.key("securitySchemes")
        writer.object { writer in
            writer.key("token")
            writer.object { writer in
                writer.member("type", "http")
                writer.member("scheme", "bearer")
            }
        }
        writer.key("schemas")
        writer.object { writer in
            // Writing a schema may add further names.
            var (written, names) = (Set<String>(), names)
            while let name = names.keys.filter({ !written.contains($0) }).min(), let schema = names[name] {
                written.insert(name)
                writer.key(name)
                schema.write(&writer, &names)
            }
        }
    }
}

extension API {
    /// The introduction, which applies to all operations.
    package static var introduction: String { OpenAPIDocument.introduction }

    /// The OpenAPI document of all routes.
    package func openAPIDocument(version: String) -> [UInt8] { OpenAPIDocument(routes: routes, version: version).bytes }
}

extension Operation {
    fileprivate func write(_ writer: inout JSONWriter, _ names: inout [String: Schema]) {
        var collected = names
        writer.member("operationId", id)
        writer.key("tags")
        writer.array { $0.string(tag) }
        writer.member("summary", summary)
        writer.member("description", need.sentence)
        if need == .nobody {
            writer.key("security")
            writer.array { _ in }
        }
        writer.key("parameters")
        writer.array { writer in
            for parameter in parameters { parameter.write(&writer, &collected) }
            if effect == .write { Self.idempotencyKey.write(&writer, &collected) }
        }
        if let body {
            writer.key("requestBody")
            writer.object { writer in
                writer.member("required", body.isRequired)
                Self.writeContents(body.contents, examples: body.examples, &writer, &collected)
            }
        }
        writer.key("responses")
        writer.object { writer in
            for answer in allAnswers {
                writer.key("\(answer.status)")
                writer.object { answer.write(&$0, &collected) }
            }
        }
        names = collected
    }

    package static let idempotencyKey = Parameter(
        name: "Idempotency-Key", place: .header, schema: .text(1...255, pattern: "^[!-~]{1,255}$"), isRequired: false,
        note: "For 24 hours, the same key with the same request returns the first answer again.", fallback: nil)

    fileprivate static func writeContents(
        _ contents: [(type: String, schema: Schema)], examples: [String] = [], _ writer: inout JSONWriter,
        _ names: inout [String: Schema]
    ) {
        guard !contents.isEmpty else { return }
        var collected = names
        writer.key("content")
        writer.object { writer in
            for (index, content) in contents.enumerated() {
                writer.key(content.type)
                writer.object { writer in
                    writer.key("schema")
                    content.schema.write(&writer, &collected)
                    guard index < examples.count else { return }
                    writer.key("example")
                    writer.value(Self.value(ofExample: examples[index], type: content.type))
                }
            }
        }
        names = collected
    }
}

extension Operation {
    /// Returns an example as JSON if it is JSON, otherwise as a string.
    private static func value(ofExample text: String, type: String) -> JSONValue {
        guard type == "application/json" else { return .string(text) }
        do {
            return try JSONValue(parsing: Array(text.utf8))
        } catch {
            preconditionFailure("an example is no JSON: \(error)")
        }
    }
}

extension Operation.Answer {
    fileprivate func write(_ writer: inout JSONWriter, _ names: inout [String: Schema]) {
        writer.member("description", note)
        if !headers.isEmpty {
            writer.key("headers")
            writer.object { writer in
                for header in headers {
                    writer.key(header)
                    writer.object { writer in
                        writer.key("schema")
                        writer.object { $0.member("type", "string") }
                    }
                }
            }
        }
        Operation.writeContents(contents, &writer, &names)
    }
}

extension Parameter {
    fileprivate func write(_ writer: inout JSONWriter, _ names: inout [String: Schema]) {
        var collected = names
        writer.object { writer in
            writer.member("name", name)
            writer.member("in", place.rawValue)
            writer.member("required", isRequired)
            writer.member("description", note)
            if case .array = schema {
                writer.member("style", place == .query ? "form" : "simple")
                writer.member("explode", false)
            }
            writer.key("schema")
            schema.withoutNull.write(&writer, &collected)
        }
        names = collected
    }
}

extension Schema {
    /// The schema without U+0000: a path or query may contain any character but this one, which is refused before the schema is
    /// checked.
    fileprivate var withoutNull: Schema {
        guard case .string(var rule) = self, rule.pattern == nil else { return self }
        rule.pattern = #"^[^\x00]*$"#
        return .string(rule)
    }
}
