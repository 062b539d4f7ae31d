/// The two check digits of IBANs and creditor references: MOD 97-10 of ISO 7064.
enum CheckDigits {
    /// Returns the check digits, 02 to 98, that belong between a prefix and a body.
    ///
    /// - Parameters:
    ///   - prefix: the two letters in front of the check digits.
    ///   - body: the characters after the check digits. Prefix and body are ASCII digits and capitals.
    static func digits(prefix: some Sequence<UInt8>, body: some Sequence<UInt8>) -> String {
        let check = 98 - remainder(Array(body) + Array(prefix) + Array("00".utf8))
        return check < 10 ? "0\(check)" : "\(check)"
    }

    /// Returns true if bytes 2 and 3 of a text of at least 4 bytes are its check digits.
    ///
    /// Compares digits instead of remainders: 01 leaves the same remainder as 98, but only one of them is correct.
    static func areRight(in bytes: [UInt8]) -> Bool {
        Array(digits(prefix: bytes[..<2], body: bytes[4...]).utf8) == Array(bytes[2..<4])
    }

    /// The remainder of division by 97 of the number in which A stands for 10 and Z for 35.
    private static func remainder(_ bytes: [UInt8]) -> Int {
        bytes.reduce(0) { remainder, byte in
            byte <= UInt8(ascii: "9")
                ? (remainder * 10 + Int(byte - UInt8(ascii: "0"))) % 97
                : (remainder * 100 + Int(byte - UInt8(ascii: "A")) + 10) % 97
        }
    }
}
