import Crypto
import Digests
import Foundation
import JSONText

/// The key by which push services recognise a server: each browser accepts messages of the server that it has subscribed to alone.
///
/// - SeeAlso: RFC 8292 (VAPID).
package struct PushServerKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// The key is derived from the oldest key of a keyring, so that a rotation keeps it: browsers would refuse another.
    package init(_ keyring: Keyring) {
        let oldest = keyring.keys[keyring.keys.count - 1]
        // One in 2^32 texts of 256 bits is no private key of the curve.
        let keys = (0..<64).lazy.compactMap { number in
            try? P256.Signing.PrivateKey(rawRepresentation: oldest.derived(for: "push/\(number)").withUnsafeBytes { Array($0) })
        }
        guard let key = keys.first else { preconditionFailure("64 derived texts were no private keys") }
        self.key = key
    }

    /// The public key, which browsers are given when they subscribe: 65 bytes.
    package var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// Returns the value of `Authorization`.
    ///
    /// - Parameters:
    ///   - audience: the origin of the push service.
    ///   - expires: seconds since 1970-01-01 UTC, at most a day from now.
    ///   - contact: a `mailto:` or `https:` address of the operator.
    /// - Returns: nil if the key cannot sign.
    package func authorization(audience: String, expires: Int, contact: String?) -> String? {
        var claims = JSONWriter()
        claims.object { writer in
            writer.member("aud", audience)
            writer.member("exp", expires)
            if let contact { writer.member("sub", contact) }
        }
        let header = Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8)
        let signed = "\(Base64URL.text(of: header)).\(Base64URL.text(of: claims.bytes))"
        guard let signature = try? key.signature(for: Array(signed.utf8)) else { return nil }
        let token = "\(signed).\(Base64URL.text(of: Array(signature.rawRepresentation)))"
        return "vapid t=\(token), k=\(Base64URL.text(of: publicKey))"
    }
}
