import Crypto
import Foundation

/// Encrypts messages of web push for one browser, so that the push service between cannot read them.
///
/// - SeeAlso: RFC 8291; its content coding aes128gcm is RFC 8188.
package enum PushEncryption {
    /// The most bytes of a message: push services accept bodies of 4096 bytes.
    package static let mostBytes = recordSize - headerSize - 17
    private static let recordSize = 4096
    /// Salt, record size, the length of the key, and the key.
    private static let headerSize = 16 + 4 + 1 + keySize
    private static let keySize = 65

    /// Whether bytes are a public key: an uncompressed point of the curve P-256.
    package static func isKey(_ bytes: [UInt8]) -> Bool {
        bytes.count == keySize && (try? P256.KeyAgreement.PublicKey(x963Representation: bytes)) != nil
    }

    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - key: the browser's public key.
    ///   - auth: the secret of 16 bytes that the browser shares with this server.
    /// - Returns: the body of the request; nil for a message that is too long, or for a bad key or secret.
    package static func seal(_ message: [UInt8], for key: [UInt8], auth: [UInt8]) -> [UInt8]? {
        seal(message, for: key, auth: auth, from: P256.KeyAgreement.PrivateKey(), salt: RandomBytes.array(count: 16))
    }

    /// - Parameters:
    ///   - sender: a key for this message alone.
    ///   - salt: 16 bytes for this message alone.
    package static func seal(
        _ message: [UInt8], for key: [UInt8], auth: [UInt8], from sender: P256.KeyAgreement.PrivateKey, salt: [UInt8]
    ) -> [UInt8]? {
        guard message.count <= mostBytes, auth.count == 16, salt.count == 16, key.count == keySize,
            let receiver = try? P256.KeyAgreement.PublicKey(x963Representation: key),
            let shared = try? sender.sharedSecretFromKeyAgreement(with: receiver)
        else { return nil }
        let own = Array(sender.publicKey.x963Representation)
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: auth, sharedInfo: Array("WebPush: info\0".utf8) + key + own, outputByteCount: 32)
        func derived(_ purpose: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: input, salt: salt, info: Array("\(purpose)\0".utf8), outputByteCount: count)
        }
        let nonce = derived("Content-Encoding: nonce", 12).withUnsafeBytes { Array($0) }
        // The byte 2 ends the last record.
        guard let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.seal(message + [2], using: derived("Content-Encoding: aes128gcm", 16), nonce: nonce)
        else { return nil }
        let size = withUnsafeBytes(of: UInt32(recordSize).bigEndian, Array.init)
        return salt + size + [UInt8(keySize)] + own + box.ciphertext + box.tag
    }
}
