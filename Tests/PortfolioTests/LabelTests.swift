import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Labels of transactions: their rules in gains, returns and tax years, and that they are kept.
@Suite(.serialized) struct LabelTests {
    let world: World
    let portfolio: Portfolio
    let wallet: Wallet

    /// BTC is at 100, 100, 200 and 200 on the first days.
    init() async throws {
        world = try World(today: day0 + 4)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("w")
        try await world.store([100, 100, 200, 200], of: bitcoin)
    }

    private func order(
        _ action: Order.Action, _ label: Transaction.Label?, _ asset: AssetID = bitcoin, day: Int = 0
    ) async throws -> Order {
        Order(
            wallet: wallet, asset: try await portfolio.market.directory.asset(asset.description), action: action,
            time: moment(day0 + day, 10), isTimeGiven: true, label: label)
    }

    @discardableResult private func perform(
        _ action: Order.Action, _ label: Transaction.Label?, _ asset: AssetID = bitcoin, day: Int = 0
    ) async throws -> TransactionID {
        let order = try await order(action, label, asset, day: day)
        return try #require(try await portfolio.orders.perform([order]).1.first?.id)
    }

    private func figures() async throws -> (realized: Money?, unrealized: Money?, timeWeighted: Double?) {
        let report = try await portfolio.gains.report(of: wallet, on: day0 + 3)
        let returns = try await portfolio.valueHistory.returns(of: report)
        return (report.total.realized.gain.total, report.total.unrealized.total, returns?.timeWeighted)
    }

    // MARK: Rules

    /// 4 BTC that cost 400, at 200 on day 2. The gift, 2 BTC of 400, is money taken out at its market value: 400 + 400 of 400.
    @Test(arguments: [Transaction.Label.gift, .donation, .payment]) func whatIsGivenAwayLeavesWithItsCost(
        label: Transaction.Label
    ) async throws {
        try await perform(.deposit("4", cost: nil), nil)
        try await perform(.withdraw("2"), label, day: 2)
        let figures = try await figures()
        #expect(figures.realized == .zero && figures.unrealized == "200")
        #expect(abs(try #require(figures.timeWeighted) - 1) < 1e-12)
        let row = try #require(try await portfolio.rows().last)
        #expect(row.label == label && row.value == "400")
    }

    /// 2 of 4 BTC are stolen: their cost, 200, is a realized loss, and 400 of 400 are left after the price doubled.
    @Test func aLossIsRealizedAndTheReturnShowsIt() async throws {
        try await perform(.deposit("4", cost: nil), nil)
        try await perform(.withdraw("2"), .loss, day: 2)
        let figures = try await figures()
        #expect(figures.realized == "-200" && figures.unrealized == "200")
        #expect(abs(try #require(figures.timeWeighted)) < 1e-12)
        #expect(try await portfolio.rows().last?.value == .zero)
        // A withdrawal that is worth nothing says the same, on a day with a close too.
        let id = try #require(try await portfolio.transactions.page(of: wallet, TransactionFilter(), limit: 1).first?.id)
        try await portfolio.orders.takeBack([id])
        try await perform(.withdraw("2", value: "0"), nil, day: 2)
        let same = try await self.figures()
        #expect(same.realized == "-200" && same.timeWeighted == figures.timeWeighted)
        await #expect(throws: LedgerError.self) { try await self.perform(.withdraw("1", value: "5"), .loss, day: 2) }
    }

