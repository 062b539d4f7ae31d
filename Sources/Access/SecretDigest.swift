import Digests

/// The digest under which a secret of 256 random bits is stored. It needs no salt, because such a secret cannot be guessed.
package enum SecretDigest {
    /// Returns the SHA-256 of bytes, 64 lower-case hexadecimal digits.
    package static func hexadecimal(of bytes: [UInt8]) -> String { SHA256.hexadecimal(of: bytes) }
}
