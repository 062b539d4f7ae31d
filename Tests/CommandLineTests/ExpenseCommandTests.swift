import Foundation
import JSONText
import Testing

/// The expense journal on the command line.
@Suite struct ExpenseCommandTests {
    @Test func whatIsAddedIsListedAndSummedUp() throws {
        let home = try Home()
        let added = try home.done(
            "expense", "add", "12.50", "eur", "Lunch", "--category", "Food", "--place", "Corner", "--on", "2026-11-02", "--at",
            "12:30",
            "--cash")
        #expect(added.output.contains("2026-11-02 12:30  12.50 EUR  Lunch"), "\(added.output)")
        #expect(added.words.contains("added the category Food") && added.words.contains("added the place Corner"))
        let again = try home.done("expense", "add", "45000", "JPY", "Hotel", "--category", "food", "--on", "2026-11-01")
        #expect(again.output.contains("45,000 JPY") && again.words == "", "\(again.words)")
        try home.done("expense", "add", "2500", "EUR", "Salary", "--income", "--on", "2026-10-31")
        let list = try home.done("expense", "list").output
        #expect(list.contains("Food") && list.contains("Corner") && list.contains("+2,500.00 EUR"), "\(list)")
        #expect(list.split(separator: "\n").count == 4)
        let found = try home.done("expense", "list", "--category", "food", "--since", "2026-11-02", "--json")
        #expect(try found.json["expenses"]?.array?.compactMap { $0["name"]?.string } == ["Lunch"])
        #expect(try found.json["totals"]?.array?.first?["amount"]?.string == "12.5")
        let more = try home.done("expense", "list", "--limit", "1")
        #expect(more.words.contains("there are more"))
        let summary = try home.done("expense", "summary", "--from", "2026-10", "--through", "2026-11").output
        #expect(summary.contains("2026-10  income  2,500.00 EUR") && summary.contains("12.50 EUR  Food"), "\(summary)")
        let json = try home.done("expense", "summary", "--through", "2026-11", "--json")
        #expect(try json.json["months"]?.array?.count == 2)
        let together = try home.done("expense", "summary", "--through", "2026-11", "--total-currency", "usd").output
        #expect(
            together.contains("All currencies in USD\n  left out, without a stored rate: 1 transaction, 12.50 EUR"), "\(together)")
        #expect(try home.run("expense", "summary", "--total-currency", "BTC").status != 0)
    }

    @Test func anEmptyJournalHasNothingToShow() throws {
        let home = try Home()
        #expect(try home.done("expense", "list").output.hasPrefix("no transactions"))
        #expect(try home.done("expense", "list", "--json").json["expenses"]?.array?.isEmpty == true)
        #expect(try home.done("expense", "summary").output == "no transactions in these months\n")
        #expect(try home.done("expense", "summary", "--json").json["months"]?.array?.isEmpty == true)
        let none = try home.done("expense", "summary", "--total-currency", "EUR", "--json")
        #expect(try none.json["total_currency"]?.string == "EUR" && none.json["left_out"]?.array?.isEmpty == true)
    }

    @Test func aStatementIsShownAddedAndExported() throws {
        let home = try Home()
        try home.folder.write(
            "Datum;Verwendungszweck;Betrag\n01.02.2026;Brot;-3,50\n13.02.2026;Milch;-1,20\n14.02.2026;Falsch;x\n", to: "bank.csv")
        let open = try home.run("expense", "import", "bank.csv")
        #expect(open.status == 65 && open.words.contains("--currency CODE"), "\(open.words)")
        let shown = try home.done("expense", "import", "bank.csv", "--currency", "EUR", "--preview")
        #expect(
            shown.output.contains("3.50 EUR  Brot") && shown.output.contains("2 transactions would be added"), "\(shown.output)")
        #expect(shown.words.contains("bank.csv:4: the amount “x” cannot be read"), "\(shown.words)")
        #expect(try home.done("expense", "list").output.hasPrefix("no transactions"))
        let added = try home.done("expense", "import", "bank.csv", "--currency", "EUR")
        #expect(added.output == "2 transactions added, 0 were there before\n", "\(added.output)")
        let again = try home.done("expense", "import", "bank.csv", "--currency", "EUR", "--json")
        #expect(try again.json["added"] == .number(0) && again.json["known"] == .number(2))
        let file = try home.done("expense", "export").output
        #expect(file.hasPrefix("date,time,kind,") && file.split(separator: "\n").count == 3, "\(file)")
        try home.folder.write(file, to: "expenses.csv")
        #expect(try home.done("expense", "import", "expenses.csv").output == "0 transactions added, 2 were there before\n")
    }

    @Test(arguments: [
        (["add", "0", "EUR"], 64, "the amount 0"), (["add", "1", "ZZZ"], 64, "the currency ZZZ"),
        (["add", "1.234", "EUR"], 65, "EUR has 2 decimals"), (["add", "1", "EUR", "--at", "25:00"], 64, "--at 25:00"),
        (["add", "1", "EUR", "--on", "yesterday"], 64, "yesterday"), (["list", "--limit", "0"], 64, "--limit"),
        (["list", "--currency", "euro"], 64, "--currency EURO"), (["list", "--kind", "other"], 64, "--kind other"),
        (["summary", "--from", "2026-13"], 64, "--from 2026-13"), (["import", "missing.csv"], 66, "missing.csv"),
        (["import", "bad.csv"], 65, "no line of the file"), (["import", "bad.csv", "--decimal", "dot"], 64, "--decimal dot"),
        (["export"], 66, "nothing is stored yet"),
    ]) func refusalsNameTheOption(words: [String], status: Int32, text: String) throws {
        let home = try Home()
        try home.folder.write("nothing here\n", to: "bad.csv")
        let run = try closecast(["expense"] + words, folder: home.folder)
        #expect(run.status == status && run.words.contains(text), "\(words): \(run.status) \(run.words)")
    }
}
