import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Transfers that an import matched, exported into another database in which the files are imported again.
@Suite struct MatchedTransferTests {
    private static let coinbase = """
        ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
        a1,2024-03-02 10:00:00 UTC,Buy,BTC,0.0202,USD,$40000.00,$808.00,$808.00,$0.00,Bought
        a2,2024-03-05 10:00:00 UTC,Send,BTC,-0.0101,USD,$50000.00,-$505,-$505,$0.00,Sent

        """
    private static let kraken = """
        txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
        L1,R1,2024-03-05 10:40:00,deposit,,currency,XXBT,0.01,0,0.01

        """
    private static let binance = "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n"

    private let first: Portfolio
    private let second: Portfolio
    private let worlds: [FormWorld]

    init() async throws {
        worlds = [try await FormWorld(), try await FormWorld()]
        (first, second) = (worlds[0].portfolio, worlds[1].portfolio)
        // The numbers differ between the databases.
        try await second.importCSV("time,kind,asset,quantity\n2024-01-02,deposit,BTC,1\n", wallet: "Old", makesWallets: true)
    }

    /// Imports a file, and records its transfers if they are wanted.
    @discardableResult private func run(
        _ text: String, _ wallet: String, in portfolio: Portfolio, matches: Bool = false, isPreview: Bool = false
    ) async throws -> ImportReport {
        let read = try await portfolio.importer.read(Array(text.utf8), file: "f", ReadingOptions(wallet: wallet))
        let options = ImportOptions(
            makesWallets: true, isPreview: isPreview, depositsMissingCash: true, matchesTransfers: matches)
        return try await portfolio.importer.record(read, file: "f", options: options)
    }

    /// Imports both files with a matched transfer, and their export into the second database.
    private func move(from sent: String = coinbase, to arrived: String, in wallet: String = "Kraken") async throws {
        try await run(sent, "Coinbase", in: first)
        let report = try await run(arrived, wallet, in: first, matches: true)
        #expect(report.transfers.count == 1)
        let file = Written()
        try await first.transactions.exportFile(of: first.wallets.all(), as: .csv) { await file.append($0) }
        try await second.importFile(await file.bytes, ImportOptions(makesWallets: true))
    }

    private actor Written {
        private(set) var bytes: [UInt8] = []
        func append(_ more: [UInt8]) { bytes += more }
    }

    private func bitcoins(_ wallet: String) async throws -> Quantity? {
        try await second.balances(second.wallets.named(wallet))[bitcoin]
    }

    @Test(arguments: [false, true]) func bothFilesAgainAddNothingInAnotherDatabase(matches: Bool) async throws {
        try await move(to: Self.kraken)
        let rows = try await second.rows()
        #expect(rows.count { $0.kind == .transfer } == 1)
        for (file, wallet) in [(Self.kraken, "Kraken"), (Self.coinbase, "Coinbase"), (Self.kraken, "Kraken")] {
            let preview = try await run(file, wallet, in: second, isPreview: true)
            #expect(preview.newCount == 0 && preview.transfers.isEmpty)
            let report = try await run(file, wallet, in: second, matches: matches)
            #expect(report.newCount == 0 && report.transfers.isEmpty)
        }
        #expect(try await second.rows() == rows)
        #expect(try await bitcoins("Coinbase") == "0.0101")
        #expect(try await bitcoins("Kraken") == "0.01")
    }

    /// Each side stands for one row: others of the same amount, before and after it, are new.
    @Test func aLongerFileStillAddsOtherDepositsOfTheSameAmount() async throws {
        try await move(to: Self.kraken)
        let longer =
            Self.kraken + "L0,R0,2024-03-05 09:55:00,deposit,,currency,XXBT,0.01,0,0.02\n"
            + "L2,R2,2024-03-05 10:40:00,deposit,,currency,XXBT,0.01,0,0.03\n"
            + "L3,R3,2024-03-05 15:00:00,deposit,,currency,XXBT,0.01,0,0.04\n"
        let report = try await run(longer, "Kraken", in: second)
        #expect(report.newCount == 3 && report.knownCount == 1)
        #expect(try await bitcoins("Kraken") == "0.04")
        #expect(try await run(longer, "Kraken", in: second).newCount == 0)
    }

    /// A file with later rows only has nothing that the transfer stands for.
    @Test func aFileOfLaterRowsAddsADepositOfTheSameAmount() async throws {
        try await move(to: Self.kraken)
        let header = Self.kraken.prefix { $0 != "\n" } + "\n"
        let later = header + "L3,R3,2024-03-06 09:00:00,deposit,,currency,XXBT,0.01,0,0.02\n"
        #expect(try await run(String(later), "Kraken", in: second).newCount == 1)
        #expect(try await bitcoins("Kraken") == "0.02")
    }

    /// Where the transfer was matched, its rows are recorded themselves.
    @Test func whereItWasMatchedAnotherDepositOfTheSameSecondIsNew() async throws {
        try await move(to: Self.kraken)
        let longer = Self.kraken + "L2,R2,2024-03-05 10:40:00,deposit,,currency,XXBT,0.01,0,0.02\n"
        let report = try await run(longer, "Kraken", in: first)
        #expect(report.newCount == 1 && report.knownCount == 1)
    }

