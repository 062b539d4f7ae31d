import Ledger
import Market

/// A transaction as people and files tell it, without postings.
package struct TransactionRow: Equatable, Sendable {
    /// The columns of a file, in order.
    package static let columns = [
        "key", "time", "kind", "wallet", "asset", "quantity", "cash", "fee", "to", "value", "note", "at_market",
    ]

    /// Unique among an owner's transactions; empty where a file has none.
    package var key: String
    /// Seconds since 1970-01-01 UTC.
    package var time: Int
    /// What happened.
    package var kind: Transaction.Kind
    /// The wallet's name; of a transfer the one that it leaves.
    package var wallet: String
    /// The asset that comes in or goes out.
    package var asset: AssetID
    /// How much of it, without sign; of a transfer what arrives.
    package var quantity: Quantity
    /// What was paid for it or received, in US dollars, fee not included; of buys and sells.
    package var cash: Money?
    /// In US dollars for buys and sells, of the asset for transfers; nil where there is none.
    package var fee: Quantity?
    /// The name of the wallet that a transfer goes to.
    package var target: String?
    /// What a deposit cost, or a withdrawal or an income was worth, in US dollars.
    package var value: Money?
    /// Whether a missing ``value`` is to be looked up: the close of the day, where that is stored. A file that says `unknown` wants none.
    package var looksUpValue = false
    /// Whether income counts at its ``value``, which is then also what the coins cost. Otherwise they cost nothing.
    package var isAtMarketValue = false
    /// A person's words.
    package var note: String
    /// The ``Wallet/publicID`` of ``wallet``; nil in a file, and of a deleted wallet.
    package var walletID: String?
    /// The same of ``target``.
    package var targetID: String?
}

extension TransactionRow {
    /// What a transaction's postings tell.
    ///
    /// - Parameters:
    ///   - wallets: those that may be named.
    ///   - names: what wallets are called that are not there; without one they are called by their numbers, `#3`.
    init(_ transaction: Transaction, _ wallets: [WalletID: Wallet], names: [WalletID: String] = [:]) {
        func amount(_ role: Account.Role, _ asset: AssetID? = nil) -> Quantity? {
            transaction.postings.first { $0.account.role == role && (asset == nil || $0.asset == asset) }?.amount
        }
        func name(_ wallet: WalletID) -> String { wallets[wallet]?.name ?? names[wallet] ?? "#\(wallet)" }
        let main = Self.mainPosting(transaction)
        (key, time, kind) = (transaction.key, transaction.time, transaction.kind)
        (wallet, asset, quantity) = (name(main.account.wallet), main.asset, main.amount.magnitude)
        (value, note, isAtMarketValue) = (transaction.value, transaction.note, transaction.isAtMarketValue)
        walletID = wallets[main.account.wallet]?.publicID
        switch transaction.kind {
        case .buy, .sell:
            cash = (amount(.market, .usd)?.magnitude).map(Money.usd)
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

    /// The same as a file has it.
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
                fee: .usd(fee ?? .zero), note: note)
        case .sell:
            return try .sell(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, received: try money("cash"),
                fee: .usd(fee ?? .zero), note: note)
        case .transfer:
            guard let target else { throw PortfolioError.badRow("a transfer needs the wallet that it goes to") }
            return try .transfer(
                key: key, time: time, from: wallet, to: target, asset: asset, quantity: quantity, fee: fee ?? .zero,
                note: note)
        case .fee: return try .fee(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, note: note)
        case .income where isAtMarketValue:
            guard let value else { throw PortfolioError.noMarketValue(asset: asset, day: Day(secondsSince1970: time)) }
            return try .incomeAtMarketValue(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: value, note: note)
        case .income:
            return try .income(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: value, note: note)
        case .correction: throw PortfolioError.badRow("a correction cannot be imported; take the transaction back instead")
        }
    }

    /// Refuses what the kind has no place for: left out, it would be lost without a word.
    private func checkColumns() throws(PortfolioError) {
        let (isTrade, isTransfer) = (kind == .buy || kind == .sell, kind == .transfer)
        let columns = [
            ("cash", cash != nil, isTrade), ("fee", (fee ?? .zero) != .zero, isTrade || isTransfer),
            ("to", target != nil, isTransfer), ("value", value != nil, kind.hasValue),
            ("at_market", isAtMarketValue, kind == .income && asset != .usd),
        ]
        for (name, isThere, isUsed) in columns where isThere && !isUsed {
            throw .badRow(
                "\(kind == .income ? "an" : "a") \(kind.rawValue) has no \(name); leave it out"
                    + (name == "cash" && kind.hasValue ? ", or say what the coins cost or were worth in the column value" : ""))
        }
    }
}

extension Transaction.Kind {
    /// Whether transactions of the kind have a value of their own: that of others follows from their amounts.
    var hasValue: Bool { [.deposit, .withdrawal, .income].contains(self) }
}
