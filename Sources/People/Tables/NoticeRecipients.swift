import Notices
import Store

extension Reading {
    /// Returns the owners of the operators' accounts that can be used.
    package func operators() throws -> [String] {
        try rows("SELECT owner FROM people WHERE role = 'operator' AND locked_at IS NULL AND deleted_from IS NULL", [])
            .map { try $0.decode(atIndex: 0) }
    }

    /// Returns the verified address of an owner's account; nil without an account, or if it is locked or about to be deleted.
    package func noticeRecipient(of owner: String) throws -> DeliveryWork.Recipient? {
        let row = try row(
            "SELECT email, name, language FROM people WHERE owner = ? AND locked_at IS NULL AND deleted_from IS NULL", [owner])
        return try row.map { row in
            DeliveryWork.Recipient(
                address: try row.decode(forColumn: "email"), name: try row.decode(forColumn: "name"),
                language: try row.decode(forColumn: "language"))
        }
    }
}
