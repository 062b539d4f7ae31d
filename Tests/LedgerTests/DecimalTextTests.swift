import Foundation
import Ledger
import Market
import Testing

@Suite struct DecimalTextTests {
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("+1", "1"), ("0.05", "0.05"), ("-3", "-3"), ("3.1400", "3.14"), ("007.5", "7.5"), (".5", "0.5"),
        ("5.", "5"), ("0.000000000000000001", "0.000000000000000001"), ("-0.100000000000000000", "-0.1"),
        ("1000000", "1000000"), ("97600.06", "97600.06"), ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808.5", "9223372036854775808.5"), ("18.446744073709551615", "18.446744073709551615"),
        ("18.446744073709551616", "18.446744073709551616"), ("99999999999999999999", "99999999999999999999"),
        ("100000000000000000000.000000000000000001", "100000000000000000000.000000000000000001"),
        ("170141183460469231731.687303715884105727", "170141183460469231731.687303715884105727"),
        ("-170141183460469231731.687303715884105727", "-170141183460469231731.687303715884105727"),
        ("0000000000000000000000000000000000000001.5", "1.5"),
    ])
    func plainNotationIsReadAndWrittenInItsShortestForm(text: String, expected: String) throws {
        #expect(FixedDecimal(text)?.description == expected)
        #expect(try FixedDecimal.parse("x\(text)y".dropFirst().dropLast()).description == expected)
    }

    @Test(arguments: [
        "", "+", "-", ".", "-.", "+-1", "--1", "1-", "1e5", "1E5", "0x10", "inf", "nan", "1,000", "1_000", "1 000", " 1", "1 ",
        "1.2.3", "1..2", "1.-2", "½", "١", "1\u{0}", "abc", "1.00000000000000000000x", "−1", "1.e", "$1",
    ])
    func otherTextsAreNotNumbers(text: String) {
        #expect(FixedDecimal(text) == nil)
        #expect(throws: DecimalError.notANumber(text)) { try FixedDecimal.parse(text) }
    }

    @Test(arguments: ["0.0000000000000000001", "1.1000000000000000000", "0.00000000000000000000000000000000000000000001"])
    func nineteenPlacesAreTooMany(text: String) {
        #expect(FixedDecimal(text) == nil)
        #expect(throws: DecimalError.tooManyPlaces(text)) { try FixedDecimal.parse(text) }
    }

    @Test(arguments: [
        "170141183460469231731.687303715884105728", "-170141183460469231731.687303715884105728",
        "340282366920938463463.374607431768211456",
        "200000000000000000000", "1000000000000000000000", "99999999999999999999999999999999999999999999999999",
    ])
    func numbersBeyondTheLimitAreTooLarge(text: String) {
        #expect(FixedDecimal(text) == nil)
        #expect(throws: DecimalError.tooLarge(text)) { try FixedDecimal.parse(text) }
    }

    @Test func errorsNameTheTextAndWhatIsAccepted() {
        #expect(
            DecimalError.notANumber("1e5").description
                == "\"1e5\" is not a number; expected digits and at most one point, such as 0.05 or -97600.06")
        let long = DecimalError.tooLarge(String(repeating: "9", count: 1000)).description
        #expect(long.utf8.count < 150)
    }

    @Test(arguments: 0..<8) func everyNumberReadsBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let value = random.decimal()
            #expect(FixedDecimal(value.description) == value, "seed \(seed): \(value.units)")
        }
    }

    /// Foundation's Decimal writes the same digits.
    @Test(arguments: 0..<4) func digitsAreThoseOfFoundation(seed: UInt64) {
        var random = SeededGenerator(seed: seed, stream: 1)
        for _ in 0..<500 {
            let value = random.decimal(bits: 120)
            let expected = Decimal(string: "\(value.units)")! / Decimal(string: "1000000000000000000")!
            #expect(value.description == "\(expected)", "seed \(seed): \(value.units)")
        }
    }

    @Test(arguments: [
        ("97600.06", 2, "97,600.06"), ("0.005", 2, "0.00"), ("0.015", 2, "0.02"), ("0.025", 2, "0.02"), ("-0.001", 2, "0.00"),
        ("-0.006", 2, "-0.01"), ("999.995", 2, "1,000.00"), ("1234567.5", 0, "1,234,568"), ("1234566.5", 0, "1,234,566"),
        ("-1234567", 0, "-1,234,567"), ("100", 1, "100.0"), ("0", 2, "0.00"), ("0.000000000000000001", 18, "0.000000000000000001"),
        ("-170141183460469231731.687303715884105727", 2, "-170,141,183,460,469,231,731.69"),
    ])
    func peopleReadThousandsAndRoundedPlaces(text: String, places: Int, expected: String) {
        #expect(decimal(text).fixed(places: places) == expected)
    }
}

@Suite struct DecimalDoubleTests {
    @Test(
        arguments: [
            (0.1, "0.1"), (-0.1, "-0.1"), (0, "0"), (-0.0, "0"), (1e-18, "0.000000000000000001"), (5e-19, "0"),
            (1.5e-18, "0.000000000000000002"), (2.5e-18, "0.000000000000000002"), (6e-19, "0.000000000000000001"), (1e-300, "0"),
            (97600.06, "97600.06"), (1e20, "100000000000000000000"), (1.7e20, "170000000000000000000"), (10, "10"),
            (123456789012345680, "123456789012345680"), (0.1 + 0.2, "0.30000000000000004"), (1.0 / 3, "0.3333333333333333"),
            (1.2345678901234567e-5, "0.000012345678901235"),
        ] as [(Double, String)])
    func aDoubleBecomesTheDecimalOfItsShortestDescription(value: Double, expected: String) {
        #expect(FixedDecimal(exactly: value)?.description == expected)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1.8e20, -1.8e20, 5e20, 1e21, 1e300])
    func nonFiniteAndHugeValuesAreNil(value: Double) { #expect(FixedDecimal(exactly: value) == nil) }

    /// The oracle is the C library's reading of the text, which rounds right.
    @Test(arguments: 0..<8) func theDoubleIsTheNearest(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let value = random.decimal()
            #expect(value.doubleValue == Double(value.description)!, "seed \(seed): \(value)")
        }
    }

    @Test func tiesOfDoublesGoToTheEvenOne() {
        // 2^53 + 1 lies between two doubles, as 2^53 + 3 does; an 1e-18 more decides.
        for text in [
            "9007199254740993", "9007199254740995", "9007199254740993.000000000000000001", "9007199254740992.999999999999999999",
        ] {
            #expect(decimal(text).doubleValue == Double(text)!, "\(text)")
        }
        #expect(FixedDecimal.smallest.doubleValue == -170141183460469231731.687303715884105728)
        #expect(FixedDecimal.zero.doubleValue == 0)
    }

    @Test(arguments: 0..<4) func doublesComeBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed, stream: 3)
        for _ in 0..<1000 {
            // 17 digits, the last one at the 18th decimal place or before.
            let value = random.uniform() * 1e6 + 1
            #expect(FixedDecimal(exactly: value)?.doubleValue == value, "seed \(seed)")
        }
    }
}
