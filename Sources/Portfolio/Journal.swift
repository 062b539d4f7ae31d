import Ledger
import Market
import MarketData
import Store

/// An owner's recorded transactions: appends to them and replays them.
struct Journal: Sendable {
    private let wallets: OwnedWallets
    private let market: MarketData

    init(of wallets: OwnedWallets, _ market: MarketData) { (self.wallets, self.market) = (wallets, market) }

    var store: Store { wallets.store }

    // MARK: Reading

    /// Returns a transaction of the owner.
    ///
    /// - Throws: ``PortfolioError/noSuchTransaction(_:)``.
    func record(_ id: TransactionID) async throws -> RecordedTransaction {
        guard let record = try await find(id) else { throw PortfolioError.noSuchTransaction(id) }
        return record
    }

    /// As ``record(_:)``, but returns nil where there is none.
    func find(_ id: TransactionID) async throws -> RecordedTransaction? {
        try await store.transaction(id, of: wallets.owner)
    }

    /// Returns the transaction that the owner recorded under a key; nil where there is none.
    func record(key: String) async throws -> RecordedTransaction? {
        try await store.transaction(key: key, of: wallets.owner)
    }

    /// Returns the current combined holdings of a group, without assets that no wallet holds or owes.
    func balances(of group: WalletGroup) async throws -> [AssetID: Quantity] {
        var balances: [AssetID: Quantity] = [:]
        for wallet in group.wallets { try balances.add(await store.balances(of: wallet.id)) }
        return balances
    }

    /// Returns the day of the first transaction that counts; nil without transactions.
    func firstDay(of group: WalletGroup) async throws -> Day? {
        guard !group.wallets.isEmpty else { return nil }
        let query = JournalQuery(wallets: group.ids, leavesOutCorrected: true, limit: 1)
        return try await store.transactions(query).first?.transaction.day
    }

    // MARK: Replaying

    /// Returns the wallets whose lots may have reached any wallet of a group, and the newest number of their transactions.
    func feeding(_ group: WalletGroup) async throws -> (wallets: Set<WalletID>, newest: TransactionID?) {
        try await store.walletsFeeding(group.ids)
    }

    /// Visits the transactions of wallets in journal order, without corrections and corrected ones, page by page: memory does not
    /// grow with the journal.
    ///
    /// - Parameters:
    ///   - wallets: visits transactions that change any of them.
    ///   - start: only transactions at or after this time, in seconds since 1970-01-01 UTC; nil for all.
    ///   - end: only transactions before this time, in seconds since 1970-01-01 UTC; nil for all.
    ///   - visit: called with each transaction.
    func replay(
        _ wallets: Set<WalletID>, since start: Int? = nil, before end: Int? = nil, _ visit: (RecordedTransaction) throws -> Void
    ) async throws {
        let newest = try await store.lastTransaction(of: wallets)
        try await pages(of: wallets, upTo: newest, since: start, before: end) { try $0.forEach(visit) }
    }

    /// Visits transactions up to a number, that is, the journal when this number was the newest; visits none for nil.
    func replay(
        _ wallets: Set<WalletID>, upTo newest: TransactionID?, before end: Int?, _ visit: (RecordedTransaction) throws -> Void
    ) async throws {
        try await pages(of: wallets, upTo: newest, before: end) { try $0.forEach(visit) }
    }

    /// Visits the same transactions, a page at a time.
    func pages(
        of wallets: Set<WalletID>, upTo newest: TransactionID?, since start: Int? = nil, before end: Int?,
        _ visit: ([RecordedTransaction]) async throws -> Void
    ) async throws {
        guard let newest else { return }
        // Numbers only increase, so all pages show the same state.
        var query = JournalQuery(wallets: wallets, leavesOutCorrected: true, upTo: newest, since: start, before: end, limit: 4096)
        while true {
            let page = try await store.transactions(query)
            try await visit(page)
            guard page.count == query.limit, let last = page.last else { return }
            query.after = JournalQuery.Position(last)
        }
    }

    // MARK: Appending

    /// Appends to the journal. An error about missing holdings uses the names that the user knows.
    @discardableResult func append(
        _ transactions: [Transaction], expecting expected: [WalletID: TransactionID?] = [:], isRehearsal: Bool = false
    ) async throws -> [AppendResult] {
        do {
            return try await store.append(
                transactions, of: wallets.owner, recordedAt: wallets.now(), expecting: expected, isRehearsal: isRehearsal)
        } catch let error as PortfolioError {
            throw try await named(error)
        }
    }

    /// Returns the same error with names instead of numbers.
    ///
    /// - Parameter names: the names of wallets that are not stored.
    func named(_ error: PortfolioError, _ names: [WalletID: String] = [:]) async throws -> PortfolioError {
        guard case .insufficient(let id, let assetID, let have, let need, let time, let recorded) = error,
            let name = try await wallets.all().first(where: { $0.id == id })?.name ?? names[id],
            let asset = try await market.store.asset(assetID)
        else { return error }
        guard let recorded, let later = try await find(recorded) else {
            return .notEnough(wallet: name, asset: asset.ticker, have: have, need: need, time: time)
        }
        return .neededLater(
            wallet: name, asset: asset.ticker, left: have, need: need, by: recorded, kind: later.transaction.kind, time: time)
    }
}
