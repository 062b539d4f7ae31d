import Ledger
import Market

/// The second ledger that audits ``Inventory``: lots in one array in the order of their arrival, searched from end to end for each part
/// that leaves, unit costs compared as numbers without a limit.
struct SlowLedger {
    struct Slot {
        var lot: Lot
        let arrival: Int
    }

    let rules: [WalletID: Inventory.Rules]
    var slots: [Slot] = []
    var short: [WalletID: [AssetID: Quantity]] = [:]
    var balances: [Account: [AssetID: Quantity]] = [:]
    var disposals: [Disposal] = []
    private var arrivals = 0

    init(rules: [WalletID: Inventory.Rules]) { self.rules = rules }

    mutating func apply(_ record: RecordedTransaction) throws {
        let transaction = record.transaction
        for posting in transaction.postings {
            balances[posting.account, default: [:]][posting.asset, default: .zero] += posting.amount
        }
        let coins = transaction.postings.filter { $0.account.role == .holding && $0.asset != .usd }
        let cash = transaction.postings.filter { $0.account.role == .holding && $0.asset == .usd }.map(\.amount).reduce(.zero, +)
        let fee = transaction.postings.filter { $0.account.role == .fees }.map(\.amount).reduce(.zero, +)
        guard let first = coins.first else { return }
        let amount = first.amount.magnitude
        switch transaction.kind {
        case .deposit: try add(first.account.wallet, first.asset, amount, transaction.value, record, record.id, transaction.time)
        case .income: try add(first.account.wallet, first.asset, amount, .zero, record, record.id, transaction.time)
        case .buy: try add(first.account.wallet, first.asset, amount, .usd(-cash), record, record.id, transaction.time)
        case .sell: _ = try take(first.account.wallet, first.asset, amount, .sale, .usd(cash), record)
        case .withdrawal:
            let isLost = transaction.label == .loss || transaction.value == .zero
            _ = try take(first.account.wallet, first.asset, amount, isLost ? .loss : .withdrawal, isLost ? .zero : nil, record)
        case .fee: _ = try take(first.account.wallet, first.asset, amount, .fee, .zero, record)
        case .transfer:
            // Fees stand before the parts that move, as the inventory emits them.
            let source = coins.first { $0.amount < .zero }!.account.wallet
            let target = coins.first { $0.amount > .zero }!
            let start = disposals.count
            let moved = try take(source, target.asset, target.amount, .transfer, nil, record)
            disposals.removeLast(disposals.count - start)
            if fee > .zero { _ = try take(source, target.asset, fee, .fee, .zero, record) }
            for part in moved {
                disposals.append(part)
                try add(
                    target.account.wallet, target.asset, part.quantity, part.cost, record, part.origin ?? record.id,
                    part.acquiredAt ?? transaction.time)
            }
        case .swap:
            let (given, received) = (coins.first { $0.amount < .zero }!, coins.first { $0.amount > .zero }!)
            _ = try take(given.account.wallet, given.asset, -given.amount, .swap, transaction.value, record)
            try add(
                given.account.wallet, received.asset, received.amount, transaction.value, record, record.id, transaction.time)
        case .split: try split(coins.first { $0.amount < .zero }!, coins.first { $0.amount > .zero }!, record)
        case .correction: break
        }
    }

    private mutating func split(_ given: Posting, _ received: Posting, _ record: RecordedTransaction) throws {
        let parts = try take(given.account.wallet, given.asset, -given.amount, .split, nil, record)
        var shares: [Quantity] = []
        for (index, part) in parts.enumerated() {
            let rest = try received.amount.subtracting(shares.sum())
            shares.append(try rest.scaled(by: part.quantity, over: parts[index...].map(\.quantity).sum()))
        }
        var costs = parts.map(\.cost)
        for index in parts.indices where shares[index] == .zero {
            // Index after index, so that a cost that was handed on is handed on again.
            let next = shares[index...].contains { $0 > .zero } ? index + 1 : shares.lastIndex { $0 > .zero }!
            costs[next] = costs[next].flatMap { old in costs[index].map { old + $0 } }
        }
        for (index, part) in parts.enumerated() where shares[index] > .zero {
            try add(
                given.account.wallet, received.asset, shares[index], costs[index], record, part.origin ?? record.id,
                part.acquiredAt ?? record.transaction.time)
        }
    }

