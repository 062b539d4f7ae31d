import JSONText
import Records

/// The registration of a capability. Every hub iterates over the list of capabilities.
package struct Capability: Sendable {
    /// A file of a person's archive, or several.
    package struct ArchivedFile: Sendable {
        package typealias Files = @Sendable (borrowing Reading, _ owner: String) throws -> [(name: String, bytes: [UInt8])]

        /// Returns the files of an owner.
        let files: Files

        package init(_ name: String, _ bytes: @escaping @Sendable (borrowing Reading, _ owner: String) throws -> [UInt8]) {
            files = { reading, owner in [(name, try bytes(reading, owner))] }
        }

        private init(files: @escaping Files) { self.files = files }

        /// As many files as an owner has, such as photos.
        package static func several(_ files: @escaping Files) -> ArchivedFile { ArchivedFile(files: files) }

        /// A list of the rows of an owner, in the order in which they were inserted.
        package static func rows<Row: StoredRecord>(_ name: String, _: Row.Type) -> ArchivedFile {
            let shape = Shape<Row>()
            return ArchivedFile(name) { reading, owner in
                let rows = try reading.rows(Row.self, "WHERE owner = ? ORDER BY rowid", owner)
                var writer = JSONWriter()
                writer.array { writer in for row in rows { shape.write(row, &writer) } }
                return writer.bytes
            }
        }
    }

    package let name: String
    /// The migrations, oldest first. Their names begin with the capability's name.
    package let migrations: [Migration]
    /// The tables. Foreign keys delete an owner's rows with the owner.
    package let tables: [RegisteredTable]
    package let archive: [ArchivedFile]
    /// SQL that deletes the rows that foreign keys do not delete with an owner, whose id is `?1`. It runs before the owner's row is
    /// deleted, for later capabilities in the list first.
    package let erasure: [String]
    /// SQL: the bytes of the pictures of the owner `?1`, or null.
    package let pictureBytes: String?
    /// Rows that are part of a version of the program.
    package let builtIn: BuiltInRows?
    /// Registers SQL functions that migrations call.
    package let functions: (@Sendable (Connection) -> Void)?
    /// Finds faults in the capability's rows.
    package let audit: (@Sendable (Audit) throws -> [Finding])?

    package init(
        _ name: String, migrations: [Migration] = [], tables: [RegisteredTable] = [], archive: [ArchivedFile] = [],
        erasure: [String] = [], pictureBytes: String? = nil, builtIn: BuiltInRows? = nil,
        functions: (@Sendable (Connection) -> Void)? = nil, audit: (@Sendable (Audit) throws -> [Finding])? = nil
    ) {
        (self.name, self.tables, self.archive, self.erasure) = (name, tables, archive, erasure)
        (self.pictureBytes, self.builtIn, self.functions, self.audit) = (pictureBytes, builtIn, functions, audit)
        self.migrations = migrations.map { Migration("\(name).\($0.name)", $0.sql, replaces: $0.replaces) }
    }

    /// Rows that are part of a version of the program, such as well-known coins.
    package struct BuiltInRows: Sendable {
        let isMissing: @Sendable (Connection) throws -> Bool
        let addMissing: @Sendable (Connection) throws -> Void

        package init(
            isMissing: @escaping @Sendable (Connection) throws -> Bool, addMissing: @escaping @Sendable (Connection) throws -> Void
        ) {
            (self.isMissing, self.addMissing) = (isMissing, addMissing)
        }
    }
}

extension Store {
    /// Returns the files that capabilities add to a person's archive.
    package func archive(of owner: String) async throws -> [(name: String, bytes: [UInt8])] {
        let files = schema.capabilities.flatMap(\.archive)
        return try await reading { reading in
            var written: [(name: String, bytes: [UInt8])] = []
            for file in files { written += try file.files(reading, owner) }
            return written
        }
    }

    /// Compares the tables of capabilities with their records, and checks that an owner's rows are deleted with the owner.
    ///
    /// - Returns: a sentence for each difference. A test expects none.
    package func differences() async throws -> [String] {
        let tables = schema.capabilities.flatMap(\.tables)
        return try await reading { reading in
            var found: [String] = []
            for table in tables { found += try table.differences(reading) }
            return found
        }
    }
}

extension RegisteredTable {
    fileprivate func differences(_ reading: borrowing Reading) throws -> [String] {
        let stored = try reading.rows(
            "SELECT name, type, \"notnull\" FROM pragma_table_info(?) WHERE NOT (pk = 1 AND type = 'INTEGER')", [name]
        ).map { row in
            Column(
                name: try row.decode(atIndex: 0), type: try row.decode(atIndex: 1),
                isOptional: try row.decode(Int.self, atIndex: 2) == 0)
        }
        var found = Set(stored).symmetricDifference(columns).sorted { $0.name < $1.name }.map { column in
            "\(name).\(column.name), \(column.type)\(column.isOptional ? "" : " NOT NULL"), is on one side only"
        }
        let cascades = try reading.rows(
            "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE \"table\" = 'owners' AND on_delete = 'CASCADE'", [name]
        ).map { try $0.decode(String.self, atIndex: 0) }
        if columns.contains(where: { $0.name == "owner" }), !cascades.contains("owner") {
            found.append("\(name).owner does not reference owners with ON DELETE CASCADE")
        }
        return found
    }
}
