import Foundation
import JSONText
import Market
import Testing

/// The notes in wallet reports about misleading prices, and whether their advice works.
@Suite struct WalletNoteTests {
    /// The commands that a note advises, up to the end of its sentence.
    private func advised(_ words: String, _ name: String) throws -> [[String]] {
        let commands = words.split(separator: "closecast ").dropFirst().map { text in
            text.prefix { !"\n),;".contains($0) }.split(separator: " ").map(String.init)
        }
        let found = commands.filter { $0.starts(with: ["wallet", name]) }
        return try #require(found.isEmpty ? nil : found, "\(words)")
    }

    @Test func aCoinThatBecameTenIsReportedAndTheRemedyGivesTheTrueReturn() throws {
        let home = try Home(["BTC": history([100, 100, 13, 13.3])])
        try home.done("wallet", "create", "My Coins")
        try home.done("wallet", "deposit", "My Coins", "BTC", "1", "--date", "2024-12-28")
        try home.done("wallet", "set", "My Coins", "BTC=10", "--date", "2024-12-30")
        let run = try home.done("wallet", "gains", "My Coins", "--offline")
        #expect(
            run.words.contains(
                "closes of BTC fall to about 1/8 on 2024-12-30 (100.00 to 13.00), and #2 set the quantity in proportion: a split?"),
            "\(run.words)")
        #expect(try home.done("wallet", "show", "My Coins", "--offline").words.contains("closes of BTC fall"))
        let json = try home.done("wallet", "gains", "My Coins", "--offline", "--json").json
        #expect(json["close_shifts"]?.array?.first?["added"]?.string == "9" && json["close_shifts"]?.array?.count == 1, "\(json)")
        let correct = try advised(run.words, "correct")[0]
        #expect(correct == ["wallet", "correct", "2"])
        try home.done("wallet", "correct", "2")
        #expect(run.words.contains("then closecast wallet split 'My Coins' BTC 1 BTC 10 --date 2024-12-30\n"), "\(run.words)")
        try home.done("wallet", "split", "My Coins", "BTC", "1", "BTC", "10", "--date", "2024-12-30")
        let mended = try home.done("wallet", "gains", "My Coins", "--offline")
        #expect(!mended.words.contains("split") && mended.output.contains("time-weighted return   +33.00 %"), "\(mended.output)")
    }

    @Test func aQuantityThatStayedThroughASplitIsReported() throws {
        let home = try Home(["BTC": history([100, 100, 10, 11])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "BTC", "1", "--date", "2024-12-28")
        let words = try home.done("wallet", "gains", "Main", "--offline").words
        #expect(
            words.contains(
                "closes of BTC fall to about a tenth on 2024-12-30 (100.00 to 10.00), and the quantity stayed: a split?"),
            "\(words)")
    }

    @Test func aCoinWhosePricesEndedHasASecondTotalAndCanBeWrittenOff() throws {
        let home = try Home(["BTC": history([100, 110, 120]), "DEAD": history([5, 4], through: "2024-12-30")])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "BTC", "1", "--date", "2024-12-29")
        try home.done("wallet", "deposit", "Main", "DEAD", "10", "--date", "2024-12-29")
        let run = try home.done("wallet", "show", "Main", "--offline")
        #expect(run.output.hasPrefix("Main  missing USD at the closes of 2024-12-31"), "\(run.output)")
        #expect(run.output.contains("total with old prices"), "\(run.output)")
        #expect(
            run.words.contains(
                "DEAD: the newest close is 4.00 USD of 2024-12-30, 1 day before 2024-12-31; the total with old prices, 160.00 USD, counts it"
            ),
            "\(run.words)")
        #expect(try home.done("wallet", "list").words.contains("Main: DEAD: the newest close is 4.00 USD of 2024-12-30"))
        let json = try home.done("wallet", "show", "Main", "--offline", "--json").json
        #expect(json["total"]?["market_value"] == .null && json["total_with_old_prices"]?["market_value"]?.string == "160")
        #expect(json["holdings"]?.array?.compactMap { $0["old_price"]?["day"]?.string } == ["2024-12-30"])
        // The remedy as printed, quantity and all; it sells today.
        let sell = try advised(run.words, "sell")[0]
        #expect(sell == ["wallet", "sell", "Main", "DEAD", "10", "--price", "0"])
        let sold = try home.done("wallet", "sell", "Main", "DEAD", "10", "--price", "0")
        #expect(sold.output.contains("sell 10 DEAD for 0 USD"), "\(sold.output)")
        let after = try home.done("wallet", "gains", "Main", "--offline", "--json").json
        #expect(after["total"]?["market_value"]?.string == "120" && after["total"]?["realized_gain"]?.string == "-50")
    }

    @Test func aWithdrawalWithoutACloseSaysSoAndOneOfNothingIsALoss() throws {
        let home = try Home(["BTC": history([100, 110, 120]), "DEAD": history([5], through: "2024-12-29")])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "BTC", "1", "--date", "2024-12-29")
        try home.done("wallet", "deposit", "Main", "DEAD", "10", "--date", "2024-12-29")
        let unknown = try home.done("wallet", "withdraw", "Main", "DEAD", "10", "--date", "2024-12-31")
        #expect(
            unknown.words.contains("10 DEAD: no close of that day is stored, so what left is unknown and returns will be missing"))
        #expect(try home.done("wallet", "gains", "Main", "--offline").output.contains("time-weighted return   missing"))
        let correct = try advised(unknown.words, "correct")[0]
        #expect(correct == ["wallet", "correct", "3"])
        try home.done("wallet", "correct", "3")
        let lost = try home.done("wallet", "withdraw", "Main", "DEAD", "10", "--date", "2024-12-31", "--value", "0")
        #expect(lost.words.contains("10 DEAD: worth nothing, so their cost becomes a realized loss"), "\(lost.words)")
        let gains = try home.done("wallet", "gains", "Main", "--offline")
        #expect(gains.output.contains("-50.00") && gains.output.contains("time-weighted return   -20.00 %"), "\(gains.output)")
        let realized = try home.done("wallet", "gains", "Main", "--realized").output
        #expect(realized.contains("loss") && realized.contains("-50.00"), "\(realized)")
        // A file that gives the value 0 to coins that only moved is not silently a loss.
        try home.folder.write("time,kind,asset,quantity,value\n2024-12-31T05:00:00Z,withdrawal,BTC,0.5,0\n", to: "moved.csv")
        let imported = try home.done("wallet", "import", "moved.csv", "--wallet", "Main")
        #expect(imported.words.contains("1 withdrawal with the value 0 (the first: 0.5 BTC on 2024-12-31)"), "\(imported.words)")
        // The label says that they are lost.
        try home.folder.write(
            "time,kind,asset,quantity,value,label\n2024-12-31T06:00:00Z,withdrawal,BTC,0.25,0,loss\n", to: "stolen.csv")
        let stolen = try home.done("wallet", "import", "stolen.csv", "--wallet", "Main")
        #expect(stolen.output.hasPrefix("1 transaction recorded") && !stolen.words.contains("with the value 0"), "\(stolen.words)")
    }

    @Test func aYearlyRateNeedsMoneyInTheWallet() throws {
        let home = try Home(["BTC": history([100, 104, 110, 121, 121])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "USD", "100", "--date", "2024-12-27")
        try home.done("wallet", "buy", "Main", "BTC", "1", "--date", "2024-12-27")
        try home.done("wallet", "sell", "Main", "BTC", "1", "--date", "2024-12-30")
        try home.done("wallet", "withdraw", "Main", "USD", "121", "--date", "2024-12-31")
        let text = try home.done("wallet", "gains", "Main", "--offline").output
        #expect(text.contains("a yearly rate of less than 30 days with money in the wallet says nothing"), "\(text)")
        #expect(!text.contains("a year\n"), "\(text)")
        let returns = try home.done("wallet", "gains", "Main", "--offline", "--json").json["returns"]
        #expect(returns?["money_weighted_a_year"] == .null && returns?["days_with_money"]?.integer == 4, "\(returns as Any)")
    }

    @Test func aWeekendHasTheRateOfFridayAndSaysSo() throws {
        // 2024-12-06 is a Friday.
        let home = try Home([
            "BTC": history([100, 110, 120], through: "2024-12-08"), "EUR": history([1.25], through: "2024-12-06"),
        ])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "BTC", "1", "--cost", "110", "--date", "2024-12-07")
        let run = try home.done("wallet", "gains", "Main", "--offline", "--currency", "EUR")
        #expect(run.output.hasPrefix("Main  96.00 EUR at the closes of 2024-12-08"), "\(run.output)")
        #expect(run.output.contains("88.00"), "\(run.output)")
        #expect(run.words.contains("values on 2024-12-08: rate of EUR of 2024-12-06"), "\(run.words)")
        #expect(
            run.words.contains("costs and proceeds without a rate of EUR of their day: on 2024-12-07 that of 2024-12-06"),
            "\(run.words)")
        let json = try home.done("wallet", "gains", "Main", "--offline", "--currency", "EUR", "--json").json
        #expect(json["rate_day"]?.string == "2024-12-06")
        #expect(json["older_rates"]?.array?.map { $0["rate_day"]?.string } == ["2024-12-06"])
        let value = try home.done("wallet", "value", "Main", "--currency", "EUR")
        #expect(
            value.words.contains("a rate of an earlier day counts on 2 of 2 days, the first on 2024-12-07: rate of 2024-12-06"),
            "\(value.words)")
    }

    @Test func aTaxYearIsThatOfItsTimeZone() throws {
        let home = try Home(["BTC": history([100])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "BTC", "2", "--cost", "10", "--date", "2024-12-01")
        try home.done("wallet", "sell", "Main", "BTC", "1", "--price", "70", "--date", "2025-01-01 04:30")
        try home.done("wallet", "sell", "Main", "BTC", "1", "--price", "70", "--date", "2025-01-01")
        let york = try home.done(
            "wallet", "gains", "Main", "--realized", "--year", "2024", "--time-zone", "America/New_York")
        #expect(york.output.contains("2024-12-31") && york.output.contains("days of America/New_York"), "\(york.output)")
        #expect(!york.output.contains("2025"), "\(york.output)")
        let utc = try home.done("wallet", "gains", "Main", "--realized", "--year", "2024")
        #expect(utc.output.contains("no realized gains in 2024"))
        #expect(
            utc.words.contains(
                "the disposal at 2025-01-01 04:30 UTC counts for 2025; in time zones behind UTC it was on 2024-12-31. "
                    + "Count the year elsewhere: --time-zone America/New_York"), "\(utc.words)")
        let all = try home.done("wallet", "gains", "Main", "--realized", "--time-zone", "America/New_York")
        #expect(all.words.contains("1 disposal at midnight UTC, as without a time, counted on that day"), "\(all.words)")
        let unknown = try home.run("wallet", "gains", "Main", "--realized", "--time-zone", "Berlin")
        #expect(unknown.status == 64 && unknown.words.contains("did you mean Europe/Berlin?"), "\(unknown.words)")
        #expect(try home.run("wallet", "gains", "Main", "--time-zone", "Europe/Berlin").words.contains("only with --realized"))
    }

    @Test func aDayThatHasNotComeNamesUTC() throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        let tomorrow = Day(secondsSince1970: Int(Date().timeIntervalSince1970)) + 2
        let run = try home.run("wallet", "deposit", "Main", "USD", "1", "--date", "\(tomorrow)")
        #expect(run.words.contains("\(tomorrow) has not come yet: days are in UTC, where it is \(tomorrow - 2)"), "\(run.words)")
    }
}
