import Foundation
import Ledger
import Testing

@Suite struct CurrencyTests {
    @Test(arguments: [
        ("JPY", 0), ("KRW", 0), ("CLP", 0), ("XOF", 0), ("EUR", 2), ("KZT", 2), ("RUB", 2), ("MGA", 2), ("ZWG", 2), ("KWD", 3),
        ("TND", 3), ("UYW", 4),
    ])
    func aCodeHasItsDecimals(code: String, decimals: Int) throws {
        let currency = try #require(ISOCurrency(code))
        #expect(currency.decimals == decimals && currency.code == code && "\(currency)" == code)
    }

    @Test(arguments: ["", "eur", "EURO", "XAU", "XDR", "XTS", "CLF", "CHE", "BOV", "HRK", "BGN", "ANG", "DEM", "BTC"])
    func otherTextsAreNoCurrencies(code: String) { #expect(ISOCurrency(code) == nil) }

    @Test func allAreDistinctAndInOrder() {
        let codes = ISOCurrency.all.map(\.code)
        #expect(codes == Set(codes).sorted() && codes.count == 156)
        #expect(codes.allSatisfy { $0.utf8.count == 3 && $0.utf8.allSatisfy { (65...90).contains($0) } })
        #expect(Set(ISOCurrency.all.map(\.decimals)) == [0, 2, 3, 4])
    }

    /// Unicode's list, which also has currencies of the past.
    @Test func unicodeKnowsThemAll() {
        let missing = Set(ISOCurrency.all.map(\.code)).subtracting(Locale.Currency.isoCurrencies.map(\.identifier))
        #expect(missing.isSubset(of: ["UYW", "VED", "XCG", "ZWG"]), "\(missing.sorted())")
    }

    @Test(arguments: [
        ("JPY", "5", true), ("JPY", "5.1", false), ("EUR", "-0.01", true), ("EUR", "0.001", false), ("KWD", "0.001", true),
        ("KWD", "0.0001", false), ("EUR", "0", true), ("JPY", "170141183460469231731.687303715884105727", false),
    ])
    func amountsHaveItsDecimalsAtMost(code: String, amount: String, canState: Bool) throws {
        #expect(try #require(ISOCurrency(code)).canState(FixedDecimal.parse(amount)) == canState)
    }
}
