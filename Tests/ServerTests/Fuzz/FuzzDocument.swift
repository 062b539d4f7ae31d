import JSONText

/// The operations of an OpenAPI document, with the parts needed to make requests.
struct FuzzDocument: Sendable {
    struct Parameter: Sendable {
        let name: String
        let place: String
        let schema: JSONValue
        let isRequired: Bool
    }

    struct Operation: Sendable {
        let id: String
        let method: String
        let path: String
        let parameters: [Parameter]
        let bodies: [JSONValue.Member]

        /// The document's example of a body.
        var example: (type: String, text: String)? {
            guard let body = bodies.first, let example = body.value["example"] else { return nil }
            return (body.key, example.string ?? JSONWriter.document { $0.value(example) })
        }
    }

    let operations: [Operation]
    private let schemas: JSONValue?

    init(_ document: JSONValue) {
        schemas = document["components"]?["schemas"]
        operations = (document["paths"]?.members ?? []).flatMap { path in
            (path.value.members ?? []).map { Operation(path: path.key, method: $0.key, $0.value) }
        }
    }

    func resolved(_ schema: JSONValue) -> JSONValue {
        guard let name = schema["$ref"]?.string?.split(separator: "/").last else { return schema }
        return schemas?[String(name)] ?? .null
    }
}

extension FuzzDocument.Operation {
    fileprivate init(path: String, method: String, _ value: JSONValue) {
        id = value["operationId"]?.string ?? ""
        (self.method, self.path) = (method.uppercased(), path)
        parameters = (value["parameters"]?.array ?? []).map {
            FuzzDocument.Parameter(
                name: $0["name"]?.string ?? "", place: $0["in"]?.string ?? "", schema: $0["schema"] ?? .null,
                isRequired: $0["required"] == .boolean(true))
        }
        bodies = value["requestBody"]?["content"]?.members ?? []
    }
}
