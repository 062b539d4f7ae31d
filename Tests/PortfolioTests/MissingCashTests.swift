import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Imports that also record deposits of the cash that their rows lack.
@Suite struct MissingCashTests {
    private let world: World
    private let portfolio: Portfolio
    private let wallet: Wallet

    init() async throws {
        world = try World(today: day0 + 10)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("w")
    }

    @discardableResult private func run(_ rows: String, _ options: ImportOptions = .withDeposits) async throws -> ImportReport {
        try await portfolio.importFile(Array(("time,kind,asset,quantity,cash,fee,key\n" + rows).utf8), wallet: "w", options)
    }

    private func shown(_ report: ImportReport) -> [String] { report.deposits.map { "\($0.line): \($0.amount)" } }

    // MARK: The amounts

    @Test(arguments: 0..<60 as Range<UInt64>) func theDepositsAreTheLeastThatTheRowsNeed(seed: UInt64) async throws {
        let cash = try await RandomCash(seed: seed, recorded: 12, rows: 10)
        let order: RowOrder = seed % 2 == 0 ? .oldestFirst : .newestFirst
        let bytes = Array(RandomCash.text(cash.file).utf8)
        var options = ImportOptions(order: order, isPreview: true, depositsMissingCash: true)
        let preview = try await cash.portfolio.importFile(bytes, options)
        var found: [String: [String: Quantity]] = ["a": [:], "b": [:]]
        for deposit in preview.deposits {
            found[deposit.wallet, default: [:]][cash.file[deposit.line - 2].key, default: .zero] += deposit.amount
        }
        #expect(found == cash.slowDeposits(order), "seed \(seed): \(RandomCash.text(cash.file))")
        for name in RandomCash.guarded {
            let sum = found[name]?.values.reduce(.zero, +)
            #expect(sum == cash.deepestShortage(order, of: name), "seed \(seed), \(name)")
        }
        #expect(preview.deposited == preview.deposits.reduce(.zero) { $0 + $1.amount })
        options.isPreview = false
        let done = try await cash.portfolio.importFile(bytes, options)
        #expect(done.deposits.map(\.amount) == preview.deposits.map(\.amount) && done.effects == preview.effects, "seed \(seed)")
        let rows = try await cash.portfolio.rows()
        let again = try await cash.portfolio.importFile(bytes, options)
        #expect(again.newCount == 0 && again.deposits.isEmpty && again.deposited == .zero, "seed \(seed)")
        #expect(try await cash.portfolio.rows() == rows, "seed \(seed)")
    }

    /// The first half of a file, then all of it: nothing is deposited twice.
    @Test(arguments: 0..<20 as Range<UInt64>) func aLongerFileAddsOnlyWhatItsNewRowsNeed(seed: UInt64) async throws {
        let cash = try await RandomCash(seed: seed, recorded: 0, rows: 12)
        let options = ImportOptions(order: .oldestFirst, depositsMissingCash: true)
        var (known, deposited): (Set<String>, Quantity) = ([], .zero)
        for count in [6, cash.file.count] {
            let report = try await cash.portfolio.importFile(Array(RandomCash.text(cash.file.prefix(count)).utf8), options)
            let new = Set(report.deposits.map { cash.file[$0.line - 2].key })
            #expect(new.isDisjoint(with: known), "seed \(seed): rows that were recorded before get no deposit")
            known.formUnion(cash.file.prefix(count).map(\.key))
            deposited += report.deposited
            #expect(report.newRowCount + report.knownCount == count, "seed \(seed)")
        }
        // The first half may need deposits that a later row of the whole makes unnecessary.
        let whole = cash.slowDeposits(.oldestFirst).values.flatMap(\.values).reduce(.zero, +)
        #expect(deposited >= whole, "seed \(seed)")
    }

    @Test func aFileOfPurchasesGetsADepositBeforeEach() async throws {
        let rows = "2024-01-02,buy,BTC,1,100,0.5,\n2024-01-04,sell,BTC,0.5,70,,\n2024-01-05,buy,BTC,1,90,,\n"
        await #expect(throws: ImportError.self) { try await run(rows, ImportOptions()) }
        let report = try await run(rows)
        #expect(shown(report) == ["2: 100.5", "4: 20"] && report.deposited == "120.5")
        #expect(report.deposits.map(\.time) == [moment(day0 + 1), moment(day0 + 4)])
        #expect(report.deposits.allSatisfy { $0.wallet == "w" && $0.walletID == wallet.publicID })
        #expect(report.rows.map(\.kind) == [.deposit, .buy, .sell, .deposit, .buy])
        #expect((report.newCount, report.newRowCount, report.knownCount) == (5, 3, 0))
        #expect(!report.hasSharedMoments && report.unknownCosts.isEmpty)
        #expect(report.effects.map { "\($0.asset.ticker) \($0.before) \($0.after)" } == ["USD 0 0", "BTC 0 1.5"])
        #expect(try await portfolio.rows().map(\.kind) == [.deposit, .buy, .sell, .deposit, .buy])
        #expect(try await portfolio.rows().filter { $0.kind == .deposit }.allSatisfy { $0.note.isEmpty && $0.value == nil })
    }

