/// The data that a person needs to add a seed to an authenticator app.
package struct TOTPEnrolment: Sendable {
    /// The address for the QR code.
    package let uri: String
    /// The seed for typing: base 32 in groups of 4.
    package let typedSeed: String

    /// - Parameters:
    ///   - issuer: the name of this service, shown above the code.
    ///   - account: the name of the account, shown beside it.
    package init(seed: [UInt8], issuer: String, account: String) {
        let secret = Base32.text(of: seed)
        let (issuer, account) = (Self.encoded(issuer), Self.encoded(account))
        uri =
            "otpauth://totp/\(issuer):\(account)?secret=\(secret)&issuer=\(issuer)&algorithm=SHA1"
            + "&digits=\(TOTP.digitCount)&period=\(TOTP.stepSeconds)"
        typedSeed = Base32.grouped(secret, by: 4, separator: " ")
    }

    /// Returns the text with all but unreserved characters percent-encoded (RFC 3986).
    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += Array(("%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)).utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension TOTPEnrolment: CustomStringConvertible, CustomReflectable {
    /// Without the seed, because printed text ends up in logs.
    package var description: String { "enrolment of an authenticator app" }

    /// Without the seed, for `dump` and for messages of failed tests.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
