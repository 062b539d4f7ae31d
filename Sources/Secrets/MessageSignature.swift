import Crypto
import Foundation

/// Signatures with which a receiver recognises our messages.
package enum MessageSignature {
    /// Returns the HMAC-SHA-256 of a message in 64 lower-case hexadecimal digits.
    ///
    /// - Parameter key: shared with the receiver, who computes the same.
    package static func hexadecimal(key: [UInt8], _ message: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let code = HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key))
        return String(decoding: code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
