import Foundation
import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// What is reported about files of other programs, and what helps.
@Suite(.serialized) struct FormFaultTests {
    private let forms: FormWorld
    private let portfolio: Portfolio

    init() async throws {
        forms = try await FormWorld()
        portfolio = forms.portfolio
    }

    private static let binance = "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n"
    private static let coinLedger =
        "Timestamp (UTC),Type,Internal Id,Platform,Account Name,Platform Id,Blockchain Id,Record Type,Asset,Amount,Description\n"
    private static let krakenLedgers = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
    private static let krakenTrades = "txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers\n"

    private func run(_ text: String, wallet: String = "w", deposits: Bool = true) async throws -> ImportReport {
        let read = try await forms.read(text, ReadingOptions(wallet: wallet))
        let options = ImportOptions(makesWallets: true, depositsMissingCash: deposits)
        return try await portfolio.importer.record(read, file: "f", options: options)
    }

    private func error(_ text: String, _ options: ReadingOptions) async -> ImportError? {
        await #expect(throws: ImportError.self) { try await forms.read(text, options) }
    }

    // MARK: Leaving out

    @Test(arguments: ["Abc,ETH,1", "Deposit,NOSUCH,1", "Deposit,ETH,x"])
    func whatCanBeLeftOutIsLeftOut(row: String) async throws {
        let text = Self.binance + "1,2024-01-05 10:00:00,Spot,\(row),\n1,2024-01-06 10:00:00,Spot,Deposit,ETH,2,\n"
        var options = ReadingOptions(wallet: "w")
        #expect(await error(text, options)?.canLeaveOut == true)
        options.leavesOutUnreadable = true
        let read = try await forms.read(text, options)
        #expect(read.rows.map(FormWorld.shown) == ["3 deposit 2 ethereum"])
        #expect(read.source?.leftOut.map(\.lines) == [[2]])
    }

