import JSONText

/// A type whose initialiser is the declaration of its fields: SQL, JSON, its schema, CSV and forms are made from it.
///
/// ```swift
/// package struct Pin: Record {
///     package let owner: String
///     package let text: String
///
///     package init(_ field: inout Fields<Pin>) throws {
///         owner = try field("owner", \.owner, in: .table)
///         text = try field("text", \.text, .text(1...500), "What the owner wrote.")
///     }
/// }
/// ```
///
/// The initialiser runs once to describe the fields, with examples as values, and then for each value that is read. It must do nothing
/// but read fields and assign them. The compiler notices a field that was left out; two fields of one property, and an optional `var`
/// without a field, end the process when the ``Shape`` is made, which any test of the record does.
package protocol Record: Sendable {
    /// The name of the schema in the OpenAPI document; nil for one that is written where it is used.
    static var schemaName: String? { get }

    init(_ field: inout Fields<Self>) throws
}

extension Record {
    package static var schemaName: String? { nil }
}

/// Where a field is.
package struct FieldUses: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let table = FieldUses(rawValue: 1)
    package static let document = FieldUses(rawValue: 2)
}

/// Reads the fields of a record one after another, or collects what describes them.
package struct Fields<Root: Record> {
    enum Source {
        case description
        case row(any StoredColumns)
        case object([JSONValue.Member])
    }

    private let source: Source
    /// Of a row: the next column to read.
    private var column: Int
    private(set) var described: [Field] = []

    init(_ source: Source, column: Int = 0) { (self.source, self.column) = (source, column) }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - name: of the column and of the member in JSON.
    ///   - schema: what documents may have for it; nil for everything of its type.
    ///   - note: for the OpenAPI document.
    ///   - uses: where the field is.
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

    /// Reads a record within this one. It is in documents only.
    package mutating func callAsFunction<Value: Record>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ note: String? = nil
    ) throws -> Value {
        switch source {
        case .description:
            let shape = Shape<Value>()
            described.append(Field(name, path, shape.schema, note) { shape.write($0, &$1) })
            return try Shape<Value>.example()
        case .row: throw Damage(detail: "\(name) is not in a table")
        case .object(let members):
            return try Shape<Value>.read(members.first { $0.key == name }?.value ?? .null)
        }
    }

    /// Reads a list of records. It is in documents only.
    ///
    /// - Parameter most: its longest length.
    package mutating func callAsFunction<Value: Record>(
        _ name: String, _ path: KeyPath<Root, [Value]> & Sendable, most: Int, _ note: String? = nil
    ) throws -> [Value] {
        switch source {
        case .description:
            let shape = Shape<Value>()
            described.append(
                Field(name, path, .array(shape.schema, count: 0...most), note) { values, writer in
                    writer.array { writer in for value in values { shape.write(value, &writer) } }
                })
            return []
        case .row: throw Damage(detail: "\(name) is not in a table")
        case .object(let members):
            return try (members.first { $0.key == name }?.value.array ?? []).map { try Shape<Value>.read($0) }
        }
    }
}

/// A column of a table.
package struct Column: Hashable, Sendable {
    package let name: String
    /// `INTEGER` or `TEXT`.
    package let type: String
    package let isOptional: Bool

    package init(name: String, type: String, isOptional: Bool) {
        (self.name, self.type, self.isOptional) = (name, type, isOptional)
    }
}

/// A field as tables and documents see it. A record is passed by its address: key paths take several times as long as offsets.
struct Field: Sendable {
    let name: String
    let schema: Schema
    let note: String?
    let uses: FieldUses
    /// Of the table; nil for a field that is in documents only.
    let column: Column?
    /// The offset of its property.
    let offset: Int
    let writeJSON: @Sendable (_ record: UnsafeRawPointer, inout JSONWriter) -> Void
    let stored: @Sendable (_ record: UnsafeRawPointer) -> StoredValue
    /// In a CSV and in a form; nil for records and lists.
    let text: (@Sendable (_ record: UnsafeRawPointer) -> String)?

    init<Root, Value: FieldValue>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ schema: Schema, _ note: String?, _ uses: FieldUses
    ) {
        let offset = Self.offset(name, path)
        (self.name, self.schema, self.note, self.uses, self.offset) = (name, schema, note, uses, offset)
        column =
            uses.contains(.table) ? Column(name: name, type: Value.columnType, isOptional: Value.isOptional) : nil
        writeJSON = { ($0 + offset).assumingMemoryBound(to: Value.self).pointee.write(&$1) }
        stored = { ($0 + offset).assumingMemoryBound(to: Value.self).pointee.storedValue }
        text = { ($0 + offset).assumingMemoryBound(to: Value.self).pointee.text }
    }

    init<Root, Value: Sendable>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ schema: Schema, _ note: String?,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        let offset = Self.offset(name, path)
        (self.name, self.schema, self.note, self.offset) = (name, schema, note, offset)
        (uses, column, text) = (.document, nil, nil)
        writeJSON = { write(($0 + offset).assumingMemoryBound(to: Value.self).pointee, &$1) }
        stored = { _ in .null }
    }

    private static func offset<Root, Value>(_ name: String, _ path: KeyPath<Root, Value>) -> Int {
        guard let offset = MemoryLayout<Root>.offset(of: path) else {
            preconditionFailure("the field \(name) of \(Root.self) is not a stored property")
        }
        return offset
    }
}
