import Crypto
import Foundation

/// Why an encrypted value cannot be read. There is only one case, so that the error gives an attacker no hint.
package enum SealedValueError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The value, its place or the keyring differs from that of the encryption.
    case cannotOpen

    /// A sentence with what to do.
    package var description: String {
        "a stored value cannot be decrypted; check that the database and the keyring belong together"
    }
}

/// Encrypts values of the database: AES-256-GCM with a random nonce each, bound to their table, row and column.
///
/// A value is stored as `k1:` and the base64 of nonce (12 bytes), encrypted bytes and tag (16 bytes).
package struct SealedValues: Sendable {
    private let keyring: Keyring
    private let purpose: String

    /// - Parameter purpose: values of one purpose cannot be read as those of another.
    package init(_ keyring: Keyring, purpose: String = "sealed") {
        self.keyring = keyring
        self.purpose = purpose
    }

    /// Encrypts bytes for one place in the database.
    ///
    /// - Parameter row: the row's permanent identifier, such as the id of the account.
    package func seal(_ bytes: [UInt8], table: String, row: String, column: String) -> String {
        let key = keyring.first
        let place = Self.place(table, row, column)
        guard let box = try? AES.GCM.seal(bytes, using: key.derived(for: purpose), authenticating: place),
            let combined = box.combined
        else { preconditionFailure("AES-256-GCM refused a nonce or a key of its own making") }
        return "\(key.id):\(combined.base64EncodedString())"
    }

    /// Decrypts a stored text.
    ///
    /// - Throws: ``SealedValueError/cannotOpen`` if the text was changed, belongs to another place, or has a key that the keyring
    ///   does not contain.
    package func open(_ text: String, table: String, row: String, column: String) throws(SealedValueError) -> [UInt8] {
        guard let (id, value) = Keyring.split(text), let key = keyring[id], let combined = Data(base64Encoded: String(value)),
            let box = try? AES.GCM.SealedBox(combined: combined),
            let bytes = try? AES.GCM.open(
                box, using: key.derived(for: purpose), authenticating: Self.place(table, row, column))
        else { throw .cannotOpen }
        return Array(bytes)
    }

    /// Returns true if a stored text uses an older key than new ones, so that it should be encrypted again.
    package func needsSealing(_ text: String) -> Bool { Keyring.split(text)?.id != keyring.first.id[...] }

    /// The place as associated data. Each part is preceded by its length, so that no two places have the same bytes.
    private static func place(_ parts: String...) -> [UInt8] {
        parts.flatMap { part in
            withUnsafeBytes(of: UInt64(part.utf8.count).bigEndian, Array.init) + Array(part.utf8)
        }
    }
}
