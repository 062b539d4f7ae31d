import Foundation
import JSONText
import Market
import Testing

@Suite struct TransactionFileCommandTests {
    /// Two wallets with every kind of transaction, and one that was taken back.
    private func lived() throws -> Home {
        let home = try Home(twoCoins)
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "create", "Savings")
        func record(_ words: String..., on day: String) throws {
            let run = try closecast(["wallet"] + words + ["--date", "2024-12-\(day)"], folder: home.folder)
            try #require(run.status == 0, "\(words): \(run.words)")
        }
        try record("deposit", "Main", "USD", "1000", "--note", "salary, \"net\"", on: "01")
        try record("buy", "Main", "BTC", "1.5", "--price", "100", "--fee", "0.25", on: "02")
        try record("deposit", "Main", "ETH", "2", on: "02T10:30:00Z")
        try record("sell", "Main", "BTC", "0.333333333333333333", "--price", "110", on: "03")
        try record("transfer", "Main", "Savings", "BTC", "0.5", "--fee", "0.001", on: "04")
        try record("income", "Savings", "ETH", "0.1", on: "05")
        try record("income", "Savings", "ETH", "0.2", "--at-market", "--note", "=cmd|' /C calc'!A0", on: "05")
        try record("fee", "Savings", "ETH", "0.01", on: "06")
        try record("withdraw", "Main", "USD", "7", on: "07")
        try record("deposit", "Main", "USD", "99", on: "08")
        try home.done("wallet", "correct", "10")
        return home
    }

    private func gains(_ home: Home) throws -> [String] {
        // The numbers of transactions and the ids of wallets are the store's own.
        try ["Main", "Savings"].map { wallet in
            try home.done("wallet", "gains", wallet, "--offline", "--json").output
                .replacing(/"transaction":\d+/, with: "").replacing(/"price_source":"[^"]*"/, with: "")
                .replacing(/w_[0-9a-f]{16}/, with: "")
        }
    }

    @Test(arguments: [[], ["--json"]]) func whatIsExportedGivesTheSameGainsElsewhereAndOnlyOnce(form: [String]) throws {
        let home = try lived()
        let text = try closecast(["wallet", "export"] + form, folder: home.folder).output
        let other = try Home(twoCoins)
        try other.folder.write(text, to: "all")
        #expect(try other.done("wallet", "import", "all", "--create").output == "9 transactions recorded, 0 were there before\n")
        #expect(try gains(other) == gains(home))
        #expect(try other.done("wallet", "import", "all").output == "0 transactions recorded, 9 were there before\n")
        #expect(try closecast(["wallet", "export"] + form, folder: other.folder).output == text)
        // In the original database, all of it was already recorded.
        try home.folder.write(text, to: "all")
        #expect(try home.done("wallet", "import", "all").output == "0 transactions recorded, 9 were there before\n")
    }

    @Test func aPreviewMakesNoDatabase() throws {
        let home = try Home()
        let header = "time,kind,asset,quantity\n2024-12-01,deposit,usd,5\n"
        try home.folder.write(header, to: "cash.csv")
        let cash = try home.done("wallet", "import", "cash.csv", "--wallet", "Main", "--create", "--preview")
        #expect(cash.output.contains("Preview: 1 transaction would be recorded, 0 already are."), "\(cash.output)")
        try home.folder.write(header + "2024-12-02,deposit,BTC,1\n", to: "coins.csv")
        let coins = try home.done("wallet", "import", "coins.csv", "--wallet", "Main", "--create", "--preview")
        #expect(coins.words.contains("nothing is stored yet, so values that need closes are unknown"), "\(coins.words)")
        #expect(coins.words.contains("coins.csv:3: what 1 deposit cost is unknown"), "\(coins.words)")
        try home.folder.write(header + "2024-12-02,deposit,NOSUCH,1\n", to: "odd.csv")
        let odd = try home.done("wallet", "import", "odd.csv", "--wallet", "Main", "--create", "--preview")
        #expect(
            odd.output.contains("Main: deposit 5 USD") && odd.output.contains("refused while coins are unknown"), "\(odd.output)")
        #expect(odd.words.contains("odd.csv:3: NOSUCH is not a known asset"), "\(odd.words)")
        let named = try home.done(
            "wallet", "import", "cash.csv", "--wallet", "Main", "--create", "--preview", "--database", "none.db")
        #expect(named.words.contains("nothing is stored yet (none.db does not exist), so values"), "\(named.words)")
        #expect(named.output.contains("Preview: 1 transaction would be recorded, 0 already are."), "\(named.output)")
        let variable = try home.run(
            "wallet", "import", "cash.csv", "--wallet", "Main", "--create", "--preview",
            environment: ["CLOSECAST_DATABASE": "none.db"])
        #expect(variable.status == 0 && variable.words.contains("none.db does not exist"), "\(variable.words)")
        #expect(!home.folder.exists("home") && !home.folder.exists("none.db"))
        let made = try home.done("wallet", "import", "cash.csv", "--wallet", "Main", "--create", "--database", "none.db")
        #expect(made.words.contains("created none.db") && made.output.hasPrefix("1 transaction recorded"), "\(made.words)")
        #expect(try home.done("wallet", "list", "--database", "none.db").output.contains("Main"))
    }

    @Test func aPreviewShowsTradesWhoseValueIsUnknown() throws {
        let home = try Home()
        try home.folder.write(
            "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\nL0,R0,2024-12-02 10:00:00,deposit,,currency,XETH,1,0,1\n"
                + "L1,R1,2024-12-03 10:00:00,trade,,currency,XETH,-0.5,0,0\nL2,R1,2024-12-03 10:00:00,trade,,currency,XXBT,0.02,0,0\n",
            to: "k.csv")
        let command = ["wallet", "import", "k.csv", "--wallet", "Main", "--create"]
        let preview = try closecast(command + ["--preview"], folder: home.folder)
        #expect(preview.status == 0, "\(preview.words)")
        let lack = "no close of ETH or BTC on 2024-12-03"
        #expect(preview.output.contains("Main: swap 0.5 ETH for 0.02 BTC, value unknown: \(lack)\n"), "\(preview.output)")
        #expect(preview.output.contains("Main  BTC  0 -> 0.02\n"), "\(preview.output)")
        #expect(
            preview.output.hasSuffix("The import is refused while values are unknown. Nothing was recorded.\n"), "\(preview.output)"
        )
        #expect(preview.words.contains("the value of 1 transaction (line 3) is unknown: \(lack)"), "\(preview.words)")
        #expect(
            preview.words.contains("prices before an import: closecast history fetch ETH --start 2024-12-02\n"), "\(preview.words)")
        let json = try closecast(command + ["--preview", "--json"], folder: home.folder).json
        #expect(json["unknown_values"]?.array?.first?["days"]?.array == [.string("2024-12-03")], "\(json)")
        #expect(json["transactions"]?.array?.map { $0["value_unknown"]?.string } == [nil, lack], "\(json)")
        let refused = try closecast(command, folder: home.folder)
        #expect(
            refused.status == 65 && refused.words.contains("to leave these rows out: --leave-out-unreadable"), "\(refused.words)")
        try home.folder.write("date,close\n2024-12-02,3600\n2024-12-03,3700\n", to: "ETH.csv")
        try home.done("history", "import", "ETH.csv")
        #expect(try closecast(command, folder: home.folder).output == "2 transactions recorded, 0 were there before\n")
    }

    /// The printed remedies are run.
    @Test func rowsThatCannotBeReadAreLeftOutAsTheErrorSays() throws {
        let home = try Home(twoCoins)
        try home.done("wallet", "create", "Main")
        try home.folder.write(
            "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n1,2024-12-01 10:00:00,Spot,Deposit,NOSUCH,1,\n"
                + "1,2024-12-02 10:00:00,Spot,Magic,BTC,1,\n1,2024-12-03 10:00:00,Spot,Deposit,BTC,2,\n", to: "b.csv")
        let command = ["wallet", "import", "b.csv", "--wallet", "Main"]
        let refused = try closecast(command, folder: home.folder)
        #expect(refused.status == 65 && refused.words.contains("b.csv:2: NOSUCH is not a known asset"), "\(refused.words)")
        #expect(refused.words.contains("to leave these rows out: --leave-out-unreadable"), "\(refused.words)")
        let done = try closecast(command + ["--leave-out-unreadable"], folder: home.folder)
        #expect(done.output == "1 transaction recorded, 0 were there before\n", "\(done.words)")
        #expect(done.words.contains("1 row left out (line 2): NOSUCH is not"), "\(done.words)")
        try home.folder.write("Date,Type,Coin,Amount\n2024-12-02,Deposit,BTC,many\n", to: "t.csv")
        let table = try home.run("wallet", "import", "t.csv", "--wallet", "Main", "--form", "columns")
        #expect(table.status == 65 && table.words.contains("--leave-out-unreadable"), "\(table.words)")
        let nowhere = try home.run("wallet", "import", "b.csv", "--leave-out-unreadable")
        #expect(
            nowhere.status != 0 && nowhere.words.contains("the rows of b.csv name no wallet; say which: --wallet NAME")
                && !nowhere.words.contains("b.csv:"), "\(nowhere.words)")
    }

    @Test func aPreviewShowsCurrenciesByTheirCodes() throws {
        let home = try Home()
        try home.folder.write("time,kind,asset,quantity,value\n2024-12-01,deposit,GBP,5,6\n", to: "pounds.csv")
        let command = ["wallet", "import", "pounds.csv", "--wallet", "Main", "--create"]
        let preview = try closecast(command + ["--preview"], folder: home.folder)
        #expect(preview.lines.first == "2024-12-01 00:00  Main: deposit 5 GBP, cost 6.00 USD", "\(preview.output)")
        try #require(try closecast(command, folder: home.folder).status == 0)
        #expect(try home.done("wallet", "history", "Main").output.contains("deposit 5 GBP, cost 6.00 USD"))
    }

    @Test func aPreviewNamesUnknownCoinsAndShowsTheOtherRows() throws {
        let home = try Home(twoCoins)
        try home.folder.write(
            "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n1,2024-12-01 10:00:00,Spot,Deposit,NOSUCH,1,\n"
                + "1,2024-12-03 10:00:00,Spot,Deposit,BTC,2,\n", to: "b.csv")
        let command = ["wallet", "import", "b.csv", "--wallet", "Main", "--create"]
        let preview = try closecast(command + ["--preview"], folder: home.folder)
        #expect(preview.status == 0 && preview.output.contains("Main: deposit 2 BTC"), "\(preview.output) \(preview.words)")
        #expect(preview.output.hasSuffix("The import is refused while coins are unknown. Nothing was recorded.\n"))
        #expect(preview.words.contains("b.csv:2: NOSUCH is not a known asset"), "\(preview.words)")
        let json = try closecast(command + ["--preview", "--json"], folder: home.folder).json
        #expect(json["unknown_coins"]?.array?.map { $0["line"]?.string ?? "" }.count == 1, "\(json)")
        #expect(try closecast(command, folder: home.folder).status == 65)
        // The command that the note names.
        try home.done("asset", "add", "NOSUCH")
        let done = try closecast(command, folder: home.folder)
        #expect(done.output == "2 transactions recorded, 0 were there before\n", "\(done.words)")
    }

    @Test func aSpreadsheetRunsNothingOfAnExport() throws {
        let home = try Home(twoCoins)
        try home.done("wallet", "create", "=1+1")
        try home.done("wallet", "deposit", "=1+1", "USD", "5", "--note", "@SUM(A1)", "--key", "+k", "--date", "2024-12-01")
        let text = try home.done("wallet", "export").output
        #expect(text.contains("\n'+k,2024-12-01T00:00:00Z,deposit,'=1+1,usd,5,,,,,'@SUM(A1),,,,\n"), "\(text)")
        let other = try Home(twoCoins)
        try other.folder.write(text, to: "all.csv")
        try other.done("wallet", "import", "all.csv", "--create")
        #expect(try other.done("wallet", "export").output == text)
        #expect(try other.done("wallet", "export", "--json").output.contains("\"note\":\"@SUM(A1)\""))
    }

    @Test func aPreviewOfAnImportShowsItAndRecordsNothing() throws {
        let home = try Home(twoCoins)
        try home.done("wallet", "create", "Main")
        try home.folder.write(
            "time,kind,asset,quantity,to\n2024-12-02,transfer,BTC,1,Savings\n2024-12-02,deposit,BTC,2,\n2024-12-01,deposit,usd,5,\n",
            to: "t.csv")
        let preview = try home.done("wallet", "import", "t.csv", "--wallet", "Main", "--create", "--preview")
        let lines = preview.lines
        #expect(lines.first == "2024-12-01 00:00  Main: deposit 5 USD", "\(lines)")
        #expect(lines.contains { $0.hasPrefix("2024-12-02 00:00  Main: deposit 2 BTC, cost ") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("  at ") && $0.hasSuffix("USD, the close of BTC on 2024-12-02") }, "\(lines)")
        #expect(lines.contains("  Savings  BTC  0 -> 1"), "\(lines)")
        #expect(lines.last == "Preview: 3 transactions would be recorded, 0 already are. Nothing was recorded.")
        #expect(preview.words.contains("rows of the same moment count from the bottom up"), "\(preview.words)")
        #expect(try home.done("wallet", "list").output.contains("Savings") == false)
        #expect(try home.done("wallet", "export").lines.count == 1)
        let reversed = try home.run(
            "wallet", "import", "t.csv", "--wallet", "Main", "--create", "--row-order", "oldest-first", "--preview")
        #expect(reversed.status == 65 && reversed.words.contains("t.csv:2: wallet Main has 0 BTC"), "\(reversed.words)")
        #expect(
            try home.done("wallet", "import", "t.csv", "--wallet", "Main", "--create").output
                == "3 transactions recorded, 0 were there before\n")
    }

    @Test func aPreviewShowsMatchedTransfersInThePlaceOfTheirRows() throws {
        let home = try Home(twoCoins)
        try home.folder.write(
            "time,kind,asset,quantity,wallet\n2024-12-01,deposit,BTC,2,Main\n2024-12-02T10:00:00Z,withdrawal,BTC,1,Main\n"
                + "2024-12-02T11:00:00Z,deposit,BTC,0.99,Savings\n", to: "t.csv")
        let command = ["wallet", "import", "t.csv", "--create", "--match-transfers"]
        let preview = try closecast(command + ["--preview"], folder: home.folder)
        let transfer = "transfer 0.99 BTC from Main to Savings, fee 0.01 BTC"
        #expect(preview.lines[1] == "2024-12-02 10:00  \(transfer)", "\(preview.output) \(preview.words)")
        #expect(!preview.output.contains("withdraw 1 BTC") && preview.output.contains("  Savings  BTC  0 -> 0.99\n"))
        let json = try closecast(command + ["--preview", "--json"], folder: home.folder).json["transactions"]?.array
        #expect(json?.map { $0["kind"]?.string } == ["deposit", "transfer"], "\(json ?? [])")
        #expect(json?.last?["to"]?.string == "Savings" && json?.last?["fee"]?.string == "0.01", "\(json ?? [])")
        try #require(try closecast(command, folder: home.folder).status == 0)
        #expect(try home.done("wallet", "history", "Main").output.contains(transfer))
    }

    @Test func aPairThatCannotBeATransferStaysApartAndIsSaid() throws {
        let home = try Home(twoCoins)
        try home.folder.write(
            "time,kind,asset,quantity,wallet,to_asset,to_quantity\n2024-12-01,deposit,BTC,1,Main,,\n"
                + "2024-12-02T12:00:00Z,withdrawal,BTC,1,Main,,\n2024-12-02T10:00:00Z,deposit,BTC,1,Savings,,\n"
                + "2024-12-02T11:00:00Z,swap,BTC,1,Savings,ETH,15\n", to: "t.csv")
        let command = ["wallet", "import", "t.csv", "--create", "--match-transfers"]
        let said = "1 withdrawal that probably arrived in another wallet stays apart from the deposit"
        let preview = try closecast(command + ["--preview"], folder: home.folder)
        #expect(
            preview.words.contains(said) && preview.output.contains("Main: withdraw 1 BTC"), "\(preview.output)\(preview.words)")
        let done = try closecast(command, folder: home.folder)
        #expect(done.status == 0 && done.words.contains(said), "\(done.words)")
        #expect(done.output == "4 transactions recorded, 0 were there before\n")
    }

    /// The printed remedy is run.
    @Test func afterAnImportAnUnknownCostCanBeSaid() throws {
        let home = try Home(twoCoins)
        let table = "time,kind,asset,quantity,value\n2024-12-02T10:00:00Z,deposit,BTC,1,unknown\n"
        try home.folder.write(table, to: "t.csv")
        let command = ["wallet", "import", "t.csv", "--wallet", "Main", "--create"]
        let preview = try closecast(command + ["--preview"], folder: home.folder)
        #expect(
            preview.words.contains("say it in the column value, or get the missing prices before the import"), "\(preview.words)")
        let done = try closecast(command, folder: home.folder)
        let remedy = "closecast wallet deposit Main BTC 1 --cost AMOUNT --date 2024-12-02T10:00:00Z, and take the old one back: "
        #expect(done.words.contains("to say what the first cost: \(remedy)closecast wallet correct 1\n"), "\(done.words)")
        #expect(!done.words.contains("column value") && !done.words.contains("before an import"), "\(done.words)")
        try home.done("wallet", "deposit", "Main", "BTC", "1", "--cost", "5", "--date", "2024-12-02T10:00:00Z")
        try home.done("wallet", "correct", "1")
        let export = try home.done("wallet", "export").lines
        #expect(export.count == 2 && export[1].contains(",5,"), "\(export)")
        #expect(try closecast(command, folder: home.folder).output == "0 transactions recorded, 1 was there before\n")
    }

    /// A file of another program has no such column.
    @Test func theCostOfAnotherProgramsDepositNeedsPrices() throws {
        let home = try Home()
        try home.folder.write(
            "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n1,2024-12-03 10:00:00,Spot,Deposit,BTC,2,\n", to: "b.csv")
        let preview = try home.done("wallet", "import", "b.csv", "--wallet", "Main", "--create", "--preview")
        #expect(preview.words.contains("will be missing: get the missing prices before the import"), "\(preview.words)")
        #expect(preview.words.contains("before an import: closecast history fetch BTC --start 2024-12-03"), "\(preview.words)")
    }

    @Test func rowsOfTheFutureAreRefusedByLine() throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        try home.folder.write("time,kind,asset,quantity\n2024-12-01,deposit,usd,5\n2999-12-01,deposit,usd,5\n", to: "t.csv")
        let run = try home.run("wallet", "import", "t.csv", "--wallet", "Main")
        #expect(run.status == 65 && run.words.contains("t.csv:3: 2999-12-01 has not come yet"), "\(run.words)")
        #expect(try home.done("wallet", "export").lines.count == 1)
    }

    @Test func rowsWithoutKeysAreKnownAgainByTheirContent() throws {
        let home = try Home()
        try home.folder.write(
            "time,kind,asset,quantity\n2024-12-01,deposit,usd,5\n2024-12-01,deposit,usd,5\n2024-12-02,deposit,USD,6\n", to: "t.csv")
        try home.done("wallet", "create", "Main")
        let first = try home.done("wallet", "import", "t.csv", "--wallet", "Main")
        #expect(first.output == "3 transactions recorded, 0 were there before\n", "two equal rows are two transactions")
        let again = try home.done("wallet", "import", "t.csv", "--wallet", "Main")
        #expect(again.output == "0 transactions recorded, 3 were there before\n")
    }

    @Test func allBadRowsAreReportedWithTheirLinesAndNothingIsRecorded() throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        try home.folder.write(
            """
            time,kind,asset,quantity
            2024-12-01,deposit,usd,100
            soon,deposit,usd,1
            2024-12-01,gift,usd,1
            2024-12-01,deposit,nix,1
            2024-12-01,deposit,usd,"1,5"

            """, to: "bad.csv")
        let run = try home.run("wallet", "import", "bad.csv", "--wallet", "Main")
        #expect((run.status, run.output) == (65, ""))
        for line in ["bad.csv:3: \"soon\"", "bad.csv:4: \"gift\"", "bad.csv:5: nix", "bad.csv:6: \"1,5\""] {
            #expect(run.words.contains(line), "\(run.words)")
        }
        #expect(try home.done("wallet", "export").lines.count == 1)
    }

    @Test func aFileThatDoesNotAddUpRecordsNothing() throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        try home.folder.write(
            "time,kind,asset,quantity\n2024-12-01,deposit,usd,100\n2024-12-02,withdrawal,usd,200\n", to: "short.csv")
        let run = try home.run("wallet", "import", "short.csv", "--wallet", "Main")
        #expect(run.status == 65)
        #expect(run.words.contains("short.csv:3: wallet Main has 100 USD on 2024-12-02 and needs 200"))
        #expect(try home.done("wallet", "export").lines.count == 1)
    }

    @Test func filesOfOtherProgramsAreFoundByTheirColumns() throws {
        let home = try Home()
        let header =
            "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,"
            + "Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n"
        try home.folder.write(
            header + "a1,2024-12-01 10:00:00 UTC,Buy,BTC,0.01,USD,$90000,$900,$909,$9,Bought\n"
                + "a2,2024-12-02 10:00:00 UTC,Staking Transfer,BTC,-0.01,USD,$90000,-$900,-$900,$0,\n", to: "export.csv")
        let options = ["wallet", "import", "export.csv", "--wallet", "Main", "--create", "--deposit-missing-cash"]
        try home.done("wallet", "create", "Other")
        let preview = try closecast(options + ["--preview"], folder: home.folder)
        #expect(preview.words.contains("export.csv was read as coinbase (Coinbase)"), "\(preview.words)")
        #expect(preview.words.contains("1 row left out (line 3): it stays in the account"), "\(preview.words)")
        let done = try closecast(options, folder: home.folder)
        #expect(done.output == "2 transactions recorded, 0 were there before\n", "\(done.words)")
        #expect(try closecast(options, folder: home.folder).output == "0 transactions recorded, 1 was there before\n")
        try home.folder.write("{\"like\": \"coinbase\", \"kinds\": {\"Staking Transfer\": \"withdrawal\"}}", to: "map.json")
        let mapped = try closecast(options + ["--map", "map.json", "--preview"], folder: home.folder)
        #expect(mapped.output.contains("1 transaction would be recorded, 1 already is"), "\(mapped.output) \(mapped.words)")
    }

    @Test func theFormsAreListed() throws {
        let home = try Home()
        let list = try home.done("wallet", "import", "--list-forms")
        #expect(list.output.contains("kraken-ledgers ") && list.output.contains("leaves out: "))
        let ids =
            try home.done("wallet", "import", "--list-forms", "--json").json["forms"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(ids.first == "coinbase" && ids.suffix(2) == ["closecast", "columns"], "\(ids)")
        let both = try home.run("wallet", "import", "x.csv", "--form", "coinbase", "--map", "y.json")
        #expect(both.status == 64 && both.words.contains("--form and --map contradict each other"), "\(both.words)")
        let unknown = try home.run("wallet", "import", "x.csv", "--form", "nonsense")
        #expect(
            unknown.status == 64 && unknown.words.contains("--form nonsense is not known; expected coinbase, "), "\(unknown.words)")
        try home.folder.write("{\"zone\": \"CET\"}", to: "map.json")
        let map = try home.run("wallet", "import", "x.csv", "--map", "map.json")
        #expect(map.status == 65 && map.words.contains("map.json: no time zone is named CET; expected UTC or"), "\(map.words)")
    }

    @Test func aFileOfPurchasesIsRecordedWithTheDepositsOfItsCash() throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        try home.folder.write(
            "time,kind,asset,quantity,cash\n2024-12-01,buy,BTC,1,30000\n2024-12-02,buy,BTC,1,4000\n", to: "t.csv")
        let refused = try home.run("wallet", "import", "t.csv", "--wallet", "Main")
        #expect(refused.status == 65 && refused.words.contains("t.csv:2: wallet Main has 0 USD"), "\(refused.words)")
        #expect(refused.words.split(separator: "--deposit-missing-cash").count == 2, "\(refused.words)")
        let options = ["wallet", "import", "t.csv", "--wallet", "Main", "--deposit-missing-cash"]
        let preview = try closecast(options + ["--preview"], folder: home.folder)
        #expect(preview.words.contains("note: 2 deposits of missing cash are added: 34,000.00 USD in all\n"), "\(preview.words)")
        #expect(preview.output.contains("Main: deposit 30000 USD\n"), "\(preview.output)")
        #expect(preview.output.contains("Preview: 4 transactions would be recorded, 0 already are."), "\(preview.output)")
        let done = try closecast(options, folder: home.folder)
        #expect(done.status == 0 && done.output == "4 transactions recorded, 0 were there before\n", "\(done.words)")
        let again = try closecast(options, folder: home.folder)
        #expect(again.output == "0 transactions recorded, 2 were there before\n" && !again.words.contains("missing cash"))
    }

    @Test func aMissingWalletIsNamedWithItsLine() throws {
        let home = try Home()
        try home.folder.write("time,kind,asset,quantity,wallet\n2024-12-01,deposit,usd,100,Other\n", to: "t.csv")
        let run = try home.run("wallet", "import", "t.csv")
        #expect(run.status == 65)
        #expect(run.words.contains("t.csv:2: no wallet named Other") && run.words.contains("closecast wallet create Other"))
        #expect(run.words.contains("to make the wallets that do not exist: --create"), "\(run.words)")
        #expect(try home.done("wallet", "import", "t.csv", "--create").output.hasPrefix("1 transaction recorded"))
        #expect(try home.run("wallet", "import", "none.csv").status == 66)
        try home.folder.write("{\"transactions\":[{\"time\":true}]}", to: "t.json")
        let number = try home.run("wallet", "import", "t.json")
        #expect(number.status == 65 && number.words.contains("t.json:1: \"time\" is neither a text nor a number"))
        // A number is read digit by digit.
        let row = #"{"time":"2024-12-01T01:00:00+02:00","kind":"deposit","asset":"usd","quantity":0.100000000000000001}"#
        try home.folder.write("[\(row)]", to: "n.json")
        try home.done("wallet", "import", "n.json", "--wallet", "Other")
        let exported = try home.done("wallet", "export", "Other").output
        #expect(exported.contains("0.100000000000000001") && exported.contains("2024-11-30T23:00:00Z"), "\(exported)")
    }
}
