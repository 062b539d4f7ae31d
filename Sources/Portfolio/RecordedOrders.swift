import Ledger
import Market

/// Orders that were recorded earlier under their keys.
struct RecordedOrders {
    private let journal: Journal
    private let prices: ClosePrices

    init(_ journal: Journal, _ prices: ClosePrices) { (self.journal, self.prices) = (journal, prices) }

    /// Returns the transactions recorded under the keys of orders, in the form of a preparation; nil if there are none.
    ///
    /// - Parameter others: keys that a different number of orders would have used.
    /// - Throws: ``PortfolioError/keyInUse(key:)`` if the recorded orders differ. Values that the user did not give, the time and
    ///   looked-up prices, are not compared: they differ a moment later.
    func prepared(
        _ orders: [Order], keys: [String], others: [String], _ wallets: [WalletID: Wallet]
    ) async throws -> PreparedOrder? {
        for other in others where try await journal.record(key: other) != nil { throw PortfolioError.keyInUse(key: other) }
        var found: [(order: Order, key: String, record: RecordedTransaction?)] = []
        for (order, key) in zip(orders, keys) { found.append((order, key, try await journal.record(key: key))) }
        guard let first = found.compactMap(\.record?.id).min() else { return nil }
        var balances = ProvisionalBalances()
        for id in wallets.keys {
            balances.before[id] = try await journal.store.balances(of: id, before: first)
        }
        var draft = OrderTransactions.Draft()
        for (order, key, record) in found {
            let holding = balances.of(order.wallet.id, order.asset.id)
            guard let record else {
                // All orders were recorded together, so only a holding that already had the target quantity has no transaction.
                guard case .set(let wanted) = order.action, wanted == holding else { throw PortfolioError.keyInUse(key: key) }
                continue
            }
            guard try await isAnswered(order, by: record, holding: holding, &draft) else {
                throw PortfolioError.keyInUse(key: record.transaction.key)
            }
            draft.transactions.append(record.transaction)
            try balances.apply(record.transaction)
        }
        return PreparedOrder(
            transactions: draft.transactions, rows: draft.transactions.map { TransactionRow($0, wallets) },
            effects: try await balances.effects(in: wallets, prices), prices: draft.prices, unknownCosts: draft.unknownCosts,
            expected: [:])
    }

    /// Returns whether a record is the result of an order. The order is prepared again as of the recorded time, to get its prices
    /// and unknown costs.
    private func isAnswered(
        _ order: Order, by record: RecordedTransaction, holding: Quantity, _ draft: inout OrderTransactions.Draft
    ) async throws -> Bool {
        let transaction = record.transaction
        guard !order.isTimeGiven || order.time == transaction.time else { return false }
        let then = OrderTransactions(prices: prices.at(time: record.recordedAt))
        let sameOrder = Order(
            wallet: order.wallet, asset: order.asset, action: order.action, time: transaction.time,
            looksUpValue: order.looksUpValue, note: order.note, label: order.label)
        var again = OrderTransactions.Draft()
        var repeated: Transaction?
        do {
            repeated = try await then.transaction(sameOrder, key: transaction.key, holding: holding, &again)
            repeated?.place = transaction.place
        } catch {
            repeated = nil  // the close that gave its price is no longer stored
        }
        guard repeated == transaction else { return order.isAnswered(by: transaction, holding: holding) }
        draft.prices.merge(again.prices) { $1 }
        draft.unknownCosts += again.unknownCosts
        return true
    }
}

extension Order {
    /// Returns whether a recorded transaction matches this order, ignoring its time and looked-up prices.
    ///
    /// - Parameter holding: the quantity of the asset before it was recorded.
    fileprivate func isAnswered(by transaction: Transaction, holding: Quantity) -> Bool {
        let row = TransactionRow(transaction, [:])
        let isOfWallet = transaction.postings.contains { $0.account == Account(wallet.id, .holding) && $0.asset == asset.id }
        guard isOfWallet, row.asset == asset.id, transaction.note == note, row.label == label else { return false }
        switch action {
        case .deposit(let quantity, let cost):
            return row.kind == .deposit && row.quantity == quantity && isAnswered(cost, by: row)
        case .withdraw(let quantity, let value):
            return row.kind == .withdrawal && row.quantity == quantity && isAnswered(value, by: row)
        case .buy(let size, let price, let fee): return row.kind == .buy && row.isTrade(of: size, price: price, fee: fee)
        case .sell(let size, let price, let fee): return row.kind == .sell && row.isTrade(of: size, price: price, fee: fee)
        case .transfer(let quantity, let target, let fee):
            return row.kind == .transfer && row.quantity == quantity && (row.fee ?? .zero) == fee
                && transaction.postings.contains(Posting(Account(target.id, .holding), asset.id, quantity))
        case .fee(let quantity): return row.kind == .fee && row.quantity == quantity
        case .income(let quantity, .zero(let value)):
            return row.kind == .income && row.quantity == quantity && !row.isAtMarketValue && isAnswered(value, by: row)
        case .income(let quantity, .marketValue(let value)):
            return row.kind == .income && row.quantity == quantity && row.isAtMarketValue == (asset.id != .usd)
                && isAnswered(value, by: row)
        case .swap(let quantity, let other, let received, let value):
            return row.kind == .swap && row.quantity == quantity && row.received == .init(other.id, received)
                && isAnswered(value, by: row)
        case .split(let quantity, let other, let received):
            return row.kind == .split && row.quantity == quantity && row.received == .init(other.id, received)
        case .set(let wanted):
            let change = row.kind == .deposit ? row.quantity : row.kind == .withdrawal ? -row.quantity : nil
            return change.flatMap { try? holding.adding($0) } == wanted
        }
    }

    /// Whether a row has the given cost or value, or any if that was looked up.
    private func isAnswered(_ value: Money?, by row: TransactionRow) -> Bool {
        row.value == value || value == nil && looksUpValue
    }
}

extension TransactionRow {
    fileprivate func isTrade(of size: Order.Size, price: Money?, fee: Money) -> Bool {
        guard (self.fee ?? .zero) == fee.amount, let cash else { return false }
        switch size {
        case .coins(let coins):
            guard quantity == coins else { return false }
            guard let price, let paid = try? coins.multiplied(by: price) else { return price == nil }
            return cash == paid
        case .exact(let coins, let paid): return quantity == coins && cash == paid
        case .cash(let paid):
            guard cash == paid else { return false }
            guard let price, let coins = try? paid.divided(by: price) else { return price == nil }
            return quantity == coins
        }
    }
}
