import Crypto

/// Codes of an authenticator app: time-based one-time passwords with HMAC-SHA-1, 6 digits and steps of 30 s, which every app knows.
///
/// - SeeAlso: RFC 6238 and RFC 4226.
package enum TOTP {
    /// The length of a step.
    package static let stepSeconds = 30
    /// The length of a code.
    package static let digitCount = 6
    /// The number of steps that a clock may be early or late.
    private static let tolerance = 1

    /// Returns a new seed: 160 random bits.
    package static func newSeed() -> [UInt8] { RandomBytes.array(count: 20) }

    /// Returns the step that contains a time.
    ///
    /// - Parameter seconds: since 1970-01-01 UTC.
    package static func step(at seconds: Int) -> Int { Int((Double(seconds) / Double(stepSeconds)).rounded(.down)) }

    /// Returns the code of a step: 6 digits.
    package static func code(seed: [UInt8], step: Int) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: Int64(step)).bigEndian, Array.init)
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: seed)))
        let offset = Int(hash[19] & 15)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: digitCount - digits.utf8.count) + digits
    }

    /// Returns the step of a code, which must then be stored as the last one, so that no code works twice.
    ///
    /// All three codes are compared, in constant time.
    ///
    /// - Parameters:
    ///   - code: as typed; blanks are ignored.
    ///   - seconds: the time on the server's clock, since 1970-01-01 UTC.
    ///   - lastStep: the step of the last accepted code; nil if there was none.
    /// - Returns: nil if the code is wrong, or its step is not after `lastStep`.
    package static func step(matching code: String, seed: [UInt8], at seconds: Int, after lastStep: Int?) -> Int? {
        let typed = code.utf8.filter { $0 != UInt8(ascii: " ") }
        let now = step(at: seconds)
        var found: Int?
        for step in now - tolerance...now + tolerance {
            let isEqual = Sodium.areEqual(typed, Array(Self.code(seed: seed, step: step).utf8))
            if isEqual, step > lastStep ?? Int.min { found = step }
        }
        return found
    }
}
