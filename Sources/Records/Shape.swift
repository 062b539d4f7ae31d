import JSONText

/// The fields of a record type, collected once: the basis of tables, documents and forms.
package final class Shape<Root: Record>: Sendable {
    let fields: [Field]
    /// In the order of the table.
    package let columns: [Column]
    /// The schema of its JSON.
    package let schema: Schema
    /// The values of members that may be missing, by name, without those that are null.
    package let defaults: [String: JSONValue]
    private let documented: [Field]
    private let tabled: [Field]

    /// Ends the process if two fields have one name or one property, or a property has no field: these are mistakes in a
    /// declaration.
    package init() {
        var described = Fields<Root>(.description)
        // The description reads examples of the right types.
        guard let example = try? Root(&described) else {
            preconditionFailure("the initialiser of \(Root.self) does more than read fields")
        }
        fields = described.described
        precondition(Set(fields.map(\.name)).count == fields.count, "\(Root.self) has two fields of one name")
        precondition(Set(fields.map(\.offset)).count == fields.count, "\(Root.self) has two fields of one property")
        let count = Mirror(reflecting: example).children.count
        precondition(
            described.propertyCount == count, "\(Root.self) has \(count) properties, and fields for \(described.propertyCount)")
        columns = fields.compactMap(\.column)
        tabled = fields.filter { $0.column != nil }
        isStorable = tabled.count == fields.count
        documented = fields.filter(\.isInDocuments)
        let object = Shape<Root>.schema(of: documented.map(\.member))
        schema = Root.schemaName.map { .named($0, object) } ?? object
        defaults = Self.defaults(of: example, documented)
    }

    private static func defaults(of example: Root, _ fields: [Field]) -> [String: JSONValue] {
        withUnsafeBytes(of: example) { bytes in
            fields.reduce(into: [String: JSONValue]()) { defaults, field in
                guard field.hasDefault else { return }
                var writer = JSONWriter()
                field.writeJSON(bytes.baseAddress!, &writer)
                guard let value = try? JSONValue(parsing: writer.bytes), value != .null else { return }
                defaults[field.name] = value
            }
        }
    }

    static func example() throws -> Root {
        var fields = Fields<Root>(.description)
        return try Root(&fields)
    }

    /// The members of its JSON; those that only some variants have are among them.
    package var members: [Schema.Member] { documented.map(\.member) }

    /// Returns the schema of documents with some of the members. A member that no variant has is in each of them.
    package static func schema(of members: [Schema.Member]) -> Schema {
        guard case .variants(let kind, let variants)? = Root.variants else { return .object(members) }
        let known = Set(variants.flatMap(\.members).map(\.name) + [kind])
        let others = members.filter { !known.contains($0.name) }
        return .variants(discriminator: kind, variants.map { Schema.Variant($0.name, others + $0.members) })
    }

    /// Whether a row has all fields, so that the record can be read again.
    package let isStorable: Bool

    /// The names of the members in JSON, and of the fields of a form.
    package var names: [String] { documented.map(\.name) }

    // MARK: JSON

    /// Writes the fields of documents, in the order of their declaration, without those that may be missing and are nil.
    package func write(_ value: Root, _ writer: inout JSONWriter) {
        writer.object { writeMembers(of: value, &$0) }
    }

    package func writeMembers(of value: Root, _ writer: inout JSONWriter) {
        withUnsafeBytes(of: value) { bytes in
            for field in documented where !(field.mayBeMissing && field.isNil(bytes.baseAddress!)) {
                writer.key(field.name)
                field.writeJSON(bytes.baseAddress!, &writer)
            }
        }
    }

    /// Reads an input.
    ///
    /// - Throws: a ``SchemaFault`` for a value that the schema does not accept.
    package func value(_ json: JSONValue) throws -> Root {
        try schema.check(json, at: "")
        return try Self.read(json)
    }

    /// Reads an input that was checked before.
    package func value(checked json: JSONValue) throws -> Root { try Self.read(json) }

    static func read(_ json: JSONValue) throws -> Root {
        var fields = Fields<Root>(.object(json.members ?? []))
        return try Root(&fields)
    }

    // MARK: Texts

    /// Reads texts by name, as in forms and paths. Unknown names are ignored; an empty text of an optional field is nil or the
    /// default, or null for a part that accepts null. A text with a name such as `holdings/0/asset` is a member of the first object of
    /// a list, and one with a name such as `draft/day` a member of an object.
    ///
    /// - Throws: a ``SchemaFault`` for a value that the schema does not accept.
    package func value(texts: [(name: String, text: String)]) throws -> Root { try value(json(of: texts)) }

    /// Returns what the schema does not accept in texts: a fault for each value at most. Empty if ``value(texts:)`` may accept them.
    package func faults(texts: [(name: String, text: String)]) -> [SchemaFault] { schema.faults(of: json(of: texts), at: "") }

    private func json(of texts: [(name: String, text: String)]) -> JSONValue {
        var members: [JSONValue.Member] = []
        for field in documented {
            if let part = Self.part(field.name, field.schema, texts) {
                members.append(JSONValue.Member(key: field.name, value: part))
            }
            guard let text = texts.first(where: { $0.name == field.name })?.text else { continue }
            let isNone = text.isEmpty && (field.isOptional || field.hasDefault)
            if isNone && !field.schema.acceptsNull { continue }
            members.append(
                JSONValue.Member(key: field.name, value: isNone ? .null : field.schema.value(ofText: text) ?? .string(text)))
        }
        return .object(members)
    }

    /// Returns an object, or a list of objects up to the first number without one; nil if no text is a member of it.
    private static func part(_ name: String, _ schema: Schema, _ texts: [(name: String, text: String)]) -> JSONValue? {
        guard texts.contains(where: { $0.name.hasPrefix("\(name)/") }) else { return nil }
        switch schema {
        case .named(_, let schema), .nullable(let schema): return part(name, schema, texts)
        case .array(let element, _):
            var elements: [JSONValue] = []
            while let element = part("\(name)/\(elements.count)", element, texts) { elements.append(element) }
            return elements.isEmpty ? nil : .array(elements)
        case .object(let members):
            let given = members.compactMap { member in
                value(of: member, "\(name)/\(member.name)", texts).map { JSONValue.Member(key: member.name, value: $0) }
            }
            return given.isEmpty ? nil : .object(given)
        default: return nil
        }
    }

    private static func value(of member: Schema.Member, _ name: String, _ texts: [(name: String, text: String)]) -> JSONValue? {
        if let part = part(name, member.schema, texts) { return part }
        guard let text = texts.first(where: { $0.name == name })?.text else { return nil }
        if text.isEmpty, member.schema.acceptsNull { return .null }
        return text.isEmpty && !member.isRequired ? nil : member.schema.value(ofText: text) ?? .string(text)
    }

    // MARK: Rows

    /// The values of ``columns``.
    package func stored(_ value: Root) -> [StoredValue] {
        withUnsafeBytes(of: value) { bytes in tabled.map { $0.stored(bytes.baseAddress!) } }
    }

    /// Reads a row with ``columns`` in their order, starting at a column.
    ///
    /// - Throws: ``Damage`` for a value of another type.
    package func value(_ row: any StoredColumns, from column: Int = 0) throws -> Root {
        precondition(isStorable, "\(Root.self) has fields that no row has")
        var fields = Fields<Root>(.row(row), column: column)
        return try Root(&fields)
    }
}
