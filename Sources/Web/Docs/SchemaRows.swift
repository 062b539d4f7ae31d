import HTMLTemplates
import Records

/// The members of an object in requests and answers, as rows of a table. Members of nested objects are named by their path.
struct SchemaRows {
    private var rows: [TemplateValue] = []
    private static let mostLevels = 4

    /// Returns the rows of a schema; nil for one that is not an object, which ``Schema/accepted`` describes.
    static func values(of schema: Schema) -> TemplateValue {
        var rows = SchemaRows()
        rows.add(schema, path: "", level: 0)
        return rows.rows.isEmpty ? ["rows": [], "text": .text(schema.accepted)] : ["rows": .list(rows.rows), "text": false]
    }

    private mutating func add(_ schema: Schema, path: String, level: Int) {
        switch schema {
        case .named(_, let inner), .nullable(let inner): add(inner, path: path, level: level)
        case .array(let element, _): add(element, path: path + "[]", level: level)
        case .map(let value): add(value, path: path + "{}", level: level)
        case .object(let members): for member in members { add(member, path: path, level: level) }
        case .variants(let discriminator, let variants):
            for variant in variants {
                rows.append([
                    "head": .text("\(discriminator) = \(variant.name)"), "name": [], "kind": "", "note": "", "isOptional": false,
                ])
                for member in variant.members { add(member, path: path, level: level) }
            }
        default: break
        }
    }

    private mutating func add(_ member: Schema.Member, path: String, level: Int) {
        let name = path.isEmpty ? member.name : "\(path).\(member.name)"
        let index = rows.count
        rows.append(false)
        if level < Self.mostLevels { add(member.schema, path: name, level: level + 1) }
        let hasInner = rows.count > index + 1
        rows[index] = [
            "head": false, "name": OperationView.pieces(name, after: "."),
            "kind": .text(hasInner ? "see below" : member.schema.accepted),
            "note": .text(member.note ?? ""), "isOptional": .flag(!member.isRequired),
        ]
    }
}