    /// Binance has no ids, so that times and digits may differ in a later export.
    @Test func withoutIDsASideIsKnownByTimeAndAmount() async throws {
        let arrived = Self.binance + "1,2024-03-05 10:40:00,Spot,Deposit,BTC,0.01001234,\n"
        try await move(to: arrived, in: "Binance")
        for row in ["10:40:00,Spot,Deposit,BTC,0.01001234", "10:40:01,Spot,Deposit,BTC,0.010012"] {
            let again = try await run(Self.binance + "1,2024-03-05 \(row),\n", "Binance", in: second)
            #expect(again.newCount == 0 && again.transfers.isEmpty)
        }
        #expect(
            try await run(Self.binance + "1,2024-03-05 10:40:09,Spot,Deposit,BTC,0.01001234,\n", "Binance", in: second).newCount
                == 1)
    }

    /// Clocks differ: what arrived before it was sent cannot be one transfer if it was spent in between.
    @Test func whatWasSpentBeforeItWasSentStaysApart() async throws {
        let header = "time,kind,asset,quantity,value,to_asset,to_quantity\n"
        let sent = header + "2024-01-02,deposit,BTC,1,5,,\n2024-01-05T12:00:00Z,withdrawal,BTC,1,,,\n"
        let arrived =
            header + "2024-01-05T10:00:00Z,deposit,BTC,1,unknown,,\n2024-01-05T11:00:00Z,swap,BTC,1,7,ETH,15\n"
        try await run(sent, "A", in: first)
        func check(_ report: ImportReport) {
            #expect(report.transfers.isEmpty && report.unmatchedTransfers.map(\.arrivedAt) == [Self.tenOClock])
            #expect(report.unknownCosts.map(\.line) == [2])
        }
        check(try await run(arrived, "B", in: first, matches: true, isPreview: true))
        check(try await run(arrived, "B", in: first, matches: true))
        #expect(try await first.rows().map(\.kind).filter { $0 == .transfer }.isEmpty)
        #expect(try await first.balances(first.wallets.named("B")) == [ethereum: "15"])
    }

    private static let tenOClock = 1_704_448_800

    /// The other pairs of the same file are transfers.
    @Test func onlyThePairThatCannotBeATransferStaysApart() async throws {
        let sent = "time,kind,asset,quantity,value\n2024-01-02,deposit,BTC,3,5\n2024-01-05T12:00:00Z,withdrawal,BTC,1,\n"
        try await run(sent + "2024-01-09T12:00:00Z,withdrawal,BTC,2,\n", "A", in: first)
        let arrived =
            "time,kind,asset,quantity,value\n2024-01-05T10:00:00Z,deposit,BTC,1,unknown\n2024-01-05T11:00:00Z,withdrawal,BTC,0.9,0\n"
            + "2024-01-09T13:00:00Z,deposit,BTC,2,unknown\n"
        for isPreview in [true, false] {
            let report = try await run(arrived, "B", in: first, matches: true, isPreview: isPreview)
            #expect(report.transfers.map(\.sent) == ["2"] && report.unmatchedTransfers.map(\.sent) == ["1"])
        }
        #expect(try await first.rows().filter { $0.kind == .transfer }.map(\.quantity) == ["2"])
        // Again, nothing is new, and the same pair stays apart.
        let again = try await run(arrived, "B", in: first, matches: true)
        #expect(again.newCount == 0 && again.transfers.isEmpty && again.unmatchedTransfers.count == 1)
    }

    /// The close by which a deposit would be worth something is not used.
    @Test func aPreviewListsNoCloseOfARowInATransfer() async throws {
        try await run(Self.coinbase, "Coinbase", in: first)
        #expect(try await run(Self.kraken, "Kraken", in: first, isPreview: true).prices.count == 1)
        #expect(try await run(Self.kraken, "Kraken", in: first, matches: true, isPreview: true).prices.isEmpty)
    }

    /// The export comes last: what its transfer stands for is recorded by the files.
    @Test(arguments: [false, true]) func anExportAfterTheFilesMovesNothingAgain(matches: Bool) async throws {
        for (file, wallet) in [(Self.coinbase, "Coinbase"), (Self.kraken, "Kraken")] {
            try await run(file, wallet, in: second, matches: matches)
        }
        let rows = try await second.rows()
        try await move(to: Self.kraken)
        #expect(try await second.rows() == rows)
        #expect(try await bitcoins("Coinbase") == "0.0101")
        #expect(try await bitcoins("Kraken") == "0.01")
    }

    /// Of two withdrawals of the same second, a transfer stands for one.
    @Test func anotherTransferOfTheExportIsNew() async throws {
        try await run(Self.coinbase, "Coinbase", in: second)
        try await run(Self.kraken, "Kraken", in: second)
        let twice = (1...2).map { "2024-03-05 10:00,transfer,BTC,0.01,0.0001,Kraken,transfer of #\($0) to #9 at 1709635200\n" }
        try await second.importCSV(
            "time,kind,asset,quantity,fee,to,key\n2024-03-04 10:00,deposit,BTC,1,,,x\n" + twice.joined(), wallet: "Coinbase")
        #expect(try await second.rows().count { $0.kind == .transfer } == 1)
        #expect(try await bitcoins("Kraken") == "0.02")
    }

    /// Keys that people give transactions are not taken for those of matched transfers.
    @Test(arguments: [
        "transfer of #1 to #2", "transfer of #1 to #2 at soon", "transfer of #99999999999999999999 to #2 at 1",
        "transfer of #1 to #2 at 9223372036854775807", "transfer of #1 to #2 at -9223372036854775808", "x",
    ])
    func aTransferWithAnotherKeyStandsForNoRow(key: String) async throws {
        try await run(Self.coinbase.replacing("a2", with: "a3"), "Coinbase", in: second)
        _ = try await second.wallets.create("Kraken")
        try await second.importCSV(
            "time,kind,asset,quantity,to,key\n2024-03-05 10:40,transfer,BTC,0.01,Kraken,\(key)\n", wallet: "Coinbase")
        #expect(try await run(Self.kraken, "Kraken", in: second).newCount == 1)
    }
}
