import Ledger

extension Order {
    /// Whether a recorded transaction is what this order asks for, its time and the prices that are looked up left aside.
    func isAnswered(by transaction: Transaction) -> Bool {
        let row = TransactionRow(transaction, [:])
        let isOfWallet = transaction.postings.contains { $0.account == Account(wallet.id, .holding) && $0.asset == asset.id }
        guard isOfWallet, row.asset == asset.id, transaction.note == note else { return false }
        switch action {
        case .deposit(let quantity, let cost):
            return row.kind == .deposit && row.quantity == quantity && (cost == nil || row.value == cost)
        case .withdraw(let quantity): return row.kind == .withdrawal && row.quantity == quantity
        case .buy(let size, let price, let fee): return row.kind == .buy && row.isTrade(of: size, price: price, fee: fee)
        case .sell(let size, let price, let fee): return row.kind == .sell && row.isTrade(of: size, price: price, fee: fee)
        case .transfer(let quantity, let target, let fee):
            return row.kind == .transfer && row.quantity == quantity && (row.fee ?? .zero) == fee
                && transaction.postings.contains(Posting(Account(target.id, .holding), asset.id, quantity))
        case .fee(let quantity): return row.kind == .fee && row.quantity == quantity
        case .income(let quantity): return row.kind == .income && row.quantity == quantity
        // How much it was to become is not recorded, only what was missing or too much.
        case .set: return row.kind == .deposit || row.kind == .withdrawal
        }
    }
}

extension TransactionRow {
    fileprivate func isTrade(of size: Order.Size, price: Money?, fee: Money) -> Bool {
        guard (self.fee ?? .zero) == fee, let cash else { return false }
        switch size {
        case .coins(let coins):
            guard quantity == coins else { return false }
            guard let price, let paid = try? coins.multiplied(by: price) else { return price == nil }
            return cash == paid
        case .cash(let paid):
            guard cash == paid else { return false }
            guard let price, let coins = try? paid.divided(by: price) else { return price == nil }
            return quantity == coins
        }
    }
}
