import Foundation
import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Importing files of other programs: again, longer, between wallets, and hostile ones.
@Suite(.serialized) struct FormImportTests {
    private let forms: FormWorld
    private let portfolio: Portfolio

    init() async throws {
        forms = try await FormWorld()
        portfolio = forms.portfolio
        _ = try await portfolio.wallets.create("w")
    }

    private static let coinbase =
        "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n"
    private static let binance = "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n"

    @discardableResult private func run(
        _ text: String, wallet: String = "w", deposits: Bool = true, isPreview: Bool = false, matches: Bool = false
    ) async throws -> ImportReport {
        let read = try await forms.read(text, ReadingOptions(wallet: wallet))
        let options = ImportOptions(
            makesWallets: true, isPreview: isPreview, depositsMissingCash: deposits, matchesTransfers: matches)
        return try await portfolio.importer.record(read, file: "f", options: options)
    }

    private func wallet(_ name: String) async throws -> Wallet {
        try #require(try await portfolio.wallets.all().first { $0.name == name })
    }

    // MARK: Again

    @Test func theSameFileAgainAddsNothing() async throws {
        let text =
            Self.coinbase + """
                a2,2024-03-03 10:00:00 UTC,Buy,BTC,0.01,EUR,€45000.00,€450.00,€459.00,€9.00,Bought 0.01 BTC for 459 EUR
                a1,2024-03-02 10:00:00 UTC,Buy,BTC,0.02,USD,$50000.00,$1000.00,$1010.00,$10.00,Bought 0.02 BTC for 1010 USD

                """
        let first = try await run(text)
        // 1010 dollars and 459 EUR are deposited, at the rate of the purchase.
        #expect(first.newRowCount == 3 && first.deposits.map(\.amount) == ["1010", "459"] && first.deposited == "1514.9")
        #expect(first.source?.form == "coinbase")
        let rows = try await portfolio.rows()
        let again = try await run(text)
        #expect(again.newCount == 0 && again.knownCount == 3)
        #expect(try await portfolio.rows() == rows)
        let wallet = try await wallet("w")
        #expect(try await portfolio.balances(wallet) == [bitcoin: "0.03"])
    }

    /// What a conversion was worth came from closes, which may be corrected later.
    @Test func otherClosesDoNotMakeKnownRowsNew() async throws {
        let text =
            "\"txid\",\"refid\",\"time\",\"type\",\"subtype\",\"aclass\",\"asset\",\"amount\",\"fee\",\"balance\"\n"
            + "L0,R0,2024-01-02 10:00:00,deposit,,currency,XXBT,1,0,1\nL1,R1,2024-01-03 10:00:00,trade,,currency,XXBT,-0.04,0,0\n"
            + "L2,R1,2024-01-03 10:00:00,trade,,currency,XETH,1,0,1\n"
        #expect(try await run(text).newCount == 2)
        try await forms.world.store([Double?](repeating: 51000, count: 700), of: bitcoin)
        let again = try await run(text)
        #expect(again.newCount == 0 && again.knownCount == 2)
    }

    /// Binance has no ids: rows are known by their content, equal rows by their number, and small changes do not matter.
    @Test func aLongerFileAddsOnlyWhatIsNewAlsoAmongEqualRows() async throws {
        let reward = "1,2024-01-05 10:00:00,Spot,Simple Earn Flexible Interest,ETH,0.00012345,\n"
        let deposit = "1,2024-01-06 10:00:01,Spot,Deposit,BTC,0.12345678,\n"
        #expect(try await run(Self.binance + reward + reward + deposit).newCount == 3)
        let longer = try await run(Self.binance + reward + reward + reward + deposit)
        #expect(longer.newCount == 1 && longer.knownCount == 3)
        // A second later, and fewer digits.
        let changed = Self.binance + reward + reward + reward + "1,2024-01-06 10:00:02,Spot,Deposit,BTC,0.123457,\n"
        #expect(try await run(changed).newCount == 0)
        // Another deposit in the next second is new.
        let other = Self.binance + deposit + "1,2024-01-06 10:00:02,Spot,Deposit,BTC,0.12345678,\n"
        #expect(try await run(other).newCount == 1)
        let wallet = try await wallet("w")
        #expect(try await portfolio.balances(wallet) == [ethereum: "0.00037035", bitcoin: "0.24691356"])
    }

    // MARK: Transfers

