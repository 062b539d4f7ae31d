import Foundation
import JSONText
import Ledger
import Market
import Testing

/// Reports on one wallet and on several: their day, their rows, and each disposal.
@Suite struct WalletReportCommandTests {
    /// Closes 100, 200, 120, 300, 250 from 2024-12-27. Main buys 1 BTC for 100 and sells it for 300, earns 20 USD and pays 5; Savings
    /// holds a coin that Main sent.
    private func traded() throws -> Home {
        let home = try Home(["BTC": history([100, 200, 120, 300, 250])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "create", "Savings", "--method", "lifo")
        try home.done("wallet", "deposit", "Main", "USD", "1000", "--date", "2024-12-27")
        for day in ["27", "28"] { try home.done("wallet", "buy", "Main", "BTC", "1", "--date", "2024-12-\(day)") }
        try home.done("wallet", "transfer", "Main", "Savings", "BTC", "1", "--date", "2024-12-29")
        try home.done("wallet", "sell", "Main", "BTC", "1", "--date", "2024-12-30")
        try home.done("wallet", "income", "Main", "USD", "20", "--date", "2024-12-30")
        try home.done("wallet", "fee", "Main", "USD", "5", "--date", "2024-12-31")
        return home
    }

    /// The numbers of the last table's column in a text, without the heading.
    private func column(_ name: String, of text: String) throws -> [Double] {
        let lines = text.split(separator: "\n").map(String.init)
        let header = try #require(lines.lastIndex { $0.contains(" \(name)") })
        let end = try #require(lines[header].range(of: " \(name)")).upperBound
        let width = lines[header].distance(from: lines[header].startIndex, to: end)
        return lines[(header + 1)...].prefix { $0.hasPrefix("  ") && !$0.hasPrefix("  return") }.compactMap { line in
            line.prefix(width).split(separator: " ").last.flatMap { Double($0.replacing(",", with: "")) }
        }
    }

    // MARK: Rows and totals

    @Test func theRowsOfTheTextAddUpToItsTotal() throws {
        let text = try traded().done("wallet", "gains", "Main", "--offline").output
        for (name, total) in [("value", 1015.0), ("sold for", 320), ("realized", 115)] {
            let numbers = try column(name, of: text)
            #expect(numbers.last == total, "\(name): \(text)")
            #expect(abs(numbers.dropLast().reduce(0, +) - total) < 0.02, "\(name): \(text)")
        }
        #expect(text.contains("  USD ") && text.contains("  BTC "), "what is sold out and what cash brought have a row")
    }

    @Test func theRowsOfJSONAndCSVAddUpToTheirTotal() throws {
        let home = try traded()
        let json = try home.done("wallet", "gains", "Main", "--offline", "--json").json
        let rows = try #require(json["holdings"]?.array)
        #expect(rows.map { $0["ticker"]?.string } == ["USD", "BTC"])
        #expect(rows.map { $0["quantity"]?.string } == ["1015", "0"])
        #expect(rows.map { $0["realized_gain"]?.string } == ["15", "100"])
        #expect(json["total"]?["realized_gain"]?.string == "115")
        #expect(
            try home.done("wallet", "gains", "Main", "--offline", "--csv").output
                == """
                asset,ticker,quantity,price,market_value,cost,unrealized_gain,proceeds,realized_cost,realized_gain
                usd,USD,1015,1,1015,1015,0,20,5,15
                btc,BTC,0,,0,0,0,300,200,100
                total,,,,1015,1015,0,320,205,115

                """.replacing("btc,BTC", with: "\(rows[1]["asset"]!.string!),BTC"))
    }

    // MARK: The day of a report