    @Test func aPreviewShowsTheOtherRowsAndNamesUnknownCoins() async throws {
        let text =
            Self.binance + "1,2024-01-05 10:00:00,Spot,Deposit,NOSUCH,1,\n1,2024-01-06 10:00:00,Spot,Deposit,ETH,2,\n"
            + "1,2024-01-07 10:00:00,Spot,Deposit,NOSUCH,3,\n1,2024-01-08 10:00:00,Spot,Deposit,NEITHER,4,\n"
        var options = ReadingOptions(wallet: "w")
        options.listsUnknownCoins = true
        let read = try await forms.read(text, options)
        #expect(read.rows.map(FormWorld.shown) == ["3 deposit 2 ethereum"] && read.source?.leftOut.isEmpty == true)
        let named = read.unknownCoins.map(\.text)
        #expect(named.count == 2 && named[0].hasPrefix("f:2: NOSUCH is not a known asset; "), "\(named)")
        #expect(named[0].contains("closecast asset ") && named[0].hasSuffix("(2 rows, this one first)"))
        let preview = ImportOptions(makesWallets: true, isPreview: true)
        #expect(try await portfolio.importer.record(read, file: "f", options: preview).newCount == 1)
        let refused = await #expect(throws: ImportError.self) {
            try await portfolio.importer.record(read, file: "f", options: ImportOptions(makesWallets: true))
        }
        #expect(refused?.faults.map(\.text) == named && refused?.canLeaveOut == true)
        #expect(try await portfolio.wallets.all().isEmpty)
        // Anything else that cannot be read refuses the preview as before, and names the coins too.
        #expect(await error(text + "1,2024-01-09 10:00:00,Spot,Abc,ETH,1,\n", options)?.faults.map(\.line) == [2, 5, 6])
        // What is short without their rows comes after them.
        let short = try await forms.read(text + "1,2024-01-09 10:00:00,Spot,Withdraw,ETH,-5,\n", options)
        let lacking = await #expect(throws: ImportError.self) {
            try await portfolio.importer.record(short, file: "f", options: preview)
        }
        #expect(lacking?.faults.map(\.line) == [2, 5, 6], "\(String(describing: lacking))")
    }

    @Test func aPreviewOfOurOwnFileNamesUnknownCoinsToo() async throws {
        let text = "time,kind,asset,quantity\n2024-01-05,deposit,NOSUCH,1\n2024-01-06,deposit,ETH,2\n2024-01-07,deposit,NOSUCH,1\n"
        var options = ReadingOptions(wallet: "w")
        #expect(await error(text, options)?.faults.map(\.line) == [2, 4])
        options.listsUnknownCoins = true
        let read = try await forms.read(text, options)
        #expect(read.rows.map(\.line) == [3] && read.unknownCoins.map(\.line) == [2])
        let refused = await #expect(throws: ImportError.self) {
            try await portfolio.importer.record(read, file: "f", options: ImportOptions(makesWallets: true))
        }
        #expect(refused?.canLeaveOut == false && refused?.faults == read.unknownCoins)
        #expect(await error(text + "2024-01-08,deposit,ETH,x\n", options)?.faults.map(\.line) == [2, 4, 5])
    }

    @Test func rowsOfATableOfMatchedColumnsAreLeftOutToo() async throws {
        let table = "Date,Type,Coin,Amount\n2024-01-02,Deposit,BTC,many\n2024-01-03,Deposit,BTC,1\n"
        #expect(await error(table, ReadingOptions(form: .columns, wallet: "w"))?.canLeaveOut == true)
        let read = try await forms.read(table, ReadingOptions(form: .columns, wallet: "w", leavesOutUnreadable: true))
        #expect(read.rows.map(FormWorld.shown) == ["3 deposit 1 bitcoin"])
        let noColumn = ReadingOptions(form: try .named("bitstamp"), wallet: "w")
        #expect(await error(Self.binance + "1,2024-01-05,Spot,Deposit,ETH,1,\n", noColumn)?.canLeaveOut == false)
    }

    /// The rest of it would count as a withdrawal.
    @Test func aTradeOfWhichARowCannotBeReadIsLeftOutWhole() async throws {
        let text =
            Self.coinLedger + "2024-01-03T10:00:00.000,Trade,2,Kraken,Kraken,,,Debit,USD,-500,\n"
            + "2024-01-03T10:00:00.000,Trade,2,Kraken,Kraken,,,Credit,BTC,lots,\n"
            + "2024-01-04T10:00:00.000,Deposit,3,Kraken,Kraken,,,Credit,USD,7,\n"
        let read = try await forms.read(text, ReadingOptions(wallet: "w", leavesOutUnreadable: true))
        #expect(read.rows.map(FormWorld.shown) == ["4 deposit 7 usd in Kraken"])
        #expect(read.source?.leftOut.flatMap(\.lines).sorted() == [2, 3])
    }

    // MARK: The call and its rows

    @Test(arguments: [false, true]) func withoutAWalletTheCallIsRefusedNotItsRows(leavesOut: Bool) async throws {
        let text = Self.binance + "1,2024-01-05 10:00:00,Spot,Deposit,ETH,1,\n1,2024-01-06 10:00:00,Spot,Deposit,ETH,2,\n"
        await #expect(throws: PortfolioError.noWalletNamed) {
            try await forms.read(text, ReadingOptions(leavesOutUnreadable: leavesOut))
        }
    }

    /// The cost is read for the currency and for the amount.
    @Test func aRowIsReportedAndCountedOnce() async throws {
        let row = "T1,O1,XXBTZUSD,2024-01-02 10:00:00,buy,limit,50000.0,some,1.3,0.01,0.0,,\n"
        let faults = try await forms.faults(Self.krakenTrades + row)
        #expect(faults.count == 1 && faults[0].hasPrefix("2: ") && !faults[0].contains("rows"), "\(faults)")
        let read = try await forms.read(Self.krakenTrades + row, ReadingOptions(wallet: "w", leavesOutUnreadable: true))
        #expect(read.source?.leftOut.map(\.lines) == [[2]])
        // Two cells of one row are two faults, and the row is left out once.
        let both = row.replacing("1.3", with: "little")
        let twice = try await forms.read(Self.krakenTrades + both, ReadingOptions(wallet: "w", leavesOutUnreadable: true))
        #expect(twice.source?.leftOut.flatMap(\.lines) == [2])
        #expect(try await forms.faults(Self.krakenTrades + both).count == 2)
    }

    /// The keys of such a file are the same in every wallet.
    @Test func whatIsRecordedInAnotherWalletIsFoundThere() async throws {
        let text = Self.krakenLedgers + "L1,R1,2024-01-03 10:00:00,deposit,,currency,XETH,1,0,1\n"
        #expect(try await run(text, wallet: "A").newCount == 1)
        let other = await #expect(throws: ImportError.self) { try await run(text, wallet: "B") }
        #expect(other?.faults.map { $0.error as? PortfolioError } == [.recordedIn(wallet: "A")], "\(String(describing: other))")
        try await portfolio.wallets.delete(portfolio.wallets.named("A"), withHoldings: true)
        let deleted = await #expect(throws: ImportError.self) { try await run(text, wallet: "A") }
        #expect(deleted?.description.hasSuffix("the deleted wallet A; to have it again: closecast wallet restore A") == true)
        try await portfolio.wallets.restore("A")
        #expect(try await run(text, wallet: "A").knownCount == 1)
        try await portfolio.wallets.change(portfolio.wallets.named("A"), WalletChange(name: "B"))
        #expect(try await run(text, wallet: "B").knownCount == 1)
    }

    // MARK: Cash

    @Test func missingEurosHaveTheValueOfTheRowThatNeedsThem() async throws {
        let report = try await run(
            Self.krakenLedgers + "L1,R1,2024-01-03 10:00:00,withdrawal,,currency,ZEUR,-459,0,0\n")
        #expect(report.deposits.map(\.amount) == ["459"] && report.deposited == "504.9" && report.unvalued.isEmpty)
        #expect(report.deposits.map(\.value) == [.usd("504.9")])
    }

    @Test func missingEurosWithoutAValueAreNamed() async throws {
        let report = try await run(
            Self.krakenLedgers + "L1,R1,2024-01-03 10:00:00,withdrawal,,currency,ZEUR,-459,1,0\n")
        #expect(report.deposited == "504.9" && report.unvalued.map(\.asset) == [.eur] && report.unvalued.map(\.amount) == ["1"])
    }

    @Test func missingCoinsHaveTheirTickers() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await run(Self.binance + "1,2024-01-05 10:00:00,Spot,Withdraw,SOL,-1,\n")
        }
        #expect(error?.faults.first?.message.hasPrefix("wallet w lacks 1 SOL here") == true, "\(String(describing: error))")
    }

    /// Programs count in binary, or round each row by itself, so that all that is there is a little more than all that came.
    @Test func aRemainderOfRoundingIsAddedAndSaid() async throws {
        func file(_ last: String) -> String {
            Self.binance
                + "1,2024-01-05 10:00:00,Spot,Deposit,ETH,100.123456789012342,\n1,2024-01-05 11:00:00,Spot,Deposit,USD,3,\n"
                + "1,2024-01-06 10:00:00,Spot,Withdraw,ETH,-\(last),\n1,2024-01-07 10:00:00,Spot,Withdraw,USD,-3.00000000000000001,\n"
        }
        let tooMuch = await #expect(throws: ImportError.self) { try await run(file("100.123458789012345"), deposits: false) }
        #expect(tooMuch?.faults.map(\.line) == [4])
        #expect(
            tooMuch?.description.contains("wallet w lacks 0.000002000000003 ETH here") == true, "\(String(describing: tooMuch))")
        let report = try await run(file("100.123456789012345"), deposits: false)
        #expect(
            report.remainders.map { "\($0.line): \($0.amount) \($0.asset)" } == [
                "4: 0.000000000000003 ethereum", "5: 0.00000000000000001 usd",
            ])
        #expect(report.newCount == 6 && report.newRowCount == 4 && report.deposits.isEmpty && report.unknownCosts.isEmpty)
        #expect(report.effects.map(\.after) == ["0", "0"])
        // The row keeps its amount, so that the file again adds nothing.
        #expect(report.rows.filter { $0.kind == .withdrawal }.map(\.quantity) == ["100.123456789012345", "3.00000000000000001"])
        let again = try await run(file("100.123456789012345"), deposits: false)
        #expect(again.newCount == 0 && again.knownCount == 4 && again.remainders.isEmpty)
    }

    /// Our own files are exact.
    @Test func aRemainderInOurOwnFileIsRefused() async throws {
        let text =
            "time,kind,asset,quantity\n2024-01-05,deposit,ETH,100.123456789012342\n2024-01-06,withdrawal,ETH,100.123456789012345\n"
        await #expect(throws: ImportError.self) { try await run(text, deposits: true) }
    }

    // MARK: Many rows of one second

    /// Programs write times and digits differently in each export.
    @Test func manyRowsOfOneSecondAreKnownAgainASecondLaterWithFewerDigits() async throws {
        func file(_ second: Int, _ digit: String, _ amounts: [Int]) -> String {
            amounts.reduce(Self.binance) { $0 + "1,2024-01-05 10:00:0\(second),Spot,Deposit,ETH,1.\(10_000 + $1)\(digit),\n" }
        }
        // 1.10000 is 1.1, too few digits to know it by.
        let amounts = (0..<1500).filter { $0 % 1000 != 0 }
        #expect(try await run(file(1, "3", amounts)).newCount == amounts.count)
        let again = try await run(file(2, "", amounts.reversed()))
        #expect(again.newCount == 0 && again.knownCount == amounts.count)
        #expect(try await run(file(1, "3", amounts)).newCount == 0)
    }

    @Test func theNearestOfManyDepositsIsTheTransfer() async throws {
        let day = "1,2024-01-05 10:"
        let deposits = (0..<40).map { "\(day)\(10 + $0):00,Spot,Deposit,ETH,0.\(950 + $0),\n" }.joined()
        #expect(try await run(Self.binance + deposits, wallet: "Binance").newCount == 40)
        let report = try await run(
            Self.krakenLedgers + "L1,R1,2024-01-05 09:00:00,deposit,,currency,XETH,1,0,1\n"
                + "L2,R2,2024-01-05 10:00:00,withdrawal,,currency,XETH,-0.9895,0,0\n", wallet: "Kraken")
        #expect(report.transfers.map(\.arrived) == ["0.989"] && report.transfers.map(\.to) == ["Binance"])
    }

    // MARK: Choosing a form

    @Test func aFormIsChosenByOneRule() throws {
        func options(_ form: String?, _ map: String?) throws -> ReadingOptions {
            try ReadingOptions(
                form: form, map: map.map { map in { Array(map.utf8) } }, wallet: nil, order: nil, leavesOutUnreadable: false)
        }
        let map = #"{"like": "coinbase"}"#
        #expect(throws: FormChoiceError.unknownForm("nonsense")) { try options("nonsense", nil) }
        #expect(throws: FormChoiceError.formAndMap) { try options("coinbase", map) }
        #expect(throws: FormChoiceError.self) { try options(nil, "[]") }
        for choice in TransactionForm.choices { _ = try options(choice.id, nil) }
        _ = try options("Coinbase", nil)
        _ = try options(nil, map)
    }

    @Test(arguments: [
        (#"{"like": "x"}"#, "like is \"x\"; expected coinbase, "),
        (#"{"foo": 1}"#, "\"foo\" is not known; expected columns, kinds, "),
        (#"{"columns": {"when": "x"}}"#, "columns has \"when\"; expected time, clock, "),
        (#"{"columns": {"time": []}}"#, "columns.time is empty; expected "),
        (#"{"columns": 3}"#, "columns: expected an object of at most 1000 texts"),
        (#"{"decimal": "x"}"#, "decimal is \"x\"; expected point, comma, auto"),
        (#"{"grouping": "x"}"#, "grouping is \"x\"; expected none, group, second"),
        (#"{"fee_within": ["x"]}"#, "fee_within has \"x\"; expected trade, deposit, "),
        (#"{"dates": 3}"#, "dates: expected a text, or a list of at most 1000 texts"),
        (#"{"zone": ""}"#, "zone: expected a text of "),
        (#"{"kinds": {"a*b*c": "buy"}}"#, "\"a*b*c\" has several *; expected at most one"),
    ])
    func aFaultyWrittenFormSaysWhatIsAccepted(text: String, beginning: String) {
        let error = #expect(throws: FormFileError.self) { try FormFile(Array(text.utf8)) }
        #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
    }

    // MARK: Finding

    /// No row is needed, and none is read.
    @Test func theHeaderAloneDecides() {
        #expect(TransactionForm.id(of: Array(Self.binance.utf8)) == "binance-history")
        #expect(TransactionForm.id(of: Array(TransactionTable.template.utf8)) == nil)
        for form in TransactionForm.all where form.jsonList == nil {
            for header in form.headers {
                let line = header.map { "\"\($0.replacing("*", with: "x"))\"" }.joined(separator: ",") + "\n"
                #expect(TransactionForm.id(of: Array(line.utf8)) == form.id, "\(line)")
            }
        }
    }

    @Test func ourJSONIsOursWhateverItsNotesAre() async throws {
        let row = #"{"time":"2024-01-05","kind":"deposit","asset":"usd","quantity":"1","note":"activities"}"#
        #expect(try await forms.rows("[\(row)]") == ["1 deposit 1 usd"])
        #expect(try await forms.rows(#"{"transactions":[\#(row)]}"#) == ["1 deposit 1 usd"])
        #expect(try await forms.faults(#"{"activities":[],"transactions":[\#(row)]}"#).count == 1)
    }

    /// Excel of western Europe saves in Windows-1252.
    @Test func notesInWindows1252HaveTheirCharacters() async throws {
        let text = Array((Self.binance + "1,2024-01-05 10:00:00,Spot,Deposit,ETH,1,it").utf8) + [0x92] + Array("s\n".utf8)
        let read = try await portfolio.importer.read(text, file: "f", ReadingOptions(wallet: "w"))
        #expect(read.rows.map(\.row.note) == ["it’s"])
    }

    // MARK: Limits

    @Test(arguments: [
        "123456789012345678901234567890", "-123456789012345678901234567890", "1e400", "0e-9223372036854775808",
        "1e-9223372036854775808",
        "170141183460469231731.687303715884105727",
    ])
    func numbersBeyondTheLimitsAreRefusedOrZero(number: String) async throws {
        let file =
            Self.binance + "1,2024-01-05 10:00:00,Spot,Deposit,ETH,\(number),\n1,2024-01-05 10:00:00,Spot,Withdraw,ETH,\(number),\n"
        await #expect(throws: (any Error).self) { if try await run(file).newCount == 0 { throw CancellationError() } }
    }

    @Test(arguments: [
        "0000-01-01 10:00:00", "0001-01-01 10:00:00", "1969-12-31 10:00:00", "9999-12-31 10:00:00", "99999-01-01 10:00:00",
        "99999999999999999999",
    ])
    func datesBeyondTheLimitsAreRefused(date: String) async throws {
        let file = Self.binance + "1,\(date),Spot,Simple Earn Flexible Interest,ETH,1,\n"
        await #expect(throws: ImportError.self) { try await run(file) }
    }
}
