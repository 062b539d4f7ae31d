import Market
import Testing

@Suite struct PriceTextTests {
    @Test func fixedNumbersOfAnySizeAreShown() {
        #expect(PriceText.fixed(0.004, decimals: 2) == "0.00")
        #expect(PriceText.fixed(12.345, decimals: 0) == "12")
        #expect(PriceText.fixed(1e300, decimals: 2) == "1e+300")
        #expect(PriceText.fixed(-1e300, decimals: 0) == "-1e+300")
        #expect(PriceText.fixed(-1e14, decimals: 15) == "-100,000,000,000,000")
        #expect(PriceText.fixed(-123.456, decimals: 2) == "-123.46")
        #expect(PriceText.fixed(-0.001, decimals: 2) == "0.00")
        #expect(PriceText.fixed(.nan, decimals: 2) == "nan")
        #expect(PriceText.fixed(.infinity, decimals: 2) == "inf")
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func roundingToDigitsIsThatOfADecimalText(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let value = (1 + 9 * random.uniform()) * power(Int.random(in: -12...12, using: &random))
            let rounded = PriceText.rounded(value, digits: 8)
            #expect(abs(rounded - value) <= value * 0.51e-7, "\(value), seed \(seed)")
            #expect(PriceText.rounded(rounded, digits: 8) == rounded, "\(value), seed \(seed)")
            let digits = rounded.description.prefix { $0 != "e" }.filter(\.isNumber)
            let significant = digits.drop { $0 == "0" }
            #expect(significant.count <= 8 || significant.dropFirst(8).allSatisfy { $0 == "0" }, "\(rounded), seed \(seed)")
        }
    }

    private func power(_ exponent: Int) -> Double {
        (0..<abs(exponent)).reduce(1) { power, _ in exponent < 0 ? power / 10 : power * 10 }
    }

    @Test(
        arguments: [0, -0.0, .infinity, .leastNonzeroMagnitude, 1e308, -123.456, .leastNormalMagnitude, .greatestFiniteMagnitude]
            as [Double])
    func roundingExtremesStaysNear(value: Double) {
        let rounded = PriceText.rounded(value, digits: 8)
        #expect(rounded == value || abs(rounded - value) <= abs(value) * 1e-7)
    }
}
