import Foundation
import JSONText
import Market
import Testing

/// Figures in euros on the command line.
@Suite struct CurrencyCommandTests {
    /// 2 BTC and 10 EUR from the first of three days, which end on 2024-12-31.
    private func home() throws -> Home {
        let home = try Home(["BTC": history([100, 120, 150]), "EUR": history([1.25, 1.5, 2])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "set", "Main", "BTC=2", "EUR=10", "--date", "2024-12-29")
        return home
    }

    /// A weekend is no gap in rates; ten days are.
    @Test func weekendsOfRatesAreNotMissing() throws {
        let home = try Home()
        let days = ["02", "03", "04", "05", "06", "09", "10", "11", "12", "13", "24"]
        for ticker in ["SEK", "BTC"] {
            try home.folder.write("date,close\n" + days.map { "2024-12-\($0),0.1\n" }.joined(), to: "\(ticker).csv")
            try home.done("history", "import", "\(ticker).csv")
        }
        let rows = try home.done("history", "list", "--json").json["assets"]!.array!
        #expect(rows.map { $0["ticker"]?.string } == ["BTC", "SEK"] && rows.map { $0["missing"]?.integer } == [12, 10])
    }

    @Test func eachReportIsInEuros() throws {
        let home = try home()
        let shown = try home.done("wallet", "show", "Main", "--offline", "--currency", "eur").output
        #expect(shown.hasPrefix("Main  160.00 EUR at the closes of 2024-12-31"), "\(shown)")
        let json = try home.done("wallet", "gains", "Main", "--offline", "--currency", "EUR", "--json").json
        #expect(json["currency"]?.string == "EUR" && json["total"]?["cost"]?.string == "170", "\(json)")
        #expect(json["total"]?["unrealized_gain"]?.string == "-10")
        #expect(try home.done("wallet", "gains", "Main", "--offline", "--currency", "EUR").output.contains("cost basis fifo; EUR"))
        let values = try home.done("wallet", "value", "Main", "--currency", "EUR", "--json").json
        #expect(values["currency"]?.string == "EUR")
        #expect(values["values"]?.array?.map { $0["value"]?.string } == ["170", "170", "160"])
        let listed = try home.done("wallet", "list", "--currency", "EUR")
        #expect(listed.output.contains("value, EUR") && listed.output.contains("160.00"), "\(listed.output)")
        #expect(
            try home.done("wallet", "list", "--currency", "EUR", "--json").json["wallets"]?.array?[0]["currency"]?.string == "EUR")
        // Without it, figures are in dollars as before.
        #expect(try home.done("wallet", "show", "Main", "--offline").output.hasPrefix("Main  320.00 USD"))
        #expect(try home.done("wallet", "list", "--json").json["wallets"]?.array?[0]["currency"] == nil)
    }

    @Test func anInvestmentCostWhatItCostOnItsDay() throws {
        let home = try home()
        try home.done("invest", "add", "BTC", "1", "90", "--date", "2024-12-30")
        let list = try home.done("invest", "list", "--offline", "--currency", "EUR").output
        #expect(list.contains("60.00") && list.contains("75.00") && list.contains("15.00 EUR"), "\(list)")
    }

    @Test func aMissingRateIsReportedAndAnUnknownCurrencyIsRefused() throws {
        let home = try Home(["BTC": history([100, 120, 150])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "set", "Main", "BTC=2", "--date", "2024-12-29")
        let run = try home.done("wallet", "show", "Main", "--offline", "--currency", "EUR")
        #expect(run.output.hasPrefix("Main  missing EUR"), "\(run.output)")
        #expect(
            run.words.contains("no close of EUR on 2024-12-31 is stored") && run.words.contains("history fetch EUR"), "\(run.words)"
        )
        let values = try home.done("wallet", "value", "Main", "--currency", "EUR", "--json").json
        #expect(values["values"]?.array?.allSatisfy { $0["value"] == .null && $0["missing"]?.array == [.string("eur")] } == true)
        let refused = try home.run("wallet", "show", "Main", "--currency", "GBX")
        #expect(refused.status == 64 && refused.words.contains("GBX") && refused.words.contains("ISO 4217"), "\(refused.words)")
    }

