import Identity
import Secrets

/// Encrypts identity data under the keyring.
package struct IdentityCryptography: IdentityVault {
    private let sealed: SealedValues
    private let phones: KeyedDigest

    package init(_ keyring: Keyring) {
        sealed = SealedValues(keyring, purpose: "identity")
        phones = KeyedDigest(keyring, purpose: "phone")
    }

    package func seal(_ bytes: [UInt8], table: String, row: String, column: String) -> String {
        sealed.seal(bytes, table: table, row: row, column: column)
    }

    package func open(_ text: String, table: String, row: String, column: String) throws -> [UInt8] {
        try sealed.open(text, table: table, row: row, column: column)
    }

    package func digest(of text: String) -> String { phones.of(text) }
}
