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

    /// What a person says of words is a part of the form, whose JSON `--map` reads.
    @Test func wordsThatAPersonExplainedAreReadLikeKnownOnes() async throws {
        let text =
            "when,how,what,how many,paid\n2025-04-03,Anteil vom  Partner,BTC,0.5,100\n2025-04-04,Sperre,BTC,1,\n"
            + "2025-04-05,Bewegung,BTC,-0.1,\n2025-04-06,Deposit,BTC,1,50\n2025-04-07,a*b,BTC,1,\n2025-04-08,,BTC,1,50\n"
        var match = ColumnMatch(
            columns: [.time: 0, .kind: 1, .asset: 2, .quantity: 3, .cash: 4], dateFormat: nil, decimal: .point)
        let table = try #require(TransactionTable(Array(text.utf8)))
        let open = match.openWords(in: table)
        #expect(open.map(\.word) == ["Anteil vom  Partner", "Sperre", "Bewegung", ""] && open.map(\.line) == [2, 3, 4, 7])
        match.say("Anteil vom Partner", is: .buy)
        match.say("SPERRE", is: .leaveOut)
        match.say("Bewegung", is: .bySign)
        match.say("", is: .deposit)
        // Answers do not hide the questions, so that they can be changed.
        #expect(match.openWords(in: table).count == 4 && match.said(of: "sperre") == .leaveOut)
        #expect(try await MatchedFile(text, match).errors == [.unknownKind("a*b", form: "columns")])
        match.kinds["a*b"] = .leaveOut
        let form = try FormFile(Array(match.json.utf8)).form
        let world = try World(today: day0 + 700)
        defer { withExtendedLifetime(world) {} }
        let read = try await world.portfolio().importer.read(
            Array(text.utf8), file: "f", ReadingOptions(form: .form(form), wallet: "w"))
        #expect(
            read.rows.map { "\($0.line) \($0.row.kind)" } == ["2 buy", "4 withdrawal", "5 deposit", "7 deposit"], "\(read.rows)")
        #expect(read.source?.leftOut.map(\.why) == [.chosen] && read.source?.leftOut.first?.lines == [3, 6])
        #expect(try await MatchedFile(text, match).rows == read.rows.map(\.row))
    }

    /// The page offers what a word may mean beside buying and selling: each records its kind with its label.
    @Test func choicesWithALabelRecordIt() async throws {
        let choices = KindChoice.allCases.filter { $0.labelled != nil }
        #expect(choices == [.staking, .interest, .airdrop, .reward, .gift, .giftSent, .loss])
        let rows = choices.map { "2025-04-03,wort \($0.rawValue),BTC,1,50\n" }.joined()
        var match = ColumnMatch(
            columns: [.time: 0, .kind: 1, .asset: 2, .quantity: 3, .value: 4], dateFormat: nil, decimal: .point)
        for choice in choices { match.say("wort \(choice.rawValue)", is: choice) }
        let read = try await MatchedFile("when,how,what,how many,worth\n" + rows, match)
        #expect(read.rows.map(\.kind) == choices.map { $0.labelled?.kind }, "\(read)")
        #expect(read.rows.map(\.label) == choices.map { $0.labelled?.label }, "\(read)")
    }

    /// Every choice means something to the reader of forms.
    @Test(arguments: KindChoice.allCases) func everyChoiceCanBeWritten(choice: KindChoice) throws {
        var match = ColumnMatch(columns: [.time: 0, .asset: 1, .quantity: 2, .kind: 3], dateFormat: nil, decimal: nil)
        match.say("A \"word\"", is: choice)
        let text = match.json
        #expect(text.contains(#""kinds":{"a \"word\"":"\#(choice.rawValue)"}"#), "\(text)")
        #expect(throws: Never.self) { try FormFile(Array(text.utf8)) }
    }

    @Test(arguments: [
        (#"{"match": {"time": 0, "asset": 1, "quantity": 2}, "kinds": {"a": "leg"}}"#, "with match, no kind means trade"),
        (#"{"match": {"time": 0, "asset": 1, "quantity": 2}, "other": "by sides"}"#, "with match, no kind means trade"),
        (#"{"match": {"time": 0, "asset": 1}}"#, "match has no \"quantity\""), (#"{"match": {"when": 0}}"#, "match has \"when\""),
        (#"{"match": {"time": -1}}"#, "match.time: expected the number"), (#"{"match": 3}"#, "match: expected an object"),
        (#"{"like": "coinbase", "match": {}}"#, "like and match contradict"),
        (
            #"{"match": {"time": 0, "asset": 1, "quantity": 2}, "columns": {"time": "When"}}"#,
            "match and columns contradict each other"
        ),
    ])
    func aFaultyMatchIsRefused(text: String, beginning: String) {
        let error = #expect(throws: FormFileError.self) { try FormFile(Array(text.utf8)) }
        #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
    }

    /// A positive amount that goes out would be on neither side of its row, which would vanish.
    @Test(arguments: ["withdrawal or deposit", "fee or deposit", "loss or gift", "gift or gift", "deposit or trade"])
    func aPairOfKindsBeginsWithWhatComesIn(pair: String) {
        for place in [#""match": {"time": 0, "asset": 1, "quantity": 2}"#, #""columns": {"time": "t", "amount": "a"}"#] {
            let error = #expect(throws: FormFileError.self) {
                try FormFile(Array(#"{\#(place), "kinds": {"a": "\#(pair)"}}"#.utf8))
            }
            #expect(
                error?.description.hasPrefix("a kind means \"\(pair)\"; expected first what") == true, "\(error?.description ?? "")"
            )
        }
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