    @Test func aWithdrawalThatArrivesInAnotherWalletIsOfferedAsATransfer() async throws {
        let kraken = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
        try await run(
            Self.coinbase
                + "a1,2024-03-02 10:00:00 UTC,Buy,BTC,0.02,USD,$40000.00,$800.00,$800.00,$0.00,Bought\n"
                + "a2,2024-03-05 10:00:00 UTC,Send,BTC,-0.0101,USD,$50000.00,-$505,-$505,$0.00,Sent\n", wallet: "Coinbase")
        let file = kraken + "L1,R1,2024-03-05 10:40:00,deposit,,currency,XXBT,0.01,0,0.01\n"
        let preview = try await run(file, wallet: "Kraken", isPreview: true)
        #expect(preview.transfers.map { "\($0.from) \($0.to) \($0.sent) \($0.arrived)" } == ["Coinbase Kraken 0.0101 0.01"])
        #expect(try await run(file, wallet: "Kraken").transfers.count == 1)
        // The transfers can also be chosen later.
        let report = try await run(file, wallet: "Kraken", matches: true)
        #expect(report.newCount == 0 && report.transfers.count == 1)
        let rows = try await portfolio.rows()
        #expect(rows.map(\.kind) == [.deposit, .buy, .transfer])
        #expect(rows.last?.fee == "0.0001" && rows.last?.target == "Kraken")
        // The coins keep their cost: 0.01 of 0.02 BTC for 800 dollars.
        let target = try await wallet("Kraken")
        let gains = try await portfolio.gains.report(of: WalletGroup(target))
        #expect(gains.gains.lots.map { $0.lot.cost?.amount } == ["400"])
        // Both files again add nothing, and the transfer is not offered again.
        let again = try await run(file, wallet: "Kraken")
        #expect(again.newCount == 0 && again.transfers.isEmpty)
    }

