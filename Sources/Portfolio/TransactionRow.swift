import Ledger
import Market

/// A transaction without its postings, in the form used by people and files.
package struct TransactionRow: Equatable, Sendable {
    /// The columns of a file, in order.
    package static let columns = TransactionFile.row.csvColumns

    /// The key, unique among an owner's transactions; empty if a file has none.
    package var key: String
    /// The time in seconds since 1970-01-01 UTC.
    package var time: Int
    /// The kind of transaction.
    package var kind: Transaction.Kind
    /// The wallet's name; for a transfer, the source.
    package var wallet: String
    /// The asset that comes in or goes out.
    package var asset: AssetID
    /// The quantity of the asset, without sign; for a transfer, the quantity that arrives.
    package var quantity: Quantity
    /// What a swap or a split puts in the place of the coins; nil for other kinds.
    package var received: Received?
    /// The US dollars paid or received in a purchase or sale, fee not included.
    package var cash: Money?
    /// The fee, in US dollars for purchases and sales, in the asset for transfers; nil if there is none.
    package var fee: Quantity?
    /// The name of a transfer's target wallet.
    package var target: String?
    /// The cost of a deposit, or the value of a withdrawal, of income or of both sides of a swap, in US dollars.
    package var value: Money?
    /// Whether a missing ``value`` is looked up as the close of the day, if that is stored. False for `unknown` in a file.
    package var looksUpValue = false
    /// Whether a recorded transaction that differs only by seconds or rounded digits is this one, and one with the same key whose value
    /// came from other closes: programs write both differently in each export.
    package var isKnownIfNear = false
    /// The sales and purchases that earlier versions recorded in the place of a swap, and of those of the same trade.
    var parts: [Part] = []
    /// Why the value of a trade in another program's file is unknown. A preview shows such a row, and an import refuses it.
    package var valueError: ReadingError?
    /// The rate that is missing for the value that another program's file states; the close of the coins counts instead, if that is stored.
    var missingRate: ReadingError?
    /// Whether income counts at its ``value``, which is then also the cost of the coins. Otherwise their cost is zero.
    package var isAtMarketValue = false
    /// What it was for; nil for most.
    package var label: Transaction.Label?
    /// The user's note.
    package var note: String
    /// The ``Wallet/publicID`` of ``wallet``; nil in a file, and for a deleted wallet.
    package var walletID: String?
    /// The ``Wallet/publicID`` of ``target``; nil in the same cases.
    package var targetID: String?
}

extension TransactionRow {
    /// Coins that come in for others.
    package struct Received: Equatable, Sendable {
        package let asset: AssetID
        package let quantity: Quantity

        package init(_ asset: AssetID, _ quantity: Quantity) { (self.asset, self.quantity) = (asset, quantity) }
    }

    /// A sale or purchase that may be recorded in the place of a swap.
    struct Part: Equatable {
        let key: String
        let kind: Transaction.Kind
        let asset: AssetID
        let quantity: Quantity
    }

    /// Creates the row of a transaction.
    ///
    /// - Parameters:
    ///   - wallets: the wallets that may be named.
    ///   - names: names of wallets that are not stored; a wallet without a name is named by its number, `#3`.
    init(_ transaction: Transaction, _ wallets: [WalletID: Wallet], names: [WalletID: String] = [:]) {
        func amount(_ role: Account.Role, _ asset: AssetID? = nil) -> Quantity? {
            transaction.postings.first { $0.account.role == role && (asset == nil || $0.asset == asset) }?.amount
        }
        func name(_ wallet: WalletID) -> String { wallets[wallet]?.name ?? names[wallet] ?? "#\(wallet)" }
        let main = Self.mainPosting(transaction)
        (key, time, kind) = (transaction.key, transaction.time, transaction.kind)
        (wallet, asset, quantity) = (name(main.account.wallet), main.asset, main.amount.magnitude)
        (value, note, isAtMarketValue) = (transaction.value, transaction.note, transaction.isAtMarketValue)
        label = transaction.label
        walletID = wallets[main.account.wallet]?.publicID
        switch transaction.kind {
        case .buy, .sell:
            cash = .usd(amount(.market, .usd)?.magnitude ?? .zero)  // nothing was received if there is no such posting
            fee = amount(.fees)
        case .transfer:
            fee = amount(.fees)
            let arrival = transaction.postings.first { $0.account.role == .holding && $0.amount > .zero }
            target = arrival.map { name($0.account.wallet) }
            targetID = arrival.flatMap { wallets[$0.account.wallet]?.publicID }
            quantity = arrival?.amount ?? quantity
        case .swap, .split:
            received = transaction.postings.first { $0.account.role == .holding && $0.amount > .zero }.map {
                Received($0.asset, $0.amount)
            }
        default: break
        }
    }

