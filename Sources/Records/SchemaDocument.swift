import JSONText

extension Schema {
    /// Writes the schema in the form of OpenAPI 3.1. Named schemas become references and are added to `names`.
    package func write(_ writer: inout JSONWriter, _ names: inout [String: Schema], note: String? = nil) {
        var collected = names
        writer.object { writer in
            writeMembers(&writer, &collected)
            if let note { writer.member("description", note) }
        }
        names = collected
    }

    /// The same schema without names: written, it has no references to other parts of a document.
    package var inlined: Schema {
        switch self {
        case .named(_, let schema): schema.inlined
        case .nullable(let schema): .nullable(schema.inlined)
        case .map(let schema): .map(schema.inlined)
        case .array(let element, let count): .array(element.inlined, count: count)
        case .either(let schemas): .either(schemas.map(\.inlined))
        case .object(let members): .object(members.map(\.inlined))
        case .variants(let discriminator, let variants):
            .variants(discriminator: discriminator, variants.map { Variant($0.name, $0.members.map(\.inlined)) })
        default: self
        }
    }

    private func writeMembers(_ writer: inout JSONWriter, _ names: inout [String: Schema]) {
        switch self {
        case .string(let rule): rule.write(&writer)
        case .integer(let range):
            writer.member("type", "integer")
            writer.member("minimum", range.lowerBound)
            writer.member("maximum", range.upperBound)
        case .number(let minimum, let above, let maximum):
            writer.member("type", "number")
            if let minimum { writer.member("minimum", minimum) }
            if let above { writer.member("exclusiveMinimum", above) }
            if let maximum { writer.member("maximum", maximum) }
        case .ruled(let range, _, _):
            writer.member("type", "number")
            writer.member("minimum", range.lowerBound)
            writer.member("maximum", range.upperBound)
        case .boolean: writer.member("type", "boolean")
        case .decimal(let sign): Self.writeDecimal(sign, &writer)
        case .day:
            writer.member("type", "string")
            writer.member("format", "date")
        case .moment:
            writer.member("type", "string")
            writer.member("format", "date-time")
            writer.member("pattern", APIMoment.pattern)
        case .choice(let choices):
            writer.member("type", "string")
            writer.key("enum")
            writer.array { writer in choices.forEach { writer.string($0) } }
        case .array(let element, let count):
            writer.member("type", "array")
            writer.member("minItems", count.lowerBound)
            writer.member("maxItems", count.upperBound)
            writer.key("items")
            element.write(&writer, &names)
        case .object(let members): Self.writeObject(members, &writer, &names)
        case .map(let schema):
            writer.member("type", "object")
            writer.key("additionalProperties")
            schema.write(&writer, &names)
        case .variants(let discriminator, let variants): Self.writeVariants(discriminator, variants, &writer, &names)
        case .nullable(let schema): Self.writeChoices(of: [schema], hasNull: true, &writer, &names)
        case .either(let schemas): Self.writeChoices(of: schemas, hasNull: false, &writer, &names)
        case .named(let name, let schema):
            names[name] = schema
            writer.member("$ref", "#/components/schemas/\(name)")
        case .any: break
        }
    }

    /// Writes a decimal: a string, or a number that is read digit by digit.
    private static func writeDecimal(_ sign: Sign, _ writer: inout JSONWriter) {
        writer.key("anyOf")
        writer.array { writer in
            writer.object { writer in
                writer.member("type", "string")
                writer.member("pattern", APIDecimal.patterns[sign])
            }
            writer.object { writer in
                writer.member("type", "number")
                if sign == .positive { writer.member("exclusiveMinimum", 0) }
                if sign == .notNegative { writer.member("minimum", 0) }
            }
        }
    }

    private static func writeChoices(
        of schemas: [Schema], hasNull: Bool, _ writer: inout JSONWriter, _ names: inout [String: Schema]
    ) {
        var collected = names
        writer.key("anyOf")
        writer.array { writer in
            for schema in schemas { schema.write(&writer, &collected) }
            if hasNull { writer.object { $0.member("type", "null") } }
        }
        names = collected
    }

    private static func writeObject(_ members: [Member], _ writer: inout JSONWriter, _ names: inout [String: Schema]) {
        var collected = names
        writer.member("type", "object")
        writer.key("properties")
        writer.object { writer in
            for member in members {
                writer.key(member.name)
                member.schema.write(&writer, &collected, note: member.note)
            }
        }
        writer.key("required")
        writer.array { writer in
            for member in members where member.isRequired { writer.string(member.name) }
        }
        writer.key("additionalProperties")
        writer.boolean(false)
        names = collected
    }

    private static func writeVariants(
        _ discriminator: String, _ variants: [Variant], _ writer: inout JSONWriter, _ names: inout [String: Schema]
    ) {
        var collected = names
        writer.key("oneOf")
        writer.array { writer in
            for variant in variants {
                let kind = Member(discriminator, .choice([variant.name]))
                Schema.object([kind] + variant.members).write(&writer, &collected)
            }
        }
        names = collected
    }
}

extension Schema.Text {
    fileprivate func write(_ writer: inout JSONWriter) {
        writer.member("type", "string")
        if length.lowerBound > 0 { writer.member("minLength", length.lowerBound) }
        writer.member("maxLength", length.upperBound)
        if let pattern { writer.member("pattern", pattern) }
        if isSecret { writer.member("format", "password") }
    }
}

extension Schema.Member {
    fileprivate var inlined: Schema.Member { Schema.Member(name, schema.inlined, isRequired: isRequired, note) }
}
