import JSONText
import Testing

@Suite struct PlainDecimalTests {
    @Test(arguments: [
        ("0.1", "0.1"), ("7", "7"), ("-0.05", "-0.05"), ("1.10", "1.10"), ("1e3", "1000"), ("1E+3", "1000"), ("1.5e3", "1500"),
        ("1.5e1", "15"), ("1.50e1", "15.0"), ("15e-1", "1.5"), ("10e-1", "1"), ("1e-18", "0.000000000000000001"),
        ("-2.5e-3", "-0.0025"), ("0e5", "0"), ("0.001e3", "1"), ("123456789.123456789012345678", "123456789.123456789012345678"),
        // Too long for an amount: left unchanged, and refused where amounts are parsed.
        ("1e41", "1e41"), ("1e-41", "1e-41"), ("1e999999999999999999999", "1e999999999999999999999"),
        ("1e-9223372036854775808", "1e-9223372036854775808"),
    ])
    func anExponentIsWrittenOut(literal: String, text: String) { #expect(PlainDecimal.text(literal) == text) }

    @Test func numbersAreKeptDigitByDigit() throws {
        let text = #"{"a":[0.1234567890123456789,1e2],"b":"0.5","c":{"d":-0}}"#
        let value = try JSONValue(parsing: Array(text.utf8), keepsNumbers: true)
        #expect(value["a"] == .array([.string("0.1234567890123456789"), .string("1e2")]))
        #expect(value["b"] == .string("0.5") && value["c"]?["d"] == .string("-0"))
    }
}