    /// Totals in euros are those in dollars at the rate of the last day seen; without that rate there are none.
    @Test func aForecastKeepsTheRateOfTheLastDaySeen() throws {
        let home = try Home(twoCoins)
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "set", "Main", "BTC=2", "ETH=3", "USD=100")
        let refused = try home.run("wallet", "forecast", "Main", "--offline", "--currency", "EUR")
        #expect(refused.status != 0 && refused.words.contains("no close of EUR on"), "\(refused.words)")
        let dollars = try home.done("wallet", "forecast", "Main", "--offline", "--json").json
        let day = try #require(dollars["cutoff"]?.string)
        try home.folder.write("date,close\n\(day),1.25\n", to: "EUR.csv")
        try home.done("history", "import", "EUR.csv")
        let euros = try home.done("wallet", "forecast", "Main", "--offline", "--currency", "EUR", "--json").json
        #expect(euros["currency"]?.string == "EUR" && euros["rates"]?.array?[0]["close"]?.string == "1.25")
        #expect(dollars["currency"] == nil && dollars["rates"] == nil)
        func numbers(_ json: JSONValue) throws -> [Double] {
            try [#require(json["total_now"]?.number), #require(json["cash"]?.number)]
                + #require(json["values"]?.array).flatMap { day in
                    try [#require(day["point"]?.number), #require(day["quantiles"]?["0.025"]?.number)]
                }
        }
        for (one, other) in zip(try numbers(euros), try numbers(dollars)) { #expect(abs(one * 1.25 / other - 1) < 1e-6) }
        #expect(euros["parts"]?.array?.map { $0["amount"]?.number } == dollars["parts"]?.array?.map { $0["amount"]?.number })
        let text = try home.done("wallet", "forecast", "Main", "--offline", "--currency", "EUR").output
        #expect(text.contains("at 1 EUR = 1.25 USD, the close of \(day)"), "\(text)")
    }

    // MARK: Any currency

    private static let table = """
        Date,USD,JPY,GBP,SEK,HRK,
        2024-12-31,1.0389,163.06,0.82918,11.459,N/A,
        2024-12-30,1.0444,164.2,N/A,11.458,N/A,
        2024-12-27,1.0435,164.59,0.83023,11.4475,N/A,

        """

    @Test func aWalletHoldsAnyCurrencyAndIsShownInAny() throws {
        let home = try Home(["BTC": history([100, 120, 150])])
        try home.folder.write(Self.table, to: "eurofxref-hist.csv")
        let imported = try home.done("history", "import", "eurofxref-hist.csv").output
        for code in ["EUR", "JPY", "GBP", "SEK"] { #expect(imported.contains("\(code)  2024-12-27 to 2024-12-31"), "\(imported)") }
        #expect(!imported.contains("HRK"))
        #expect(
            try home.done("history", "import", "eurofxref-hist.csv").output.contains(
                "SEK  2024-12-27 to 2024-12-31  0 added, 3 unchanged"))
        try home.done("wallet", "create", "Main")
        let deposited = try home.done("wallet", "deposit", "Main", "JPY", "100000", "--date", "2024-12-28").output
        #expect(deposited.contains("at 0.00634") && deposited.contains("USD, the close of JPY on 2024-12-27"), "\(deposited)")
        let unrated = try home.done("wallet", "deposit", "Main", "KWD", "1.5", "--date", "2024-12-28").words
        #expect(
            unrated.contains("KWD: no rate of that day") && unrated.contains("import FILE --currency KWD --per USD"), "\(unrated)")
        let kroner = try home.done("wallet", "show", "Main", "--offline", "--on", "2024-12-29", "--currency", "SEK")
        #expect(kroner.words.contains("rate of SEK of 2024-12-27") && kroner.words.contains("no close of KWD"), "\(kroner.words)")
        #expect(kroner.words.contains("closecast history import FILE --currency KWD --per USD"), "\(kroner.words)")
        try home.folder.write("date,rate\n2024-12-31,0.308\n", to: "dinar.csv")
        let asked = try home.run("history", "import", "dinar.csv", "--currency", "KWD")
        #expect(asked.status == 65 && asked.words.contains("--currency KWD --per USD"), "\(asked.words)")
        try home.done("history", "import", "dinar.csv", "--currency", "KWD", "--per", "USD")
        let yen = try home.done("wallet", "show", "Main", "--offline", "--currency", "JPY").output
        // 1.5 / 0.308 dollars, at 163.06 yen for 1.0389 dollars.
        #expect(yen.hasPrefix("Main  100,764 JPY at the closes of 2024-12-31"), "\(yen)")
        #expect(try home.run("wallet", "deposit", "Main", "XAU", "1").status != 0)
        let unreached = try Home().run("history", "fetch", "NOK")
        #expect(unreached.words.contains("closecast history import FILE --currency NOK --per USD"), "\(unreached.words)")
        #expect(try home.run("history", "import", "dinar.csv", "--per", "USD").status == 64)
    }
}
