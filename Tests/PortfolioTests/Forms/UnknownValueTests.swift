import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Trades whose value no stored close gives: a preview shows them, and an import refuses them.
@Suite(.serialized) struct UnknownValueTests {
    private let world: World
    private let portfolio: Portfolio

    init() throws {
        world = try World(today: day0 + 700)
        portfolio = world.portfolio()
    }

    private static let kraken = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"

    /// Two swaps of the same coins, and a purchase for euros.
    private static let file =
        kraken + """
            L0,R0,2024-01-02 10:00:00,deposit,,currency,XETH,1,0,1
            L1,R1,2024-01-02 11:00:00,deposit,,currency,ZEUR,500,0,500
            L2,R2,2024-01-03 10:00:00,trade,,currency,XETH,-0.5,0.01,0
            L3,R2,2024-01-03 10:00:00,trade,,currency,XXBT,0.02,0,0
            L4,R3,2024-01-05 10:00:00,trade,,currency,XETH,-0.1,0,0
            L5,R3,2024-01-05 10:00:00,trade,,currency,XXBT,0.004,0.0001,0
            L6,R4,2024-01-06 10:00:00,trade,,currency,ZEUR,-450,0,0
            L7,R4,2024-01-06 10:00:00,trade,,currency,XXBT,0.01,0,0

            """

    private func read(_ text: String, leavesOut: Bool = false) async throws -> ReadTransactions {
        let options = ReadingOptions(wallet: "w", leavesOutUnreadable: leavesOut)
        return try await portfolio.importer.read(Array(text.utf8), file: "f", options)
    }

    private func run(_ text: String, isPreview: Bool) async throws -> ImportReport {
        let options = ImportOptions(makesWallets: true, isPreview: isPreview)
        return try await portfolio.importer.record(read(text), file: "f", options: options)
    }

    private func faults(_ text: String, isPreview: Bool) async -> [String] {
        let error = await #expect(throws: ImportError.self) { try await run(text, isPreview: isPreview) }
        return error?.faults.map { "\($0.line): \($0.message)" } ?? []
    }

