import Crypto
import Digests
import Foundation
import JSONText
import Scratch
import Secrets
import Testing

/// Web push: messages for a browser, and the token by which a push service recognises the server.
@Suite struct PushEncryptionTests {
    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(of: text)) }

    /// The example of RFC 8291, section 5 and appendix A.
    @Test func theExampleOfTheStandardIsReproduced() throws {
        let sender = try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let key = try bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        #expect(PushEncryption.isKey(key))
        let body = PushEncryption.seal(
            Array("When I grow up, I want to be a watermelon".utf8), for: key, auth: try bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            from: sender,
            salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        let expected =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b"
            + "Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        #expect(try #require(body).count == 144 && Base64URL.text(of: body ?? []) == expected)
    }

    @Test func everyMessageHasAnotherKeyAndSalt() throws {
        let key = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
        let bodies = (0..<20).compactMap { _ in PushEncryption.seal([1], for: key, auth: Array(repeating: 1, count: 16)) }
        #expect(bodies.count == 20 && Set(bodies.map { Array($0.prefix(16)) }).count == 20)
        #expect(Set(bodies.map { Array($0[21..<86]) }).count == 20)
    }

    @Test func badInputIsRefused() throws {
        let key = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
        let auth = [UInt8](repeating: 1, count: 16)
        let most = [UInt8](repeating: 7, count: PushEncryption.mostBytes)
        #expect(PushEncryption.seal(most, for: key, auth: auth)?.count == 4096)
        #expect(PushEncryption.seal(most + [7], for: key, auth: auth) == nil)
        #expect(PushEncryption.seal([], for: key, auth: Array(auth.dropLast())) == nil)
        var noPoint = key
        noPoint[64] ^= 1
        for bad in [[], Array(key.dropLast()), key + [0], noPoint, [UInt8](repeating: 0, count: 65)] {
            #expect(!PushEncryption.isKey(bad) && PushEncryption.seal([], for: bad, auth: auth) == nil)
        }
    }

    @Test func aServerHasOneKeyAndSignsForOneService() throws {
        let scratch = try Scratch()
        let keyring = try scratch.keyring()
        let (key, again) = (PushServerKey(keyring), PushServerKey(keyring))
        #expect(key.publicKey == again.publicKey && PushEncryption.isKey(key.publicKey))
        let text = try #require(
            key.authorization(audience: "https://push.example", expires: 1_777_640_000, contact: "mailto:a@example.com"))
        #expect(text.hasPrefix("vapid t="))
        let parts = text.dropFirst(8).split(separator: ",", maxSplits: 1)
        let token = parts[0].split(separator: ".")
        #expect(parts[1] == " k=\(Base64URL.text(of: key.publicKey))" && token.count == 3)
        let header = try JSONValue(parsing: try #require(Base64URL.bytes(of: token[0])))
        #expect(header["alg"]?.string == "ES256" && header["typ"]?.string == "JWT")
        let claims = try JSONValue(parsing: try #require(Base64URL.bytes(of: token[1])))
        #expect(claims["aud"]?.string == "https://push.example" && claims["exp"]?.integer == 1_777_640_000)
        #expect(claims["sub"]?.string == "mailto:a@example.com")
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Base64URL.bytes(of: token[2])))
        let publicKey = try P256.Signing.PublicKey(x963Representation: key.publicKey)
        #expect(publicKey.isValidSignature(signature, for: Array("\(token[0]).\(token[1])".utf8)))
    }
}
