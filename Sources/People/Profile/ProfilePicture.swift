import Foundation
import Store

/// A person's picture, which has one place: account and profile show the same one.
extension StoredRows where Self: ~Copyable {
    func ownPicture(of owner: String) throws -> [UInt8]? {
        let jpeg: Data? = try value("SELECT jpeg FROM profile_pictures WHERE owner = ?", [owner])
        return jpeg.map(Array.init)
    }

    /// - Parameter jpeg: the re-encoded picture; nil removes the present one.
    /// - Throws: `QuotaExceeded`.
    func setOwnPicture(_ jpeg: [UInt8]?, of owner: String, _ quotas: QuotaChecks) throws {
        try run("DELETE FROM profile_pictures WHERE owner = ?", [owner])
        guard let jpeg else { return }
        try run("INSERT INTO profile_pictures (owner, bytes, jpeg) VALUES (?, ?, ?)", [owner, jpeg.count, Data(jpeg)])
        try quotas.checkPictures(of: owner, added: jpeg.count, in: connection)
    }
}
