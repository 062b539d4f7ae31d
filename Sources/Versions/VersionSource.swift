import Foundation
import Notices

/// Where the signed file is, and whose signature it must have.
package struct VersionSource: Equatable, Sendable {
    package let address: URL
    /// The text of the address.
    package let text: String
    /// The Ed25519 public key.
    package let key: [UInt8]

    /// - Parameters:
    ///   - address: https; http only for this machine.
    ///   - key: the base64 of 32 bytes.
    /// - Returns: nil if one of them is refused.
    package init?(address: String, key: String) {
        guard let text = Self.checked(address: address), let url = URL(string: text), let bytes = Self.bytes(key: key) else {
            return nil
        }
        (self.address, self.text, self.key) = (url, text, bytes)
    }

    /// What is accepted as an address.
    package static let addressText = "https://HOST[:PORT]/PATH; http only for localhost, 127.0.0.1 and [::1]"
    /// What is accepted as a key.
    package static let keyText = "the base64 of \(ReleaseSignature.keySize) bytes"

    static func checked(address: String) -> String? {
        guard let url = OutgoingURL(address) else { return nil }
        let isSafe = url.text.hasPrefix("https://") || ["localhost", "127.0.0.1", "::1"].contains(url.host)
        return isSafe ? url.text : nil
    }

    static func bytes(key: String) -> [UInt8]? {
        guard let data = Data(base64Encoded: key), data.count == ReleaseSignature.keySize else { return nil }
        return Array(data)
    }

    var keyText: String { Data(key).base64EncodedString() }
}
