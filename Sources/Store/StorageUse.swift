import GRDB
import GRDBSQLite
import Platform

extension Store {
    package var quotas: StorageQuotas { options.quotas }

    /// The quotas, to be checked within a transaction.
    package var quotaChecks: QuotaChecks { QuotaChecks(quotas: quotas, pictureBytes: schema.pictureBytes) }

    package func storageUse(of owner: String) async throws -> StorageUse {
        try await read { [quotaChecks] connection in
            StorageUse(
                transactions: try QuotaChecks.transactionCount(of: owner, in: connection),
                pictureBytes: try quotaChecks.pictureBytes(of: owner, in: connection))
        }
    }
}

/// Compares the amounts that owners store with their quotas, within one transaction.
package struct QuotaChecks: Sendable {
    /// No limits.
    package static let none = QuotaChecks(quotas: .none, pictureBytes: "SELECT 0")

    package let quotas: StorageQuotas
    /// SQL that returns the bytes of an owner's pictures.
    fileprivate let pictureBytes: String

    package static func transactionCount(of owner: String, in connection: Connection) throws -> Int {
        try connection.cachedStatement(sql: "SELECT transaction_count FROM owners WHERE id = ?").storedValue([owner]) ?? 0
    }

    package static func addTransactions(_ count: Int, of owner: String, in connection: Connection) throws {
        try connection.cachedStatement(sql: "UPDATE owners SET transaction_count = transaction_count + ? WHERE id = ?")
            .run([count, owner])
    }

    /// Pictures and photos are stored as bytes, but photos of documents as ASCII text, one character per byte.
    fileprivate func pictureBytes(of owner: String, in connection: Connection) throws -> Int {
        try connection.cachedStatement(sql: pictureBytes).storedValue([owner]) ?? 0
    }

    /// Reserves the last free space of the disk for small writes.
    ///
    /// - Throws: ``StorageError/diskFull(path:)``.
    package func requireSpace(in connection: Connection) throws {
        guard quotas.reservedBytes > 0, let name = sqlite3_db_filename(connection.sqliteConnection, "main") else { return }
        let path = String(cString: name)
        guard let free = Disk.system.freeBytes(path), free < quotas.reservedBytes else { return }
        throw StorageError.diskFull(path: path)
    }

    /// Checks pictures after one was stored, in the transaction that stored it.
    ///
    /// - Parameter added: the number of bytes stored, minus those that they replaced.
    /// - Throws: `QuotaExceeded`, which undoes the transaction.
    package func checkPictures(of owner: String, added: Int, in connection: Connection) throws {
        try requireSpace(in: connection)
        guard let limit = quotas.pictureBytes else { return }
        let bytes = try pictureBytes(of: owner, in: connection)
        guard bytes <= limit else { throw QuotaExceeded(.pictureBytes, used: bytes - added, limit: limit) }
    }
}
