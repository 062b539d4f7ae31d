import Crypto
import Keyrings
import Scratch
import Secrets
import Testing

@Suite struct KeyringTests {
    @Test func everyPurposeHasAKeyOfItsOwn() throws {
        let scratch = try Scratch()
        let keyring = try scratch.keyring(rotations: 1)
        func bytes(_ key: SymmetricKey) -> [UInt8] { key.withUnsafeBytes { Array($0) } }
        let derived = keyring.keys.flatMap { key in ["password", "form", "sealed", ""].map { bytes(key.derived(for: $0)) } }
        #expect(Set(derived).count == 8 && derived.allSatisfy { $0.count == 32 })
        #expect(bytes(keyring.first.derived(for: "form")) == derived[1], "the same each time")
        let raw = try KeyringFile.read(scratch("keyring.json")).keys.map(\.bytes)
        #expect(!derived.contains(where: raw.contains))
    }

    /// HKDF by hand, from RFC 5869: extract with a salt of zeros, expand one block.
    @Test func derivedKeysAreThoseOfRFC5869() throws {
        let scratch = try Scratch()
        let derived = try scratch.keyring().first.derived(for: "password")
        let raw = try KeyringFile.read(scratch("keyring.json")).keys[0].bytes
        func mac(_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
        }
        let expected = mac(Array("closecast/1/password".utf8) + [1], mac(raw, [UInt8](repeating: 0, count: 32)))
        #expect(derived.withUnsafeBytes { Array($0) } == expected)
    }

    @Test func aMissingKeyringIsCreatedOnlyIfAsked() throws {
        let scratch = try Scratch()
        #expect(throws: KeyringError.missing(path: scratch("k"))) {
            try Keyring.open(path: scratch("k"), creatingIfMissing: false, today: Cheap.today)
        }
        let made = try Keyring.open(path: scratch("k"), creatingIfMissing: true, today: Cheap.today)
        #expect(made.keys.count == 1 && made.first.createdOn == Cheap.today && made[made.first.id]?.id == made.first.id)
    }
}
