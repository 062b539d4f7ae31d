import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct TransactionImportTests {
    let world: World
    let portfolio: Portfolio
    let wallet: Wallet

    init() async throws {
        world = try World(today: day0 + 10)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("w")
        try await world.store([100, 110, nil, 130], of: bitcoin)
    }

    @discardableResult private func run(_ text: String, _ options: ImportOptions = ImportOptions()) async throws -> ImportReport {
        try await portfolio.importFile(Array(text.utf8), wallet: "w", options)
    }

    private func problems(_ text: String, _ options: ImportOptions = ImportOptions()) async -> [String] {
        let error = await #expect(throws: ImportError.self) { try await run(text, options) }
        return error?.faults.map { "\($0.line): \($0.message)" } ?? []
    }

    // MARK: Dates

    @Test func rowsOfTheFutureAreRefusedWithTheirLines() async throws {
        let found = await problems(
            "time,kind,asset,quantity\n2024-01-11,deposit,USD,1\n2024-01-12,deposit,USD,1\n1969-12-31,deposit,USD,1\n")
        #expect(
            found == [
                "3: 2024-01-12 has not come yet: days are in UTC, where it is 2024-01-11 12:00 now; expected a day from 1970-01-01 to 2024-01-11",
                "4: 1969-12-31 is too early; expected a day from 1970-01-01 to 2024-01-11",
            ])
        #expect(try await portfolio.rows().isEmpty)
    }

    // MARK: Order

    /// A wallet that buys, and sells what it bought, in rows of one moment; the newest stand first if the rows are reversed.
    private static let day = [
        "2024-01-02,deposit,USD,100,", "2024-01-02,buy,BTC,1,100", "2024-01-02,sell,BTC,1,110", "2024-01-02,buy,BTC,2,110",
    ]
    private static let earlier = "2024-01-01,deposit,ETH,1,"

    @Test(arguments: [true, false]) func rowsOfOneMomentCountInTheDirectionOfTheFile(isNewestFirst: Bool) async throws {
        let rows = [Self.earlier] + Self.day
        let text = "time,kind,asset,quantity,cash\n" + (isNewestFirst ? rows.reversed() : rows).joined(separator: "\n")
        let report = try await run(text)
        #expect(report.order == (isNewestFirst ? .newestFirst : .oldestFirst))
        #expect(report.hasSharedMoments)
        #expect(report.rows.map(\.kind) == [.deposit, .deposit, .buy, .sell, .buy])
        #expect(try await portfolio.balances(wallet) == [bitcoin: "2", ethereum: "1"])
    }

    /// One old row at the end of a file with the oldest first does not reverse the order.
    @Test func aSingleStrayRowDoesNotReverseAFile() async throws {
        let text =
            (["time,kind,asset,quantity,cash"] + [Self.earlier] + Self.day + [
                "2024-01-03,deposit,ETH,1,", "2023-12-31,deposit,ETH,1,",
            ])
        let report = try await run(text.joined(separator: "\n"))
        #expect(report.order == .oldestFirst)
        #expect(report.rows.map(\.kind) == [.deposit, .deposit, .deposit, .buy, .sell, .buy, .deposit])
    }

    @Test func aFileOfOneMomentIsReadInTheDirectionThatAddsUp() async throws {
        let text = "time,kind,asset,quantity,cash\n" + Self.day.reversed().joined(separator: "\n")
        #expect(try await run(text, ImportOptions(isPreview: true)).order == .newestFirst)
        #expect(try await run(text).rows.map(\.kind) == [.deposit, .buy, .sell, .buy])
        let never = await problems("time,kind,asset,quantity\n2024-01-03,withdrawal,ETH,1\n2024-01-03,withdrawal,ETH,2\n")
        #expect(never == ["2: wallet w has 0 ETH on 2024-01-03 and needs 1"])
    }

    @Test func anOrderThatIsGivenOverrulesTheTimes() async throws {
        let rows = [Self.earlier] + Self.day
        let text = "time,kind,asset,quantity,cash\n" + rows.joined(separator: "\n")
        let found = await problems(text, ImportOptions(order: .newestFirst))
        #expect(
            found.count == 1
                && found[0] == "6: wallet w has 0 USD on 2024-01-02 and needs 110; deposit cash first: "
                    + "closecast wallet deposit w USD 110 --date 2024-01-02",
            "\(found)")
        #expect(try await run(text, ImportOptions(order: .oldestFirst)).order == .oldestFirst)
    }

    // MARK: Values

    @Test func rowsWithoutAValueTakeTheCloseThatAnOrderTakes() async throws {
        let text = """
            time,kind,asset,quantity,value
            2024-01-02,deposit,BTC,2,
            2024-01-02T12:00:00Z,deposit,BTC,2,7
            2024-01-03,deposit,BTC,1,
            2024-01-04,withdrawal,BTC,1,
            2024-01-04,income,BTC,1,
            2024-01-04,deposit,USD,5,
            2024-01-01,deposit,BTC,1,unknown
            """
        let report = try await run(text)
        #expect(report.rows.map { $0.value?.description } == [nil, "220", "7", nil, "130", "130", nil])
        #expect(
            report.prices.map { "\($0.asset.ticker) \($0.close.day) \($0.close.price)" } == [
                "BTC 2024-01-02 110", "BTC 2024-01-04 130",
            ])
        #expect(report.unknownCosts.map(\.line) == [4, 8])
        let order = try await portfolio.orders.prepare([
            portfolio.order(wallet, bitcoin, .deposit("2", cost: nil), at: moment(day0 + 1))
        ])
        #expect(order.rows[0].value == "220")
        // Closes that change or arrive later do not make other rows of the same file.
        try await world.store([500, 500, 500, 500], of: bitcoin)
        #expect(try await run(text).results.allSatisfy { !$0.isNew })
    }

    @Test func incomeAtMarketValueUsesTheFileOrTheClose() async throws {
        let text = """
            time,kind,asset,quantity,value,at_market
            2024-01-01,income,BTC,1,,true
            2024-01-02,income,BTC,1,7,yes
            2024-01-02,income,BTC,1,,false
            """
        let report = try await run(text)
        #expect(report.rows.map(\.isAtMarketValue) == [true, true, false])
        #expect(try await portfolio.gains.report(of: wallet).gains.lots.map(\.lot.cost) == ["100", "7", "0"])
        #expect(try await portfolio.gains.report(of: wallet).total.realized.gain.total == "107")
        try await world.store([900], of: bitcoin)
        #expect(try await run(text).results.allSatisfy { !$0.isNew })
        let found = await problems(
            """
            time,kind,asset,quantity,at_market
            2024-01-03,income,BTC,1,true
            2024-01-02,deposit,BTC,1,true
            2024-01-02,income,USD,1,true
            """)
        #expect(found.map { $0.prefix(2) } == ["2:", "3:", "4:"])
        #expect(found[0].contains("no close of bitcoin on 2024-01-03 is stored"))
        #expect(await problems("time,kind,asset,quantity,at_market\n2024-01-01,income,BTC,1,maybe\n").count == 1)
        let preview = try await run(
            "time,kind,asset,quantity,at_market\n2024-01-01,income,BTC,1,true\n2024-01-03,income,BTC,1,true\n",
            ImportOptions(isPreview: true))
        // The first is recorded, with another close than that of today.
        #expect(preview.results.map(\.isNew) == [false, true] && preview.unknownValues.map(\.lines) == [[3]])
        #expect(preview.rows.map { $0.valueError?.lack } == [nil, "close of BTC"])
    }

    // MARK: Previews

    @Test func aPreviewReportsWhatRecordingWouldAndRecordsNothing() async throws {
        try await portfolio.perform(wallet, .usd, .deposit("10", cost: nil))
        let text = "time,kind,wallet,asset,quantity,cash,to\n2024-01-02,buy,w,BTC,1,4,\n2024-01-03,transfer,w,BTC,0.5,,made\n"
        let options = ImportOptions(makesWallets: true, isPreview: true)
        let preview = try await run(text, options)
        #expect(preview.isPreview && preview.results.allSatisfy(\.isNew))
        #expect(try await portfolio.wallets.all().map(\.name) == ["w"])
        #expect(try await portfolio.rows().count == 1)
        let effects = ["w BTC 0 0.5", "w USD 10 6", "made BTC 0 0.5"]
        #expect(preview.effects.map { "\($0.wallet) \($0.asset.ticker) \($0.before) \($0.after)" } == effects)
        let done = try await run(text, ImportOptions(makesWallets: true))
        // Only the id of the new wallet differs.
        #expect(done.rows.map(TransactionFile.row.csvLine) == preview.rows.map(TransactionFile.row.csvLine))
        #expect(done.order == preview.order && done.prices == preview.prices)
        #expect(preview.effects.map { $0.walletID == nil } == [false, false, true] && done.effects[2].walletID != nil)
        #expect(done.effects.map { "\($0.wallet) \($0.asset.ticker) \($0.before) \($0.after)" } == effects)
        #expect(try await run(text, options).results.allSatisfy { !$0.isNew })
        #expect(try await run(text, options).effects.isEmpty)
    }

    @Test func aPreviewIsRefusedAsRecordingWouldBe() async throws {
        let text = "time,kind,asset,quantity\n2024-01-02,withdrawal,BTC,1\n"
        #expect(
            await problems(text, ImportOptions(isPreview: true)) == ["2: wallet w has 0 BTC on 2024-01-02 and needs 1"])
    }

    /// The balance goes from nearly the smallest amount to nearly the largest; the change is larger than an amount can represent.
    @Test func aChangeThatIsTooLargeIsRefusedAndNothingIsRecorded() async throws {
        _ = try await portfolio.wallets.create("credit", allowsNegative: true)
        func rows(_ kind: String, _ day: String, _ count: Int) -> String {
            "time,kind,wallet,asset,quantity\n"
                + String(repeating: "\(day),\(kind),credit,LTC,999999999999999999\n", count: count)
        }
        try await portfolio.importFile(Array(rows("withdrawal", "2024-01-01", 170).utf8))
        for isPreview in [true, false] {
            await #expect(throws: DecimalError.overflow) {
                try await portfolio.importFile(
                    Array(rows("deposit", "2024-01-02", 171).utf8), wallet: nil, ImportOptions(isPreview: isPreview))
            }
        }
        #expect(try await portfolio.rows().count == 170)
    }

    /// Values that an export marks as unknown remain unknown even if closes are stored.
    @Test func anExportKeepsUnknownValuesUnknown() async throws {
        try await world.record(
            .deposit(key: "a", time: moment(day0), wallet: wallet.id, asset: bitcoin, quantity: "1"),
            .withdrawal(key: "b", time: moment(day0), wallet: wallet.id, asset: bitcoin, quantity: "1"))
        let rows = try await portfolio.rows()
        let text = TransactionFile.row.csvHeader + rows.map(TransactionFile.row.csvLine).joined()
        let copy = try World(today: day0 + 10)
        try await copy.store([100], of: bitcoin)
        try await copy.portfolio().importCSV(text, makesWallets: true)
        #expect(try await copy.portfolio().rows() == rows)
        #expect(try await copy.portfolio().rows().map(\.value) == [nil, nil])
    }
}
