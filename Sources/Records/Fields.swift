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

    init(_ source: Source, column: Int = 0) { (self.source, self.column) = (source, column) }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - name: the name of the column and of the JSON member.
    ///   - schema: the values that documents may contain; nil for all values of the type.
    ///   - note: a description for the OpenAPI document.
    ///   - uses: the places in which the field is used.
    package mutating func callAsFunction<Value: FieldValue>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ schema: @autoclosure () -> Schema? = nil,
        _ note: @autoclosure () -> String? = nil, in uses: @autoclosure () -> FieldUses = [.table, .document]
    ) throws -> Value {
        switch source {
        case .description:
            described.append(Field(name, path, schema() ?? Value.schema, note(), uses()))
            return .example
        case .row(let columns):
            defer { column += 1 }
            guard let value = Value(columns.value(at: column)) else { throw Damage(detail: "\(name) is not \(Value.self)") }
            return value
        case .object(let members):
            guard let value = Value(members.first { $0.key == name }?.value ?? .null) else {
                throw SchemaFault.missing(field: "/\(name)", accepted: (schema() ?? Value.schema).accepted)
            }
            return value
        }
    }

    /// Reads a record within this one. It is only in documents.
    package mutating func callAsFunction<Value: Record>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ note: String? = nil
    ) throws -> Value {
        switch source {
        case .description:
            let shape = Shape<Value>()
            described.append(Field(name, path, shape.schema, note) { shape.write($0, &$1, isWhole: $2) })
            return try Shape<Value>.example()
        case .row: throw Damage(detail: "\(name) is not in a table")
        case .object(let members):
            return try Shape<Value>.read(members.first { $0.key == name }?.value ?? .null)
        }
    }

    /// Reads a list of records. It is only in documents.
    ///
    /// - Parameter most: the maximum length of the list.
    package mutating func callAsFunction<Value: Record>(
        _ name: String, _ path: KeyPath<Root, [Value]> & Sendable, most: Int, _ note: String? = nil
    ) throws -> [Value] {
        switch source {
        case .description:
            let shape = Shape<Value>()
            described.append(
                Field(name, path, .array(shape.schema, count: 0...most), note) { values, writer, isWhole in
                    writer.array { writer in for value in values { shape.write(value, &writer, isWhole: isWhole) } }
                })
            return []
        case .row: throw Damage(detail: "\(name) is not in a table")
        case .object(let members):
            guard let values = members.first(where: { $0.key == name })?.value.array else {
                throw SchemaFault.missing(field: "/\(name)", accepted: "a list")
            }
            return try values.map { try Shape<Value>.read($0) }
        }
    }
}
