import Secrets
import Testing

@Suite struct MessageSignatureTests {
    /// Test cases 1, 2 and 6 of RFC 4231.
    @Test func signaturesAreThoseOfTheStandard() {
        #expect(
            MessageSignature.hexadecimal(key: Array(repeating: 0x0B, count: 20), Array("Hi There".utf8))
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            MessageSignature.hexadecimal(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = "Test Using Larger Than Block-Size Key - Hash Key First"
        #expect(
            MessageSignature.hexadecimal(key: Array(repeating: 0xAA, count: 131), Array(long.utf8))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    /// The vector of docs/notices.md.
    @Test func theDocumentedSignatureIsOurs() {
        let body =
            #"{"id":"n_0123456789abcdef","kind":"alert","text":"BTC < 60000","link":"/alerts/a_1","created_at":"2026-05-01T12:00:00Z"}"#
        let key = String(repeating: "0123456789abcdef", count: 4)
        let signed = MessageSignature.hexadecimal(key: Array(key.utf8), Array("1777636800.\(body)".utf8))
        #expect(signed == "a85833bde86840341f3a5c5f7c8530dd9b96264a9e1a5f581ca4ec70ae38a757")
    }
}
