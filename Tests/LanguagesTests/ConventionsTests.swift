import Languages
import Market
import Testing

@Suite struct ConventionsTests {
    private let english = Conventions(of: .english)
    private let italian = Conventions(of: .italian)
    private let russian = Conventions(of: .russian)
    private let kazakh = Conventions(of: .kazakh)

    /// Kazakhs write the year first, and the whole month.
    @Test func aMonthHasItsYear() {
        let day = Day(iso: "2026-11-29")!
        let months = [english, italian, russian, kazakh].map { $0.date(day, .monthAndYear) }
        #expect(months == ["Nov 2026", "nov 2026", "нояб. 2026", "2026\u{202F}ж. қараша"])
    }

    @Test func aMomentOfOnesOwnClockNamesNoZone() {
        #expect(english.moment(secondsSince1970: 1_735_671_900) == "31 Dec 2024, 19:05 UTC")
        #expect(english.moment(secondsSince1970: 1_735_671_900, offset: 5 * 3600) == "1 Jan 2025, 00:05")
    }

    @Test(arguments: [
        (16.09783, "16.10"), (0, "0.00"), (1, "1.00"), (99_999.994, "99,999.99"), (100_000, "100,000"), (1_234_567.8, "1,234,568"),
        (0.5, "0.50"), (0.012_345_6, "0.01235"), (0.000_012_34, "0.00001234"), (0.000_01, "0.00001"), (1e-12, "0.000000000001"),
        (-2.5, "−2.50"),
        (0.999_99, "1.00"), (1e20, "100,000,000,000,000,000,000"), (1e21, "–"), (.nan, "–"), (-.infinity, "–"),
    ])
    func aPriceHasTheDecimalsThatItsSizeAsksFor(value: Double, text: String) { #expect(english.price(value) == text) }

    /// Halves of the exact binary value: 1.005 is a little less than its text says.
    @Test(arguments: [
        (1.005, 2, "1.00"), (0.5, 0, "1"), (2.5, 0, "3"), (1.45, 1, "1.4"), (-0.001, 2, "0.00"), (0.1, 15, "0.100000000000000"),
        (9.995, 2, "9.99"), (999.5, 0, "1,000"), (8.345, 2, "8.35"), (123_456_789.125, 2, "123,456,789.13"),
    ])
    func doublesAreRoundedByTheirExactValue(value: Double, decimals: Int, text: String) {
        #expect(english.price(value, decimals: decimals) == text)
    }

    @Test(arguments: [
        ("1234.5", "1,234.50"), ("0.125", "0.12"), ("0.135", "0.14"), ("-0.004", ">−0.01"), ("0", "0.00"), ("-0.000", "0.00"),
        ("-1234567.895", "−1,234,567.90"),
        ("11795.981902", "11,795.98"), ("999.995", "1,000.00"),
        ("123456789012345678901234567890.1", "123,456,789,012,345,678,901,234,567,890"), ("999999999.99", "999,999,999.99"),
        ("0.004", "<0.01"), ("0.005", "<0.01"), ("0.0051", "0.01"),
        ("007", "7.00"), ("", "–"), ("1e5", "–"), ("1.", "–"), (".5", "–"), ("1,5", "–"), ("--1", "–"), ("1.2.3", "–"),
    ])
    func moneyIsExact(text: String, written: String) { #expect(english.money(text) == written) }

    /// A gain that is rounded to zero is neither a gain nor a loss.
    @Test(arguments: [
        ("12.5", "+12.50"), ("-12.5", "−12.50"), ("0.004", "0.00"), ("-0.000000000000000003", "0.00"), ("0", "0.00"), ("x", "–"),
    ])
    func aGainHasItsSign(text: String, written: String) { #expect(english.gain(text) == written) }

    @Test(arguments: [
        (76_829.02, 124_297.0, "76,829", "124,297"), (0.95, 1.2, "0.95", "1.20"), (0.004, 1.2, "0.004", "1.200"),
        (0.9998, 1.0003, "0.9998", "1.0003"), (90_000.12, 90_000.88, "90,000.12", "90,000.88"), (5, 5, "5.00", "5.00"),
        (100_000.12, 100_000.88, "100,000.1", "100,000.9"), (-2.5, 1200, "−2.50", "1,200.00"),
    ])
    func theEndsOfARangeHaveTheSameDecimals(low: Double, high: Double, lowText: String, highText: String) {
        let range = english.range(low, high)
        #expect(range.low == lowText && range.high == highText)
    }

    @Test func rangesOfEstimatesAreWholeFromAThousandOn() {
        let (large, small) = (italian.range(812.33, 1204.2, ofEstimates: true), italian.range(81.2, 120.42, ofEstimates: true))
        #expect(large.low == "812" && large.high == "1.204" && small.low == "81,20" && small.high == "120,42")
    }

    @Test(arguments: [
        ("1.426521301731335748", "1.4265213", "1.426521301731335748"), ("0.5", "0.5", nil), ("12.30", "12.3", nil),
        ("999.999999999", "1,000", "999.999999999"), ("-0.000000001234567", "−0.000000001235", "−0.000000001234567"),
    ])
    func theExactQuantityStandsBehindARoundedOne(text: String, written: String, exact: String?) {
        #expect(english.quantity(text) == written)
        #expect(english.exact(text, behind: written) == exact)
    }

    @Test(arguments: [("1234.5", "1,234.50"), ("1234.567", "1,234.567"), ("7.000", "7.00"), ("-0.1", "−0.10")])
    func exactMoneyHasAtLeastItsCents(text: String, written: String) {
        #expect(english.exact(text, leastDecimals: 2) == written)
    }

    @Test(arguments: [
        ("14.5000", "14,5"), ("1234567.000000000000000001", "1\u{A0}234\u{A0}567,000000000000000001"), ("600.000", "600"),
        ("-0.10", "\u{2212}0,1"), ("0.000", "0"),
    ])
    func anExactAmountHasAllOfItsDigits(text: String, written: String) { #expect(russian.exact(text) == written) }

    @Test func percentagesHaveASignAndTheLanguagesMark() {
        #expect(english.percent(0.042) == "+4.2%" && english.percent(-0.009) == "−0.9%" && english.percent(0.000_4) == "0.0%")
        #expect(english.percent(-0.000_4) == "0.0%" && english.percent(-0.0192, decimals: 2) == "−1.92%")
        #expect(russian.percent(0.042) == "+4,2\u{A0}%" && kazakh.percent(0.042) == "+4,2%" && italian.share(0.31) == "31%")
        #expect(english.percent(12.3) == "+1,230%")
    }

    @Test(arguments: [
        (3_600_000.0, "3.6m"), (504_100_000, "504.1m"), (1_230_000_000, "1.2bn"), (999_960_000, "1.0bn"), (999_949_999, "999.9m"),
        (4.5e12, "4.5tn"), (1.2e16, "12,000.0tn"), (999_999, "999,999"), (999_999.4, "999,999"), (999_999.6, "1.0m"),
        (999.996, "1,000"), (1234.5, "1,235"), (12.345, "12.35"), (0, "0.00"),
        (-3_600_000, "−3.6m"),
    ])
    func largeNumbersAreShort(value: Double, text: String) { #expect(english.compact(value) == text) }

    @Test func largeNumbersHaveTheWordsOfTheLanguage() {
        #expect(italian.compact(3.6e6) == "3,6\u{A0}Mln" && italian.compact(1.2e9) == "1,2\u{A0}Mld")
        #expect(russian.compact(3.6e6) == "3,6\u{A0}млн" && kazakh.compact(1.2e12) == "1,2\u{A0}трлн")
    }

    @Test func ticksTellNeighboursApart() {
        #expect(
            english.tick(0.3, step: 0.1) == "0.3" && english.tick(3 * 0.1, step: 0.1) == "0.3" && english.tick(20, step: 5) == "20")
        #expect(english.tick(0.05, step: 0.01 * 5) == "0.05" && italian.tick(1500, step: 500) == "1.500")
    }

    @Test func momentsAreInUTC() {
        #expect(english.moment(secondsSince1970: 1_735_635_900) == "31 Dec 2024, 09:05 UTC")
        #expect(kazakh.moment(secondsSince1970: 1_735_635_900) == "2024\u{202F}ж. 31 жел., 09:05 UTC")
        #expect(english.moment(secondsSince1970: -60) == "31 Dec 1969, 23:59 UTC")
    }

    @Test func sizesAreShort() {
        #expect(
            english.bytes(512) == "512\u{A0}B" && english.bytes(1_250_000) == "1.3\u{A0}MB"
                && english.bytes(999_960) == "1.0\u{A0}MB")
        #expect(russian.bytes(12_500) == "12,5\u{A0}кБ" && english.bytes(7_000_000_000_000) == "7,000.0\u{A0}GB")
    }
}
