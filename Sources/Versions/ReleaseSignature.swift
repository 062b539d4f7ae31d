import CSodium

/// Ed25519 signatures (RFC 8032), checked by libsodium, which the command line has too.
package enum ReleaseSignature {
    /// The bytes of a public key, and of a signature.
    package static let (keySize, size) = (32, 64)

    /// Whether a signature of a message was made with the private key of a public key.
    package static func isValid(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) -> Bool {
        // libsodium reads as many bytes as it expects.
        guard signature.count == size, key.count == keySize else { return false }
        return crypto_sign_verify_detached(signature, message, UInt64(message.count), key) == 0
    }
}
