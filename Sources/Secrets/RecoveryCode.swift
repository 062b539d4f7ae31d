import Crypto

/// A code for a person whose authenticator app is lost: 120 random bits, 24 letters and digits of base 32. Shown once; only its hash
/// is stored.
package struct RecoveryCode: Sendable {
    private static let letterCount = 24

    private let letters: String

    /// Creates a code from the system's random numbers.
    package init() { letters = Base32.text(of: RandomBytes.array(count: 15)).lowercased() }

    /// Reads a typed code. Upper case, blanks and hyphens make no difference. Returns nil for any other text.
    package init?(parsing text: String) {
        let letters = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
            .map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        guard letters.count == Self.letterCount, Base32.isLowerCase(letters) else { return nil }
        self.letters = String(decoding: letters, as: UTF8.self)
    }

    /// The code for display: 4 groups of 6 such as `abcdef-ghijkl-mnopqr-stuvwx`.
    package var text: String { Base32.grouped(letters, by: 6, separator: "-") }

    /// The SHA-256 of the letters, 64 lower-case hexadecimal digits. It needs no salt, because 120 random bits cannot be guessed.
    package var hash: String {
        SHA256.hash(data: Array(letters.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension RecoveryCode: CustomStringConvertible, CustomReflectable {
    /// The start of the hash, never the code, because printed text ends up in logs.
    package var description: String { "recovery code of hash \(hash.prefix(8))" }

    /// Without the code, for `dump` and for messages of failed tests.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The recovery codes of an account.
package enum RecoveryCodes {
    /// The number of codes that an account gets.
    package static let count = 10

    /// Returns a new set of codes, all different.
    package static func new() -> [RecoveryCode] { (0..<count).map { _ in RecoveryCode() } }
}
