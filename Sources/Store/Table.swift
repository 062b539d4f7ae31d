import Records

/// A record with a table of its own.
package protocol StoredRecord: Record {
    static var table: Table<Self> { get }
}

/// A table whose columns are the fields of a record. It may also have an integer key that keeps the order of insertion.
package struct Table<Root: StoredRecord>: Sendable {
    package let name: String
    package let shape = Shape<Root>()
    private let insertion: String
    private let replacement: String
    private let selection: String

    package init(_ name: String) {
        self.name = name
        let columns = shape.columns.map(\.name)
        precondition(shape.isStorable, "\(Root.self) has fields that its table lacks")
        let list = columns.joined(separator: ", ")
        insertion = "INSERT INTO \(name) (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
        replacement = "UPDATE \(name) SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"
        selection = "SELECT \(list) FROM \(name) "
    }

    func insert(_ value: Root, in connection: Connection) throws {
        try connection.cachedStatement(sql: insertion).run(values: shape.stored(value))
    }

    func replace(_ id: String, with value: Root, in connection: Connection) throws {
        try connection.cachedStatement(sql: replacement).run(values: shape.stored(value) + [.text(id)])
    }

    func rows(_ condition: String, _ values: [any StoredValueConvertible], in connection: Connection) throws -> [Root] {
        try connection.cachedStatement(sql: selection + condition).storedRows(values).map { try shape.value($0) }
    }
}

/// A table as the hubs see it.
package struct RegisteredTable: Sendable {
    package let name: String
    package let columns: [Column]

    package init<Row: StoredRecord>(_: Row.Type) { (name, columns) = (Row.table.name, Row.table.shape.columns) }
}
