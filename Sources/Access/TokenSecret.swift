import Digests
import Platform

/// The secret that a bearer shows: `closecast_` and 64 lower-case hexadecimal digits, 256 random bits.
///
/// It is told once, when the token is made, and kept nowhere: stored is its ``hash``. Hexadecimal digits have one spelling, are selected
/// by a double click and survive every header, and the prefix lets scanners for leaked secrets find it.
package struct TokenSecret: Sendable {
    private static let prefix = "closecast_"

    /// What the bearer sends.
    package let text: String

    /// A new one, from the system's random numbers.
    package init() { text = Self.prefix + RandomID.hexadecimal(digits: 64) }

    /// The secret that a bearer sent, strictly in its own spelling.
    ///
    /// - Throws: ``AccessError/malformedToken``, without the text: what was sent may be a secret of another kind.
    package init(parsing text: some StringProtocol) throws(AccessError) {
        guard text.utf8.count == Self.prefix.utf8.count + 64, text.utf8.starts(with: Self.prefix.utf8),
            Hexadecimal.isValid(text.utf8.dropFirst(Self.prefix.utf8.count))
        else { throw .malformedToken }
        self.text = String(text)
    }

    /// SHA-256 of the text, 64 lower-case hexadecimal digits. It needs no salt: nobody guesses 256 random bits.
    package var hash: String { SHA256.hexadecimal(of: Array(text.utf8)) }

    /// The id of the token that it belongs to: the first 12 digits of its hash, so that a leaked secret can be told to be one and revoked.
    package var tokenID: String { String(hash.prefix(12)) }
}

extension TokenSecret: CustomStringConvertible {
    /// The id, never the secret: what is printed ends in logs.
    package var description: String { "secret of token \(tokenID)" }
}

/// Comparison whose time tells nothing of where two texts differ.
package enum ConstantTime {
    /// Whether two texts have the same bytes. Its time depends on the length of the shorter alone.
    package static func areEqual(_ one: String, _ other: String) -> Bool {
        let difference = zip(one.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 && one.utf8.count == other.utf8.count
    }
}
