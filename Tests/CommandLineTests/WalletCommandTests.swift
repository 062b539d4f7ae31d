import Foundation
import JSONText
import Ledger
import Market
import Testing

@Suite struct WalletCommandTests {
    /// A wallet with 1000 USD and 1 BTC that cost 50, both of 2024-12-01.
    private func filled() throws -> Home {
        let home = try Home(twoCoins)
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "USD", "1000", "--date", "2024-12-01")
        try home.done("wallet", "deposit", "Main", "BTC", "1", "--cost", "50", "--date", "2024-12-01")
        return home
    }

    private func holdings(_ home: Home, _ wallet: String = "Main") throws -> [String: String] {
        let rows = try home.done("wallet", "show", wallet, "--offline", "--json").json["holdings"]!.array!
        let held = rows.filter { $0["quantity"]?.string != "0" }
        return Dictionary(uniqueKeysWithValues: held.map { ($0["ticker"]!.string!, $0["quantity"]!.string!) })
    }

    private func count(_ home: Home, _ wallet: String = "Main") throws -> Int {
        try home.done("wallet", "history", wallet, "--json").json["transactions"]!.array!.count
    }

    @Test func walletsAreMadeListedRenamedAndDeleted() throws {
        let home = try Home()
        #expect(try home.done("wallet", "list").output.contains("closecast wallet create Main"))
        #expect(try home.done("wallet", "create", "Main", "--method", "hifo").output == "created wallet Main (cost basis: hifo)\n")
        #expect(try home.run("wallet", "create", "MAIN").status == 65)
        #expect(try home.run("wallet", "create", " ").words.contains("cannot be the name of a wallet"))
        try home.done("wallet", "rename", "main", "Savings", "--method", "average")
        let rows = try home.done("wallet", "list", "--offline", "--json").json["wallets"]!.array!
        #expect(rows.map { $0["name"]?.string } == ["Savings"])
        #expect(rows[0]["cost_basis"]?.string == "average")
        #expect(try home.done("wallet", "delete", "Savings").output == "wallet Savings deleted\n")
        #expect(try home.run("wallet", "show", "Savings").status == 66)
        #expect(try home.run("wallet", "show", "Savings").words.contains("closecast wallet create Savings"))
    }

    @Test func aWalletWithHoldingsIsDeletedOnlyOnRequest() throws {
        let home = try filled()
        let run = try home.run("wallet", "delete", "Main")
        #expect(run.status == 65 && run.words.contains("--with-holdings"))
        try home.done("wallet", "delete", "Main", "--with-holdings")
        #expect(try home.run("wallet", "show", "Main").status == 66)
    }

    @Test func aDeletedWalletIsRestoredByItsName() throws {
        let home = try filled()
        #expect(try home.run("wallet", "restore", "Main").words.contains("wallet Main was not deleted"))
        let deleted = try home.done("wallet", "delete", "Main", "--with-holdings")
        #expect(deleted.words.contains("note: to undo this: closecast wallet restore Main"), "\(deleted.words)")
        try home.done("wallet", "create", "main")
        let refused = try home.run("wallet", "restore", "Main")
        #expect(refused.status == 65 && refused.words.contains("closecast wallet rename main NAME"), "\(refused.words)")
        try home.done("wallet", "rename", "main", "Other")
        #expect(try home.done("wallet", "restore", "MAIN").output == "wallet Main restored\n")
        #expect(try holdings(home) == ["USD": "1000", "BTC": "1"])
        let unknown = try home.run("wallet", "restore", "Nope")
        #expect(unknown.status == 66 && unknown.words.contains("no wallet named Nope was deleted"), "\(unknown.words)")
    }

    @Test func settingTwiceDoesNothingTheSecondTime() throws {
        let home = try Home(twoCoins)
        try home.done("wallet", "create", "Main")
        let words = ["wallet", "set", "Main", "BTC=0.05", "ETH=0.5", "--date", "2024-12-31"]
        let first = try closecast(words, folder: home.folder)
        #expect(first.status == 0 && first.output.contains("Main  BTC  0 -> 0.05"))
        #expect(try closecast(words, folder: home.folder).output == "nothing to do: the wallet holds that already\n")
        #expect(try count(home) == 2)
        #expect(try holdings(home) == ["BTC": "0.05", "ETH": "0.5"])
        try home.done("wallet", "set", "Main", "BTC=0", "--date", "2024-12-31")
        #expect(try holdings(home) == ["ETH": "0.5"])
    }

    @Test func aPreviewRecordsNothing() throws {
        let home = try filled()
        let before = try home.done("wallet", "export").output
        for words in [
            ["buy", "Main", "BTC", "1", "--price", "100"], ["sell", "Main", "BTC", "1", "--price", "100"],
            ["deposit", "Main", "USD", "5"], ["withdraw", "Main", "USD", "5"], ["set", "Main", "BTC=3"],
            ["fee", "Main", "USD", "1"],
            ["income", "Main", "BTC", "1"],
        ] {
            let run = try closecast(["wallet"] + words + ["--preview"], folder: home.folder)
            #expect(run.status == 0 && run.output.hasSuffix("a preview: nothing was recorded\n"), "\(words): \(run.words)")
            let json = try closecast(["wallet"] + words + ["--preview", "--json"], folder: home.folder).json
            #expect(json["preview"] == .boolean(true))
        }
        #expect(try home.done("wallet", "export").output == before)
    }

    @Test func aLabelIsShownWhereverItsTransactionIs() throws {
        let home = try filled()
        let staked = try home.done(
            "wallet", "income", "Main", "BTC", "1", "--value", "60", "--label", "staking", "--date", "2024-12-01")
        #expect(staked.output.contains("income 1 BTC (staking) at market value, 60.00 USD"), "\(staked.output)")
        let lost = try home.done("wallet", "withdraw", "Main", "BTC", "0.5", "--label", "loss", "--date", "2024-12-02")
        #expect(lost.output.contains("withdraw 0.5 BTC (loss), worth 0.00 USD"), "\(lost.output)")
        #expect(try home.done("wallet", "history", "Main").output.contains("income 1 BTC (staking)"))
        #expect(try home.done("wallet", "export").output.contains(",loss"))
        let tax = try home.done("wallet", "tax", "--year", "2024")
        #expect(tax.output.contains("staking") && !tax.output.contains("\n  other"), "\(tax.output)")
        for words in [
            ["deposit", "Main", "BTC", "1", "--label", "staking"], ["income", "Main", "BTC", "1", "--label", "gift"],
            ["withdraw", "Main", "BTC", "1", "--label", "loss", "--value", "3"], ["fee", "Main", "BTC", "1", "--label", "gift"],
        ] {
            #expect(try closecast(["wallet"] + words, folder: home.folder).status == 64, "\(words)")
        }
    }

    @Test func aKeyIsRecordedOnce() throws {
        let home = try filled()
        try home.done("wallet", "deposit", "Main", "USD", "7", "--key", "salary", "--date", "2024-12-02")
        let again = try home.done("wallet", "deposit", "Main", "USD", "7", "--key", "salary", "--date", "2024-12-02")
        #expect(again.words.contains("nothing was changed"))
        #expect(try holdings(home)["USD"] == "1007")
        let other = try home.run("wallet", "deposit", "Main", "USD", "8", "--key", "salary", "--date", "2024-12-02")
        #expect(other.status == 65 && other.words.contains("salary"))
        // The person's own words and values are part of it: the time, the note, another wallet's holding.
        for words in [
            ["--date", "2024-12-03"], ["--date", "2024-12-02", "--note", "x"], ["--date", "2024-12-02T10:00:00+02:00"],
        ] {
            let changed = try closecast(["wallet", "deposit", "Main", "USD", "7", "--key", "salary"] + words, folder: home.folder)
            #expect(changed.status == 65 && changed.words.contains("give each its own key"), "\(words): \(changed.words)")
        }
        let again2 = try home.done("wallet", "deposit", "Main", "USD", "7", "--key", "salary")
        #expect(again2.words.contains("nothing was changed"), "now is not a given time")
        #expect(try holdings(home)["USD"] == "1007")
        try home.done("wallet", "set", "Main", "BTC=5", "--key", "coins", "--date", "2024-12-03")
        for words in [["BTC=6"], ["BTC=5", "ETH=1"]] {
            let changed = try closecast(
                ["wallet", "set", "Main"] + words + ["--key", "coins", "--date", "2024-12-03"], folder: home.folder)
            #expect(changed.status == 65 && changed.words.contains("coins"), "\(words): \(changed.words)")
        }
        try home.done("wallet", "set", "Main", "BTC=5", "--key", "coins", "--date", "2024-12-03")
        #expect(try holdings(home)["BTC"] == "5")
    }

    @Test func amountsAreExactToEighteenPlaces() throws {
        let home = try filled()
        try home.done("wallet", "deposit", "Main", "ETH", "0.000000000000000001", "--cost", "0.1", "--date", "2024-12-02")
        try home.done("wallet", "deposit", "Main", "ETH", "123456789.1", "--cost", "0.2", "--date", "2024-12-03")
        #expect(try holdings(home)["ETH"] == "123456789.100000000000000001")
    }

    @Test func buyingAndSellingMoveCashAndCoins() throws {
        let home = try filled()
        let bought = try home.done("wallet", "buy", "Main", "BTC", "0.5", "--price", "100", "--fee", "1", "--date", "2024-12-02")
        #expect(bought.output.contains("buy 0.5 BTC for 50 USD, fee 1 USD\n"))
        #expect(try holdings(home) == ["USD": "949", "BTC": "1.5"])
        try home.done("wallet", "sell", "Main", "BTC", "--for", "30", "--price", "120", "--date", "2024-12-03")
        #expect(try holdings(home) == ["USD": "979", "BTC": "1.25"])
        let unpriced = try home.done("wallet", "sell", "Main", "BTC", "1", "--date", "2024-12-31", "--json").json
        let close = try #require(FixedDecimal(exactly: simulated(0).lastClose))
        #expect(unpriced["prices"]?.array?[0]["price"]?.string == close.description)
        #expect(unpriced["transactions"]?.array?[0]["cash"]?.string == close.description)
    }

    @Test func transfersTakeTheirCostAlong() throws {
        let home = try filled()
        try home.done("wallet", "create", "Savings")
        try home.done("wallet", "transfer", "Main", "Savings", "BTC", "0.4", "--fee", "0.1", "--date", "2024-12-05")
        #expect(try holdings(home) == ["USD": "1000", "BTC": "0.5"])
        #expect(try holdings(home, "Savings") == ["BTC": "0.4"])
        let gains = try home.done("wallet", "gains", "Savings", "--offline", "--json").json
        #expect(gains["total"]?["cost"]?.string == "20")
        #expect(gains["lots"]?.array?[0]["acquired_at"]?.string == "2024-12-01T00:00:00Z")
        let same = try home.run("wallet", "transfer", "Main", "Main", "BTC", "0.1")
        #expect(same.status == 65 && same.words.contains("cannot transfer to itself"))
    }

    @Test func swapsAndSplitsReplaceCoins() throws {
        let home = try filled()
        let words = ["wallet", "swap", "Main", "BTC", "0.5", "ETH", "2", "--value", "60", "--date", "2024-12-05"]
        func run(_ words: [String]) throws -> Run { try closecast(words, folder: home.folder) }
        let preview = try run(words + ["--preview"])
        #expect(preview.output.contains("swap 0.5 BTC for 2 ETH, worth 60.00 USD\n"), "\(preview.output)")
        #expect(try holdings(home) == ["USD": "1000", "BTC": "1"])
        for _ in 0..<2 { #expect(try run(words + ["--key", "k"]).status == 0) }
        #expect(try holdings(home) == ["USD": "1000", "BTC": "0.5", "ETH": "2"])
        let split = try home.done("wallet", "split", "Main", "ETH", "2", "ETH", "20", "--date", "2024-12-06", "--note", "ten")
        #expect(split.output.contains("split 2 ETH into 20 ETH\n"), "\(split.output)")
        let gains = try home.done("wallet", "gains", "Main", "--offline", "--json").json
        #expect(gains["lots"]?.array?.compactMap { $0["cost"]?.string } == ["25", "60"], "\(gains)")
        for (line, reason) in [
            (["swap", "Main", "BTC", "9", "ETH", "1"], "wallet Main has 0.5 BTC"),
            (["swap", "Main", "BTC", "0.1", "BTC", "1"], "swapped for itself"),
            (["swap", "Main", "BTC", "0.1", "USD", "1"], "record a purchase or a sale"),
            (["split", "Main", "BTC", "0.1", "BTC", "0.1"], "no split"),
        ] {
            let refused = try run(["wallet"] + line)
            #expect(refused.status == 65 && refused.words.contains(reason), "\(refused.words)")
        }
    }

    @Test func missingHoldingsCannotBeWithdrawn() throws {
        let home = try filled()
        let before = try home.done("wallet", "export").output
        for (words, reason) in [
            (["buy", "Main", "BTC", "100", "--price", "100"], "wallet Main has 1000 USD"),
            (["withdraw", "Main", "USD", "1000.01"], "needs 1000.01"), (["sell", "Main", "BTC", "2", "--price", "1"], "needs 2"),
            (["withdraw", "Main", "USD", "1", "--date", "2024-11-01"], "has 0 USD on 2024-11-01"),
            (["sell", "Main", "BTC", "1", "--price", "1", "--date", "2024-11-30"], "has 0 BTC on 2024-11-30"),
            (["deposit", "Main", "USD", "0"], "the quantity is 0; expected more than zero"),
            (["buy", "Main", "USD", "1", "--price", "1"], "US dollars are cash"),
        ] {
            let run = try closecast(["wallet"] + words, folder: home.folder)
            #expect((run.status, run.output) == (65, ""), "\(words)")
            #expect(run.words.contains(reason), "\(run.words)")
        }
        #expect(try home.done("wallet", "export").output == before)
    }

    @Test(arguments: [
        (["deposit", "Main", "USD", "0,5"], "\"0,5\" is not a number"), (["set", "Main", "BTC"], "such as BTC=0.05"),
        (["set", "Main", "BTC=x"], "\"x\" is not a number"), (["buy", "Main", "BTC"], "--for CASH"),
        (["deposit", "Main", "USD", "1", "--date", "soon"], "2025-02-20T14:30:00Z"),
        (["deposit", "Main", "USD", "1", "--date", "2999-01-01"], "--date 2999-01-01 has not come yet"),
        (
            ["deposit", "Main", "USD", "1", "--date", "1969-01-01"],
            "--date 1969-01-01 is too early; expected a day from 1970-01-01 to 20"
        ),
        (["set", "Main", "BTC=1", "btc=2"], "given twice"),
        (["create", "X", "--method", "best"], "hifo"),
    ]) func wrongUsageNamesWhatIsExpected(arguments: [String], expected: String) throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        let run = try closecast(["wallet"] + arguments, folder: home.folder)
        #expect((run.status, run.output) == (64, ""))
        #expect(run.words.contains(expected), "\(run.words)")
    }

    @Test func correctionsTakeBackAndStayInTheHistory() throws {
        let home = try filled()
        let run = try home.done("wallet", "deposit", "Main", "USD", "5", "--date", "2024-12-09", "--json").json
        let id = run["transactions"]!.array![0]["id"]!.integer!
        let done = try home.done("wallet", "correct", "\(id)")
        #expect(done.output == "#\(id) is taken back by #\(id + 1)\n")
        #expect(try holdings(home)["USD"] == "1000")
        #expect(try home.done("wallet", "history", "Main").output.contains("(taken back by #\(id + 1))"))
        #expect(try home.done("wallet", "export", "Main").lines.count == 3)
        #expect(try home.run("wallet", "correct", "\(id)").status == 65)
        #expect(try home.run("wallet", "correct", "999").status == 66)
    }

    @Test func aCorrectionThatLaterOnesNeedIsRefused() throws {
        let home = try filled()
        try home.done("wallet", "buy", "Main", "BTC", "0.5", "--price", "100", "--date", "2024-12-09")
        try home.done("wallet", "withdraw", "Main", "USD", "900", "--date", "2024-12-10")
        let run = try home.run("wallet", "correct", "1")
        #expect(run.status == 65)
        #expect(run.words.hasSuffix("reverse that as well: closecast wallet correct 1 3 4\n"), "\(run.words)")
        #expect(!run.words.contains("deposit cash"))
        // The command that the message gives works.
        try home.done("wallet", "correct", "1", "3", "4")
    }

    @Test func aLinkIsMadeListedAndRevoked() throws {
        let home = try filled()
        let made = try home.done("wallet", "share", "create", "Main", "Our savings", "--days", "7")
        #expect(made.output.hasPrefix("http://127.0.0.1:8080/shared/closecast_share_"), "\(made.output)")
        #expect(made.words.contains("shows percent until") && made.words.contains("no public URL is given"), "\(made.words)")
        let shares = try home.done("wallet", "share", "list", "Main", "--json").json["shares"]!.array!
        #expect(shares.map { $0["label"]?.string } == ["Our savings"] && !"\(shares)".contains("closecast_share_"))
        let id = shares[0]["id"]!.string!
        #expect(try home.done("wallet", "share", "list", "Main").output.contains(id))
        #expect(try home.run("wallet", "share", "create", "Main", "x", "--days", "366").words.contains("--days 366: expected"))
        #expect(try home.done("wallet", "share", "revoke", "Main", id).output == "link \(id) revoked\n")
        #expect(try home.run("wallet", "share", "revoke", "Main", id).status == 66)
        // A wrong address makes no link.
        #expect(try home.run("wallet", "share", "create", "Main", "x", "--public-url", "example.com").status == 64)
        #expect(try home.done("wallet", "share", "list", "Main").output.hasPrefix("no links"))
        let named = try home.done("wallet", "share", "create", "Main", "x", "--public-url", "https://example.com/closecast/")
        #expect(named.output.hasPrefix("https://example.com/closecast/shared/closecast_share_"), "\(named.output)")
        let ready = try home.run(
            "wallet", "share", "create", "Main", "x", environment: ["CLOSECAST_PUBLIC_URL": "https://a.example"])
        #expect(ready.output.hasPrefix("https://a.example/shared/closecast_share_") && !ready.words.contains("no public URL"))
        #expect(!ready.words.contains("percentages"), "\(ready.words)")
        try home.done("asset", "add", "NIX")
        try home.done("wallet", "deposit", "Main", "NIX", "3", "--cost", "1", "--date", "2024-12-01")
        let unpriced = try home.done("wallet", "share", "create", "Main", "x", "--json", "--public-url", "https://a.example")
        let json = try unpriced.json
        #expect(json["link"]?.string == "https://a.example/shared/\(json["token"]?.string ?? "")", "\(unpriced.output)")
        #expect(
            unpriced.words.contains("no price of the last day: NIX; readers of the link see no percentages"), "\(unpriced.words)")
    }

    @Test func historyIsNewestFirstAndLimited() throws {
        let home = try filled()
        try home.done("wallet", "fee", "Main", "USD", "2", "--note", "gas, and more", "--date", "2024-12-03")
        let lines = try home.done("wallet", "history", "Main").lines
        #expect(lines.count == 4 && lines[1].contains("fee 2 USD  gas, and more"))
        let one = try home.done("wallet", "history", "Main", "--limit", "1", "--json")
        #expect(one.words == "note: there are more; --limit 10 shows them\n")
        #expect(try one.json["transactions"]?.array?.count == 1)
        #expect(try home.done("wallet", "history", "Main", "--ticker", "BTC", "--json").json["transactions"]?.array?.count == 1)
    }

    // MARK: Prices that are missing

    @Test func aMissingPriceMakesTheValueMissingAndIsNamed() throws {
        let home = try filled()
        try home.done("asset", "add", "NIX")
        try home.done("wallet", "deposit", "Main", "NIX", "3", "--cost", "9", "--date", "2024-12-01")
        let run = try home.done("wallet", "show", "Main", "--offline", "--json")
        #expect(run.words.contains("no close of NIX on 2024-12-31 is stored"))
        let total = try run.json["total"]!
        #expect(total["market_value"] == .null && total["unrealized_gain"] == .null)
        #expect(try run.json["missing_prices"]?.array == [.string("nix")])
        let known = try #require(FixedDecimal(total["known_market_value"]!.string!))
        #expect(known == (try #require(FixedDecimal(exactly: simulated(0).lastClose))) + FixedDecimal("1000")!)
        #expect(try home.done("wallet", "show", "Main", "--offline").output.contains("Main  missing USD"))
        #expect(try home.done("wallet", "list", "--json").json["wallets"]?.array?[0]["value"] == .null)
        let unknown = try home.done("wallet", "deposit", "Main", "NIX", "1", "--date", "2024-12-01")
        #expect(unknown.words.contains("NIX: no close of that day is stored, so what it cost is unknown"))
        #expect(try home.done("wallet", "gains", "Main", "--offline", "--json").json["unknown_costs"]?.array == [.string("nix")])
    }

    @Test func theValueOfADayWithoutACloseIsMissing() throws {
        let home = try Home(["BTC": history([100, 110, 120])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "BTC", "2", "--cost", "200", "--date", "2024-12-29")
        try home.done("wallet", "deposit", "Main", "USD", "5", "--date", "2024-12-31")
        let run = try home.done("wallet", "value", "Main", "--until", "2025-01-01", "--csv")
        #expect(
            run.output == """
                date,value,net_flow,inflow,outflow,missing
                2024-12-29,200,200,200,0,
                2024-12-30,220,0,0,0,
                2024-12-31,245,5,5,0,
                2025-01-01,,0,0,0,BTC

                """)
        #expect(run.words.contains("no value on 1 of 4 days: closes are not stored, the first of BTC on 2025-01-01"))
        let month = try home.done("wallet", "value", "Main", "--interval", "1mo", "--json").json["values"]!.array!
        #expect(month.map { $0["date"]?.string } == ["2024-12-31"])
        #expect(month[0]["value"]?.string == "245" && month[0]["net_flow"]?.string == "205")
        let none = try home.run("wallet", "value", "Main", "--since", "2024-12-31", "--until", "2024-12-30")
        #expect(none.status == 64)
    }

    @Test func theForecastOfAWalletOfOneCoinIsItsCoinsTimesTheAmount() throws {
        let home = try Home(twoCoins)
        try home.done("wallet", "create", "Main")
        let empty = try home.run("wallet", "forecast", "Main", "--offline")
        #expect(empty.status == 66 && empty.words.contains("closecast wallet set Main BTC=0.05"))
        try home.done("wallet", "set", "Main", "BTC=2", "--date", "2024-12-31")
        let total = try home.done("wallet", "forecast", "Main", "--offline", "--json", "--above", "1").json
        let coin = try home.done("forecast", "BTC", "--offline", "--json").json["forecasts"]!.array![0]
        #expect(dates(total) == dates(coin))
        #expect(areClose(points(total), points(coin).map { $0 * 2 }))
        #expect(total["values"]?.array?[0]["probability_above"]?.number ?? -1 >= 0)
    }

    @Test func aWalletForecastAsCSVHasTheNumbersOfItsJSON() throws {
        let home = try filled()
        let words = ["--offline", "--days", "3", "--paths", "200", "--above", "1", "--below", "1", "--touch", "100000"]
        let json = try closecast(["wallet", "forecast", "Main", "--json"] + words, folder: home.folder).json
        let lines = try closecast(["wallet", "forecast", "Main", "--csv"] + words, folder: home.folder).lines
        let columns = lines[0].split(separator: ",").map(String.init)
        #expect(columns.prefix(4) == ["wallet", "date", "day", "point"])
        #expect(columns.suffix(3) == ["probability_above", "probability_below", "probability_touch"])
        #expect(json["touch"]?.number == 100_000)
        #expect(lines.count == 4)
        for (line, value) in zip(lines.dropFirst(), json["values"]?.array ?? []) {
            let cells = line.split(separator: ",").map(String.init)
            #expect(cells[0] == "Main" && cells[1] == value["date"]?.string)
            for (name, cell) in zip(columns, cells).dropFirst(2) {
                let number = name.hasPrefix("q") ? value["quantiles"]?[String(name.dropFirst())]?.number : value[name]?.number
                #expect(number == Double(cell), "\(name): \(line)")
            }
        }
        let table = try home.done("wallet", "forecast", "Main", "--offline", "--days", "3", "--touch", "100000", "--below", "1")
            .output
        #expect(table.contains("touch 100000") && table.contains("below 1"), "\(table)")
    }

    @Test(arguments: [
        (["wallet", "deposit", "Main", "USD", "-5"], "-5: expected an amount that is not negative"),
        (["wallet", "buy", "Main", "BTC", "-.1"], "-.1: expected an amount that is not negative"),
        (["wallet", "sell", "Main", "BTC", "--for", "-3"], "--for -3: expected a number that is not negative"),
        (["wallet", "gains", "Main", "--year", "-5"], "--year -5: expected a number that is not negative"),
        (["forecast", "BTC", "--days", "-5"], "--days -5: expected a number that is not negative"),
    ])
    func aNegativeNumberIsReportedAsSuch(arguments: [String], expected: String) throws {
        let run = try closecast(arguments)
        #expect(run.status == 64)
        #expect(run.words.hasPrefix("closecast: \(expected)"), "\(run.words)")
    }
}
