import Digests
import Platform

/// A bearer's secret: `closecast_` and 64 lower-case hexadecimal digits, 256 random bits.
///
/// It is shown once, when the token is created, and never stored; only its ``hash`` is. Hexadecimal digits have a single
/// spelling, are selected by a double click and are valid in every header. The prefix lets scanners for leaked secrets find it.
package struct TokenSecret: Sendable {
    private static let prefix = "closecast_"

    /// The text that the bearer sends.
    package let text: String

    /// A new secret, from the system's random numbers.
    package init() { text = Self.prefix + RandomID.hexadecimal(digits: 64) }

    /// Parses a secret, accepting only its exact form.
    ///
    /// - Throws: ``AccessError/malformedToken``, without the text, because that may be a secret of another kind.
    package init(parsing text: String) throws(AccessError) {
        guard text.utf8.count == Self.prefix.utf8.count + 64, text.utf8.starts(with: Self.prefix.utf8),
            Hexadecimal.isValid(text.utf8.dropFirst(Self.prefix.utf8.count))
        else { throw .malformedToken }
        self.text = text
    }

    /// The SHA-256 of the text, 64 lower-case hexadecimal digits. It needs no salt, because 256 random bits cannot be guessed.
    package var hash: String { SecretDigest.hexadecimal(of: text) }

    /// The id of its token: the first 12 digits of its hash, so that a leaked secret can be identified and revoked.
    package var tokenID: String { String(hash.prefix(12)) }
}

extension TokenSecret: CustomStringConvertible {
    /// The token's id, never the secret, because printed text ends up in logs.
    package var description: String { "secret of token \(tokenID)" }
}

/// A comparison whose duration does not reveal where two texts differ.
package enum ConstantTime {
    /// Returns true if two texts have the same bytes. The duration depends only on the length of the shorter one.
    package static func areEqual(_ one: String, _ other: String) -> Bool {
        let difference = zip(one.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 && one.utf8.count == other.utf8.count
    }
}
