import Mail
import Testing

@Suite struct MailAddressTests {
    @Test(arguments: [
        "alice@example.org", "Alice.B+closecast@Mail.Example.ORG", "a@b", "o'neill@example.org", "x_y-z=1@xn--mnchen-3ya.de",
        "!#$%&'*+-/=?^_`{|}~@example.org", "1@1.2", "-f@example.org",
    ])
    func anAddressIsKeptAsItIsGiven(text: String) throws {
        let address = try MailAddress(text)
        #expect(address.text == text)
        #expect("\(address.localPart)@\(address.domain)" == text)
    }

    @Test(
        arguments: [
            ("", .empty), ("example.org", .atSigns(0)), ("a@b@example.org", .atSigns(2)), ("a@@example.org", .atSigns(2)),
            ("a b@example.org", .badCharacter(" ")), (" a@example.org", .badCharacter(" ")), ("a@example.org ", .badCharacter(" ")),
            ("a@example.org\r\nBcc: b@example.org", .badCharacter("\r")), ("a@example.org\n", .badCharacter("\n")),
            ("a%0d%0aBcc:b@example.org", .badCharacter(":")), ("a\0@example.org", .badCharacter("\0")),
            ("a\u{7F}@example.org", .badCharacter("\u{7F}")), ("<a@example.org>", .badCharacter("<")),
            ("a@example.org,b@example.org", .badCharacter(",")), ("a;b@example.org", .badCharacter(";")),
            ("\"a\"@example.org", .badCharacter("\"")), ("a\\@example.org", .badCharacter("\\")),
            ("a(b)@example.org", .badCharacter("(")), ("a@[127.0.0.1]", .badCharacter("[")),
            ("алиса@example.org", .badCharacter("а")), ("a@münchen.de", .badCharacter("ü")),
            ("a\u{200D}@example.org", .badCharacter("\u{200D}")),
            ("a@\u{301}example.org", .badCharacter("\u{301}")), ("a＠example.org", .badCharacter("＠")),
            ("@example.org", .badLocalPart), (".a@example.org", .badLocalPart), ("a.@example.org", .badLocalPart),
            ("a..b@example.org", .badLocalPart), ("a@", .badDomain), ("a@.org", .badDomain), ("a@example.org.", .badDomain),
            ("a@example..org", .badDomain), ("a@-x.org", .badDomain), ("a@x-.org", .badDomain), ("a@exa_mple.org", .badDomain),
            ("a@a!b", .badDomain),
        ] as [(String, MailAddressError)])
    func anythingElseIsRefusedWithItsReason(text: String, expected: MailAddressError) {
        #expect(throws: expected) { try MailAddress(text) }
    }

    @Test func lengthsAreLimited() throws {
        let domain = Array(repeating: String(repeating: "d", count: 61), count: 3).joined(separator: ".")  // 185
        let longest = String(repeating: "l", count: 64) + "@" + domain + ".ccc"
        #expect(longest.utf8.count == 254)
        _ = try MailAddress(longest)
        #expect(throws: MailAddressError.tooLong(bytes: 255)) { try MailAddress(longest + "c") }
        #expect(throws: MailAddressError.badLocalPart) { try MailAddress(String(repeating: "l", count: 65) + "@example.org") }
        _ = try MailAddress("a@" + String(repeating: "d", count: 63) + ".org")
        #expect(throws: MailAddressError.badDomain) { try MailAddress("a@" + String(repeating: "d", count: 64) + ".org") }
    }

    @Test func addressesAreComparedInLowerCase() throws {
        #expect(try MailAddress("Bob@Example.ORG").lowercased == "bob@example.org")
    }

    @Test func errorsDoNotShowTheAddress() {
        #expect(throws: MailAddressError.self) { try MailAddress("secret name@example.org") }
        #expect("\(MailAddressError.badCharacter("\u{200D}"))".contains("U+200D"))
        #expect("\(MailAddressError.badCharacter(","))".contains("\",\""))
    }
}
