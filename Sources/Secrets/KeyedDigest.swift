import Crypto
import Foundation

/// Digests by which values can be found without being revealed: an attacker who has the database but not the keyring cannot try all
/// telephone numbers.
///
/// HMAC-SHA-256 under the first key of the keyring. After a rotation, values have other digests.
package struct KeyedDigest: Sendable {
    private let key: SymmetricKey

    /// - Parameter purpose: digests of one purpose reveal nothing about those of another.
    package init(_ keyring: Keyring, purpose: String) { key = keyring.first.derived(for: purpose) }

    /// Returns 44 characters of base64.
    package func of(_ text: String) -> String {
        Data(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)).base64EncodedString()
    }
}
