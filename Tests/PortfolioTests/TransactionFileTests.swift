import JSONText
import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct TransactionFileTests {
    let world: World
    let portfolio: Portfolio

    init() async throws {
        world = try World()
        portfolio = world.portfolio()
    }

    private static func csv(_ rows: [TransactionRow]) -> String {
        TransactionFile.row.csvHeader + rows.map(TransactionFile.row.csvLine).joined()
    }

    private static func json(_ rows: [TransactionRow]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("transactions", rows) { row, writer in TransactionFile.row.write(row, &writer) }
            }
        }
    }

    private func read(_ text: String, wallet: String? = nil) async throws -> [TransactionRow] {
        try await TransactionFile.rows(Array(text.utf8), file: "f", wallet: wallet) {
            try await portfolio.market.directory.asset($0).id
        }.map(\.row)
    }

    private func problems(_ text: String) async -> [String] {
        let error = await #expect(throws: ImportError.self, "\(text)") { try await portfolio.importCSV(text, wallet: "w") }
        return error?.faults.map { "\($0.line): \($0.message)" } ?? []
    }

    static let words = [
        "plain", "a, \"b\"; c", "two\nlines", "ends\r\n", " blanks ", "=1+1", "\"", "\"\"", "\"\u{301}x", "tab\there", "Ärger 🪙 日本",
        "-", "\u{FEFF}bom", "=cmd|' /C calc'!A0", "@SUM(1)", "'=1", "'tis", "\t=1", "＝1", "unknown", "-1.5",
    ]

    @Test(arguments: words) func everyKindWithAnyNoteIsReadBackExactly(note: String) async throws {
        // No control or invisible characters and no slashes may be in a name.
        let visible = note.unicodeScalars.filter { $0.value >= 32 && $0 != "/" && !$0.properties.isDefaultIgnorableCodePoint }
        let name = String(String.UnicodeScalarView(visible)).drop { $0 == " " }
        let a = try await portfolio.wallets.create("a\(name)z")
        let b = try await portfolio.wallets.create(",b \"\(name)\"")
        let tiny: Quantity = "0.000000000000000001"
        try await world.record(
            .deposit(key: note, time: 86_401, wallet: a.id, asset: .usd, quantity: "999999999999999999", note: note),
            .deposit(key: "2", time: 86_402, wallet: a.id, asset: bitcoin, quantity: "3", value: nil, note: note),
            .deposit(key: "3", time: 86_402, wallet: a.id, asset: bitcoin, quantity: tiny, value: .zero, note: note),
            .buy(key: "4", time: 86_403, wallet: a.id, asset: bitcoin, quantity: "1.5", paid: .usd(tiny), fee: "2", note: note),
            .buy(key: "5", time: 86_403, wallet: a.id, asset: bitcoin, quantity: "1.5", paid: "7", note: note),
            .sell(key: "6", time: 86_404, wallet: a.id, asset: bitcoin, quantity: "1", received: "3", fee: "3", note: note),
            .sell(key: "7", time: 86_404, wallet: a.id, asset: bitcoin, quantity: "1", received: "3", fee: "4", note: note),
            .transfer(key: "8", time: 86_405, from: a.id, to: b.id, asset: bitcoin, quantity: "1", fee: tiny, note: note),
            .transfer(key: "9", time: 86_405, from: a.id, to: b.id, asset: .usd, quantity: "1", note: note),
            .fee(key: "10", time: 86_406, wallet: a.id, asset: .usd, quantity: "1", note: note),
            .income(key: "11", time: 86_407, wallet: b.id, asset: bitcoin, quantity: "1", value: "5", note: note),
            .incomeAtMarketValue(
                key: "13", time: 86_407, wallet: b.id, asset: bitcoin, quantity: "1", value: "5", note: note),
            .withdrawal(
                key: "12", time: moment(day0 + 399, 23), wallet: b.id, asset: bitcoin, quantity: "1", value: "6", note: note),
            .swap(
                key: "14", time: moment(day0 + 399, 23), wallet: b.id, asset: bitcoin, quantity: "0.5", into: ethereum,
                received: tiny, value: "7", note: note),
            .swap(
                key: "15", time: moment(day0 + 399, 23), wallet: b.id, asset: bitcoin, quantity: tiny, into: ethereum,
                received: "999999999999999999", note: note),
            .split(
                key: "16", time: moment(day0 + 399, 23), wallet: b.id, asset: bitcoin, quantity: "0.25", into: bitcoin,
                received: "2.5", note: note))
        let rows = try await portfolio.rows()
        #expect(rows.count == 16)
        #expect(try await read(Self.csv(rows)) == rows)
        #expect(try await read(Self.json(rows)) == rows)
        for text in [Self.csv(rows), Self.json(rows)] {
            #expect(try await portfolio.importCSV(text).allSatisfy { !$0.isNew })
        }
        #expect(try await portfolio.rows() == rows)
    }

    @Test func rowsWithoutKeysAreKnownAgainAndEqualOnesCounted() async throws {
        try await portfolio.wallets.create("w")
        let text = """
            time,kind,asset,quantity,fee,note
            2024-01-02,deposit,BTC,1,,a
            2024-01-02,deposit,BTC,1,0,b
            2024-01-02,deposit,BTC,1.0,,c
            2024-01-01,deposit,BTC,1,,a
            """
        #expect(try await portfolio.importCSV(text, wallet: "w").map(\.isNew) == [true, true, true, true])
        #expect(try await portfolio.importCSV(text, wallet: "w").allSatisfy { !$0.isNew })
        #expect(try await portfolio.importCSV(text + "\n2024-01-01,deposit,BTC,1,,a", wallet: "w").count(where: \.isNew) == 1)
        #expect(try await portfolio.balances(portfolio.wallets.named("w")) == [bitcoin: "5"])
    }

    @Test func rowsThatAreTooLongForAKeyAreKnownAgainToo() async throws {
        try await portfolio.wallets.create("w")
        let id = AssetID(String(repeating: "x", count: 64))!
        try await world.database.save(Asset(id: id, ticker: Ticker("XX")!, name: "X"))
        let (large, other) = ("100000000000000000.123456789012345678", "100000000000000000.123456789012345679")
        let text =
            "time,kind,asset,quantity,value\n2024-01-01T10:11:12Z,withdrawal,XX,\(large),\(large)\n"
            + "2024-01-01,deposit,XX,\(large),\(large)\n2024-01-01,deposit,XX,\(large),\(other)\n"
        #expect(try await portfolio.importCSV(text, wallet: "w").map(\.isNew) == [true, true, true])
        #expect(try await portfolio.importCSV(text, wallet: "w").map(\.isNew) == [false, false, false])
    }

    @Test func aFileMayHaveTheNewestFirst() async throws {
        try await portfolio.wallets.create("w")
        let text = "time,kind,asset,quantity,cash\n2024-01-02,sell,BTC,1,9\n2024-01-02,deposit,BTC,1,\n2024-01-01,deposit,USD,1,\n"
        #expect(try await portfolio.importCSV(text, wallet: "w").count == 3)
        #expect(try await portfolio.balances(portfolio.wallets.named("w")) == [.usd: "10"])
    }

    @Test func allFaultsAreReportedWithTheirLines() async throws {
        try await portfolio.wallets.create("w")
        let found = await problems(
            """
            time,kind,asset,quantity,cash,fee,to,value,wallet
            2024-01-01,deposit,BTC,1,60,,,,
            2024-01-01,buy,BTC,1,,,,,
            2024-01-01,buy,BTC,1,5,,,7,
            2024-01-01,deposit,BTC,1,,3,,,
            2024-01-01,deposit,BTC,1,,,w,,
            2024-01-01,transfer,BTC,1,,,,,
            2024-01-01,transfer,BTC,1,,,nobody,,
            2024-01-01,deposit,BTC,1,,,,,ghost
            2024-01-01,deposit,BTC,-1,,,,,
            2024-01-01,correction,BTC,1,,,,,
            """)
        #expect(found.map { Int($0.prefix { $0 != ":" }) } == Array(2...11))
        #expect(found[0].contains("has no cash") && found[0].contains("column value"), "\(found[0])")
        #expect(found[1].contains("needs its cash"))
        #expect(found[6].contains("no wallet named nobody"))
        #expect(found[7].contains("no wallet named ghost"))
        let unread = await problems(
            "time,kind,asset,quantity\n2024-01-01,gift,BTC,1\nsoon,deposit,BTC,1\n2024-01-01,deposit,WHAT,1\n2024-01-01,deposit,BTC,\n"
                + "2024-01-01,deposit,,1\n2024-01-01,deposit,BTC,1e3\n2024-01-01,deposit,BTC,1,2\n")
        #expect(unread.map { Int($0.prefix { $0 != ":" }) } == [8])  // more fields than columns: nothing else is looked at
        #expect(try await portfolio.rows().isEmpty)
    }

    @Test func unreadableLinesAreReportedWithTheirNumbers() async throws {
        try await portfolio.wallets.create("w")
        let found = await problems(
            "time,kind,asset,quantity\n2024-01-01,gift,BTC,1\nsoon,deposit,BTC,1\n2024-01-01,deposit,WHAT,1\n2024-01-01,deposit,BTC,\n"
                + "2024-01-01,deposit,,1\n2024-01-01,deposit,BTC,1e3\n")
        #expect(found.map { Int($0.prefix { $0 != ":" }) } == [2, 3, 4, 5, 6, 7])
        #expect(await problems("time,kind,asset,quantity,fee,fee,colour\n").count == 2)
        #expect(await problems("time,kind\n").count == 2)
        #expect(await problems("").count == 1)
        #expect(await problems("[1,{\"time\":true},{\"colour\":\"red\"}]").map { $0.prefix(2) } == ["1:", "2:", "3:"])
        #expect(await problems("{\"a\":1}").count == 1)
        #expect(await problems("{").count == 1)
    }

    @Test func aLineOfAMegabyteIsRefusedWithItsNumber() async throws {
        try await portfolio.wallets.create("w")
        let long = String(repeating: "x", count: (1 << 20) + 1)
        for text in [long, "time,kind,asset,quantity\n2024-01-01,deposit,BTC,1,\(long)\n"] {
            let found = await problems(text)
            #expect(found.count == 1 && found[0].utf8.count < 200 && found[0].contains("longer than 1048576 bytes"))
        }
    }

    @Test func aReusedKeyIsReportedWithItsLine() async throws {
        try await portfolio.wallets.create("w")
        try await portfolio.importCSV("key,time,kind,asset,quantity\nk,2024-01-01,deposit,BTC,1\n", wallet: "w")
        #expect(
            await problems("key,time,kind,asset,quantity\nj,2024-01-02,deposit,BTC,1\nk,2024-01-01,deposit,BTC,2\n")
                == ["3: \(PortfolioError.keyInUse(key: "k"))"])
        #expect(try await portfolio.rows().count == 1)
    }

    /// An export of another database may refer to a deleted wallet by a number that a wallet has here.
    @Test func aNumberDoesNotMeanAWalletThatIsThere() async throws {
        let main = try await portfolio.wallets.create("main")
        let text = "time,kind,wallet,asset,quantity\n2024-01-01,deposit,#\(main.id),BTC,1\n"
        #expect(await problems(text).first?.hasPrefix("2: no wallet named #\(main.id)") == true)
        #expect(try await portfolio.rows().isEmpty)
    }

    @Test(arguments: [String(repeating: "я", count: 80), String(repeating: "語", count: 600), String(repeating: "👩‍👩‍👧‍👦", count: 50)])
    func rowsWithoutKeysMayHaveLongNotesOfAnyScript(note: String) async throws {
        try await portfolio.wallets.create("w")
        let text = "time,kind,asset,quantity,note\n2024-01-01,deposit,BTC,1,\(note)\n2024-01-01,deposit,BTC,1,\(note)!\n"
        #expect(try await portfolio.importCSV(text, wallet: "w").map(\.isNew) == [true, true])
        #expect(try await portfolio.importCSV(text, wallet: "w").map(\.isNew) == [false, false])
        #expect(try await portfolio.rows().map(\.note) == [note, note + "!"])
    }

    @Test func walletsAreMadeWithTheRowsOrNotAtAll() async throws {
        let header = "time,kind,wallet,asset,quantity,to"
        func problems(_ rows: String) async -> [String] {
            let error = await #expect(throws: (any Error).self) {
                try await portfolio.importCSV("\(header)\n\(rows)\n", makesWallets: true)
            }
            return (error as? ImportError)?.faults.map { "\($0.line): \($0.message)" } ?? [error.map { "\($0)" } ?? ""]
        }
        let deposit = "2024-01-01,deposit,Made,BTC,1,"
        #expect(await problems("\(deposit)\n2024-01-01,deposit,Made,BTC,-1,").first?.hasPrefix("3: ") == true)
        #expect(
            await problems("\(deposit)\n2024-01-02,transfer,Made,BTC,1,\" x\"").first?.hasPrefix("3: \" x\" cannot be the name")
                == true)
        #expect(
            await problems("\(deposit)\n2024-01-02,transfer,Made,BTC,2,Two").first
                == "3: wallet Made has 1 BTC on 2024-01-02 and needs 2")
        #expect(try await portfolio.wallets.all().isEmpty, "a refused import leaves no wallets behind")
        try await portfolio.importCSV("\(header)\n\(deposit)\n2024-01-02,transfer,Made,BTC,0.5,Two", makesWallets: true)
        #expect(try await portfolio.wallets.all().map(\.name) == ["Made", "Two"])
    }

    /// A wallet that is exported and imported into an empty database is the same: every holding, cost, gain and daily value.
    @Test(arguments: 0..<12) func anImportedExportGivesTheSameFigures(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed, missing: 0.1, unknown: 0.2)
        let rows = try await journal.portfolio.rows()
        let copy = try World()
        let portfolio = copy.portfolio()
        for wallet in journal.wallets { _ = try await portfolio.wallets.create(wallet.name, costBasis: wallet.costBasis) }
        for coin in coins {
            let candles = try await journal.world.database.candles(of: coin, from: day0, through: day0 + 100)
            _ = try await copy.database.store(candles.map(\.candle), of: coin, source: "test", retrievedAt: 0, replaces: true)
        }
        let text = seed % 2 == 0 ? Self.csv(rows) : Self.json(rows)
        #expect(try await portfolio.importCSV(text).allSatisfy(\.isNew))
        #expect(try await portfolio.importCSV(text).allSatisfy { !$0.isNew }, "seed \(seed)")
        #expect(try await portfolio.rows() == rows)
        for wallet in journal.wallets {
            let other = try await portfolio.wallets.named(wallet.name)
            for day in [nil, day0 + 15] {
                let (old, new) = (
                    try await journal.portfolio.gains.report(of: wallet, on: day),
                    try await portfolio.gains.report(of: other, on: day)
                )
                #expect(old.holdings.holdings == new.holdings.holdings, "seed \(seed)")
                #expect(old.gains.assets == new.gains.assets, "seed \(seed)")
                #expect(old.total == new.total && old.returnOnCost == new.returnOnCost, "seed \(seed)")
                let lots = [old, new].map {
                    $0.gains.lots.map { "\($0.lot.asset) \($0.lot.acquiredAt) \($0.lot.quantity) \($0.unrealized as Any)" }
                }
                #expect(lots[0] == lots[1], "seed \(seed)")
            }
            let values = (
                try await journal.portfolio.valueHistory.values(of: wallet, from: day0 - 2, through: day0 + 30),
                try await portfolio.valueHistory.values(of: other, from: day0 - 2, through: day0 + 30)
            )
            #expect(values.0 == values.1, "seed \(seed)")
        }
    }

    @Test func theExportOfADeletedWalletsHeirCanBeImported() async throws {
        let (old, heir) = (try await portfolio.wallets.create("old"), try await portfolio.wallets.create("heir"))
        try await portfolio.perform(old, bitcoin, .deposit("2", cost: "50"))
        try await portfolio.perform(old, bitcoin, .transfer("2", to: heir, fee: .zero))
        try await portfolio.wallets.delete(old, withHoldings: false)
        let rows = try await portfolio.rows()
        #expect(rows.map(\.wallet) == ["#\(old.id)", "#\(old.id)"])
        #expect(rows.map(\.target) == [nil, "heir"])
        #expect(try await portfolio.transactions.page(of: heir, limit: 5).map(\.row.wallet) == ["#\(old.id)"])
        let copy = try World()
        for name in ["heir", "#\(old.id)"] { try await copy.portfolio().wallets.create(name) }
        try await copy.portfolio().importCSV(Self.csv(rows))
        let report = try await copy.portfolio().gains.report(of: copy.portfolio().wallets.named("heir"))
        #expect(report.gains.lots.map(\.lot.cost) == ["50"])
        #expect(try await portfolio.gains.report(of: heir).gains.lots.map(\.lot.cost) == ["50"])
    }
}
