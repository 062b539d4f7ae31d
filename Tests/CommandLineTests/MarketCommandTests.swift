import Foundation
import JSONText
import Market
import Testing

@Suite struct MarketCommandTests {
    private func tickers(_ run: Run) throws -> [String?] { try run.json["assets"]!.array!.map { $0["ticker"]?.string } }

    @Test func unknownValuesComeLastInBothDirections() throws {
        let month = (0..<40).map { 100 + Double($0) }
        let home = try Home(["BTC": history(month), "ETH": history(month.reversed()), "ADA": history([5, 6])])
        #expect(try tickers(home.done("market", "--offline", "--sort", "1mo", "--json")) == ["ETH", "BTC", "ADA"])
        #expect(try tickers(home.done("market", "--offline", "--sort", "1mo", "--descending", "--json")) == ["BTC", "ETH", "ADA"])
        #expect(try tickers(home.done("market", "--offline", "--descending", "--json")) == ["ETH", "BTC", "ADA"])
        let table = try home.done("market", "--offline", "--sort", "price").lines
        #expect(table[1].hasPrefix("ADA") && table[1].contains(" - "))
        #expect(table.last?.hasPrefix("prices are the closes of 2024-12-31 (") == true)
        #expect(try home.run("market", "--sort", "luck").status == 64)
    }

    @Test func highestLowestAndChangesAreThoseOfTheCloses() throws {
        let home = try Home(["BTC": history((1...40).map(Double.init))])
        let row = try home.done("market", "--offline", "--period", "10", "--json").json["assets"]!.array![0]
        #expect(row["price"]?.number == 40 && row["high"]?.number == 40 && row["low"]?.number == 31)
        let change: Double = 40.0 / 33 - 1
        #expect(row["change_7d"]?.number == change)
        #expect(row["change_12h"] == .null)
    }

    @Test func favouritesAreSortedByName() throws {
        let home = try Home(["BTC": history([1, 2]), "ETH": history([3, 4])])
        #expect(try home.done("favourite", "list").output.contains("closecast favourite add BTC"))
        #expect(try home.run("market", "--favourites").status == 66)
        try home.done("favourite", "add", "XRP", "eth", "ADA", "BTC")
        try home.done("favourite", "add", "BTC")
        let names = try home.done("favourite", "list", "--json").json["favourites"]!.array!.map { $0["name"]!.string! }
        #expect(names == ["Bitcoin", "Cardano", "Ethereum", "XRP"])
        let shown = try home.done("market", "--favourites", "--offline", "--json")
        #expect(try tickers(shown) == ["BTC", "ETH"])
        #expect(shown.words.contains("no closes of ADA are stored"))
        let removed = try home.done("favourite", "remove", "ADA", "LTC")
        #expect((removed.output, removed.words) == ("no longer marked: ADA\n", "note: LTC was not marked\n"))
        #expect(try home.done("favourite", "remove", "LTC").output.isEmpty)
    }

    @Test func assetsAreAddedAndChanged() throws {
        let home = try Home()
        #expect(try home.done("asset", "list", "--json").json["assets"]!.array!.count == 32)
        #expect(try home.done("asset", "add", "SOL", "--name", "Solana").output == "SOL  sol  Solana\n")
        try home.done("asset", "add", "sol", "--provider", "binance=SOLUSDT", "kraken=SOLUSD", "--supply", "5e8")
        let sol = try home.done("asset", "list", "--json").json["assets"]!.array!.first { $0["ticker"]?.string == "SOL" }!
        #expect(sol["name"]?.string == "Solana" && sol["supply"]?.number == 5e8)
        #expect(sol["providers"]?["binance"]?.string == "SOLUSDT")
        let tickers = try home.done("asset", "list", "--json").json["assets"]!.array!.map { $0["ticker"]!.string! }
        #expect(tickers == tickers.sorted())
        let bad = try home.run("asset", "add", "SOL", "--provider", "nobody=SOL")
        #expect(bad.status == 64 && bad.words.contains("binance"))
        #expect(try home.run("asset", "add", "no ticker").status == 64)
    }
}

@Suite struct InvestCommandTests {
    @Test func investmentsAreAddedListedAndRemovedSeveralAtOnce() throws {
        let home = try Home(["BTC": history([90, 100]), "ETH": history([4, 5])])
        #expect(try home.done("invest", "list").output.hasPrefix("no investments; add one: "))
        #expect(try home.done("wallet", "list", "--json").json["wallets"]?.array == [], "listing creates nothing")
        for words in [["BTC", "0.5", "80"], ["ETH", "3", "6"], ["BTC", "1", "110"]] {
            let run = try closecast(["invest", "add"] + words + ["--date", "2024-12-30"], folder: home.folder)
            #expect(run.status == 0, "\(run.words)")
        }
        let list = try home.done("invest", "list", "--offline", "--json").json
        let lots = list["lots"]!.array!
        let ids = lots.map { "\($0["transaction"]!.integer!)" }.sorted()
        #expect(ids == ["1", "2", "3"])
        func lot(_ id: Int) -> JSONValue { lots.first { $0["transaction"]?.integer == id }! }
        #expect(lot(1)["unrealized_gain"]?.string == "10" && lot(1)["unrealized_ratio"]?.string == "0.25")
        #expect(lot(2)["unrealized_gain"]?.string == "-3")
        #expect(list["total"]?["unrealized_gain"]?.string == "-3")
        #expect(try home.done("invest", "list", "--offline").output.contains("in total  -3.00 USD"))
        let refused = try home.run("invest", "remove", "1", "9")
        #expect(refused.status == 66 && refused.words.contains("no investment has the number 9"))
        #expect(try home.done("invest", "list", "--offline", "--json").json["lots"]!.array!.count == 3, "all or none")
        #expect(try home.done("invest", "remove", "1", "3").output == "2 investments removed\n")
        let left = try home.done("invest", "list", "--offline", "--json").json["lots"]!.array!
        #expect(left.map { $0["transaction"]?.integer } == [2])
    }

    @Test func badInvestmentsAreRefused() throws {
        let home = try Home()
        #expect(try home.run("invest", "add", "USD", "1", "1").words.contains("US dollars are cash"))
        #expect(try home.run("invest", "add", "NIX", "1", "1").status == 66)
        #expect(try home.run("invest", "add", "BTC", "much", "1").words.contains("\"much\" is not a number"))
        #expect(try home.run("invest", "add", "BTC", "0", "1").words.contains("the quantity is 0; expected more than zero"))
    }
}
