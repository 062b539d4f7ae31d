import Crypto
import Foundation

/// Tokens in forms, which other sites cannot know: they prove that a request comes from a page of the session (CSRF).
///
/// A token is HMAC-SHA-256 of the session's hash. Each page shows it under a new random mask, so that the length of compressed
/// pages reveals nothing about it (the attack BREACH, CVE-2013-3587). Nothing is stored.
package struct FormToken: Sendable {
    private static let byteCount = 32

    /// The first key makes new tokens; all keys check them.
    private let keys: [SymmetricKey]

    package init(_ keyring: Keyring) { keys = keyring.keys.map { $0.derived(for: "form") } }

    /// Returns a token for a page of a session: 86 characters of base64url. Two calls never return the same text.
    package func make(for sessionHash: String) -> String {
        let mask = RandomBytes.array(count: Self.byteCount)
        return Self.text(of: mask + zip(mask, Self.code(sessionHash, keys[0])).map(^))
    }

    /// Returns true if a token was made for the session, with any key of the keyring. Compares in constant time.
    package func isValid(_ text: String, for sessionHash: String) -> Bool {
        guard let bytes = Self.bytes(of: text), bytes.count == 2 * Self.byteCount else { return false }
        let code = zip(bytes[..<Self.byteCount], bytes[Self.byteCount...]).map(^)
        return keys.reduce(false) { isValid, key in
            let isEqual = Sodium.areEqual(code, Self.code(sessionHash, key))
            return isValid || isEqual
        }
    }

    private static func code(_ sessionHash: String, _ key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(sessionHash.utf8), using: key))
    }

    // MARK: base64url

    private static func text(of bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func bytes(of text: String) -> [UInt8]? {
        // 64 bytes have 86 characters; other texts are refused before they are decoded.
        guard text.utf8.count == 86, !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
            return nil
        }
        return Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + "==").map(Array.init)
    }
}
