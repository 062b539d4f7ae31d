import APIKit
import HTMLTemplates
import JSONText

/// An operation on the page about the API.
struct OperationView {
    let operation: Operation
    let example: RequestExample

    var values: TemplateValue {
        [
            "id": .text(operation.id), "method": .text(operation.method.rawValue),
            "verb": .text(operation.method.rawValue.uppercased()),
            "path": Self.pieces(operation.path, after: "/"), "summary": .text(operation.summary),
            "need": .text(operation.need.words), "parameters": .list(operation.parameters.map(Self.values)),
            "hasParameters": .flag(!operation.parameters.isEmpty), "body": body,
            "answers": .list(operation.answers.map(Self.values)),
            "shape": shape, "curl": .text(example.curl), "form": example.form,
        ]
    }

    /// The pieces of a path, each with the separator after it: a long path breaks between them.
    static func pieces(_ path: String, after separator: Character) -> TemplateValue {
        var (pieces, piece) = ([TemplateValue](), "")
        for character in path {
            piece.append(character)
            // A slash at the beginning belongs to the first name.
            guard character == separator, piece.count > 1 else { continue }
            pieces.append(.text(piece))
            piece = ""
        }
        return .list(piece.isEmpty ? pieces : pieces + [.text(piece)])
    }

    private static func values(of parameter: Parameter) -> TemplateValue {
        let fallback = parameter.fallback.map { " (default \(RequestExample.text($0)))" } ?? ""
        return [
            "name": .text(parameter.name), "place": .text(parameter.place.rawValue), "isRequired": .flag(parameter.isRequired),
            "accepted": .text(parameter.schema.accepted + fallback), "note": .text(parameter.note),
        ]
    }

    private var body: TemplateValue {
        guard let body = operation.body else { return false }
        let contents = body.contents.enumerated().map { index, content -> TemplateValue in
            [
                "type": .text(content.type), "schema": SchemaRows.values(of: content.schema),
                "example": .optional(index < body.examples.count ? body.examples[index] : nil),
            ]
        }
        return ["maximum": .text("at most \(body.maximumBytes) bytes"), "contents": .list(contents)]
    }

    private static func values(of answer: Operation.Answer) -> TemplateValue {
        [
            "status": "\(answer.status)", "note": .text(answer.note),
            "types": .text(answer.contents.map(\.type).joined(separator: ", ")),
        ]
    }

    /// The members of the first answer in JSON.
    private var shape: TemplateValue {
        let json = operation.answers.flatMap(\.contents).first { $0.type == "application/json" }
        return json.map { SchemaRows.values(of: $0.schema) } ?? false
    }
}
