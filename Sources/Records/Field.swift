import JSONText

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

/// A field as tables and documents see it. A record is passed by its address, because key paths take several times as long as
/// offsets.
struct Field: Sendable {
    let name: String
    let schema: Schema
    let note: String?
    let isInDocuments: Bool
    /// The column of the table; nil for a field that is only in documents.
    let column: Column?
    /// Whether the value can be nil.
    let isOptional: Bool
    /// Whether a document may leave it out, because the record then has a default.
    var hasDefault = false
    /// The offset of its property.
    private(set) var offset: Int
    private(set) var writeJSON: @Sendable (_ record: UnsafeRawPointer, inout JSONWriter) -> Void
    private(set) var stored: @Sendable (_ record: UnsafeRawPointer) -> StoredValue
    /// Whether there is no value: a document then leaves out a member that may be missing.
    private(set) var isNil: @Sendable (_ record: UnsafeRawPointer) -> Bool

    init<Root, Value: FieldValue>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ schema: Schema, _ note: String?, isInDocuments: Bool
    ) {
        let offset = Self.offset(name, path)
        (self.name, self.schema, self.note, self.isInDocuments, self.offset) = (name, schema, note, isInDocuments, offset)
        isOptional = Value.isOptional
        column = Column(name: name, type: Value.columnType, isOptional: Value.isOptional)
        writeJSON = { record, writer in (record + offset).assumingMemoryBound(to: Value.self).pointee.write(&writer) }
        stored = { ($0 + offset).assumingMemoryBound(to: Value.self).pointee.storedValue }
        isNil = { ($0 + offset).assumingMemoryBound(to: Value.self).pointee.storedValue == .null }
    }

    /// A field that is only in documents.
    init<Root, Value: Sendable>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ schema: Schema, _ note: String?,
        isNil: (@Sendable (Value) -> Bool)? = nil, write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        let offset = Self.offset(name, path)
        (self.name, self.schema, self.note, self.offset) = (name, schema, note, offset)
        (isInDocuments, column, isOptional) = (true, nil, isNil != nil)
        writeJSON = { write(($0 + offset).assumingMemoryBound(to: Value.self).pointee, &$1) }
        stored = { _ in .null }
        self.isNil = { record in isNil?((record + offset).assumingMemoryBound(to: Value.self).pointee) ?? false }
    }

    /// A list that is only in documents.
    init<Root, Element: Sendable>(
        _ name: String, list path: KeyPath<Root, [Element]> & Sendable, _ schema: Schema, _ note: String?,
        write: @escaping @Sendable (Element, inout JSONWriter) -> Void
    ) {
        self.init(name, path, schema, note) { elements, writer in
            writer.array { writer in for element in elements { write(element, &writer) } }
        }
    }

    /// The member of a document's schema. One with a default, or one that can be nil though its schema accepts no null, may be
    /// missing.
    var member: Schema.Member { Schema.Member(name, schema, isRequired: !mayBeMissing, note) }

    var mayBeMissing: Bool { hasDefault || isOptional && !schema.acceptsNull }

    /// Returns the same field of a record that has this one's record as a property.
    func within<Root, Value>(_ path: KeyPath<Root, Value>) -> Field {
        let distance = Self.offset(name, path)
        var field = self
        field.offset += distance
        field.writeJSON = { record, writer in writeJSON(record + distance, &writer) }
        field.stored = { record in stored(record + distance) }
        field.isNil = { record in isNil(record + distance) }
        return field
    }

    private static func offset<Root, Value>(_ name: String, _ path: KeyPath<Root, Value>) -> Int {
        guard let offset = MemoryLayout<Root>.offset(of: path) else {
            preconditionFailure("the field \(name) of \(Root.self) is not a stored property")
        }
        return offset
    }
}
