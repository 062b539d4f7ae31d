import Ledger
import Market
import Platform

extension Portfolio {
    /// The oldest close that can stand for today's price, in days that have ended since.
    package static let freshPriceDays = 2

    /// Computes the combined effect of orders without recording them.
    ///
    /// An order whose key was recorded before stands for what was recorded then, with the time and prices of that time, whatever
    /// has happened since: sending it again changes nothing.
    ///
    /// - Parameter keys: one for each order, under which it is recorded once however often it is committed; nil for random keys.
    /// - Throws: ``PortfolioError`` and ``Ledger/LedgerError`` for the same errors as ``commit(_:)``;
    ///   ``PortfolioError/keyInUse(key:)`` if another order was recorded under a key.
    package func prepare(_ orders: [Order], keys: [String]? = nil) async throws -> PreparedOrder {
        try await rehearsed(draft(orders, keys: keys, others: []))
    }

    /// Computes the combined effect of orders that share one key of the caller for good.
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
        if !prepared.transactions.isEmpty { try await append(prepared.transactions, isRehearsal: true) }
        return prepared
    }

    /// Returns the effect of orders, without checking that the wallets have enough at every moment.
    private func draft(_ orders: [Order], keys: [String]?, others: [String]) async throws -> PreparedOrder {
        precondition(keys.map { $0.count == orders.count } ?? true, "each order needs a key, or none")
        for order in orders { try checkTime(order.time) }
        let wallets = try wallets(of: orders)
        if let keys, !keys.isEmpty {
            let recorded = RecordedOrders(portfolio: self)
            if let prepared = try await recorded.prepared(orders, keys: keys, others: others, wallets) { return prepared }
        }
        var expected: [WalletID: TransactionID?] = [:]
        for id in wallets.keys { expected[id] = .some(try await journal.lastTransaction(of: id)) }
        var balances = ProvisionalBalances()
        for id in wallets.keys { balances.before[id] = try await journal.balances(of: id) }
        var draft = Draft()
        for (index, order) in orders.enumerated() {
            let holding = balances.of(order.wallet.id, order.asset.id)
            let key = keys?[index] ?? Self.randomKey()
            guard let transaction = try await transaction(order, key: key, holding: holding, &draft) else { continue }
            draft.transactions.append(transaction)
            try balances.apply(transaction)
        }
        let effects = try await effects(balances, wallets)
        return PreparedOrder(
            transactions: draft.transactions,
            rows: draft.transactions.map { TransactionRow($0, wallets) }, effects: effects,
            prices: draft.prices, unknownCosts: draft.unknownCosts, expected: expected)
    }

    private func wallets(of orders: [Order]) throws(PortfolioError) -> [WalletID: Wallet] {
        var wallets: [WalletID: Wallet] = [:]
        for order in orders {
            wallets[order.wallet.id] = order.wallet
            if case .transfer(_, let target, _) = order.action { wallets[target.id] = target }
        }
        for wallet in wallets.values { try check(wallet) }
        return wallets
    }

    func effects(_ balances: ProvisionalBalances, _ wallets: [WalletID: Wallet]) async throws -> [PreparedOrder.Effect] {
        let assets = try await assets(balances.changed.map(\.asset))
        // Wallets deleted since are omitted.
        return balances.changed.filter { wallets[$0.wallet] != nil }.map { change in
            PreparedOrder.Effect(
                wallet: wallets[change.wallet]!, asset: assets[change.asset]!,
                before: balances.before[change.wallet]?[change.asset] ?? .zero, after: balances.of(change.wallet, change.asset))
        }
    }

    /// Checks that transactions may have happened at a time.
    ///
    /// - Throws: ``PortfolioError/timeOutOfRange(time:now:)`` for the future, and for times before 1970.
    package func checkTime(_ time: Int) throws(PortfolioError) {
        guard time <= now(), Transaction.times.contains(time) else { throw .timeOutOfRange(time: time, now: now()) }
    }

    /// Records prepared orders, all or none.
    ///
    /// - Returns: a result for each transaction; those whose key was recorded before are not recorded again.
    /// - Throws: ``PortfolioError/changedMeanwhile`` if a wallet has changed since, and whatever
    ///   ``JournalRepository/append(_:of:recordedAt:expecting:)`` throws.
    @discardableResult package func commit(_ prepared: PreparedOrder) async throws -> [AppendResult] {
        guard !prepared.transactions.isEmpty else { return [] }
        return try await append(prepared.transactions, expecting: prepared.expected)
    }

    /// Prepares orders and records them at once. If another process recorded something in between, it prepares them again, since
    /// nobody has seen the first preparation.
    ///
    /// - Throws: whatever ``prepare(_:key:)`` and ``commit(_:)`` throw; ``PortfolioError/changedMeanwhile`` only after 50 attempts.
    package func perform(_ orders: [Order], key: String? = nil) async throws -> (PreparedOrder, [AppendResult]) {
        let (keys, others) = Self.keys(key, orders.count)
        var attempt = 0
        while true {
            attempt += 1
            // Recording performs the same checks as a rehearsal.
            let prepared = try await draft(orders, keys: keys, others: others)
            do {
                return (prepared, try await commit(prepared))
            } catch PortfolioError.changedMeanwhile where attempt < 50 {
                // A random wait, so that processes that block each other do not retry in step.
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...20)))
            }
        }
    }

    /// Takes transactions back, all or none, as if they had never happened.
    ///
    /// - Throws: ``PortfolioError/noSuchTransaction(_:)``, ``PortfolioError/alreadyCorrected(_:)``, and
    ///   ``PortfolioError/neededLater(wallet:asset:left:need:by:kind:time:)`` if later transactions need what they added.
    @discardableResult package func takeBack(_ ids: [TransactionID]) async throws -> [AppendResult] {
        var corrections: [Transaction] = []
        var seen: Set<TransactionID> = []
        for id in ids where seen.insert(id).inserted {
            guard let record = try await journal.transaction(id, of: owner) else {
                throw PortfolioError.noSuchTransaction(id)
            }
            guard record.correctedBy == nil, record.transaction.kind != .correction else {
                throw PortfolioError.alreadyCorrected(id)
            }
            // The key is derived from the transaction, so that taking it back twice at the same time is recorded once.
            corrections.append(try Transaction.correction(of: record, key: "correction of #\(id)"))
        }
        return try await append(corrections)
    }

    /// Appends to the journal. An error about missing holdings uses the names that the user knows.
    @discardableResult func append(
        _ transactions: [Transaction], expecting expected: [WalletID: TransactionID?] = [:], isRehearsal: Bool = false
    ) async throws -> [AppendResult] {
        do {
            return try await journal.append(
                transactions, of: owner, recordedAt: now(), expecting: expected, isRehearsal: isRehearsal)
        } catch let error as PortfolioError {
            throw try await named(error)
        }
    }

    /// Returns the same error with names instead of numbers.
    ///
    /// - Parameter names: the names of wallets that are not stored.
    func named(_ error: PortfolioError, _ names: [WalletID: String] = [:]) async throws -> PortfolioError {
        guard case .insufficient(let id, let assetID, let have, let need, let time, let recorded) = error,
            let name = try await wallets().first(where: { $0.id == id })?.name ?? names[id],
            let asset = try await market.assets.asset(assetID)
        else { return error }
        guard let recorded, let later = try await journal.transaction(recorded, of: owner) else {
            return .notEnough(wallet: name, asset: asset.ticker, have: have, need: need, time: time)
        }
        return .neededLater(
            wallet: name, asset: asset.ticker, left: have, need: need, by: recorded, kind: later.transaction.kind, time: time)
    }

    /// Returns a key of 128 random bits.
    static func randomKey() -> String { RandomID.hexadecimal(digits: 32) }

    // MARK: One order

    /// What is collected during preparation.
    struct Draft {
        var transactions: [Transaction] = []
        var prices: [AssetID: PriceOfDay] = [:]
        var unknownCosts: [Asset] = []
    }

    func transaction(
        _ order: Order, key: String, holding: Quantity, _ draft: inout Draft
    ) async throws -> Transaction? {
        let (wallet, asset) = (order.wallet.id, order.asset.id)
        switch order.action {
        case .deposit(let quantity, let cost):
            return try await deposit(order, quantity, cost: cost, key: key, &draft)
        case .withdraw(let quantity):
            return try .withdrawal(
                key: key, time: order.time, wallet: wallet, asset: asset, quantity: quantity,
                value: try await marketValue(order, quantity, &draft), note: order.note)
        case .buy(let size, let price, let fee):
            let (quantity, cash) = try await trade(order, size, price, &draft)
            return try .buy(
                key: key, time: order.time, wallet: wallet, asset: asset, quantity: quantity, paid: cash, fee: fee,
                note: order.note)
        case .sell(let size, let price, let fee):
            let (quantity, cash) = try await trade(order, size, price, &draft)
            return try .sell(
                key: key, time: order.time, wallet: wallet, asset: asset, quantity: quantity, received: cash, fee: fee,
                note: order.note)
        case .transfer(let quantity, let target, let fee):
            guard target.id != wallet else { throw PortfolioError.sameWallet(target.name) }
            return try .transfer(
                key: key, time: order.time, from: wallet, to: target.id, asset: asset, quantity: quantity, fee: fee,
                note: order.note)
        case .fee(let quantity):
            return try .fee(key: key, time: order.time, wallet: wallet, asset: asset, quantity: quantity, note: order.note)
        case .income(let quantity, let basis): return try await income(order, quantity, basis, key: key, &draft)
        case .set(let wanted):
            return try await set(order, wanted, holding: holding, key: key, &draft)
        }
    }

    private func deposit(
        _ order: Order, _ quantity: Quantity, cost: Money?, key: String, _ draft: inout Draft
    ) async throws -> Transaction {
        var value = cost
        if value == nil { value = try await marketValue(order, quantity, &draft) }
        if value == nil, order.asset.id != .usd { draft.unknownCosts.append(order.asset) }
        return try .deposit(
            key: key, time: order.time, wallet: order.wallet.id, asset: order.asset.id, quantity: quantity, value: value,
            note: order.note)
    }

    private func income(
        _ order: Order, _ quantity: Quantity, _ basis: Order.IncomeBasis, key: String, _ draft: inout Draft
    ) async throws -> Transaction {
        let (wallet, asset) = (order.wallet.id, order.asset)
        var value: Money?
        if case .marketValue(let given?) = basis { value = given } else { value = try await marketValue(order, quantity, &draft) }
        // The value of cash is its amount in any case.
        guard basis != .zero, asset.id != .usd else {
            return try .income(
                key: key, time: order.time, wallet: wallet, asset: asset.id, quantity: quantity, value: value, note: order.note)
        }
        guard let value else { throw try await noPrice(order) }
        return try .incomeAtMarketValue(
            key: key, time: order.time, wallet: wallet, asset: asset.id, quantity: quantity, value: value, note: order.note)
    }

    private func noPrice(_ order: Order) async throws -> PortfolioError {
        .noPrice(
            asset: order.asset.ticker, day: Day(secondsSince1970: order.time),
            newest: try await newestPrice(of: order.asset.id, through: today)?.day)
    }

    private func set(
        _ order: Order, _ wanted: Quantity, holding: Quantity, key: String, _ draft: inout Draft
    ) async throws -> Transaction? {
        guard wanted >= .zero else { throw PortfolioError.negativeAmount(order.asset.ticker, wanted) }
        if wanted > holding { return try await deposit(order, wanted - holding, cost: nil, key: key, &draft) }
        guard wanted < holding else { return nil }
        let value = try await marketValue(order, holding - wanted, &draft)
        return try .withdrawal(
            key: key, time: order.time, wallet: order.wallet.id, asset: order.asset.id, quantity: holding - wanted,
            value: value, note: order.note)
    }

    /// Returns the market value of a quantity; nil for cash, whose value is its amount, and if no close is known.
    private func marketValue(_ order: Order, _ quantity: Quantity, _ draft: inout Draft) async throws -> Money? {
        guard let price = try await marketPrice(of: order.asset.id, at: order.time) else { return nil }
        draft.prices[order.asset.id] = price
        return try quantity.multiplied(by: price.price)
    }

    private func trade(
        _ order: Order, _ size: Order.Size, _ price: Money?, _ draft: inout Draft
    ) async throws -> (quantity: Quantity, cash: Money) {
        guard order.asset.id != .usd else { throw PortfolioError.cashForCash }
        if price == nil { draft.prices[order.asset.id] = try await marketPrice(of: order.asset.id, at: order.time) }
        guard let price = price ?? draft.prices[order.asset.id]?.price else {
            throw try await noPrice(order)
        }
        guard price > .zero else { throw PortfolioError.badPrice(order.asset.ticker, price) }
        return switch size {
        case .coins(let quantity): (quantity, try quantity.multiplied(by: price))
        case .cash(let cash): (try cash.divided(by: price), cash)
        }
    }
}
