import People
import Testing

/// Telephone numbers as people type them.
@Suite struct PhoneNumberTests {
    @Test(arguments: [
        ("+39 333 123 4567", "+393331234567"), ("0039-333-1234567", "+393331234567"), ("+1 (202) 555-0100", "+12025550100"),
        ("+77 01.234/5678", "+77012345678"), ("+123456789012345", "+123456789012345"),
        ("+683 4123", "+6834123"),
    ])
    func aNumberIsReadInEveryForm(typed: String, expected: String) {
        let phone = PhoneNumber(parsing: typed)
        #expect(phone?.text == expected && phone?.lastFour == String(expected.suffix(4)))
    }

    @Test(arguments: [
        "", "+", "333 123 4567", "+39 333", "+0 333 123 4567", "+1234567890123456", "+39 333 12a 4567", "39+3331234567",
        "++393331234567",
    ])
    func anythingElseIsNone(typed: String) { #expect(PhoneNumber(parsing: typed) == nil, "\(typed)") }
}
