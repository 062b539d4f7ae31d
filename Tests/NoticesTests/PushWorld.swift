import Crypto
import Foundation
import JSONText
import LoopbackServer
import Notices
import Records
import Secrets
import Store
import Testing

import enum Digests.Base64URL

extension DeliveryWorld {
    /// The server's key of web push, and the token that it signs with it.
    static let serverKey = P256.Signing.PrivateKey()

    static let push = PushKeys(
        publicKey: Array(serverKey.publicKey.x963Representation), isKey: PushEncryption.isKey,
        seal: { PushEncryption.seal($0, for: $1, auth: $2) },
        authorization: { audience, expires in "vapid aud=\(audience), exp=\(expires)" })

    func add(_ browser: Browser, at server: LoopbackServer, of caller: Caller = ann, _ ways: NoticeWays? = nil) async throws
        -> PushDevice
    {
        let draft = try browser.draft("\(server.address)/push/\(browser.name)")
        let ways = ways ?? self.ways
        return try await store.change { try ways.addDevice(&$0, caller, draft) }
    }

    func devices(of caller: Caller = ann) async throws -> [PushDevice] {
        try await store.refusing { [ways] in try ways.devices($0, caller, Nothing()) }
    }
}

/// A browser that has subscribed, and reads what it receives as RFC 8291 says.
struct Browser: Sendable {
    let name: String
    private let key = P256.KeyAgreement.PrivateKey()
    private let auth = (0..<16).map { _ in UInt8.random(in: 0...255) }

    init(_ name: String) { self.name = name }

    func draft(_ endpoint: String) throws -> PushDeviceDraft {
        let json = """
            {"endpoint":"\(endpoint)","p256dh":"\(Base64URL.text(of: Array(key.publicKey.x963Representation)))",
             "auth":"\(Base64URL.text(of: auth))","name":"\(name)"}
            """
        return try Shape<PushDeviceDraft>().value(checked: try JSONValue(parsing: Array(json.utf8)))
    }

    func read(_ body: [UInt8]) throws -> JSONValue {
        try #require(body.count > 103 && Array(body[16..<21]) == [0, 0, 16, 0, 65])
        let (salt, sender) = (Array(body[0..<16]), Array(body[21..<86]))
        let shared = try key.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: sender))
        let own = Array(key.publicKey.x963Representation)
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: auth, sharedInfo: Array("WebPush: info\0".utf8) + own + sender, outputByteCount: 32)
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: input, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8), outputByteCount: count)
        }
        let nonce = try AES.GCM.Nonce(data: derived("nonce", 12).withUnsafeBytes { Array($0) })
        let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: body[86..<(body.count - 16)], tag: body.suffix(16))
        let text = Array(try AES.GCM.open(box, using: derived("aes128gcm", 16)))
        try #require(text.last == 2)
        return try JSONValue(parsing: Array(text.dropLast()))
    }
}
