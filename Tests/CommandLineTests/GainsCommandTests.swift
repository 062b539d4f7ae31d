import Foundation
import JSONText
import Ledger
import Market
import Testing

@Suite struct GainsCommandTests {
    /// Three coins for 100, 200 and 120, one sold for 300, the others worth 250 each.
    private func traded() throws -> Home {
        let home = try Home(["BTC": history([100, 200, 120, 300, 250])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "USD", "1000", "--date", "2024-12-27")
        for day in ["27", "28", "29"] { try home.done("wallet", "buy", "Main", "BTC", "1", "--date", "2024-12-\(day)") }
        try home.done("wallet", "sell", "Main", "BTC", "1", "--date", "2024-12-30")
        return home
    }

    @Test(arguments: [("fifo", "200", "180"), ("lifo", "180", "200"), ("hifo", "100", "280"), ("average", "160", "220")])
    func theFourMethodsGiveWhatTheyGiveByHand(method: String, realized: String, unrealized: String) throws {
        let home = try traded()
        let gains = try home.done("wallet", "gains", "Main", "--offline", "--method", method, "--json").json
        #expect(gains["cost_basis"]?.string == method)
        #expect(gains["total"]?["realized_gain"]?.string == realized)
        #expect(gains["total"]?["unrealized_gain"]?.string == unrealized)
        // 1000 - 420 + 300 in cash, and two coins.
        #expect(gains["total"]?["market_value"]?.string == "1380")
        // (500 + 300 - 420) / 420, rounded half to even at the 18th place, whichever lots were sold.
        #expect(gains["return_on_cost"]?.string == "0.904761904761904762")
    }

    @Test(arguments: ["fifo", "lifo", "hifo", "average"]) func everyTotalRecomputesFromItsExplanation(method: String) throws {
        let home = try traded()
        try home.done("wallet", "buy", "Main", "BTC", "--for", "100", "--fee", "0.3", "--date", "2024-12-29")
        try home.done("wallet", "income", "Main", "BTC", "0.123456789012345678", "--date", "2024-12-30")
        try home.done("wallet", "fee", "Main", "BTC", "0.01", "--date", "2024-12-30")
        try home.done("wallet", "sell", "Main", "BTC", "0.777", "--date", "2024-12-31")
        let gains = try home.done("wallet", "gains", "Main", "--offline", "--method", method, "--explain", "--json").json
        let figures = gains["explanation"]!.array!
        let total = gains["total"]!
        let reported =
            ["market_value", "cost", "unrealized_gain", "realized_gain"].map { total[$0]?.string } + [
                gains["return_on_cost"]?.string
            ]
        #expect(reported.allSatisfy { $0 != nil })
        #expect(try figures.map { try recomputed($0)?.description } == reported)
        #expect(figures.map { $0["value"]?.string } == reported)
    }

    @Test func whatIsMissingAtTheBottomIsMissingAtTheTop() throws {
        let home = try traded()
        try home.done("asset", "add", "NIX")
        try home.done("wallet", "deposit", "Main", "NIX", "1", "--cost", "5", "--date", "2024-12-28")
        let gains = try home.done("wallet", "gains", "Main", "--offline", "--explain", "--json").json
        let value = gains["explanation"]!.array![0]
        #expect(try value["value"] == .null && recomputed(value) == nil)
        #expect(gains["explanation"]!.array![3]["value"]?.string == "200", "what was realized is known")
        let text = try home.done("wallet", "gains", "Main", "--offline", "--explain").output
        #expect(text.contains("price of NIX  missing USD a coin  (no close of 2024-12-31 is stored)"))
    }

    @Test func anEarlierDayIsReportedAsOfItsEnd() throws {
        let home = try traded()
        let gains = try home.done("wallet", "show", "Main", "--on", "2024-12-28", "--json").json
        #expect(gains["day"]?.string == "2024-12-28")
        #expect(gains["total"]?["market_value"]?.string == "1100")
    }

    /// The slow, obvious version: from the given values upwards.
    private func recomputed(_ figure: JSONValue) throws -> FixedDecimal? {
        let formula = try #require(figure["formula"]?.string)
        if formula == "given" { return figure["value"]?.string.flatMap { FixedDecimal($0) } }
        let inputs = try #require(figure["inputs"]?.array).map { try recomputed($0) }
        let known = inputs.compactMap { $0 }
        guard known.count == inputs.count else { return nil }
        switch formula {
        case "sum": return try known.reduce(.zero) { try $0.adding($1) }
        case "difference": return try known.dropFirst().reduce(known[0]) { try $0.subtracting($1) }
        case "product": return try known[0].multiplied(by: known[1])
        case "quotient": return known[1] == .zero ? nil : try known[0].divided(by: known[1])
        default:
            Issue.record("unknown formula \(formula)")
            return nil
        }
    }
}
