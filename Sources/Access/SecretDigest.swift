import CSodium
import Digests

/// The SHA-256 under which secrets are stored and looked up, computed by libsodium.
///
/// It fits secrets of 128 random bits and more, which cannot be guessed. Passwords need `PasswordVault`.
package enum SecretDigest {
    /// Returns the SHA-256 of a text's UTF-8: 64 lower-case hexadecimal digits.
    package static func hexadecimal(of text: String) -> String {
        var text = text
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        text.withUTF8 { _ = crypto_hash_sha256(&digest, $0.baseAddress, UInt64($0.count)) }
        return Hexadecimal.text(of: digest)
    }
}