    @Test func aRecordedTransactionAfterTheRowsKeepsItsCash() async throws {
        try await portfolio.perform(wallet, .usd, .deposit("100", cost: nil), at: moment(day0))
        try await portfolio.perform(wallet, bitcoin, .buy(.exact("1", "80"), price: nil, fee: .zero), at: moment(day0 + 5))
        let report = try await run("2024-01-02,buy,ETH,1,30,,\n2024-01-03,buy,ETH,1,30,,\n2024-01-04,deposit,USD,10,,,\n")
        #expect(shown(report) == ["3: 30"])
        #expect(try await portfolio.balances(wallet)[.usd] == nil)
    }

    @Test func aShortageThatARecordedTransactionWouldHaveNamesTheRow() async throws {
        try await portfolio.perform(wallet, .usd, .deposit("100", cost: nil), at: moment(day0))
        try await portfolio.perform(wallet, bitcoin, .buy(.exact("1", "80"), price: nil, fee: .zero), at: moment(day0 + 5))
        let error = await #expect(throws: ImportError.self) {
            try await run("2024-01-02,buy,ETH,1,15,,\n2024-01-03,buy,ETH,1,15,,\n", ImportOptions())
        }
        #expect(error?.faults.map(\.line) == [3] && error?.lacksOnlyCash == true)
        #expect(error?.faults[0].message.hasPrefix("wallet w would have only 70 USD left on 2024-01-06") == true)
    }

    @Test func coinsThatAreMissingAreNotDeposited() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await run("2024-01-02,buy,BTC,1,100,,\n2024-01-03,withdrawal,BTC,2,,,\n")
        }
        #expect(error?.faults.map(\.line) == [3] && error?.lacksOnlyCash == false)
        #expect(try await portfolio.rows().isEmpty)
    }

    @Test func aNewWalletGetsItsDepositsToo() async throws {
        let text = "time,kind,wallet,asset,quantity,cash\n2024-01-02,buy,made,BTC,1,100\n"
        for isPreview in [true, false] {
            let options = ImportOptions(makesWallets: true, isPreview: isPreview, depositsMissingCash: true)
            let report = try await portfolio.importFile(Array(text.utf8), options)
            #expect(report.deposits.map(\.wallet) == ["made"] && (report.deposits[0].walletID == nil) == isPreview)
        }
    }

    // MARK: Rows of one moment

    /// The times of these rows leave the order open; read from the bottom up, they need less.
    @Test func anOpenOrderIsTheOneThatNeedsLess() async throws {
        let report = try await run("2024-01-02,buy,BTC,1,100,,\n2024-01-02,deposit,USD,70,,,\n")
        #expect(report.order == .newestFirst && shown(report) == ["2: 30"])
        let coins = try await run("2024-01-03,sell,ETH,1,50,,\n2024-01-03,buy,ETH,1,20,,\n")
        #expect(coins.order == .newestFirst && shown(coins) == ["3: 20"])
    }

    // MARK: Limits

    @Test func longKeysGetAKeyOfTheirOwn() async throws {
        let keys = ["a", "b"].map { String(repeating: "k", count: 199) + $0 }
        let rows = keys.map { "2024-01-02,buy,BTC,1,100,,\($0)\n" }.joined()
        #expect(shown(try await run(rows)) == ["2: 100", "3: 100"])
        #expect(try await run(rows).newCount == 0)
        #expect(try await portfolio.rows().filter { $0.kind == .deposit }.allSatisfy { $0.key.utf8.count <= 200 })
    }

    @Test func aDepositAboveTheLimitIsRefusedWithItsLine() async throws {
        let most = "900000000000000000"
        for hour in 0..<3 { try await portfolio.perform(wallet, .usd, .deposit(decimal(most), cost: nil), at: moment(day0, hour)) }
        for hour in 0..<3 { try await portfolio.perform(wallet, .usd, .withdraw(decimal(most)), at: moment(day0 + 5, hour)) }
        let rows = (2...4).map { "2024-01-0\($0),buy,BTC,1,\(most),,\n" }.joined()
        let error = await #expect(throws: ImportError.self) { try await run(rows) }
        #expect(error?.faults.map(\.line) == [4])
        guard case .amountTooLarge = error?.faults[0].error as? LedgerError else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func sumsAboveTheLimitAreRefused() async throws {
        _ = try await portfolio.wallets.create("v")
        let rows = (0..<400).map { "2024-01-02,buy,\($0 % 2 == 0 ? "w" : "v"),BTC,1,900000000000000000\n" }.joined()
        let bytes = Array(("time,kind,wallet,asset,quantity,cash\n" + rows).utf8)
        await #expect(throws: DecimalError.overflow) { try await portfolio.importFile(bytes, .withDeposits) }
        #expect(try await portfolio.rows().isEmpty)
    }

    @Test func aKeyThatSomethingElseHasIsRefusedWithTheLine() async throws {
        let other = try Transaction.deposit(
            key: "cash for k", time: moment(day0 + 3), wallet: wallet.id, asset: bitcoin, quantity: "1")
        try await world.record(other)
        let error = await #expect(throws: ImportError.self) { try await run("2024-01-02,buy,BTC,1,100,,k\n") }
        #expect(error?.faults.map(\.line) == [2])
    }
}

extension ImportOptions {
    fileprivate static let withDeposits = ImportOptions(depositsMissingCash: true)
}
