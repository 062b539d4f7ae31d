import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Coins for coins in files of other programs: one swap each, also after an earlier version recorded a sale and a purchase.
@Suite(.serialized) struct SwapImportTests {
    private let forms: FormWorld
    private let portfolio: Portfolio

    init() async throws {
        forms = try await FormWorld()
        portfolio = forms.portfolio
        for (coin, closes) in [
            (bitcoin, [39000.0, 40000, 42000, 44000, 46000, 48000, 50000]),
            (ethereum, [2000.0, 2000, 2100, 2200, 2300, 2500, 2600]),
        ] {
            try await forms.world.store(closes.map { $0 }, of: coin)
        }
    }

    private static let kraken = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
    private static let binance = "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n"

    /// A swap with a fee of each side, dust of two coins, and sales of what came in.
    private static let file =
        kraken + """
            L0,R0,2024-01-02 10:00:00,deposit,,currency,XXBT,0.1,0,0.1
            L1,R1,2024-01-03 10:00:00,trade,,currency,XXBT,-0.04,0.0001,0
            L2,R1,2024-01-03 10:00:00,trade,,currency,XETH,1,0,1
            L3,R2,2024-01-04 10:00:00,trade,,currency,XETH,-0.5,0,0
            L4,R2,2024-01-04 10:00:00,trade,,currency,XXBT,0.02,0.0005,0
            L5,R3,2024-01-05 10:00:00,trade,,currency,XXBT,-0.03,0,0
            L6,R3,2024-01-05 10:00:00,trade,,currency,ZUSD,1380,0,0
            L7,R4,2024-01-06 10:00:00,trade,,currency,XETH,-0.3,0,0
            L8,R4,2024-01-06 10:00:00,trade,,currency,ZUSD,750,0,0
            L9,R5,2024-01-06 11:00:00,trade,,currency,XETH,-0.192,0,0
            La,R5,2024-01-06 11:00:00,trade,,currency,XXBT,-0.01,0,0
            Lb,R5,2024-01-06 11:00:00,trade,,currency,BNB,1,0,0
            Lc,R6,2024-01-07 10:00:00,trade,,currency,BNB,-0.4,0,0
            Ld,R6,2024-01-07 10:00:00,trade,,currency,ZUSD,400,0,0

            """

    /// What an earlier version recorded of the file.
    private static let earlier = """
        time,kind,asset,quantity,cash,fee,value,key
        2024-01-02 10:00,deposit,BTC,0.1,,,4000,kraken-ledgers R0
        2024-01-03 10:00,sell,BTC,0.0401,1684.2,,,kraken-ledgers R1 sell
        2024-01-03 10:00,buy,ETH,1,1680,4.2,,kraken-ledgers R1 buy
        2024-01-04 10:00,sell,ETH,0.5,1100,,,kraken-ledgers R2 sell
        2024-01-04 10:00,buy,BTC,0.0195,1072.5,27.5,,kraken-ledgers R2 buy
        2024-01-05 10:00,sell,BTC,0.03,1380,,,kraken-ledgers R3 sell
        2024-01-06 10:00,sell,ETH,0.3,750,,,kraken-ledgers R4 sell
        2024-01-06 11:00,sell,ETH,0.192,480,,,kraken-ledgers R5 sell
        2024-01-06 11:00,sell,BTC,0.01,480,,,kraken-ledgers R5 sell 2
        2024-01-06 11:00,buy,BNB,1,960,,,kraken-ledgers R5 buy
        2024-01-07 10:00,sell,BNB,0.4,400,,,kraken-ledgers R6 sell
        """

    @discardableResult private func run(
        _ text: String, wallet: String = "w", matches: Bool = false
    ) async throws -> ImportReport {
        let read = try await forms.read(text, ReadingOptions(wallet: wallet))
        return try await portfolio.importer.record(
            read, file: "f", options: ImportOptions(makesWallets: true, matchesTransfers: matches))
    }

    private func error(_ text: String, wallet: String = "w") async -> (any Error)? {
        let error = await #expect(throws: ImportError.self) { try await run(text, wallet: wallet) }
        #expect(error?.faults.count == 1)
        return error?.faults.first?.error
    }

    // MARK: Swaps

