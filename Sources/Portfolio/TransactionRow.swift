import Ledger
import Market

/// A transaction as people and files tell it, without postings.
public struct TransactionRow: Equatable, Sendable {
    /// The columns of a file, in order.
    public static let columns = ["key", "time", "kind", "wallet", "asset", "quantity", "cash", "fee", "to", "value", "note"]

    /// Unique among an owner's transactions; empty where a file has none.
    public var key: String
    /// Seconds since 1970-01-01 UTC.
    public var time: Int
    /// What happened.
    public var kind: Transaction.Kind
    /// The wallet's name; of a transfer the one that it leaves.
    public var wallet: String
    /// The asset that comes in or goes out.
    public var asset: AssetID
    /// How much of it, without sign; of a transfer what arrives.
    public var quantity: Quantity
    /// What was paid for it or received, in US dollars, fee not included; of buys and sells.
    public var cash: Money?
    /// In US dollars for buys and sells, of the asset for transfers; nil where there is none.
    public var fee: Quantity?
    /// The name of the wallet that a transfer goes to.
    public var target: String?
    /// What a deposit cost, or a withdrawal or an income was worth, in US dollars.
    public var value: Money?
    /// A person's words.
    public var note: String
    /// The ``Wallet/publicID`` of ``wallet``; nil in a file, and of a deleted wallet.
    public var walletID: String?
    /// The same of ``target``.
    public var targetID: String?
}

extension TransactionRow {
    /// What a transaction's postings tell.
    ///
    /// - Parameter wallets: those that may be named; another one is called by its number, `#3`.
    init(_ transaction: Transaction, _ wallets: [WalletID: Wallet]) {
        func amount(_ role: Account.Role, _ asset: AssetID? = nil) -> Quantity? {
            transaction.postings.first { $0.account.role == role && (asset == nil || $0.asset == asset) }?.amount
        }
        func name(_ wallet: WalletID) -> String { wallets[wallet]?.name ?? "#\(wallet)" }
        let main = Self.mainPosting(transaction)
        (key, time, kind) = (transaction.key, transaction.time, transaction.kind)
        (wallet, asset, quantity) = (name(main.account.wallet), main.asset, main.amount.magnitude)
        (value, note) = (transaction.value, transaction.note)
        walletID = wallets[main.account.wallet]?.publicID
        switch transaction.kind {
        case .buy, .sell:
            cash = amount(.market, .usd)?.magnitude
            fee = amount(.fees)
        case .transfer:
            fee = amount(.fees)
            let arrival = transaction.postings.first { $0.account.role == .holding && $0.amount > .zero }
            target = arrival.map { name($0.account.wallet) }
            targetID = arrival.flatMap { wallets[$0.account.wallet]?.publicID }
            quantity = arrival?.amount ?? quantity
        default: break
        }
    }

    /// The same as a file tells it.
    var withoutIDs: TransactionRow {
        var row = self
        (row.walletID, row.targetID) = (nil, nil)
        return row
    }

    /// The holding that a transaction is about: the coins of a trade, what leaves in a transfer.
    private static func mainPosting(_ transaction: Transaction) -> Posting {
        let holdings = transaction.postings.filter { $0.account.role == .holding }
        let main =
            switch transaction.kind {
            case .buy, .sell, .correction: holdings.first { $0.asset != .usd } ?? holdings.first
            case .transfer: holdings.first { $0.amount < .zero }
            default: holdings.first
            }
        guard let main else { preconditionFailure("transaction \(transaction.key) changes no holding") }
        return main
    }

    /// The transaction that the row tells of.
    ///
    /// - Parameters:
    ///   - wallet: of the name ``wallet``.
    ///   - target: of the name ``target``.
    ///   - key: the row's own, or one made of its content.
    /// - Throws: `LedgerError`, or ``PortfolioError/badRow(_:)``.
    func transaction(wallet: WalletID, target: WalletID?, key: String) throws -> Transaction {
        try checkColumns()
        func money(_ name: String) throws(PortfolioError) -> Money {
            guard let cash else { throw .badRow("a \(kind.rawValue) needs its \(name)") }
            return cash
        }
        switch kind {
        case .deposit:
            return try .deposit(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: value, note: note)
        case .withdrawal:
            return try .withdrawal(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: value, note: note)
        case .buy:
            return try .buy(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, paid: try money("cash"),
                fee: fee ?? .zero, note: note)
        case .sell:
            return try .sell(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, received: try money("cash"),
                fee: fee ?? .zero, note: note)
        case .transfer:
            guard let target else { throw PortfolioError.badRow("a transfer needs the wallet that it goes to") }
            return try .transfer(
                key: key, time: time, from: wallet, to: target, asset: asset, quantity: quantity, fee: fee ?? .zero,
                note: note)
        case .fee: return try .fee(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, note: note)
        case .income:
            return try .income(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: value, note: note)
        case .correction: throw PortfolioError.badRow("a correction cannot be imported; take the transaction back instead")
        }
    }

    /// Refuses what the kind has no place for: left out, it would be lost without a word.
    private func checkColumns() throws(PortfolioError) {
        let (isTrade, isTransfer) = (kind == .buy || kind == .sell, kind == .transfer)
        let hasValue = [.deposit, .withdrawal, .income].contains(kind)
        let columns = [
            ("cash", cash != nil, isTrade), ("fee", (fee ?? .zero) != .zero, isTrade || isTransfer),
            ("to", target != nil, isTransfer), ("value", value != nil, hasValue),
        ]
        for (name, isThere, isUsed) in columns where isThere && !isUsed {
            throw .badRow(
                "a \(kind.rawValue) has no \(name); leave it out"
                    + (name == "cash" && hasValue ? ", or say what the coins cost or were worth in the column value" : ""))
        }
    }
}
