import Ledger
import Market

extension AssetID {
    static let bitcoin = AssetID("bitcoin")!
    static let ether = AssetID("ethereum")!
}

extension WalletID: ExpressibleByIntegerLiteral {
    /// The wallet of a number.
    public init(integerLiteral value: Int64) { self.init(value) }
}

extension FixedDecimal: ExpressibleByStringLiteral {
    /// The number of a text.
    public init(stringLiteral value: String) { self = decimal(value) }
}

/// Money in tests is in US dollars unless stated otherwise.
extension Money: ExpressibleByStringLiteral {
    /// The US dollars of a text: `"0.05"`.
    public init(stringLiteral text: String) { self = .usd(FixedDecimal(text)!) }

    /// US dollars in units of 1e-18.
    init(units: Int128) { self = .usd(FixedDecimal(units: units)) }

    /// The amount in units of 1e-18.
    var units: Int128 { amount.units }

    /// Its share of a part of a whole.
    func scaled(by part: FixedDecimal, over whole: FixedDecimal) throws -> Money {
        Money(try amount.scaled(by: part, over: whole), currency)
    }
}

extension Sequence where Element == Money {
    /// The sum of US dollars.
    func sum() throws -> Money { .usd(try map(\.amount).sum()) }
}

/// Numbers transactions as a store does.
struct Journal {
    private(set) var records: [RecordedTransaction] = []

    @discardableResult
    mutating func record(_ transaction: Transaction) -> RecordedTransaction {
        let record = RecordedTransaction(
            id: TransactionID(Int64(records.count + 1)), recordedAt: transaction.time, correctedBy: nil, transaction: transaction)
        records.append(record)
        return record
    }

    var nextKey: String { "key \(records.count + 1)" }

    mutating func deposit(
        _ quantity: Quantity, _ asset: AssetID = .usd, value: Money? = nil, at time: Int = 0, wallet: WalletID = 1
    ) throws {
        record(
            try .deposit(key: nextKey, time: time, wallet: wallet, asset: asset, quantity: quantity, value: value))
    }

    mutating func buy(
        _ quantity: Quantity, for paid: Money, fee: Money = .zero, at time: Int, wallet: WalletID = 1, _ asset: AssetID = .bitcoin
    ) throws {
        record(
            try .buy(key: nextKey, time: time, wallet: wallet, asset: asset, quantity: quantity, paid: paid, fee: fee))
    }

    mutating func sell(
        _ quantity: Quantity, for received: Money, fee: Money = .zero, at time: Int, wallet: WalletID = 1,
        _ asset: AssetID = .bitcoin
    ) throws {
        record(
            try .sell(key: nextKey, time: time, wallet: wallet, asset: asset, quantity: quantity, received: received, fee: fee))
    }

    mutating func transfer(
        _ quantity: Quantity, from source: WalletID, to target: WalletID, fee: Quantity = .zero, at time: Int,
        _ asset: AssetID = .bitcoin
    ) throws {
        record(
            try .transfer(key: nextKey, time: time, from: source, to: target, asset: asset, quantity: quantity, fee: fee))
    }

    /// The final inventory, and everything that left it.
    func applied(_ rules: [WalletID: Inventory.Rules] = [:]) throws -> (inventory: Inventory, disposals: [Disposal]) {
        var inventory = Inventory(rules: rules)
        let disposals = try records.flatMap { try inventory.apply($0) }
        return (inventory, disposals)
    }

    /// The final gains.
    func gains(
        _ rules: [WalletID: Inventory.Rules] = [:], prices: [AssetID: Money], wallets: Set<WalletID>? = nil
    ) throws -> Gains {
        let (inventory, disposals) = try applied(rules)
        var realized = RealizedGains()
        for disposal in disposals { try realized.add(disposal) }
        return try Gains(inventory, realized: realized, prices: prices, wallets: wallets)
    }
}
