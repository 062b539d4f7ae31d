import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Totals of tables with matched columns, and the matches as forms.
@Suite(.serialized) struct MatchedFormTests {
    // MARK: Totals

    @Test(arguments: [
        // What the fee explains.
        ("buy", "2", "50.00", "101.00", "1"), ("sell", "2", "50.00", "99.00", "1"), ("buy", "2", "50.00", "100.40", "1"),
        // What rounding explains, that of the price or of a quantity with many places.
        ("buy", "3", "33.33", "100.00", ""), ("buy", "0.0123", "98765.43", "1219.00", ""), ("buy", "1000", "0.12", "123.45", ""),
    ])
    func totalsThatTheFeeOrRoundingExplainAreNotNamed(
        kind: String, quantity: String, price: String, total: String, fee: String
    ) async throws {
        let read = try await MatchedFile(
            "date,type,coin,amount,price,total,fee\n2025-02-25,\(kind),BTC,\(quantity),\(price),\(total),\(fee)\n")
        #expect(read.isRead && read.source?.differingTotals == [], "\(read)")
    }

    @Test func totalsThatDifferAreRecordedAndNamed() async throws {
        let read = try await MatchedFile(
            """
            date,type,coin,amount,price,total,fee
            2025-02-25,buy,BTC,0.5,60000.00,30000.00,10.00
            2025-02-26,buy,BTC,0.5,60000.00,31000.00,10.00
            2025-02-27,deposit,BTC,0.5,60000,3000,
            2025-02-28,withdrawal,BTC,0.1,,700,
            2025-03-01,sell,BTC,0.5,60000.00,29980.00,10.00
            """)
        #expect(read.source?.differingTotals == [3, 4, 6], "\(read)")
        #expect(read.csv.contains(",buy,,BTC,0.5,30990,10,"), "\(read.csv)")
    }

    @Test func aFeeInCoinsExplainsWhatItIsWorth() async throws {
        func read(_ total: String) async throws -> [Int]? {
            try await MatchedFile(
                "date,type,coin,amount,price,total,fee,fee coin\n2025-02-25,buy,BTC,0.999,100.00,\(total),0.001,BTC\n"
            ).source?.differingTotals
        }
        #expect(try await read("100.00") == [])
        #expect(try await read("101.00") == [2])
    }

    // MARK: Choices

    /// The page sends the match as a form.
    @Test func aMatchIsAForm() async throws {
        let match = ColumnMatch(
            columns: [.time: 2, .asset: 0, .quantity: 1, .kind: 3], dateFormat: "dd/MM/yyyy", decimal: .comma)
        let form = try FormFile(Array(match.json.utf8)).form
        let text = "what,how many,when,how\nBTC,\"0,5\",03/04/2025,in\n"
        let world = try World(today: day0 + 700)
        defer { withExtendedLifetime(world) {} }
        let read = try await world.portfolio().importer.read(
            Array(text.utf8), file: "f", ReadingOptions(form: .form(form), wallet: "w"))
        #expect(read.rows.map(FormWorld.shown) == ["2 deposit 0.5 bitcoin"])
        #expect(read.rows.map { MomentText.iso($0.row.time) } == ["2025-04-03T00:00:00Z"])
    }

    @Test(arguments: [
        (#"{"match": {"time": 0, "asset": 1}}"#, "match has no \"quantity\""), (#"{"match": {"when": 0}}"#, "match has \"when\""),
        (#"{"match": {"time": -1}}"#, "match.time: expected the number"), (#"{"match": 3}"#, "match: expected an object"),
        (#"{"like": "coinbase", "match": {}}"#, "like and match contradict"),
    ])
    func aFaultyMatchIsRefused(text: String, beginning: String) {
        let error = #expect(throws: FormFileError.self) { try FormFile(Array(text.utf8)) }
        #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
    }

    /// Earlier versions recorded such rows under keys of their content.
    @Test func rowsThatAnEarlierVersionRecordedAreKnown() async throws {
        let world = try World(today: day0 + 700)
        defer { withExtendedLifetime(world) {} }
        let portfolio = world.portfolio()
        try await portfolio.importCSV(
            """
            time,kind,asset,quantity,cash,fee,note
            2025-02-24,deposit,USD,1000,,,
            2025-02-25 10:30,buy,BTC,0.5,500,1.5,first
            2025-02-26,sell,BTC,0.1,120,,
            """, wallet: "w", makesWallets: true)
        let text =
            "Date,Type,Coin,Amount,Total,Fee,Note\n2025-02-24,Deposit,USD,1000,,,\n2025-02-25 10:30,Buy,BTC-USDT,0.5,500,1.5,first\n"
            + "2025-02-26,Sell,BTC,0.1,120,,\n"
        let read = try await portfolio.importer.read(Array(text.utf8), file: "f", ReadingOptions(form: .columns, wallet: "w"))
        let report = try await portfolio.importer.record(read, file: "f")
        #expect(report.newCount == 0 && report.knownCount == 3)
    }
}