    /// 300 dollars and 1 BTC of 100; 150 dollars are stolen: 150 + 200 of 400.
    @Test func lostDollarsAreARealizedLoss() async throws {
        try await perform(.deposit("300", cost: nil), nil, .usd)
        try await perform(.deposit("1", cost: nil), nil)
        try await perform(.withdraw("150"), .loss, .usd, day: 2)
        let figures = try await figures()
        #expect(figures.realized == "-150" && figures.unrealized == "100")
        #expect(abs(try #require(figures.timeWeighted) + 0.125) < 1e-12)
        let explained = try await portfolio.gains.report(of: wallet, keepsDisposals: true)
        for figure in try explained.explained() { #expect(try figure.recomputed() == figure.value) }
    }

    /// 1 BTC of 100, and 1 more as a gift at 200: no income, and money that was put in, so the day made 400 of 100 + 200.
    @Test func aGiftReceivedIsNoIncome() async throws {
        try await perform(.deposit("1", cost: nil), nil)
        try await perform(.deposit("1", cost: nil), .gift, day: 2)
        let figures = try await figures()
        #expect(figures.realized == .zero && figures.unrealized == "100")
        #expect(abs(try #require(figures.timeWeighted) - 1 / 3) < 1e-12)
        let gifted = try #require(try await portfolio.rows().last)
        #expect(gifted.kind == .deposit && gifted.label == .gift && gifted.value == "200")
        let report = try await portfolio.tax.report(TaxQuestion(year: 2024))
        #expect(report.income.isEmpty && report.incomeByLabel.isEmpty && report.rows.isEmpty)
    }

    /// Staking of 1 BTC at market value (100), interest of 3 dollars, a fork of 2 ETH without a value, and 7 dollars without a label.
    @Test func theTaxYearAddsUpEachLabel() async throws {
        try await perform(.income("1", basis: .marketValue(nil)), .staking)
        try await perform(.income("1", basis: .marketValue(nil)), .staking, day: 2)
        try await perform(.income("3"), .interest, .usd, day: 1)
        try await perform(.income("2"), .fork, ethereum, day: 1)
        try await perform(.income("7"), nil, .usd, day: 2)
        try await perform(.withdraw("0.5"), .gift, day: 3)
        try await perform(.withdraw("1"), .loss, day: 3)
        let report = try await portfolio.tax.report(TaxQuestion(year: 2024))
        #expect(report.income.map(\.income.label) == [.staking, .interest, .fork, .staking, nil])
        #expect(report.incomeByLabel.map(\.label) == [.staking, .interest, .fork, nil])
        #expect(report.incomeByLabel.map(\.value.total) == ["300", "3", "0", "7"])
        #expect(report.incomeByLabel.map(\.count) == [2, 1, 1, 1])
        #expect(report.incomeTotal.total == "310" && report.freeIncome == 1)
        // The gift took half of the first BTC along; the loss is the other half and half of the second.
        #expect(report.rows.map(\.disposal.kind) == [.loss, .loss])
        #expect(report.total.cost.total == "150" && report.total.gain.total == "-150")
        // The table has the income too, whose values no column of the disposals contains.
        let lines = TaxDocuments.csv(report).split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(
            lines.map { "\($0[1]) \($0[2])" } == [
                "loss ", "loss ", "income staking", "income interest", "income fork", "income staking", "income ",
            ])
        #expect(lines.map { $0[15] } == ["", "", "100", "3", "", "200", "7"])
        #expect(lines.allSatisfy { ($0[1] == "income") == ($0[11] == "" && $0[13] == "") })
    }

    // MARK: Files

    @Test func labelsSurviveAFile() async throws {
        try await perform(.income("1"), .airdrop)
        try await perform(.deposit("4", cost: "30"), .gift)
        try await perform(.withdraw("2"), .loss, day: 1)
        try await perform(.withdraw("1"), .donation, day: 2)
        try await perform(.withdraw("1"), nil, day: 2)
        let rows = try await portfolio.rows()
        #expect(TransactionRow.columns.last == "label")
        let csv = TransactionFile.row.csvHeader + rows.map(TransactionFile.row.csvLine).joined()
        let other = try World(today: day0 + 4).portfolio()
        try await other.importCSV(csv, makesWallets: true)
        func plain(_ row: TransactionRow) -> TransactionRow {
            var row = row
            (row.walletID, row.targetID) = (nil, nil)
            return row
        }
        #expect(try await other.rows().map(plain) == rows.map(plain))
        #expect(rows.map(\.label) == [.airdrop, .gift, .loss, .donation, nil])
        #expect(try await other.importCSV(csv).allSatisfy { !$0.isNew })
        var json = "["
        for (index, row) in rows.enumerated() { json += (index > 0 ? "," : "") + TransactionFile.row.jsonLine(row) }
        #expect(try await other.importFile(Array((json + "]").utf8)).newCount == 0)
    }

    @Test func oldFilesWithoutTheColumnAreRead() async throws {
        try await portfolio.importCSV("time,kind,asset,quantity,value\n2024-01-02,income,BTC,1,5\n", wallet: "w")
        #expect(try await portfolio.rows().map(\.label) == [nil])
    }

    @Test(
        arguments: [
            ("income,1,,gift", "\"gift\" is not a label of a transaction of kind income; expected one of staking, interest"),
            ("deposit,1,,staking", "expected one of gift"), ("withdrawal,1,,none", "expected one of gift, donation, loss, payment"),
            ("fee,1,,gift", "is not a label of a transaction of kind fee; leave it out"),
            ("withdrawal,1,5,loss", "lost coins are worth 0, not 5"),
        ]) func aWrongLabelIsRefused(row: String, reason: String) async throws
    {
        try await perform(.deposit("4", cost: nil), nil)
        let text = "time,kind,quantity,value,label,asset\n2024-01-02,\(row),BTC\n"
        let error = await #expect(throws: ImportError.self) { try await portfolio.importCSV(text, wallet: "w") }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    // MARK: Corrections

    @Test func restorationsAndRepeatedOrdersKeepLabels() async throws {
        let id = try await perform(.income("1"), .mining)
        try await portfolio.orders.takeBack([id])
        _ = try await portfolio.corrections.restore([id])
        #expect(try await portfolio.rows().map(\.label) == [.mining])
        let order = try await order(.income("2"), .staking)
        let first = try await portfolio.orders.perform([order], key: "k").1
        let again = try await portfolio.orders.perform([order], key: "k").1
        #expect(first.map(\.isNew) == [true] && again.map(\.isNew) == [false] && first.map(\.id) == again.map(\.id))
        let other = try await self.order(.income("2"), .interest)
        await #expect(throws: PortfolioError.keyInUse(key: "k")) {
            try await portfolio.orders.perform([other], key: "k")
        }
        let replaced = try await portfolio.orders.perform([other], replacing: first.map(\.id)).1
        #expect(replaced.count == 1)
        #expect(Set(try await portfolio.rows().map(\.label)) == [.mining, .interest])
    }

    @Test func aLabelledWithdrawalIsNoTransfer() async throws {
        _ = try await portfolio.wallets.create("other")
        try await perform(.deposit("1", cost: nil), nil)
        try await perform(.withdraw("1"), .gift, day: 1)
        let text = "time,kind,asset,quantity\n2024-01-02T11:00:00Z,deposit,BTC,1\n"
        let report = try await portfolio.importFile(Array(text.utf8), wallet: "other", ImportOptions(isPreview: true))
        #expect(report.transfers.isEmpty)
    }
}
