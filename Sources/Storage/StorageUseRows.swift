import GRDB
import GRDBSQLite
import Platform

extension Store: StorageUseRepository {
    package var quotas: StorageQuotas { options.quotas }

    package func storageUse(of owner: String) async throws -> StorageUse {
        try await read { connection in
            StorageUse(
                transactions: try StorageUseRows.transactionCount(of: owner, in: connection),
                pictureBytes: try StorageUseRows.pictureBytes(of: owner, in: connection))
        }
    }
}

/// What owners store, within one transaction.
enum StorageUseRows {
    static func transactionCount(of owner: String, in connection: Connection) throws -> Int {
        try connection.cachedStatement(sql: "SELECT transaction_count FROM owners WHERE id = ?").storedValue([owner]) ?? 0
    }

    static func addTransactions(_ count: Int, of owner: String, in connection: Connection) throws {
        try connection.cachedStatement(sql: "UPDATE owners SET transaction_count = transaction_count + ? WHERE id = ?")
            .run([count, owner])
    }

    /// Photos of documents are ASCII, a character a byte.
    static func pictureBytes(of owner: String, in connection: Connection) throws -> Int {
        try connection.cachedStatement(
            sql: """
                SELECT coalesce((SELECT sum(length(content)) FROM verification_documents WHERE owner = ?1), 0)
                    + coalesce((SELECT length(picture) FROM people WHERE owner = ?1), 0)
                """
        ).storedValue([owner]) ?? 0
    }

    /// Leaves the last free space of the disk to small writes.
    ///
    /// - Throws: ``StorageError/diskFull(path:)``.
    static func requireSpace(_ quotas: StorageQuotas, in connection: Connection) throws {
        guard quotas.reservedBytes > 0, let name = sqlite3_db_filename(connection.sqliteConnection, "main") else { return }
        let path = String(cString: name)
        guard let free = Disk.system.freeBytes(path), free < quotas.reservedBytes else { return }
        throw StorageError.diskFull(path: path)
    }

    /// Checks pictures after one was stored, in the transaction that stored it.
    ///
    /// - Parameter added: the bytes that were stored, without what they replaced.
    /// - Throws: `QuotaExceeded`, which undoes the transaction.
    static func checkPictures(of owner: String, added: Int, _ quotas: StorageQuotas, in connection: Connection) throws {
        try requireSpace(quotas, in: connection)
        guard let limit = quotas.pictureBytes else { return }
        let bytes = try pictureBytes(of: owner, in: connection)
        guard bytes <= limit else { throw QuotaExceeded(.pictureBytes, used: bytes - added, limit: limit) }
    }
}
