import Crypto
import People

/// Makes and verifies the hashes of passwords and PINs that may be stored.
///
/// A password's hash is `k1:$argon2id$…`: Argon2id of HMAC-SHA-256 of the password, in NFC, under a key of the keyring. With the
/// database alone, an attacker cannot guess a single password.
package struct PasswordVault: Sendable {
    private static let passwordPurpose = "password"

    private let keyring: Keyring
    private let hasher: PasswordHasher

    package init(_ keyring: Keyring, hasher: PasswordHasher) {
        self.keyring = keyring
        self.hasher = hasher
    }

    // MARK: Passwords

    /// Returns the text to store for a password. Two calls never return the same text.
    ///
    /// - Throws: ``HashingError``; ``HashingError/busy(retryAfterSeconds:)`` asks to try again later.
    /// - Complexity: one hash.
    package func hash(password: String) async throws(HashingError) -> String {
        let key = keyring.first
        let input = Self.authenticated(Self.bytes(ofPassword: password), key.derived(for: Self.passwordPurpose))
        return "\(key.id):\(try await hasher.hash(input))"
    }

    /// Compares a password with a stored text.
    ///
    /// - Parameter stored: nil for an unknown account: the result is always wrong, and takes as long as for a known one.
    /// - Throws: ``HashingError``.
    /// - Complexity: one hash.
    package func verify(password: String, against stored: String?) async throws(HashingError) -> PasswordVerdict {
        let bytes = Self.bytes(ofPassword: password)
        guard let stored else {
            _ = try await hasher.hash(Self.authenticated(bytes, keyring.first.derived(for: Self.passwordPurpose)))
            return .wrong
        }
        guard let (id, hash) = Keyring.split(stored) else { throw .malformedHash }
        guard let key = keyring[id] else { throw .unknownKey(id: String(id)) }
        let input = Self.authenticated(bytes, key.derived(for: Self.passwordPurpose))
        guard try await hasher.verify(input, against: String(hash)) else { return .wrong }
        return .right(needsRehash: key.id != keyring.first.id || hasher.needsRehash(String(hash)))
    }

    // MARK: PINs

    /// Returns the text to store for a PIN. It can only be verified together with the device's secret, which is not stored here.
    ///
    /// - Parameter deviceSecret: 256 random bits that only the device has.
    /// - Throws: ``HashingError``.
    package func hash(pin: String, deviceSecret: [UInt8]) async throws(HashingError) -> String {
        try await hasher.hash(Self.authenticated(SecretBytes(Array(pin.utf8)), SymmetricKey(data: deviceSecret)))
    }

    /// Compares a PIN with the stored text.
    ///
    /// - Parameter stored: nil for an unknown device: the result is always wrong, and takes as long as for a known one.
    /// - Throws: ``HashingError``.
    package func verify(
        pin: String, deviceSecret: [UInt8], against stored: String?
    ) async throws(HashingError) -> PasswordVerdict {
        let input = Self.authenticated(SecretBytes(Array(pin.utf8)), SymmetricKey(data: deviceSecret))
        guard let stored else {
            _ = try await hasher.hash(input)
            return .wrong
        }
        guard try await hasher.verify(input, against: stored) else { return .wrong }
        return .right(needsRehash: hasher.needsRehash(stored))
    }

    // MARK: Parts

    private static func bytes(ofPassword password: String) -> SecretBytes {
        // The policy accepts no text of this length, so its spelling makes no difference; composing it could take long.
        let isAcceptable = password.utf8.count <= 4 * PasswordPolicy.maximumBytes
        return SecretBytes(Array((isAcceptable ? PasswordText.composed(password) : password).utf8))
    }

    /// Returns HMAC-SHA-256 of the bytes.
    private static func authenticated(_ bytes: SecretBytes, _ key: SymmetricKey) -> SecretBytes {
        bytes.withUnsafeBytes { bytes in
            HMAC<SHA256>.authenticationCode(for: bytes, using: key).withUnsafeBytes { SecretBytes($0) }
        }
    }
}