    private mutating func add(
        _ wallet: WalletID, _ asset: AssetID, _ quantity: Quantity, _ cost: Money?, _ record: RecordedTransaction,
        _ origin: TransactionID, _ acquiredAt: Int
    ) throws {
        var (quantity, cost) = (quantity, cost)
        let lacking = short[wallet]?[asset] ?? .zero
        if lacking > .zero {
            let filled = min(lacking, quantity)
            let share = try cost?.scaled(by: filled, over: quantity)
            disposals.append(
                Disposal(
                    kind: .cover, transaction: record.id, time: record.transaction.time, wallet: wallet, asset: asset,
                    origin: origin,
                    acquiredAt: acquiredAt, quantity: filled, cost: share, proceeds: nil))
            short[wallet]![asset] = lacking - filled
            (quantity, cost) = (quantity - filled, cost.map { $0 - share! })
        }
        guard quantity > .zero else { return }
        arrivals += 1
        if rules[wallet]!.costBasis == .average,
            let index = slots.firstIndex(where: { $0.lot.wallet == wallet && $0.lot.asset == asset })
        {
            let old = slots[index].lot
            let isOlder = (old.acquiredAt, old.origin) < (acquiredAt, origin)
            let sum = old.cost.flatMap { old in cost.map { old + $0 } }
            slots[index].lot = Lot(
                origin: isOlder ? old.origin : origin, wallet: wallet, asset: asset, acquiredAt: min(old.acquiredAt, acquiredAt),
                quantity: old.quantity + quantity, cost: sum)
        } else {
            let lot = Lot(
                origin: origin, wallet: wallet, asset: asset, acquiredAt: acquiredAt, quantity: quantity, cost: cost)
            slots.append(Slot(lot: lot, arrival: arrivals))
        }
    }

    private mutating func take(
        _ wallet: WalletID, _ asset: AssetID, _ quantity: Quantity, _ kind: Disposal.Kind, _ proceeds: Money?,
        _ record: RecordedTransaction
    ) throws -> [Disposal] {
        var (rest, restProceeds, taken) = (quantity, proceeds, [Disposal]())
        while rest > .zero {
            let indices = slots.indices.filter { slots[$0].lot.wallet == wallet && slots[$0].lot.asset == asset }
            let index = indices.min { leavesBefore(slots[$0], slots[$1], rules[wallet]!.costBasis) }
            let lot = index.map { slots[$0].lot }
            let part = min(rest, lot?.quantity ?? rest)
            let cost = try lot?.cost?.scaled(by: part, over: lot!.quantity)
            let share = try restProceeds?.scaled(by: part, over: rest)
            taken.append(
                Disposal(
                    kind: kind, transaction: record.id, time: record.transaction.time, wallet: wallet, asset: asset,
                    origin: lot?.origin,
                    acquiredAt: lot?.acquiredAt, quantity: part, cost: cost, proceeds: share))
            (rest, restProceeds) = (rest - part, restProceeds.map { $0 - share! })
            guard let index, let lot else {
                short[wallet, default: [:]][asset, default: .zero] += part
                continue
            }
            slots[index].lot = Lot(
                origin: lot.origin, wallet: wallet, asset: asset, acquiredAt: lot.acquiredAt, quantity: lot.quantity - part,
                cost: lot.cost.map { $0 - cost! })
            if part == lot.quantity { slots.remove(at: index) }
        }
        disposals += taken
        return taken
    }

    private func leavesBefore(_ one: Slot, _ other: Slot, _ costBasis: CostBasis) -> Bool {
        let isOlder = (one.lot.acquiredAt, one.lot.origin, one.arrival) < (other.lot.acquiredAt, other.lot.origin, other.arrival)
        switch costBasis {
        case .fifo, .average: return isOlder
        case .lifo: return !isOlder
        case .hifo:
            guard let cost = one.lot.cost, let otherCost = other.lot.cost else {
                return (one.lot.cost == nil) == (other.lot.cost == nil) ? isOlder : one.lot.cost != nil
            }
            let mine = BigNumber(cost.units.magnitude) * BigNumber(other.lot.quantity.units.magnitude)
            let others = BigNumber(otherCost.units.magnitude) * BigNumber(one.lot.quantity.units.magnitude)
            return mine == others ? isOlder : others < mine
        }
    }

    /// In the order of ``Inventory/lots(of:)``.
    var lots: [Lot] {
        slots.sorted {
            ($0.lot.wallet, $0.lot.asset, $0.lot.acquiredAt, $0.lot.origin, $0.arrival)
                < ($1.lot.wallet, $1.lot.asset, $1.lot.acquiredAt, $1.lot.origin, $1.arrival)
        }.map(\.lot)
    }
}