    @Test func coinsForCoinsAreSwaps() async throws {
        #expect(
            try await forms.rows(Self.file) == [
                "2 deposit 0.1 bitcoin", "3 swap 0.0401 bitcoin for 1 ethereum value 1684.2",
                "5 swap 0.5 ethereum for 0.0195 bitcoin value 1100", "7 sell 0.03 bitcoin for 1380", "9 sell 0.3 ethereum for 750",
                "11 swap 0.192 ethereum for 0.5 binancecoin value 480", "11 swap 0.01 bitcoin for 0.5 binancecoin value 480",
                "14 sell 0.4 binancecoin for 400",
            ])
        let keys = try await forms.read(Self.file).rows.map(\.row.key)
        #expect(keys[1] == "kraken-ledgers R1 swap" && keys[6] == "kraken-ledgers R5 swap 2")
    }

    /// A swap is a sale at its value and a purchase for it.
    @Test(arguments: CostBasis.allCases) func gainsAreThoseOfTheSaleAndThePurchase(costBasis: CostBasis) async throws {
        try await run(Self.file, wallet: "swaps")
        try await portfolio.importCSV(Self.earlier.replacing("kraken-ledgers", with: "row"), wallet: "trades", makesWallets: true)
        var reports: [Gains] = []
        for name in ["swaps", "trades"] {
            let wallet = try await portfolio.wallets.named(name)
            reports.append(try await portfolio.gains.report(of: wallet, on: day0 + 6, costBasis: costBasis).gains)
            #expect(
                try await portfolio.balances(wallet) == [
                    .usd: "2530", bitcoin: "0.0394", ethereum: "0.008", AssetID("binancecoin")!: "0.6",
                ])
        }
        #expect(reports[0].total == reports[1].total && reports[0].assets == reports[1].assets)
        #expect(reports[0].total.realized.gain.total.map { $0.amount > .zero } == true)
    }

    /// Shares by closes have no meaning for two coins on both sides, and a coin is not swapped for itself.
    @Test func whatSwapsCannotSayIsSalesAndPurchases() async throws {
        func rows(_ coins: [(coin: String, amount: String)]) async throws -> [String] {
            let lines = coins.enumerated().map { "L\($0),R1,2024-01-02 10:00:00,trade,,currency,\($1.coin),\($1.amount),0,0\n" }
            return try await forms.rows(Self.kraken + lines.joined())
        }
        let two = try await rows([("XXBT", "-0.01"), ("XETH", "-0.1"), ("BNB", "1"), ("USDT", "300")])
        #expect(
            two == [
                "2 sell 0.01 bitcoin for 400", "2 sell 0.1 ethereum for 200", "2 buy 1 binancecoin for 300",
                "2 buy 300 tether for 300",
            ])
        #expect(
            try await rows([("ZEUR", "-100"), ("XXBT", "0.002")]) == ["2 sell 100 eur for 110", "2 buy 0.002 bitcoin for 110"])
    }

    /// One coin that becomes several is shared by their values, which may change with the closes.
    @Test func oneCoinForSeveralIsKnownAgainWithOtherCloses() async throws {
        let file =
            Self.binance + "1,2024-01-02 09:00:00,Spot,Deposit,USDT,100,\n1,2024-01-02 10:00:00,Spot,Transaction Spend,USDT,-100,\n"
            + "1,2024-01-02 10:00:00,Spot,Transaction Buy,ETH,0.03,\n1,2024-01-02 10:00:00,Spot,Transaction Buy,BTC,0.001,\n"
        #expect(
            try await forms.rows(file) == [
                "2 deposit 100 tether", "3 swap 60 tether for 0.03 ethereum value 60",
                "3 swap 40 tether for 0.001 bitcoin value 40",
            ])
        #expect(try await run(file).newCount == 3)
        try await forms.world.store([1000, 1000], of: ethereum)
        #expect(try await run(file).knownCount == 3)
        #expect(try await run(file.replacing("10:00:00", with: "10:00:01")).knownCount == 3)
    }

    // MARK: Files imported by earlier versions

    @Test func aFileImportedBeforeIsNotRecordedTwice() async throws {
        try await portfolio.importCSV(Self.earlier, wallet: "w", makesWallets: true)
        let rows = try await portfolio.rows()
        let again = try await run(Self.file)
        #expect(again.newCount == 0 && again.knownCount == 8)
        #expect(try await portfolio.rows() == rows)
        // Also with other closes, which share the value of dust differently.
        try await forms.world.store([Double?](repeating: 3000, count: 700), of: ethereum)
        #expect(try await run(Self.file).newCount == 0)
        let longer =
            Self.file
            + "Le,R7,2024-01-08 10:00:00,trade,,currency,XXBT,-0.01,0,0\nLf,R7,2024-01-08 10:00:00,trade,,currency,XETH,0.2,0,0\n"
        let report = try await run(longer)
        #expect(report.newCount == 1 && report.knownCount == 8)
        #expect(try await portfolio.rows().last?.kind == .swap)
        #expect(try await run(longer).newCount == 0)
    }

    /// A sale that was taken back stays so.
    @Test func whatWasTakenBackIsNotRecordedAgain() async throws {
        try await portfolio.importCSV(Self.earlier, wallet: "w", makesWallets: true)
        let wallet = try await portfolio.wallets.named("w")
        let page = try await portfolio.transactions.page(of: wallet, limit: 100)
        try await portfolio.orders.takeBack(page.filter { $0.row.key.hasPrefix("kraken-ledgers R6 ") }.map(\.id))
        try await portfolio.orders.takeBack(page.filter { $0.row.key.hasPrefix("kraken-ledgers R5 ") }.map(\.id))
        let balances = try await portfolio.balances(wallet)
        #expect(try await run(Self.file).newCount == 0)
        #expect(try await portfolio.balances(wallet) == balances)
    }

    @Test func matchedTransfersOfAFileImportedBeforeStay() async throws {
        try await portfolio.importCSV(Self.earlier, wallet: "w", makesWallets: true)
        let sent = Self.file + "Lg,R8,2024-01-08 10:00:00,withdrawal,,currency,XXBT,-0.01,0,0\n"
        let arrived = Self.binance + "1,2024-01-08 10:30:00,Spot,Deposit,BTC,0.01,\n"
        #expect(try await run(sent).newCount == 1)
        let report = try await run(arrived, wallet: "other", matches: true)
        #expect(report.transfers.count == 1)
        let rows = try await portfolio.rows()
        #expect(rows.count { $0.kind == .transfer } == 1)
        for (file, wallet) in [(sent, "w"), (arrived, "other")] {
            let again = try await run(file, wallet: wallet)
            #expect(again.newCount == 0 && again.transfers.isEmpty)
        }
        #expect(try await portfolio.rows() == rows)
    }

    /// Binance has no ids, so that times and digits may differ in a later export.
    @Test func withoutIDsTheSaleAndThePurchaseAreKnownByTimeAndAmounts() async throws {
        func file(_ second: Int, _ amount: String) -> String {
            let trade =
                "1,2024-01-03 10:00:0\(second),Spot,Small assets exchange BNB,ETH,-\(amount),\n"
                + "1,2024-01-03 10:00:0\(second),Spot,Small assets exchange BNB,BTC,-0.00002,\n"
                + "1,2024-01-03 10:00:0\(second),Spot,Small assets exchange BNB,BNB,0.0099,\n"
            return Self.binance + "1,2024-01-02 10:00:00,Spot,Deposit,ETH,1,\n1,2024-01-02 10:00:00,Spot,Deposit,BTC,1,\n" + trade
        }
        let read = try await forms.read(file(0, "0.00123456"))
        let keys = read.rows.map(\.row.key)
        #expect(keys.count == 4 && keys[2].hasSuffix(" swap") && keys[3] == keys[2] + " 2")
        let key = keys[2].dropLast(5)
        try await portfolio.importCSV(
            """
            time,kind,asset,quantity,cash,value,key
            2024-01-02 10:00,deposit,ETH,1,,2000,\(keys[0])
            2024-01-02 10:00,deposit,BTC,1,,40000,\(keys[1])
            2024-01-03 10:00,sell,ETH,0.00123456,2.592576,,\(key) sell
            2024-01-03 10:00,sell,BTC,0.00002,0.84,,\(key) sell 2
            2024-01-03 10:00,buy,BNB,0.0099,3.432576,,\(key) buy
            """, wallet: "w", makesWallets: true)
        for again in [file(0, "0.00123456"), file(1, "0.00123456"), file(1, "0.001235")] {
            let report = try await run(again)
            #expect(report.newCount == 0 && report.knownCount == 4)
        }
        // Ten seconds later, it is another one.
        #expect(try await run(file(9, "0.00123456")).newCount == 2)
    }

    @Test func anotherTradeUnderARecordedKeyIsRefused() async throws {
        try await portfolio.importCSV(Self.earlier, wallet: "w", makesWallets: true)
        let other = Self.file.replacing("XETH,1,0,1", with: "XETH,2,0,1")
        #expect(await error(other) as? PortfolioError == .keyInUse(key: "kraken-ledgers R1 buy"))
        // The keys of such a file are the same in every wallet.
        let trade = Self.file.split(separator: "\n").filter { !$0.contains(",R") || $0.contains(",R1,") }.joined(separator: "\n")
        #expect(await error(trade, wallet: "other") as? PortfolioError == .recordedIn(wallet: "w"))
    }
}
