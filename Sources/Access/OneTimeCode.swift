import Platform

/// A code of six digits that is sent to a person and typed once.
///
/// A million codes are few: a code needs an expiry and a limit of attempts. The stored hash only hides it from a casual reader of
/// the database.
package struct OneTimeCode: Sendable {
    /// The six digits.
    package let text: String

    /// A new code, from the operating system's random numbers; all codes are equally likely.
    package init() {
        var random = SystemRandomNumberGenerator()
        let digits = String(Int.random(in: 0..<1_000_000, using: &random))
        text = String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    /// Reads a code as people type it, with or without spaces; nil unless there are six digits.
    package init?(typed text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let digits = text.filter { !$0.isWhitespace }
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        self.text = digits
    }

    /// The form for storage, with a new salt: the same code is stored differently each time.
    package func stored() -> StoredOneTimeCode { StoredOneTimeCode(self, salt: RandomID.hexadecimal(digits: 32)) }
}

extension OneTimeCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the code, because printed text ends up in logs.
    package var description: String { "a one-time code" }
    /// The same.
    package var debugDescription: String { description }
    /// Empty, because a dump would show the code.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The hash of a one-time code: 32 hexadecimal digits of salt, a full stop, and the SHA-256 of salt and code.
package struct StoredOneTimeCode: Equatable, Sendable {
    /// The text in the database.
    package let text: String

    /// The hash of a code.
    ///
    /// - Parameter salt: 32 hexadecimal digits.
    init(_ code: OneTimeCode, salt: String) { text = "\(salt).\(SecretDigest.hexadecimal(of: salt + code.text))" }

    /// A stored hash. A text in any other form matches no code.
    package init(stored text: String) { self.text = text }

    /// Returns true if it is the hash of a code. The duration does not depend on where the hashes differ.
    package func matches(_ code: OneTimeCode) -> Bool {
        let salt = text.prefix { $0 != "." }
        return ConstantTime.areEqual(StoredOneTimeCode(code, salt: String(salt)).text, text)
    }
}
