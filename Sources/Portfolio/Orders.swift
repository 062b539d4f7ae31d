import Ledger
import Market
import MarketData
import Platform

/// Prepares an owner's orders, records them and takes them back.
package struct Orders: Sendable {
    private let wallets: OwnedWallets
    private let journal: Journal
    private let prices: ClosePrices

    init(_ wallets: OwnedWallets, _ journal: Journal, _ prices: ClosePrices) {
        (self.wallets, self.journal, self.prices) = (wallets, journal, prices)
    }

    /// Computes the combined effect of orders without recording them.
    ///
    /// An order whose key was recorded before stands for the recorded transactions, with their time and prices, whatever has
    /// happened since: sending it again changes nothing.
    ///
    /// - Parameters:
    ///   - replaced: transactions that are taken back, so that the orders take their place.
    ///   - keys: one for each order, under which it is recorded once, however often it is committed; nil for random keys.
    /// - Throws: ``PortfolioError`` and ``Ledger/LedgerError`` for the same errors as ``commit(_:)``;
    ///   ``PortfolioError/keyInUse(key:)`` if another order was recorded under a key.
    package func prepare(
        _ orders: [Order], replacing replaced: [TransactionID] = [], keys: [String]? = nil
    ) async throws -> PreparedOrder {
        try await rehearsed(draft(orders, replacing: replaced, keys: keys, others: []))
    }

    /// Computes the combined effect of orders that permanently share one key of the caller.
    ///
    /// - Parameter key: the key, or nil. Several orders are recorded under `key/1`, `key/2` and so on.
    package func prepare(_ orders: [Order], key: String?) async throws -> PreparedOrder {
        let (keys, others) = Self.keys(key, orders.count)
        return try await rehearsed(draft(orders, keys: keys, others: others))
    }

    /// Returns the keys of `count` orders, and the keys that a different number of orders would have used.
    private static func keys(_ key: String?, _ count: Int) -> (keys: [String]?, others: [String]) {
        guard let key else { return (nil, []) }
        guard count != 1 else { return ([key], (1...3).map { "\(key)/\($0)" }) }
        return ((0..<count).map { "\(key)/\($0 + 1)" }, [key, "\(key)/\(count + 1)"])
    }

    /// Returns the prepared orders after checking that the wallets have enough at every moment.
    private func rehearsed(_ prepared: PreparedOrder) async throws -> PreparedOrder {
        if !prepared.recorded.isEmpty { try await journal.append(prepared.recorded, isRehearsal: true) }
        return prepared
    }

    /// Returns the effect of orders, without checking that the wallets have enough at every moment.
    private func draft(
        _ orders: [Order], replacing replaced: [TransactionID] = [], keys: [String]?, others: [String]
    ) async throws -> PreparedOrder {
        precondition(keys.map { $0.count == orders.count } ?? true, "each order needs a key, or none")
        for order in orders { try wallets.checkTime(order.time) }
        var involved = try involvedWallets(orders)
        if let keys, !keys.isEmpty {
            let recorded = RecordedOrders(journal, prices)
            if let prepared = try await recorded.prepared(orders, keys: keys, others: others, involved) { return prepared }
        }
        let keys = keys ?? orders.map { _ in Self.randomKey() }
        let takenBack = try await corrections(of: replaced)
        if !takenBack.isEmpty {
            let changed = Set(takenBack.flatMap(\.wallets))
            involved.merge(try await wallets.byID().filter { changed.contains($0.key) }) { order, _ in order }
        }
        var expected: [WalletID: TransactionID?] = [:]
        for id in involved.keys { expected[id] = .some(try await journal.store.lastTransaction(of: id)) }
        var balances = ProvisionalBalances()
        for id in involved.keys { balances.before[id] = try await journal.store.balances(of: id) }
        for correction in takenBack { try balances.apply(correction) }
        let making = OrderTransactions(prices: prices)
        let place = try await place(of: replaced)
        var draft = OrderTransactions.Draft()
        for (index, order) in orders.enumerated() {
            let holding = balances.of(order.wallet.id, order.asset.id)
            guard var transaction = try await making.transaction(order, key: keys[index], holding: holding, &draft) else {
                continue
            }
            transaction.place = place
            draft.transactions.append(transaction)
            try balances.apply(transaction)
        }
        let effects = try await balances.effects(in: involved, prices)
        return PreparedOrder(
            transactions: draft.transactions,
            rows: draft.transactions.map { TransactionRow($0, involved) }, effects: effects,
            prices: draft.prices, unknownCosts: draft.unknownCosts, expected: expected,
            corrections: try await corrections(of: replaced, by: draft.transactions.last?.key))
    }

    private func involvedWallets(_ orders: [Order]) throws(PortfolioError) -> [WalletID: Wallet] {
        var involved: [WalletID: Wallet] = [:]
        for order in orders {
            involved[order.wallet.id] = order.wallet
            if case .transfer(_, let target, _) = order.action { involved[target.id] = target }
        }
        for wallet in involved.values { try wallets.check(wallet) }
        return involved
    }

    /// Records prepared orders, all or none.
    ///
    /// - Returns: a result for each transaction of the orders; those whose key was recorded before are not recorded again.
    /// - Throws: ``PortfolioError/changedMeanwhile`` if a wallet has changed since, and whatever
    ///   ``Store/append(_:of:recordedAt:expecting:isRehearsal:)`` throws.
    @discardableResult package func commit(_ prepared: PreparedOrder) async throws -> [AppendResult] {
        guard !prepared.recorded.isEmpty else { return [] }
        let results = try await journal.append(prepared.recorded, expecting: prepared.expected)
        return Array(results.suffix(prepared.transactions.count))
    }

    /// Prepares orders and records them at once. If another process records something in between, it prepares them again, since the
    /// caller has not seen the first preparation.
    ///
    /// An order whose key was recorded before is not recorded again, and nothing more is taken back.
    ///
    /// - Parameter replaced: transactions that are taken back, so that the orders take their place, all or none: if the orders are
    ///   refused, nothing is taken back.
    /// - Throws: whatever ``prepare(_:key:)``, ``takeBack(_:)`` and ``commit(_:)`` throw; ``PortfolioError/changedMeanwhile`` only
    ///   after 50 attempts.
    package func perform(
        _ orders: [Order], replacing replaced: [TransactionID] = [], key: String? = nil
    ) async throws -> (PreparedOrder, [AppendResult]) {
        let (keys, others) = Self.keys(key, orders.count)
        return try await Self.retrying {
            // Recording performs the same checks as a rehearsal.
            let prepared = try await draft(orders, replacing: replaced, keys: keys, others: others)
            return (prepared, try await commit(prepared))
        }
    }

    /// Retries a write while other processes change the same wallets, at most 50 times.
    private static func retrying<Written>(_ write: () async throws -> Written) async throws -> Written {
        var attempt = 0
        while true {
            attempt += 1
            do {
                return try await write()
            } catch PortfolioError.changedMeanwhile where attempt < 50 {
                // A random wait, so that processes that block each other do not retry in step.
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...20)))
            }
        }
    }

    // MARK: Missing cash

    /// Computes the effect of a purchase and of the deposit of the cash that the wallet lacks for it.
    package func prepareWithDeposit(_ purchase: Order, replacing replaced: [TransactionID] = []) async throws -> PreparedOrder {
        try await prepare(try await withDeposit(purchase, replacing: replaced, key: nil), replacing: replaced)
    }

    /// Records a purchase and, at the same time, the deposit of the cash that the wallet lacks for it: both or neither.
    ///
    /// - Throws: whatever ``perform(_:replacing:key:)`` throws.
    package func performWithDeposit(
        _ purchase: Order, replacing replaced: [TransactionID] = [], key: String?
    ) async throws -> (PreparedOrder, [AppendResult]) {
        try await Self.retrying {
            let last = try await journal.store.lastTransaction(of: purchase.wallet.id)
            let orders = try await withDeposit(purchase, replacing: replaced, key: key)
            let (keys, others) = Self.keys(key, orders.count)
            let prepared = try await draft(orders, replacing: replaced, keys: keys, others: others)
            // The deposit fits the wallet as it was when the amount was determined.
            let isUnchanged = prepared.expected.isEmpty || prepared.expected[purchase.wallet.id] == .some(last)
            guard isUnchanged else { throw PortfolioError.changedMeanwhile }
            return (prepared, try await commit(prepared))
        }
    }

    /// Returns a purchase, after the deposit of the cash that it or a later transaction would lack.
    ///
    /// - Parameter key: if it was recorded before under this key, the deposit is the recorded one: prices may have changed.
    private func withDeposit(_ purchase: Order, replacing replaced: [TransactionID], key: String?) async throws -> [Order] {
        guard case .buy = purchase.action else { return [purchase] }
        guard let dollars = try await journal.store.asset(.usd) else { throw AssetError.notStored(.usd) }
        func deposit(_ cash: Quantity) -> Order {
            Order(
                wallet: purchase.wallet, asset: dollars, action: .deposit(cash, cost: nil), time: purchase.time,
                isTimeGiven: purchase.isTimeGiven)
        }
        if let key {
            if try await journal.record(key: key) != nil { return [purchase] }
            if let recorded = try await journal.record(key: "\(key)/1")?.transaction {
                return [deposit(TransactionRow(recorded, [:]).quantity), purchase]
            }
        }
        var (orders, cash) = ([purchase], Quantity.zero)
        // Each refusal names one moment without enough cash. Rehearsals are cheap, but not free.
        for _ in 0..<20 {
            do {
                _ = try await prepare(orders, replacing: replaced)
                break
            } catch PortfolioError.notEnough(purchase.wallet.name, dollars.ticker, let have, let need, _) {
                cash = try cash.adding(need).subtracting(have)
            } catch PortfolioError.neededLater(purchase.wallet.name, dollars.ticker, let left, let need, _, _, _) {
                cash = try cash.adding(need).subtracting(left)
            }
            orders = [deposit(cash), purchase]
        }
        return orders
    }

    // MARK: Taking back

    /// Takes transactions back, all or none, as if they had never happened.
    ///
    /// - Throws: ``PortfolioError/noSuchTransaction(_:)``, ``PortfolioError/alreadyCorrected(_:)``, and
    ///   ``PortfolioError/neededLater(wallet:asset:left:need:by:kind:time:)`` if later transactions need what they added.
    @discardableResult package func takeBack(_ ids: [TransactionID]) async throws -> [AppendResult] {
        try await journal.append(try await corrections(of: ids))
    }

    /// Records transactions again that were taken back, all or none, as they were.
    ///
    /// - Throws: ``PortfolioError/noSuchTransaction(_:)``, ``PortfolioError/notCorrected(_:)``,
    ///   ``PortfolioError/replaced(_:by:)``, and
    ///   ``PortfolioError/notEnough(wallet:asset:have:need:time:)`` if what they need is gone.
    @discardableResult func restore(_ ids: [TransactionID]) async throws -> [AppendResult] {
        var restored: [Transaction] = []
        for id in Set(ids).sorted() {
            var record = try await journal.record(id)
            guard record.correctedBy != nil else { throw PortfolioError.notCorrected(id) }
            // One that was restored before and taken back again has a successor.
            while let later = try await journal.record(key: Replacements.restorationKey(record.id)), later.correctedBy != nil {
                record = later
            }
            // Beside what took its place, it would count twice.
            if let replacement = try await Replacements(journal).replacement(of: record) {
                throw PortfolioError.replaced(id, by: replacement)
            }
            restored.append(record.restoration)
        }
        return try await journal.append(restored)
    }

    /// Returns the place of orders that replace transactions: that of the first, so that they count before whatever of the same second
    /// needs it; nil if they replace none.
    private func place(of replaced: [TransactionID]) async throws -> TransactionID? {
        var places: [TransactionID] = []
        for id in replaced { places.append(try await journal.record(id).place) }
        return places.min()
    }

    /// Returns the transactions that take others back.
    ///
    /// - Parameter replacement: the key of the transaction that takes their place; nil if there is none.
    private func corrections(of ids: [TransactionID], by replacement: String? = nil) async throws -> [Transaction] {
        var corrections: [Transaction] = []
        var seen: Set<TransactionID> = []
        for id in ids where seen.insert(id).inserted {
            let record = try await journal.record(id)
            guard record.correctedBy == nil, record.transaction.kind != .correction else {
                throw PortfolioError.alreadyCorrected(id)
            }
            corrections.append(try Transaction.correction(of: record, key: Replacements.correctionKey(id, by: replacement)))
        }
        return corrections
    }

    /// Returns a key of 128 random bits.
    static func randomKey() -> String { RandomID.hexadecimal(digits: 32) }

    /// Returns what recorded transactions changed, relative to the holdings before the first of them was recorded.
    ///
    /// - Throws: ``PortfolioError/noSuchTransaction(_:)``.
    package func effects(of ids: [TransactionID]) async throws -> [PreparedOrder.Effect] {
        guard let first = ids.min() else { return [] }
        var records: [RecordedTransaction] = []
        for id in ids {
            records.append(try await journal.record(id))
        }
        let known = try await wallets.byID()
        var balances = ProvisionalBalances()
        for id in Set(records.flatMap(\.transaction.wallets)) {
            balances.before[id] = try await journal.store.balances(of: id, before: first)
        }
        for record in records { try balances.apply(record.transaction) }
        return try await balances.effects(in: known, prices)
    }

    /// Returns the receipt of transactions that orders recorded earlier, without the prices that were looked up then.
    ///
    /// - Throws: ``PortfolioError/noSuchTransaction(_:)``.
    package func receipt(of ids: [TransactionID]) async throws -> OrderReceipt {
        var transactions: [Transaction] = []
        for id in ids { transactions.append(try await journal.record(id).transaction) }
        let known = try await wallets.byID()
        let prepared = PreparedOrder(
            transactions: transactions, rows: transactions.map { TransactionRow($0, known) }, effects: try await effects(of: ids),
            prices: [:], unknownCosts: [], expected: [:])
        return OrderReceipt(prepared, ids.map { AppendResult(id: $0, isNew: false) })
    }
}