    @Test func aPreviewShowsTransfersInThePlaceOfTheirRows() async throws {
        let file =
            Self.coinbase
            + "a1,2024-03-02 10:00:00 UTC,Buy,BTC,0.02,USD,$40000.00,$800.00,$800.00,$0.00,Bought\n"
            + "a2,2024-03-05 10:00:00 UTC,Send,BTC,-0.0101,USD,$50000.00,-$505,-$505,$0.00,Sent\n"
        try await run(
            "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\nL1,R1,2024-03-05 10:40:00,deposit,,currency,XXBT,0.01,0,0\n"
                + "L2,R2,2024-03-06 10:40:00,deposit,,currency,XXBT,0.01,0,0\n", wallet: "Kraken")
        func preview(_ text: String, _ wallet: String, matches: Bool) async throws -> ImportReport {
            let read = try await forms.read(text, ReadingOptions(wallet: wallet))
            let options = ImportOptions(
                makesWallets: true, isPreview: true, depositsMissingCash: true, matchesTransfers: matches)
            return try await portfolio.importer.record(read, file: "f", options: options)
        }
        let apart = try await preview(file, "Coinbase", matches: false)
        #expect(apart.newRows.map(\.row.kind) == [.deposit, .buy, .withdrawal] && apart.transfersByRow.map(\.key) == [2])
        let report = try await preview(file, "Coinbase", matches: true)
        #expect(
            report.newRows.map { FormWorld.shown(0, $0.row) }.suffix(1) == [
                "0 transfer 0.01 bitcoin fee 0.0001 to Kraken in Coinbase"
            ])
        #expect(report.newRows.map(\.row.kind) == [.deposit, .buy, .transfer] && report.newRows.allSatisfy { $0.id == nil })
        // Both sides in one file, the deposit first.
        let both =
            "time,kind,asset,quantity,wallet,value\n2024-04-01T09:00:00Z,deposit,BTC,1,A,5\n2024-04-02T09:59:00Z,deposit,BTC,0.3,B,unknown\n"
            + "2024-04-02T10:00:00Z,withdrawal,BTC,0.3,A,\n2024-04-02T12:00:00Z,deposit,BTC,0.5,B,unknown\n"
        let moved = try await preview(both, "w", matches: true)
        #expect(
            moved.newRows.map { FormWorld.shown(0, $0.row) } == [
                "0 deposit 1 bitcoin value 5 in A", "0 transfer 0.3 bitcoin to B in A", "0 deposit 0.5 bitcoin in B",
            ])
        // A transfer keeps its cost.
        #expect(moved.unknownCosts.map(\.line) == [5])
        #expect(try await preview(both, "w", matches: false).unknownCosts.map(\.line) == [3, 5])
    }

    // MARK: Finding forms

    @Test func everyFormHasAnIDOfItsOwn() {
        let ids = TransactionForm.choices.map(\.id)
        #expect(Set(ids).count == ids.count && ids.count == 26)
    }

    @Test func columnsMayComeInAnotherOrderAndEncoding() async throws {
        let text =
            "Sub Type,Fee,Rate,Value,Amount,Account,Datetime,Type\nBuy,1.00 USD,,500.00 USD,0.01 BTC,Main,\"Jan. 28, 2024, 12:31 PM\",Market\n"
        #expect(try await forms.rows(text) == ["2 buy 0.01 bitcoin for 500 fee 1"])
        let wide = text.replacing("\n", with: "\r\n").utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let read = try await portfolio.importer.read([0xFF, 0xFE] + wide, file: "f", ReadingOptions(wallet: "w"))
        #expect(read.rows.map(FormWorld.shown) == ["2 buy 0.01 bitcoin for 500 fee 1"])
        let german =
            "Datum;Typ;Wert;Buchungswährung;Gebühren;Stück;Ticker-Symbol\n2024-01-03;Kauf;501,50;USD;1,50;0,01;BTC-USD\n"
        let latin = german.unicodeScalars.map { UInt8($0.value) }
        let old = try await portfolio.importer.read(latin, file: "f", ReadingOptions(wallet: "w"))
        #expect(old.rows.map(FormWorld.shown) == ["2 buy 0.01 bitcoin for 500 fee 1.5"])
    }

    @Test func anUnknownTableIsRefusedInOneSentence() async throws {
        let faults = try await forms.faults("Foo,Bar,Baz\n1,2,3\n")
        #expect(faults.count == 1 && faults[0].hasPrefix("1: no form has the columns \"foo,bar,baz\""))
        #expect(faults[0].contains("--map FILE"))
    }

    @Test func aChosenFormOverrulesTheColumns() async throws {
        let ledger =
            "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\nL1,R1,2024-01-02,deposit,,currency,XXBT,1,0,1\n"
        let faults = try await forms.faults(ledger, ReadingOptions(form: try .named("bitstamp"), wallet: "w"))
        #expect(faults.count == 1 && faults[0].contains("the file has no column datetime, which the form bitstamp needs"))
        let table = "Date,Type,Coin,Amount\n2024-01-02,Deposit,BTC,1\n"
        #expect(try await forms.rows(table, ReadingOptions(form: try .named("columns"), wallet: "w")) == ["2 deposit 1 bitcoin"])
        let own = "time,kind,asset,quantity\n2024-01-02,deposit,BTC,1\n"
        #expect(try await forms.rows(own, ReadingOptions(form: try .named("closecast"), wallet: "w")) == ["2 deposit 1 bitcoin"])
    }

    @Test func unknownKindsAreNamedOnceWithTheirNumber() async throws {
        let faults = try await forms.faults(
            Self.binance + "1,2024-01-05 10:00:00,Spot,Abc,ETH,1,\n1,2024-01-05 11:00:00,Spot,Abc,ETH,2,\n,,,,,,\n")
        #expect(
            faults.count == 1 && faults[0].hasPrefix("2: \"Abc\" is not a kind") && faults[0].hasSuffix("(2 rows, this one first)"))
    }

    @Test func theDocumentationListsAllForms() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/transaction-files.md")
        #expect(try String(contentsOf: path, encoding: .utf8).contains(TransactionForm.table), "\(TransactionForm.table)")
    }

    @Test func theFormsInTheDocumentationAreAccepted() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/transaction-files.md")
        let parts = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "```json\n").dropFirst()
        let forms = parts.compactMap { $0.components(separatedBy: "```").first }
        #expect(forms.count == 2)
        for form in forms { _ = try FormFile(Array(form.utf8)) }
    }

    @Test func allMissingCoinsAreNamedAtOnce() async throws {
        let text =
            Self.binance + "1,2024-01-05 10:00:00,Spot,Deposit,ETH,1,\n1,2024-01-06 10:00:00,Spot,Withdraw,ETH,-1.5,\n"
            + "1,2024-01-07 10:00:00,Spot,Withdraw,BTC,-0.1,\n"
        let error = await #expect(throws: ImportError.self) { try await run(text) }
        let why = "here; a deposit of them before this row is probably missing from the file; record it: closecast wallet deposit w"
        #expect(
            error?.faults.map { "\($0.line): \($0.message)" } == [
                "3: wallet w lacks 0.5 ETH \(why) ETH 0.5 --date 2024-01-06",
                "4: wallet w lacks 0.1 BTC \(why) BTC 0.1 --date 2024-01-07",
            ])
    }

    // MARK: Written forms

    @Test func aWrittenFormReadsAnUnknownExport() async throws {
        let map = """
            {"columns": {"time": "When", "kind": "What", "coin": "Coin", "amount": "Amount", "money": "Paid", "currency": "Money",
             "fee": "Cost", "account": "Place"},
             "kinds": {"Kauf": "buy", "Verkauf": "sell", "Bonus": "income", "Bewegung": "deposit or withdrawal",
              "Sperre": "leave out: it is only locked"},
             "dates": ["dd.MM.yyyy HH:mm"], "zone": "Europe/Berlin", "decimal": "comma", "coins": {"XBT": "BTC"}}
            """
        let form = try FormFile(Array(map.utf8)).form
        let text = """
            My export
            When;What;Coin;Amount;Paid;Money;Cost;Place
            03.07.2024 10:00;Kauf;XBT;0,01;1.500,50;USD;1,50;Bank
            04.07.2024 10:00;Bewegung;XBT;-0,005;;;;Bank
            05.07.2024 10:00;Sperre;XBT;0,005;;;;Bank

            """
        let read = try await forms.read(text, ReadingOptions(form: .form(form), wallet: "w"))
        #expect(
            read.rows.map(FormWorld.shown) == [
                "3 buy 0.01 bitcoin for 1500.5 fee 1.5 in Bank", "4 withdrawal 0.005 bitcoin in Bank",
            ])
        #expect(read.rows.first.map { MomentText.iso($0.row.time) } == "2024-07-03T08:00:00Z")
        #expect(read.source?.leftOut.map(\.shown) == ["it is only locked: 5"])
    }

    @Test func aWrittenFormMayChangeAKnownOne() async throws {
        let form = try FormFile(Array(#"{"like": "binance-history", "kinds": {"Abc": "income"}}"#.utf8)).form
        let rows = try await forms.rows(
            Self.binance + "1,2024-01-05 10:00:00,Spot,Abc,ETH,1,\n", ReadingOptions(form: .form(form), wallet: "w"))
        #expect(rows == ["2 income 1 ethereum value 2000 at market"])
    }

    @Test(arguments: [
        ("[]", "expected one JSON object"), ("{", ""), (#"{"columns": {"when": "x"}}"#, "columns has \"when\""),
        (#"{"columns": {"time": "x"}}"#, "columns has no amount"), (#"{"like": "x"}"#, "like is \"x\""),
        (#"{"kinds": {"a": "b"}}"#, "a kind means \"b\""), (#"{"zone": "CET"}"#, "no time zone is named CET"),
        (#"{"dates": ["%Y"]}"#, ""), (#"{"foo": 1}"#, "\"foo\" is not known"), (#"{"columns": 3}"#, "columns: expected an object"),
    ])
    func aFaultyWrittenFormIsRefused(text: String, beginning: String) {
        let error = #expect(throws: FormFileError.self) { try FormFile(Array(text.utf8)) }
        #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
    }

    // MARK: Hostile files

    @Test func hostileCellsAreRefusedAndNothingTraps() async throws {
        let numbers = [
            "1e400", "-1e400", "NaN", "inf", "1e-400", "99999999999999999999999999", "170141183460469231731", "--5", "1,2,3",
            "0x10",
            String(repeating: "9", count: 500), "0.00000000000000000000000000001", "\"", "=1+1", "１", "1e17", "-1",
        ]
        for number in numbers {
            let cell = "\"" + number.replacing("\"", with: "\"\"") + "\""
            let files = [
                Self.coinbase
                    + "a1,2024-03-02 10:00:00 UTC,Buy,BTC,\(cell),USD,\(cell),\(cell),\(cell),\(cell),Converted \(cell) BTC to \(cell) ETH\n",
                Self.coinbase
                    + "a1,2024-03-02 10:00:00 UTC,Convert,BTC,1,EUR,1,1,1,1,\"Converted 1 BTC to \(number.filter { $0 != "\"" }) ETH\"\n",
                Self.binance
                    + "1,2024-01-05 10:00:00,Spot,Buy,ETH,\(cell),\n1,2024-01-05 10:00:00,Spot,Buy,BTC,\(cell),\n1,2024-01-05 10:00:00,Spot,Buy,EUR,-\(cell),\n",
                "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\n2024-01-02,\(cell),ETH,\(cell),BTC,\(cell),ETH,\(cell),EUR,,,\n",
                "Location,Spend Currency,Receive Currency,Receive Amount,Spend Amount,Fee,Fee Currency,Description,Timestamp\nx,ETH,BTC,\(cell),\(cell),\(cell),BTC,,\(cell)\n",
            ]
            for file in files {
                do {
                    _ = try await forms.read(file)
                } catch is ImportError {
                    // Refused with its line.
                }
            }
        }
    }

    @Test func manyColumnsAndOddTextsDoNotTrap() async throws {
        let wide = [String](repeating: "Type,Date,Amount", count: 33_000).joined(separator: ",") + "\n1,2,3\n"
        for text in [
            wide, Self.coinbase + "\"\n", Self.coinbase + ",,,,,,,,,,\n", Self.binance + "1,soon,Spot,Buy,ETH,1,\n",
            "{\"activities\":[1,null,{\"date\":{}}]}",
            "{\"activities\":[{\"date\":\"x\",\"symbol\":\"y\",\"unitPrice\":1,\"quantity\":1,\"type\":\"BUY\"}]}",
        ] {
            _ = try await forms.faults(text)
        }
    }

    @Test func aLongFileIsReadWhole() async throws {
        var text = Self.binance
        for row in 0..<10_000 {
            let time = MomentText.iso(moment(day0) + row * 60).replacing("T", with: " ").replacing("Z", with: "")
            text += "1,\(time),Spot,Buy,EUR,-100.\(row % 10),\n1,\(time),Spot,Buy,ETH,0.05,\n"
        }
        let read = try await forms.read(text)
        #expect(read.rows.map(\.line) == (0..<20_000).map { 2 + $0 / 2 * 2 })
        #expect(try read.rows.map(\.row).filter { $0.kind == .buy }.map(\.quantity).sum() == "500")
        #expect(try read.rows.map(\.row).filter { $0.kind == .sell }.map(\.quantity).sum() == "1004500")
    }
}

private let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../shared/exchange_files")
    .standardized

/// Unmodified files of exchanges, which may not be redistributed. Without the folder, nothing is tested.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder.appending(path: "ghostfolio-coinbase.csv").path)))
struct SharedFormTests {
    /// Rows of one trade count with its first line; `trade` is the column that they have in common.
    @Test(
        arguments: [
            ("ghostfolio-bitvavo.csv", "bitvavo", nil), ("ghostfolio-coinbase.csv", "coinbase", nil),
            ("ghostfolio-delta.csv", "delta", nil),
            ("ghostfolio-revolut-crypto.csv", "revolut", nil), ("rotki-binance_history.csv", "binance-history", 1),
            ("rotki-bitcoin_tax_trades.csv", "bitcoin-tax", nil), ("rotki-bitstamp.csv", "bitstamp", nil),
            ("rotki-blockpit_transactions.csv", "blockpit", nil), ("rotki-coinledger_export.csv", "coinledger", 2),
            ("rotki-cointracking_trades_list.csv", "cointracking", nil), ("rotki-cryptocom_trades_list.csv", "crypto-com", 0),
            ("rotki-kucoin_order_history.csv", "kucoin", nil), ("rotki-rotki_generic_events.csv", "rotki-events", nil),
            ("rotki-rotki_generic_trades.csv", "rotki-trades", nil),
        ] as [(String, String, Int?)])
    func everyRowIsReadOrExplained(name: String, form: String, trade: Int?) async throws {
        let forms = try await FormWorld()
        let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
        #expect(TransactionForm.id(of: bytes) == form)
        let options = ReadingOptions(wallet: "w", leavesOutUnreadable: true)
        let read = try await forms.portfolio.importer.read(bytes, file: name, options)
        let lines = Set(read.rows.map(\.line)).union(read.source?.leftOut.flatMap(\.lines) ?? [])
        let rows = try #require(TransactionTable(bytes)).rows.filter { row in row.cells.contains { !$0.isEmpty } }
        let trades = Set(rows.filter { lines.contains($0.line) }.compactMap { row in trade.map { row.cells[$0] } })
        let unexplained = rows.filter { row in !lines.contains(row.line) && !(trade.map { trades.contains(row.cells[$0]) } ?? false)
        }
        #expect(unexplained.isEmpty && !read.rows.isEmpty, "\(unexplained)")
        // The reasons are known, or name what is missing here: closes of other years, and coins that are not added.
        let others = (read.source?.leftOut ?? []).compactMap { left in
            if case .other(let text) = left.why { text } else { nil }
        }
        let known = [
            "no close of ", " is not a known asset", "amounts are in ", "\"Invalid\" is not a kind", "\"ABC\" is not a kind",
            "UTC_Time is empty",
        ]
        #expect(others.allSatisfy { text in known.contains { text.contains($0) } }, "\(others)")
    }
}