    @Test func aPreviewShowsEveryRowAndWhatIsMissing() async throws {
        let report = try await run(Self.file, isPreview: true)
        #expect(
            report.rows.map { FormWorld.shown(0, $0) } == [
                "0 deposit 1 ethereum", "0 deposit 500 eur", "0 swap 0.51 ethereum for 0.02 bitcoin",
                "0 swap 0.1 ethereum for 0.0039 bitcoin", "0 swap 450 eur for 0.01 bitcoin",
            ])
        #expect(
            report.rows.map { $0.valueError?.lack } == [nil, nil, "close of ETH or BTC", "close of ETH or BTC", "close of EUR"])
        #expect(report.unknownValues.map(\.error.unpricedCoins) == [["ETH", "BTC"], ["EUR"]])
        #expect(report.unknownValues.map(\.days) == [[day0 + 2, day0 + 4], [day0 + 5]])
        #expect(report.unknownValues.map(\.lines) == [[4, 6], [8]])
        // A rate may be one of the days before.
        #expect(report.unknownValues.map(\.error.firstDay) == [day0 + 2, day0 + 5])
        #expect(report.effects.map { "\($0.asset.id) \($0.after)" } == ["ethereum 0.39", "eur 50", "bitcoin 0.0339"])
        #expect(try await portfolio.wallets.all().isEmpty)
    }

    @Test func onlyTheImportIsRefusedUntilThePricesAreStored() async throws {
        let error = await #expect(throws: ImportError.self) { try await run(Self.file, isPreview: false) }
        #expect(error?.canLeaveOut == true)
        #expect(
            error?.faults.map { "\($0.line): \($0.message)" } == [
                "4: no close of ETH or BTC is stored for the day, so the value is unknown; get them: "
                    + "closecast history fetch ETH --start 2024-01-03 (2 rows, this one first)",
                "8: no close of EUR is stored for the day, so the value is unknown; get them: "
                    + "closecast history fetch EUR --start 2024-01-01",
            ])
        #expect(try await portfolio.wallets.all().isEmpty)
        // Either coin gives the value.
        try await world.store([Double?](repeating: 50000, count: 10), of: bitcoin)
        try await world.store([Double?](repeating: 1.1, count: 10), of: .eur)
        let report = try await run(Self.file, isPreview: false)
        #expect(report.unknownValues.isEmpty && report.rows.allSatisfy { $0.valueError == nil })
        #expect(report.rows.map(\.kind) == [.deposit, .deposit, .swap, .swap, .sell, .buy])
    }

    @Test func rowsWithoutAValueCanBeLeftOut() async throws {
        let read = try await read(Self.file, leavesOut: true)
        #expect(read.rows.map(FormWorld.shown) == ["2 deposit 1 ethereum", "3 deposit 500 eur"])
        #expect(read.source?.leftOut.map(\.lines) == [[4, 6], [8]])
    }

    /// Income is refused too, in every kind of file: as free coins it would stay so, because the same file again changes nothing.
    @Test(arguments: [
        (
            "binance-history",
            "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n1,2024-01-05 10:00:00,Spot,Airdrop Assets,ETH,2,\n"
        ),
        ("columns", "date,type,coin,amount\n2024-01-05,Staking,ETH,2\n"),
        ("closecast", "time,kind,asset,quantity,at_market\n2024-01-05,income,ETH,2,true\n"),
    ])
    func incomeIsRefusedUntilItsCloseIsStored(form: String, text: String) async throws {
        func read(leavesOut: Bool = false) async throws -> ReadTransactions {
            let options = ReadingOptions(form: try .named(form), wallet: "w", leavesOutUnreadable: leavesOut)
            return try await portfolio.importer.read(Array(text.utf8), file: "f", options)
        }
        func run(isPreview: Bool = false) async throws -> ImportReport {
            try await portfolio.importer.record(
                read(), file: "f", options: ImportOptions(makesWallets: true, isPreview: isPreview))
        }
        let preview = try await run(isPreview: true)
        #expect(preview.rows.map { $0.valueError?.lack } == ["close of ETH"])
        #expect(preview.priceCommands() == ["closecast history fetch ETH --start 2024-01-05"])
        let error = await #expect(throws: ImportError.self) { try await run() }
        #expect(error?.faults.map(\.line) == [2] && error?.faults[0].message.contains("closecast history fetch ") == true)
        #expect(error?.canLeaveOut == (form != "closecast"))
        if form != "closecast" { #expect(try await read(leavesOut: true).rows.isEmpty) }
        try await world.store([1000], of: ethereum, from: day0 + 4)
        let report = try await run()
        #expect(report.newCount == 1 && report.rows.map(\.value) == ["2000"] && report.rows.allSatisfy(\.isAtMarketValue))
    }

    /// A fork is free by its rule, and what a file states needs no close.
    @Test func forksAndStatedValuesNeedNoClose() async throws {
        let text =
            "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\n"
            + "2024-01-05 10:00:00 UTC,,,1,ETH,,,,,fork,,\n2024-01-06 10:00:00 UTC,,,1,ETH,,,5,USD,reward,,\n"
        #expect(try await run(text, isPreview: false).rows.map(\.value) == [nil, "5"])
    }

    /// Free coins of an earlier version stay as they are.
    @Test func incomeThatWasRecordedAsFreeNeedsNoClose() async throws {
        let wallet = try await portfolio.wallets.create("w")
        let text = "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n1,2024-01-05 10:00:00,Spot,Airdrop Assets,ETH,2,\n"
        let row = try #require(try await read(text).rows.first).row
        try await world.record(
            .income(key: row.key, time: row.time, wallet: wallet.id, asset: ethereum, quantity: "2", note: ""))
        #expect(try await run(text, isPreview: false).newCount == 0)
    }

    /// Of several coins that become one, the shares are unknown too.
    @Test func withoutClosesDustIsShownInEqualParts() async throws {
        let text =
            Self.kraken
            + "L0,R0,2024-01-02 10:00:00,deposit,,currency,XETH,1,0,1\nL1,R1,2024-01-02 10:00:00,deposit,,currency,XXBT,1,0,1\n"
            + "L2,R2,2024-01-03 10:00:00,trade,,currency,XETH,-0.1,0,0\nL3,R2,2024-01-03 10:00:00,trade,,currency,XXBT,-0.2,0,0\n"
            + "L4,R2,2024-01-03 10:00:00,trade,,currency,BNB,3,0,0\n"
        let report = try await run(text, isPreview: true)
        #expect(
            report.rows.suffix(2).map { FormWorld.shown(0, $0) } == [
                "0 swap 0.1 ethereum for 1.5 binancecoin", "0 swap 0.2 bitcoin for 1.5 binancecoin",
            ])
        #expect(report.unknownValues.map(\.lines) == [[4]])
    }

    /// The sum of US dollars is known, and its shares are not.
    @Test func severalCoinsForUSDollarsAreShownInEqualParts() async throws {
        let text =
            Self.kraken
            + "L0,R0,2024-01-02 10:00:00,deposit,,currency,XETH,1,0,1\nL1,R1,2024-01-02 10:00:00,deposit,,currency,XXBT,1,0,1\n"
            + "L2,R2,2024-01-03 10:00:00,spend,dustsweeping,currency,XETH,-0.1,0,0\n"
            + "L3,R2,2024-01-03 10:00:00,spend,dustsweeping,currency,XXBT,-0.2,0,0\n"
            + "L4,R2,2024-01-03 10:00:00,receive,dustsweeping,currency,ZUSD,10,0,0\n"
        let report = try await run(text, isPreview: true)
        #expect(
            report.rows.suffix(2).map { FormWorld.shown(0, $0) } == [
                "0 sell 0.1 ethereum for 5", "0 sell 0.2 bitcoin for 5",
            ])
        #expect(report.unknownValues.map(\.error.coinWords) == ["ETH and BTC"] && report.unknownValues.map(\.lines) == [[4]])
        #expect(report.effects.first { $0.asset.id == .usd }?.after == "10")
        let refused = await faults(text, isPreview: false)
        #expect(refused.count == 1 && refused[0].hasPrefix("4: no close of ETH and BTC is stored"), "\(refused)")
    }

    /// Coins of one side share its value by their closes, so that all of them are needed.
    private static let several =
        kraken
        + "L0,R0,2024-01-02 10:00:00,deposit,,currency,XETH,1,0,1\nL1,R1,2024-01-02 10:00:00,deposit,,currency,XXBT,1,0,1\n"
        + "L2,R2,2024-01-03 10:00:00,trade,,currency,XETH,-0.1,0,0\nL3,R2,2024-01-03 10:00:00,trade,,currency,XXBT,-0.2,0,0\n"
        + "L4,R2,2024-01-03 10:00:00,trade,,currency,BNB,3,0,0\nL5,R2,2024-01-03 10:00:00,trade,,currency,ADA,40,0,0\n"

    @Test func severalCoinsForSeveralAreShownAndNeedAllCloses() async throws {
        try await world.store([Double?](repeating: 50000, count: 10), of: bitcoin)
        let report = try await run(Self.several, isPreview: true)
        #expect(
            report.rows.suffix(2).map { FormWorld.shown(0, $0) } == [
                "0 swap 0.1 ethereum for 3 binancecoin", "0 swap 0.2 bitcoin for 40 cardano",
            ])
        #expect(
            report.priceCommands() == [
                "closecast history fetch ETH --start 2024-01-02", "closecast history fetch BNB --start 2024-01-03",
                "closecast history fetch ADA --start 2024-01-03",
            ])
        let faults = await faults(Self.several, isPreview: false)
        #expect(faults.count == 1 && faults[0].hasPrefix("4: no close of ETH and BNB and ADA is stored"), "\(faults)")
    }

    @Test func severalCoinsThatWereRecordedNeedNoCloses() async throws {
        try await portfolio.importCSV(
            """
            time,kind,asset,quantity,cash,value,key
            2024-01-02 10:00,deposit,ETH,1,,2000,kraken-ledgers R0
            2024-01-02 10:00,deposit,BTC,1,,40000,kraken-ledgers R1
            2024-01-03 10:00,sell,ETH,0.1,200,,kraken-ledgers R2 sell
            2024-01-03 10:00,sell,BTC,0.2,8000,,kraken-ledgers R2 sell 2
            2024-01-03 10:00,buy,BNB,3,8150,,kraken-ledgers R2 buy
            2024-01-03 10:00,buy,ADA,40,50,,kraken-ledgers R2 buy 2

            """, wallet: "w", makesWallets: true)
        let report = try await run(Self.several, isPreview: false)
        #expect(report.newCount == 0 && report.unknownValues.isEmpty)
    }

    // MARK: What is missing

    private static let koinly = """
        Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash
        2024-01-02 10:00:00 UTC,,,1,ETH,,,2000,EUR,,,
        2024-01-03 10:00:00 UTC,0.5,ETH,0.02,BTC,,,900,EUR,,,
        2024-01-04 10:00:00 UTC,,,0.1,ETH,,,180,EUR,staking,,
        2024-01-05 10:00:00 UTC,,,2,ETH,,,7,EUR,fork,,

        """

    @Test func whereOnlyARateIsMissingItIsNamedAndNotTheCoins() async throws {
        let report = try await run(Self.koinly, isPreview: true)
        #expect(report.rows.map { $0.valueError?.lack } == [nil, "rate of EUR", "rate of EUR", "rate of EUR"])
        #expect(report.unknownValues.map(\.lines) == [[3, 4, 5]])
        #expect(report.unknownCosts.map(\.lack) == [.noRates("EUR", since: day0 + 1)])
        #expect(report.priceCommands() == ["closecast history fetch EUR --start 2023-12-28"])
        let faults = await faults(Self.koinly, isPreview: false)
        #expect(faults.count == 1 && faults[0].hasPrefix("3: amounts are in EUR, of which no rate"), "\(faults)")
        #expect(faults[0].hasSuffix("get them: closecast history fetch EUR --start 2023-12-29 (3 rows, this one first)"))
        #expect(try await read(Self.koinly, leavesOut: true).rows.map(FormWorld.shown) == ["2 deposit 1 ethereum"])
        try await world.store([Double?](repeating: 1.1, count: 10), of: .eur)
        let done = try await run(Self.koinly, isPreview: false)
        #expect(
            done.rows.map { FormWorld.shown(0, $0) } == [
                "0 deposit 1 ethereum value 2200", "0 swap 0.5 ethereum for 0.02 bitcoin value 990",
                "0 income 0.1 ethereum value 198 at market staking", "0 income 2 ethereum value 7.7 at market fork",
            ])
    }

    /// A stored close counts instead of the rate.
    @Test func withClosesOfTheCoinsNoRateIsNeeded() async throws {
        for coin in [bitcoin, ethereum] { try await world.store([Double?](repeating: 2000, count: 10), of: coin) }
        let report = try await run(Self.koinly.replacing(",fork,", with: ",reward,"), isPreview: false)
        #expect(report.rows.map { $0.value?.amount } == ["2000", "1000", "200", "4000"])
    }

    @Test func aGapHasOneCommand() async throws {
        let text =
            Self.kraken
            + "L0,R0,2024-01-02 10:00:00,deposit,,currency,XETH,1,0,1\nL1,R1,2024-01-03 10:00:00,staking,,currency,XETH,0.1,0,1\n"
            + "L2,R2,2024-01-04 10:00:00,trade,,currency,XXBT,0.01,0,0\nL3,R2,2024-01-04 10:00:00,trade,,currency,XETH,-0.1,0,0\n"
            + "L4,R4,2024-01-05 10:00:00,trade,,currency,XXBT,-0.01,0,0\nL5,R4,2024-01-05 10:00:00,trade,,currency,BNB,1,0,0\n"
            + "L6,R6,2024-01-06 10:00:00,staking,,currency,BNB,0.1,0,1\n"
        let report = try await run(text, isPreview: true)
        #expect(report.unknownCosts.count == 1)
        #expect(report.unknownValues.count == 4)
        // The other coins' closes give the value of both trades too.
        #expect(
            report.priceCommands() == [
                "closecast history fetch ETH --start 2024-01-02", "closecast history fetch BNB --start 2024-01-05",
            ])
    }

    // MARK: Other faults

    @Test func missingCoinsAreListedToo() async throws {
        let text = Self.file.replacing("XETH,1,0,1", with: "XETH,0.3,0,1")
        for isPreview in [true, false] {
            let faults = await faults(text, isPreview: isPreview)
            #expect(faults.count == 4, "\(faults)")
            #expect(faults[0].hasPrefix("4: wallet w lacks 0.21 ETH here") && faults[1].hasPrefix("6: wallet w lacks 0.1 ETH here"))
            #expect(faults[2].hasPrefix("4: no close of ETH or BTC") && faults[3].hasPrefix("8: no close of EUR"), "\(faults)")
        }
    }

    /// Coins are not missing from the file if the row that brings them was left out.
    @Test(arguments: [true, false]) func coinsOfRowsThatWereLeftOutAreNotInvented(isPreview: Bool) async throws {
        let text = Self.file + "L8,R5,2024-01-07 10:00:00,withdrawal,,currency,XXBT,-0.02,0,0\n"
        let options = ImportOptions(makesWallets: true, isPreview: isPreview)
        let left = try await read(text, leavesOut: true)
        let error = await #expect(throws: ImportError.self) {
            try await portfolio.importer.record(left, file: "f", options: options)
        }
        #expect(
            error?.faults.map { "\($0.line): \($0.message)" } == [
                "10: wallet w lacks 0.02 BTC here; rows that bring BTC, left out for lack of closes of ETH (lines 4, 6, 8), may be the "
                    + "cause; get them: closecast history fetch ETH --start 2024-01-03"
            ])
    }

    @Test func rowsThatAreLeftOutForOtherReasonsAreNamedToo() async throws {
        let text =
            Self.kraken
            + "L2,R2,2024-01-03 10:00:00,trade,,currency,NOSUCH,-1,0,0\nL3,R2,2024-01-03 10:00:00,trade,,currency,XXBT,1,0,0\n"
            + "L8,R5,2024-01-07 10:00:00,withdrawal,,currency,XXBT,-1,0,0\n"
        let left = try await read(text, leavesOut: true)
        let error = await #expect(throws: ImportError.self) {
            try await portfolio.importer.record(left, file: "f", options: ImportOptions(makesWallets: true))
        }
        let why = "rows that bring BTC were left out (line 2), which may be the cause; correct them first"
        #expect(error?.faults.map(\.message) == ["wallet w lacks 1 BTC here; \(why)"])
    }

    /// The remedy begins with the wallet, if there is none.
    @Test func missingCoinsOfANewWalletNeedTheWalletFirst() async throws {
        let text = Self.kraken + "L8,R5,2024-01-07 10:00:00,withdrawal,,currency,XETH,-1,0,0\n"
        let deposit = "closecast wallet deposit w ETH 1 --date 2024-01-07"
        #expect(
            await faults(text, isPreview: true).first?.hasSuffix("; record it: closecast wallet create w && \(deposit)") == true)
        _ = try await portfolio.wallets.create("w")
        #expect(await faults(text, isPreview: true).first?.hasSuffix("; record it: \(deposit)") == true)
    }

    @Test func whatCannotBeReadIsListedWithUnknownValues() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await read(Self.file + "L8,R5,2024-01-07 10:00:00,nonsense,,currency,XETH,1,0,0\n")
        }
        #expect(error?.faults.map(\.line) == [4, 8, 10] && error?.canLeaveOut == true)
    }

    @Test func matchedTransfersAreShownToo() async throws {
        _ = try await portfolio.wallets.create("other")
        try await portfolio.importCSV(
            "time,kind,asset,quantity,value\n2024-01-07 10:30,deposit,ETH,0.2,1\n", wallet: "other")
        let report = try await run(
            Self.file + "L8,R5,2024-01-07 10:00:00,withdrawal,,currency,XETH,-0.2,0,0\n", isPreview: true)
        #expect(report.unknownValues.count == 2)
        #expect(report.transfers.map { "\($0.from) \($0.to) \($0.arrived)" } == ["w other 0.2"])
    }

    /// The values of recorded rows are known.
    @Test func whatIsRecordedNeedsNoValue() async throws {
        try await portfolio.importCSV(
            """
            time,kind,asset,quantity,to_asset,to_quantity,cash,fee,value,key
            2024-01-02 10:00,deposit,ETH,1,,,,,2000,kraken-ledgers R0
            2024-01-02 11:00,deposit,EUR,500,,,,,550,kraken-ledgers R1
            2024-01-03 10:00,sell,ETH,0.51,,,1020,,,kraken-ledgers R2 sell
            2024-01-03 10:00,buy,BTC,0.02,,,1000,20,,kraken-ledgers R2 buy
            2024-01-05 10:00,swap,ETH,0.1,BTC,0.0039,,,200,kraken-ledgers R3 swap
            2024-01-06 10:00,sell,EUR,450,,,495,,,kraken-ledgers R4 sell
            2024-01-06 10:00,buy,BTC,0.01,,,495,,,kraken-ledgers R4 buy
            """, wallet: "w", makesWallets: true)
        for isPreview in [true, false] {
            let report = try await run(Self.file, isPreview: isPreview)
            #expect(report.newCount == 0 && report.knownCount == 5 && report.unknownValues.isEmpty)
        }
    }
}
