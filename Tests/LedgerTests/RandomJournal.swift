import Ledger
import Market

/// A journal of a seed that an inventory accepts: three wallets with rules of their own, two coins, moments that repeat.
struct RandomJournal {
    static let wallets: [WalletID] = [1, 2, 3]
    let rules: [WalletID: Inventory.Rules]
    private(set) var journal = Journal()
    private var random: SeededGenerator
    private let knowsAllCosts: Bool
    private var time = 0
    private var balances: [WalletID: [AssetID: Quantity]] = [:]

    /// - Parameter knowsAllCosts: whether no coins are deposited without a value and no wallet goes short.
    init(seed: UInt64, count: Int, costBasis: CostBasis? = nil, knowsAllCosts: Bool) throws {
        var random = SeededGenerator(seed: seed)
        var rules: [WalletID: Inventory.Rules] = [:]
        for wallet in Self.wallets {
            let basis = costBasis ?? CostBasis.allCases[random.index(below: 4)]
            rules[wallet] = Inventory.Rules(costBasis: basis, allowsNegative: !knowsAllCosts && random.index(below: 3) == 0)
        }
        (self.rules, self.random, self.knowsAllCosts) = (rules, random, knowsAllCosts)
        for wallet in Self.wallets {
            try add(.deposit(key: journal.nextKey, time: 0, wallet: wallet, asset: .usd, quantity: "1000000000000"))
        }
        while journal.records.count < count { try step() }
    }

    private mutating func add(_ transaction: Transaction) {
        for posting in transaction.postings where posting.account.role == .holding {
            balances[posting.account.wallet, default: [:]][posting.asset, default: .zero] += posting.amount
        }
        journal.record(transaction)
    }

    /// Few different sizes, so that quantities and unit costs repeat, or 18 places, or so large that products of two need 256 bits.
    private mutating func amount() -> Quantity {
        switch random.index(below: 4) {
        case 0: FixedDecimal(1 + random.index(below: 3))
        case 1: FixedDecimal(units: Int128(1 + random.index(below: 10_000)) * 1_000_000_000_000_000)
        case 2: FixedDecimal(units: Int128(1 + random.index(below: 5_000_000_000_000_000_000)) * 1_000_003)
        default: FixedDecimal(units: Int128(1 + random.index(below: 5_000_000_000_000_000_000)))
        }
    }

    /// A quantity that may leave: no more than is held, sometimes all of it.
    private mutating func leaving(_ asset: AssetID, from wallet: WalletID) -> Quantity? {
        let amount = amount()
        if rules[wallet]!.allowsNegative { return amount }
        let balance = balances[wallet]?[asset] ?? .zero
        guard balance > .zero else { return nil }
        return random.index(below: 10) == 0 ? balance : min(amount, balance)
    }

    private mutating func step() throws {
        time += random.index(below: 3)
        let key = journal.nextKey
        let wallet = Self.wallets[random.index(below: 3)]
        let asset: AssetID = random.index(below: 2) == 0 ? .bitcoin : .ether
        let (quantity, cash) = (amount(), Money.usd(amount()))
        let fee = random.index(below: 2) == 0 ? Money.zero : .usd(amount())
        switch random.index(below: 10) {
        case 0:
            let value = knowsAllCosts || random.index(below: 2) == 0 ? cash : nil
            add(try .deposit(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: value))
        case 1: add(try .income(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity))
        case 2...4:
            add(try .buy(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, paid: cash, fee: fee))
        default:
            guard let quantity = leaving(asset, from: wallet) else { return }
            try addLeaving(quantity, asset, wallet, key, cash, fee)
        }
    }

    private mutating func addLeaving(
        _ quantity: Quantity, _ asset: AssetID, _ wallet: WalletID, _ key: String, _ cash: Money, _ fee: Money
    ) throws {
        let other: AssetID = random.index(below: 2) == 0 ? .bitcoin : .ether
        switch random.index(below: 10) {
        case 0:
            let label = (Transaction.Kind.withdrawal.labels + [nil])[random.index(below: 5)]
            add(try .withdrawal(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity).labelled(label))
        case 1: add(try .fee(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity))
        case 2, 3:
            add(try .sell(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, received: cash, fee: fee))
        case 4, 5:
            let value = knowsAllCosts || random.index(below: 2) == 0 ? cash : nil
            add(
                try .swap(
                    key: key, time: time, wallet: wallet, asset: asset, quantity: quantity,
                    into: asset == .bitcoin ? .ether : .bitcoin, received: amount(), value: value))
        case 6, 7:
            // Sometimes so few that the shares of lots round to zero.
            let received = random.index(below: 4) == 0 ? FixedDecimal(units: Int128(1 + random.index(below: 3))) : amount()
            guard other != asset || received != quantity else { return }
            add(
                try .split(
                    key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, into: other, received: received))
        default:
            let target = Self.wallets.filter { $0 != wallet }[random.index(below: 2)]
            let half = try quantity.divided(by: "2")
            let coinFee = random.index(below: 2) == 0 ? .zero : quantity - half
            guard half > .zero else { return }
            add(
                try .transfer(
                    key: key, time: time, from: wallet, to: target, asset: asset, quantity: coinFee == .zero ? quantity : half,
                    fee: coinFee))
        }
    }
}
