import Crypto
import Secrets
import Testing

@Suite struct RecoveryCodeTests {
    @Test func anAccountGetsTenDifferentCodesOf120Bits() {
        let codes = RecoveryCodes.new()
        #expect(codes.count == 10 && Set(codes.map(\.text)).count == 10)
        for code in codes {
            let groups = code.text.split(separator: "-")
            #expect(groups.count == 4 && groups.allSatisfy { $0.count == 6 })
            #expect(code.text.allSatisfy { "abcdefghijklmnopqrstuvwxyz234567-".contains($0) })
        }
        // Every letter occurs: 240 letters of 32.
        #expect(Set(codes.flatMap { $0.text }).count > 25)
    }

    @Test func aCodeIsReadAsPeopleTypeIt() throws {
        let code = RecoveryCode()
        for text in [
            code.text, code.text.uppercased(), code.text.replacing("-", with: ""), " " + code.text.replacing("-", with: "  ") + " ",
            code.text.replacing("-", with: " - "),
        ] {
            #expect(RecoveryCode(parsing: text)?.hash == code.hash, "\(text)")
        }
        let expected = SHA256.hash(data: Array(code.text.replacing("-", with: "").utf8))
        #expect(expected.description == "SHA256 digest: \(code.hash)")
    }

    @Test(arguments: [
        "", "abcdef", "abcdef-ghijkl-mnopqr-stuvw", "abcdef-ghijkl-mnopqr-stuvwxy", "abcdef-ghijkl-mnopqr-stuvw0",
        "abcdef_ghijkl_mnopqr_stuvwx", "abcdef-ghijkl-mnopqr-stuvwé", "abcdef-ghijkl-mnopqr-stuv\u{212A}x",
    ])
    func otherTextsAreNoCodes(text: String) { #expect(RecoveryCode(parsing: text) == nil) }

    @Test func aPrintedCodeIsHidden() {
        let code = RecoveryCode()
        var dumped = "\(code) \([code])"
        dump(code, to: &dumped)
        #expect(!dumped.contains(code.text.prefix(6)))
    }
}
