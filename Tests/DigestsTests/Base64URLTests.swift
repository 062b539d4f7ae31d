import Digests
import Foundation
import Testing

@Suite struct Base64URLTests {
    /// Foundation is the oracle.
    @Test func bytesComeBack() {
        for count in 0..<200 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: count &* 37 &+ $0 &* 101) }
            let expected = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
                "=", with: "")
            #expect(Base64URL.text(of: bytes) == expected && Base64URL.bytes(of: expected) == bytes, "\(count) bytes")
        }
    }

    @Test(arguments: ["A", "AB", "AAB", "AA==", "A+AA", "A/AA", "AA A", "ÄA", "AAAAA", "A\n"])
    func otherTextsAreRefused(text: String) { #expect(Base64URL.bytes(of: text) == nil) }
}
