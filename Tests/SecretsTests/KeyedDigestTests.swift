import Scratch
import Secrets
import Testing

/// Digests under the keyring.
@Suite struct KeyedDigestTests {
    @Test func aDigestIsOfOneTextOnePurposeAndOneKeyring() throws {
        let (scratch, other) = (try Scratch(), try Scratch())
        let keyring = try scratch.keyring()
        let digest = KeyedDigest(keyring, purpose: "phone").of("+393331234567")
        #expect(digest == KeyedDigest(keyring, purpose: "phone").of("+393331234567") && digest.count == 44)
        #expect(digest != KeyedDigest(keyring, purpose: "phone").of("+393331234568"))
        #expect(digest != KeyedDigest(keyring, purpose: "other").of("+393331234567"))
        #expect(digest != KeyedDigest(try other.keyring(), purpose: "phone").of("+393331234567"))
    }
}
