import Ledger
import Market
import MarketData
import Portfolio
import PortfolioWorld
import Synchronization
import Testing

/// A journal in which another process records a transfer after the first query for the wallets that feed another.
private final class InterruptedJournal: JournalRepository {
    private let journal: any JournalRepository
    private let interruption: @Sendable () async throws -> Void
    private let isPending = Mutex(true)

    init(_ journal: any JournalRepository, interruption: @escaping @Sendable () async throws -> Void) {
        (self.journal, self.interruption) = (journal, interruption)
    }

    func walletsFeeding(_ wallet: WalletID) async throws -> Set<WalletID> {
        let wallets = try await journal.walletsFeeding(wallet)
        let isFirst = isPending.withLock { pending in
            defer { pending = false }
            return pending
        }
        if isFirst { try await interruption() }
        return wallets
    }

    func append(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?],
        isRehearsal: Bool
    ) async throws -> [AppendResult] {
        try await journal.append(
            transactions, of: owner, recordedAt: recordedAt, expecting: expected, isRehearsal: isRehearsal)
    }

    func append(
        toWalletsNamed names: Set<String>, of owner: String, makesMissing: Bool, recordedAt: Int, isRehearsal: Bool,
        _ transactions: @escaping @Sendable ([String: WalletID], (String) throws -> Transaction?) throws -> [Transaction]
    ) async throws -> [AppendResult] {
        try await journal.append(
            toWalletsNamed: names, of: owner, makesMissing: makesMissing, recordedAt: recordedAt,
            isRehearsal: isRehearsal, transactions)
    }

    func balances(of wallet: WalletID) async throws -> [AssetID: Quantity] { try await journal.balances(of: wallet) }
    func balances(of wallet: WalletID, before transaction: TransactionID) async throws -> [AssetID: Quantity] {
        try await journal.balances(of: wallet, before: transaction)
    }
    func lastTransaction(of wallet: WalletID) async throws -> TransactionID? { try await journal.lastTransaction(of: wallet) }
    func transaction(key: String, of owner: String) async throws -> RecordedTransaction? {
        try await journal.transaction(key: key, of: owner)
    }

    func transactions(_ query: JournalQuery) async throws -> [RecordedTransaction] { try await journal.transactions(query) }
    func transaction(_ id: TransactionID, of owner: String) async throws -> RecordedTransaction? {
        try await journal.transaction(id, of: owner)
    }
}

@Suite(.serialized) struct ConcurrencyTests {
    /// Gains that know the transfer but not where its coins came from would be refused as a shortage, or lack their cost.
    @Test(arguments: [true, false]) func aTransferFromANewWalletBetweenTwoReadingsIsWholeOrAbsent(wasEmpty: Bool) async throws {
        let world = try World()
        let other = world.portfolio()
        let (main, late) = (try await other.wallets.create("main"), try await other.wallets.create("late"))
        try await world.store([100], of: bitcoin)
        if !wasEmpty { try await other.perform(main, bitcoin, .deposit("1", cost: "10")) }
        let journal = InterruptedJournal(world.database) {
            try await other.perform(late, bitcoin, .deposit("2", cost: "50"))
            try await other.perform(late, bitcoin, .transfer("2", to: main, fee: .zero))
        }
        let database = world.database
        let portfolio = Portfolio(
            market: MarketData(database) { moment(day0 + 1) }, wallets: database, journal: journal, owner: "me")
        let report = try await portfolio.gains.report(of: main)
        #expect(report.gains.lots.map(\.lot.cost) == (wasEmpty ? ["50"] : ["10", "50"]))
    }

    /// Both read, prepare and retry at the same time: nothing is bought twice or with money that is spent.
    @Test func twoProcessesThatSetTheSameHoldingEndWithIt() async throws {
        let world = try World()
        let wallet = try await world.portfolio().wallets.create("main")
        try await world.store([100], of: bitcoin)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for wanted in ["1", "1", "1", "1"] as [Quantity] {
                group.addTask {
                    let portfolio = world.portfolio()
                    while true {
                        do {
                            try await portfolio.orders.commit(
                                portfolio.orders.prepare([portfolio.order(wallet, bitcoin, .set(wanted))]))
                            return
                        } catch PortfolioError.changedMeanwhile {
                            continue
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await world.portfolio().balances(wallet) == [bitcoin: "1"])
        #expect(try await world.portfolio().rows().count == 1)
    }

    /// The random journals of the other tests hold something of everything.
    @Test func randomJournalsHaveEveryKind() async throws {
        var kinds: [Transaction.Kind: Int] = [:]
        var corrected = 0
        for seed in 0..<6 as Range<UInt64> {
            let journal = try await RandomJournal(seed: seed)
            for wallet in journal.wallets {
                for logged in try await journal.portfolio.transactions.page(of: wallet, limit: 1000) {
                    kinds[logged.row.kind, default: 0] += 1
                    corrected += logged.correctedBy == nil ? 0 : 1
                }
            }
        }
        for kind in Transaction.Kind.allCases { #expect(kinds[kind, default: 0] >= 8, "\(kind)") }
        #expect(corrected >= 8)
    }
}
