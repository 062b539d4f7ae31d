import Foundation
import Records
import Store

/// The photos of entries, one of each: a receipt, or what was bought.
package struct Photos: Sendable {
    /// The most photos of one person. With accounts, they also count towards the quota of pictures.
    package static let most = 5000

    private let quotas: QuotaChecks

    package init(_ quotas: QuotaChecks) { self.quotas = quotas }

    /// Returns the JPEG.
    ///
    /// - Throws: ``ExpenseError/noExpense(_:)``, ``ExpenseError/noPhoto(_:)``.
    package func show(_ reading: borrowing Reading, _ caller: Caller, _ named: Expenses.Named) throws -> [UInt8] {
        let expense = try Expenses.expense(reading, caller.owner, named.id)
        let jpeg: Data? = try reading.value("SELECT jpeg FROM expense_photos WHERE expense = ?", [expense.id])
        guard let jpeg else { throw ExpenseError.noPhoto(expense.id) }
        return Array(jpeg)
    }

    /// Checks whether a photo can be set, before it is decoded.
    ///
    /// - Throws: ``ExpenseError/noExpense(_:)``, ``ExpenseError/tooMany(_:most:)``.
    package func checkRoom(_ reading: borrowing Reading, _ caller: Caller, _ named: Expenses.Named) throws {
        let expense = try Expenses.expense(reading, caller.owner, named.id)
        guard expense.photoAt == nil else { return }
        let stored: Int? = try reading.value("SELECT count(*) FROM expense_photos WHERE owner = ?", [caller.owner])
        guard (stored ?? 0) < Self.most else { throw ExpenseError.tooMany(.photos, most: Self.most) }
    }

    /// Sets the photo of an entry, in place of an earlier one. The entry's version stays: no form loses its changes.
    ///
    /// - Parameter jpeg: the re-encoded picture.
    /// - Throws: as ``checkRoom(_:_:_:)``; `QuotaExceeded`.
    package func set(_ change: inout Change, _ caller: Caller, _ named: Expenses.Named, _ jpeg: [UInt8]) throws {
        try checkRoom(change.reading, caller, named)
        let replaced: Int? = try change.reading.value("SELECT bytes FROM expense_photos WHERE expense = ?", [named.id])
        try change.run(
            """
            INSERT INTO expense_photos (expense, owner, bytes, jpeg) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET bytes = excluded.bytes, jpeg = excluded.jpeg
            """, named.id, caller.owner, jpeg.count, Data(jpeg))
        try change.run("UPDATE expenses SET photo_at = ? WHERE id = ?", change.now, named.id)
        try quotas.checkPictures(of: caller.owner, added: jpeg.count - (replaced ?? 0), in: change.reading.connection)
    }

    /// Removes the photo of an entry, if there is one.
    ///
    /// - Throws: ``ExpenseError/noExpense(_:)``.
    package func remove(_ change: inout Change, _ caller: Caller, _ named: Expenses.Named) throws {
        let expense = try Expenses.expense(change.reading, caller.owner, named.id)
        try change.run("DELETE FROM expense_photos WHERE expense = ?", expense.id)
        try change.run("UPDATE expenses SET photo_at = NULL WHERE id = ?", expense.id)
    }

    /// The files of a person's archive, also of entries whose removal can be undone.
    static func files(_ reading: borrowing Reading, owner: String) throws -> [(name: String, bytes: [UInt8])] {
        try reading.rows("SELECT expense, jpeg FROM expense_photos WHERE owner = ? ORDER BY expense", [owner]).map { row in
            let (id, jpeg): (String, Data) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            return ("expense-photos/\(id).jpg", Array(jpeg))
        }
    }
}
