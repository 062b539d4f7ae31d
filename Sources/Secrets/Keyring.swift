import Crypto
import Keyrings
import Market

/// The secret keys of an installation, ready for use. The first key is used for new values; all keys for stored ones.
package struct Keyring: Sendable {
    /// One key, from which a key for each purpose is derived. It is overwritten in memory when the last copy ends.
    package struct Key: Sendable {
        /// The name that stored values start with: `k1`, `k2`, …
        package let id: String
        /// The day on which the key was created.
        package let createdOn: Day
        private let secret: SymmetricKey

        init(_ key: KeyringKey) {
            (id, createdOn, secret) = (key.id, key.createdOn, SymmetricKey(data: key.bytes))
        }

        /// Derives a key of 256 bits for one purpose, so that a value made for one purpose is useless for another.
        ///
        /// HKDF-SHA-256 without salt; the information is `closecast/1/` and the purpose.
        ///
        /// - SeeAlso: RFC 5869.
        package func derived(for purpose: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Array("closecast/1/\(purpose)".utf8), outputByteCount: 32)
        }
    }

    /// The keys, newest first; at least one.
    package let keys: [Key]

    package init(_ file: KeyringFile) {
        precondition(!file.keys.isEmpty, "a keyring has at least one key")
        keys = file.keys.map(Key.init)
    }

    /// Reads the keyring at a path.
    ///
    /// - Parameters:
    ///   - creatingIfMissing: whether to create a keyring with one key if nothing is at the path.
    ///   - today: the creation day of a new key.
    /// - Throws: as ``KeyringFile/read(_:credentialsFolder:)``.
    package static func open(path: String, creatingIfMissing: Bool, today: Day) throws(KeyringError) -> Keyring {
        Keyring(creatingIfMissing ? try KeyringFile.readOrCreate(path, today: today) : try KeyringFile.read(path))
    }

    /// The key for new values.
    package var first: Key { keys[0] }

    /// Returns the key of an id; nil if the keyring does not contain it.
    package subscript(id: some StringProtocol) -> Key? { keys.first { $0.id == id } }

    /// Splits `k1:value` into its key and its value; nil if the text has no such form.
    static func split(_ stored: String) -> (id: Substring, value: Substring)? {
        guard let colon = stored.firstIndex(of: ":") else { return nil }
        return (stored[..<colon], stored[stored.index(after: colon)...])
    }
}