    @Test func whatHappenedAfterTheNewestCloseIsNamed() throws {
        let home = try traded()
        try home.done("wallet", "deposit", "Savings", "BTC", "2", "--cost", "70", "--date", "2025-02-03")
        for command in ["show", "gains"] {
            let now = try home.done("wallet", command, "Savings", "--offline")
            #expect(now.output.hasPrefix("Savings  750.00 USD now, at the closes of 2024-12-31"), "\(now.output)")
            #expect(
                now.words.contains("1 transaction after 2024-12-31 (#8; on 2025-02-03) is counted at the closes of 2024-12-31"),
                "\(now.words)")
            let then = try home.done("wallet", command, "Savings", "--offline", "--on", "2024-12-31")
            #expect(then.output.hasPrefix("Savings  250.00 USD at the closes of 2024-12-31"), "\(then.output)")
            #expect(then.words.contains("1 transaction after 2024-12-31 (#8; on 2025-02-03) is not counted"), "\(then.words)")
            let json = try home.done("wallet", command, "Savings", "--offline", "--json").json
            #expect(json["later_transactions"]?["included"] == .boolean(true) && json["later_transactions"]?["count"]?.integer == 1)
            #expect(json["day"]?.string == "2024-12-31" && json["first_transaction"]?.string == "2024-12-29")
        }
        let returns = try home.done("wallet", "gains", "Savings", "--offline", "--json").json["returns"]
        #expect(returns?["last"]?.string == "2025-02-03", "the returns are of the same holdings as the total")
        let value = try home.done("wallet", "value", "Savings", "--csv")
        #expect(value.words.contains("1 transaction after 2024-12-31 (#8; on 2025-02-03) is not counted"), "\(value.words)")
        let quiet = try home.done("wallet", "gains", "Main", "--offline")
        #expect(
            !quiet.words.contains("after 2024-12-31") && quiet.output.hasPrefix("Main  1,015.00 USD at the closes of "))
    }

    @Test(arguments: [["show"], ["gains"], ["gains", "--realized"]]) func aDayThatHasNotComeIsRefused(command: [String]) throws {
        let home = try traded()
        let run = try closecast(["wallet"] + command + ["Main", "--offline", "--on", "2999-01-01"], folder: home.folder)
        #expect(
            run.status == 65 && run.output == ""
                && run.words.contains("2999-01-01 has not come yet: days are in UTC, where it is 20"))
    }

    @Test func aYearlyRateOfManyDigitsIsCutShort() throws {
        let home = try Home(["BTC": history([1] + Array(repeating: 1.01, count: 39) + [19])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "BTC", "1", "--date", "\(lastDay - 40)")
        let output = try home.done("wallet", "gains", "Main", "--offline").output
        #expect(output.contains("money-weighted return  over +1,000,000 % a year"), "\(output)")
    }

    @Test(arguments: ["show", "gains"]) func aDayBeforeTheFirstTransactionIsNamedWithTheFirstDay(command: String) throws {
        let home = try traded()
        let run = try home.done("wallet", command, "Main", "--offline", "--on", "2024-12-01")
        #expect(run.output == "Main has nothing on 2024-12-01: the first transaction is on 2024-12-27\n")
        let value = try home.run("wallet", "value", "Main", "--until", "2024-12-01")
        #expect(
            value.status == 66 && value.words.contains("Main has nothing on 2024-12-01: the first transaction is on 2024-12-27"))
        try home.done("wallet", "create", "Empty")
        #expect(try home.done("wallet", command, "Empty", "--offline").output.hasPrefix("Empty is empty; fill it: "))
        try home.done("wallet", "withdraw", "Main", "USD", "1015", "--date", "2024-12-31")
        #expect(
            try home.done("wallet", "show", "Main", "--offline").output
                == "Main holds nothing; the first transaction is on 2024-12-27\n")
    }

    // MARK: Disposals

    @Test func realizedGainsListEachDisposalWithItsDays() throws {
        let home = try traded()
        let run = try home.done("wallet", "gains", "Main", "--realized", "--offline")
        #expect(
            run.output == """
                Main  realized gains

                cost basis fifo; USD

                  sold        what      quantity    acquired  held for  proceeds      cost      gain
                  2024-12-30  sale         1 BTC  2024-12-28    2 days    300.00    200.00    100.00
                  2024-12-30  income      20 USD           -         -     20.00      0.00     20.00
                  2024-12-31  fee          5 USD           -         -      0.00      5.00     -5.00
                  total                                                   320.00    205.00    115.00

                """, "\(run.output)")
        let csv = try home.done("wallet", "gains", "Main", "--realized", "--csv", "--year", "2024").output.split(separator: "\n")
        #expect(csv.count == 4 && csv[0].hasPrefix("disposed,kind,wallet,asset,ticker,quantity,acquired,held_days,"))
        #expect(csv[1].hasPrefix("2024-12-30T00:00:00Z,sale,Main,") && csv[1].contains(",2,300,200,100,"), "\(csv[1])")
        let json = try home.done("wallet", "gains", "Main", "--realized", "--json").json
        #expect(json["data"]?.array?.map { $0["gain"]?.string } == ["100", "20", "-5"])
        #expect(json["total"]?["gain"]?.string == "115" && json["years"]?.array?.map { $0["year"]?.integer } == [2024])
        #expect(
            try home.done("wallet", "gains", "Main", "--realized", "--year", "2023").output == "Main: no realized gains in 2023\n")
    }

    @Test(arguments: [
        ["--year", "2024"], ["--realized", "--year", "24"], ["--csv", "--json"], ["--realized", "--explain"], ["Main", "--all"],
    ])
    func optionsThatContradictEachOtherAreRefused(words: [String]) throws {
        #expect(try closecast(["wallet", "gains", "Main"] + words).status == 64)
        #expect(try closecast(["wallet", "gains"]).status == 64)
    }

    // MARK: Several wallets

    @Test func severalWalletsAreReportedTogether() throws {
        let home = try traded()
        for words in [["Main", "Savings"], ["--all"]] {
            let text = try home.folderRun(["wallet", "show"] + words + ["--offline"]).output
            #expect(text.hasPrefix("Main + Savings  1,265.00 USD at the closes of 2024-12-31"), "\(text)")
            let json = try home.folderRun(["wallet", "gains"] + words + ["--offline", "--json"]).json
            #expect(json["wallets"]?.array?.count == 2 && json["wallet"] == nil && json["cost_basis"] == .null)
            #expect(json["total"]?["market_value"]?.string == "1265")
            let csv = try home.folderRun(["wallet", "value"] + words + ["--csv"]).output
            #expect(csv.contains("\n2024-12-29,940,0,0,0,\n"), "a transfer between them is no flow: \(csv)")
            let alone = try home.folderRun(["wallet", "value", "Savings", "--csv"]).output
            #expect(alone.contains("\n2024-12-29,120,120,120,0,\n"), "\(alone)")
        }
        #expect(try home.run("wallet", "show", "Main", "Nope").status == 66)
        #expect(try Home().run("wallet", "show", "--all").words.contains("or make a wallet:  closecast wallet create Main"))
    }

    @Test func severalWalletsAreForecastTogether() throws {
        let home = try Home(twoCoins)
        for (wallet, coin) in [("Main", "BTC=1"), ("Savings", "BTC=1"), ("Other", "ETH=2")] {
            try home.done("wallet", "create", wallet)
            try home.done("wallet", "set", wallet, coin, "--date", "2024-12-30")
        }
        func forecast(_ words: [String]) throws -> JSONValue {
            try home.folderRun(["wallet", "forecast"] + words + ["--days", "5", "--offline", "--json"]).json
        }
        let (one, two) = (try forecast(["Main"]), try forecast(["Main", "Savings"]))
        let totals = [one, two].map { $0["total_now"]?.number ?? 0 }
        #expect(abs(totals[1] - 2 * totals[0]) < 1e-6 * totals[1] && totals[0] > 0)
        #expect(two["parts"]?.array?.map { $0["amount"]?.number } == [2])
        #expect(try forecast(["--all"])["parts"]?.array?.count == 2)
    }
}

extension Home {
    fileprivate func folderRun(_ words: [String], at place: SourceLocation = #_sourceLocation) throws -> Run {
        let run = try closecast(words, folder: folder)
        try #require(run.status == 0, "\(words): \(run.words)", sourceLocation: place)
        return run
    }
}
