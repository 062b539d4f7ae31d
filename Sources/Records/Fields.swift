import JSONText

/// Reads the fields of a record one after another, or collects their descriptions.
package struct Fields<Root: Record> {
    enum Source {
        case description
        case row(any StoredColumns)
        case object([JSONValue.Member])
    }

    private let source: Source
    /// The next column of the row to read.
    private var column: Int
    private(set) var described: [Field] = []
    /// The number of properties that the initialiser has described. A record within this one is one property with several fields.
    private(set) var propertyCount = 0

    init(_ source: Source, column: Int = 0) { (self.source, self.column) = (source, column) }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - name: the name of the column and of the JSON member.
    ///   - schema: the values that documents may contain; nil for all values of the type. A schema without null makes the member of
    ///     an optional property one that may be missing.
    ///   - note: a description for the OpenAPI document.
    ///   - isInDocuments: false for a field that only the table has.
    package mutating func callAsFunction<Value: FieldValue>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ schema: @autoclosure () -> Schema? = nil,
        _ note: @autoclosure () -> String? = nil, inDocuments isInDocuments: Bool = true
    ) throws -> Value {
        switch source {
        case .description:
            describe([Field(name, path, schema() ?? Value.schema, note(), isInDocuments: isInDocuments)])
            return .example
        case .row(let columns):
            defer { column += 1 }
            guard let value = Value(columns.value(at: column)) else { throw Damage(detail: "\(name) is not \(Value.self)") }
            return value
        case .object(let members):
            guard let json = members.first(where: { $0.key == name })?.value else {
                guard let missing = Value.from(json: .null) else {
                    throw SchemaFault.missing(field: "/\(name)", accepted: (schema() ?? Value.schema).accepted)
                }
                return missing
            }
            guard let value = Value.from(json: json) else {
                throw SchemaFault.invalid(field: "/\(name)", value: json, accepted: (schema() ?? Value.schema).accepted)
            }
            return value
        }
    }

    /// Reads a value that a document may leave out.
    ///
    /// - Parameter fallback: the value of a missing member.
    package mutating func callAsFunction<Value: FieldValue>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ schema: @autoclosure () -> Schema? = nil,
        _ note: @autoclosure () -> String? = nil, default fallback: Value
    ) throws -> Value {
        try read(name, default: fallback) { field in try field(name, path, schema(), note()) }
    }

    /// Reads a list of values that a document may leave out. It is only in documents.
    ///
    /// - Parameter fallback: the value of a missing member.
    package mutating func callAsFunction<Value: FieldValue>(
        _ name: String, _ path: KeyPath<Root, [Value]> & Sendable, _ schema: @autoclosure () -> Schema,
        _ note: @autoclosure () -> String? = nil, default fallback: [Value]
    ) throws -> [Value] {
        try read(name, default: fallback) { field in try field(name, path, schema(), note()) }
    }

    private mutating func read<Value>(
        _ name: String, default fallback: Value, _ given: (inout Fields<Root>) throws -> Value
    ) throws -> Value {
        if case .object(let members) = source, !members.contains(where: { $0.key == name }) { return fallback }
        let value = try given(&self)
        guard case .description = source else { return value }
        described[described.count - 1].hasDefault = true
        return fallback
    }

    /// Reads a record within this one. It is only in documents.
    package mutating func callAsFunction<Value: Record>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ note: String? = nil
    ) throws -> Value {
        try document(name, example: Shape<Value>.example()) {
            try Shape<Value>.read($0 ?? .null)
        } field: {
            let shape = Shape<Value>()
            return Field(name, path, shape.schema, note) { shape.write($0, &$1) }
        }
    }

    /// Reads a record whose fields are among those of this one.
    package mutating func callAsFunction<Value: Record>(_ path: KeyPath<Root, Value> & Sendable) throws -> Value {
        switch source {
        case .description:
            describe(Shape<Value>().fields.map { $0.within(path) })
            return try Shape<Value>.example()
        case .row(let columns):
            var inner = Fields<Value>(.row(columns), column: column)
            defer { column = inner.column }
            return try Value(&inner)
        case .object(let members): return try Shape<Value>.read(.object(members))
        }
    }

    /// Reads a list of records. It is only in documents.
    ///
    /// - Parameter most: the maximum length of the list.
    package mutating func callAsFunction<Value: Record>(
        _ name: String, _ path: KeyPath<Root, [Value]> & Sendable, most: Int, _ note: String? = nil
    ) throws -> [Value] {
        try document(name, example: []) {
            guard let values = $0?.array else { throw SchemaFault.missing(field: "/\(name)", accepted: "a list") }
            return try values.map { try Shape<Value>.read($0) }
        } field: {
            let shape = Shape<Value>()
            return Field(name, list: path, .array(shape.schema, count: 0...most), note) { shape.write($0, &$1) }
        }
    }

    /// Reads a list of values. It is only in documents.
    package mutating func callAsFunction<Value: FieldValue>(
        _ name: String, _ path: KeyPath<Root, [Value]> & Sendable, _ schema: @autoclosure () -> Schema,
        _ note: @autoclosure () -> String? = nil
    ) throws -> [Value] {
        try document(name, example: []) {
            try ($0?.array ?? []).map { json in
                guard let value = Value.from(json: json) else {
                    throw SchemaFault.invalid(field: "/\(name)", value: json, accepted: schema().accepted)
                }
                return value
            }
        } field: {
            Field(name, list: path, schema(), note()) { $0.write(&$1) }
        }
    }

    /// Reads a part that has a form of its own. It is only in documents; nil if it is missing, or null and the part's schema does not
    /// accept null.
    package mutating func callAsFunction<Value: DocumentPart>(
        _ name: String, _ path: KeyPath<Root, Value?> & Sendable, _ note: @autoclosure () -> String? = nil
    ) throws -> Value? {
        try document(name, example: nil) {
            guard let json = $0, json != .null || Value.schema.acceptsNull else { return nil }
            return try Value(json)
        } field: {
            var field = Field(name, path, Value.schema, note(), isNil: { $0 == nil }) { value, writer in
                if let value { value.write(&writer) } else { writer.null() }
            }
            // Null says something else than nothing.
            field.hasDefault = true
            return field
        }
    }

    /// Reads a field that is only in documents.
    ///
    /// - Parameters:
    ///   - example: its value while the fields are described.
    ///   - read: reads the member; its argument is nil if the member is missing.
    private mutating func document<Value>(
        _ name: String, example: @autoclosure () throws -> Value, read: (JSONValue?) throws -> Value, field: () -> Field
    ) throws -> Value {
        switch source {
        case .description:
            describe([field()])
            return try example()
        case .row: throw Damage(detail: "\(name) is not in a table")
        case .object(let members): return try read(members.first { $0.key == name }?.value)
        }
    }

    /// Adds the fields of one property.
    private mutating func describe(_ fields: [Field]) {
        described += fields
        propertyCount += 1
    }
}

/// A part of a document that no list of fields describes: its members depend on one of them.
package protocol DocumentPart: Sendable {
    static var schema: Schema { get }
    func write(_ writer: inout JSONWriter)
    /// - Parameter json: has been checked against the schema.
    init(_ json: JSONValue) throws
}