    /// The row without ids, as in a file.
    var withoutIDs: TransactionRow {
        var row = self
        (row.walletID, row.targetID) = (nil, nil)
        return row
    }

    /// Returns the main holding of a transaction: the coins of a trade, or what leaves in a transfer.
    static func mainPosting(_ transaction: Transaction) -> Posting {
        let holdings = transaction.postings.filter { $0.account.role == .holding }
        let main =
            switch transaction.kind {
            case .buy, .sell, .correction: holdings.first { $0.asset != .usd } ?? holdings.first
            case .transfer, .swap, .split: holdings.first { $0.amount < .zero }
            default: holdings.first
            }
        guard let main else { preconditionFailure("transaction \(transaction.key) changes no holding") }
        return main
    }

    /// Returns the row's transaction.
    ///
    /// - Parameters:
    ///   - wallet: the wallet with the name ``wallet``.
    ///   - target: the wallet with the name ``target``.
    ///   - key: the row's own key, or one made from its content.
    /// - Throws: `LedgerError`, or ``PortfolioError/badRow(_:)``.
    func transaction(wallet: WalletID, target: WalletID?, key: String) throws -> Transaction {
        try checkColumns()
        return try unlabelled(wallet: wallet, target: target, key: key).labelled(label)
    }

    private func unlabelled(wallet: WalletID, target: WalletID?, key: String) throws -> Transaction {
        func replacement() throws(PortfolioError) -> Received {
            guard let received else { throw .badRow("a \(kind.rawValue) needs to_asset and to_quantity, the coins that come in") }
            return received
        }
        func money(_ name: String) throws(PortfolioError) -> Money {
            guard let cash else { throw .badRow("a \(kind.rawValue) needs its \(name)") }
            return cash
        }
        switch kind {
        case .deposit:
            return try .deposit(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: value, note: note)
        case .withdrawal:
            return try .withdrawal(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: value, note: note)
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
            return try .income(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: value, note: note)
        case .swap:
            let received = try replacement()
            return try .swap(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, into: received.asset,
                received: received.quantity, value: value, note: note)
        case .split:
            let received = try replacement()
            return try .split(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, into: received.asset,
                received: received.quantity, note: note)
        case .correction: throw PortfolioError.badRow("a correction cannot be imported; reverse the transaction instead")
        }
    }

    /// Throws if a column is filled that the kind does not use: ignoring it would lose data silently.
    private func checkColumns() throws(PortfolioError) {
        let (isTrade, isTransfer) = (kind == .buy || kind == .sell, kind == .transfer)
        let columns = [
            ("cash", cash != nil, isTrade), ("fee", (fee ?? .zero) != .zero, isTrade || isTransfer),
            ("to", target != nil, isTransfer), ("value", value != nil, kind.hasValue),
            ("to_asset", received != nil, kind == .swap || kind == .split),
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
    /// Whether transactions of this kind have a value of their own; for others it follows from their amounts.
    var hasValue: Bool { [.deposit, .withdrawal, .income, .swap].contains(self) }
}
