import Ledger
import Market
import PortfolioWorld
import Testing

/// The gains of wallets, recomputed the obvious way: a plain list of lots, searched and sorted for each coin that leaves.
struct SlowLedger {
    struct Lot {
        var origin: Int64
        var time: Int
        var arrival: Int
        var quantity: Quantity
        var cost: Money?
    }

    struct Realized {
        var proceeds = Money.zero
        var cost: Money? = .zero
        var gain: Money? = .zero

        mutating func add(proceeds more: Money, cost moreCost: Money?) {
            proceeds += more
            cost = cost.flatMap { cost in moreCost.map { cost + $0 } }
            gain = gain.flatMap { gain in moreCost.map { gain + more - $0 } }
        }
    }

    struct Place: Hashable {
        let wallet: WalletID
        let asset: AssetID
    }

    let bases: [WalletID: CostBasis]
    var lots: [Place: [Lot]] = [:]
    var realized: [Place: Realized] = [:]
    /// By calendar year, of each wallet.
    var realizedByYear: [WalletID: [Int: Realized]] = [:]
    var cash: [WalletID: Quantity] = [:]
    private var arrivals = 0
    private var year = 0

    init(_ bases: [WalletID: CostBasis]) { self.bases = bases }

    mutating func apply(_ record: RecordedTransaction) throws {
        let transaction = record.transaction
        year = transaction.day.civil.year
        let holdings = transaction.postings.filter { $0.account.role == .holding }
        for posting in holdings where posting.asset == .usd { cash[posting.account.wallet, default: .zero] += posting.amount }
        let dollars = Money.usd(holdings.filter { $0.asset == .usd }.reduce(.zero) { $0 + $1.amount })
        let fee = transaction.postings.first { $0.account.role == .fees }
        switch transaction.kind {
        case .deposit, .income, .buy:
            guard let coin = holdings.first(where: { $0.asset != .usd }) else {
                if transaction.kind == .income {
                    realize(Place(wallet: holdings[0].account.wallet, asset: .usd), proceeds: dollars, cost: .zero)
                }
                return
            }
            let cost = transaction.kind == .deposit ? transaction.value : transaction.kind == .income ? .zero : -dollars
            arrivals += 1
            try add(
                Lot(origin: record.id.number, time: transaction.time, arrival: arrivals, quantity: coin.amount, cost: cost),
                to: Place(wallet: coin.account.wallet, asset: coin.asset))
        case .sell:
            let coin = holdings.first { $0.asset != .usd }!
            let place = Place(wallet: coin.account.wallet, asset: coin.asset)
            let costs = try take(-coin.amount, from: place).map(\.cost)
            realize(place, proceeds: dollars, cost: sum(costs))
        case .withdrawal:
            let place = Place(wallet: holdings[0].account.wallet, asset: holdings[0].asset)
            let costs = place.asset == .usd ? [-dollars] : try take(-holdings[0].amount, from: place).map(\.cost)
            if transaction.label == .loss { realize(place, proceeds: .zero, cost: sum(costs)) }
        case .fee: try takeFee(fee!)
        case .transfer:
            let arrival = holdings.first { $0.amount > .zero }!
            let source = holdings.first { $0.amount < .zero }!.account.wallet
            if arrival.asset == .usd {
                if let fee { try takeFee(fee) }
                return
            }
            let moved = try take(arrival.amount, from: Place(wallet: source, asset: arrival.asset))
            if let fee { try takeFee(fee) }
            for var lot in moved {
                arrivals += 1
                lot.arrival = arrivals
                try add(lot, to: Place(wallet: arrival.account.wallet, asset: arrival.asset))
            }
        case .swap, .split: try exchange(holdings.first { $0.amount < .zero }!, holdings.first { $0.amount > .zero }!, record)
        case .correction: preconditionFailure("corrections are left out")
        }
    }

    private mutating func exchange(_ given: Posting, _ received: Posting, _ record: RecordedTransaction) throws {
        let source = Place(wallet: given.account.wallet, asset: given.asset)
        let target = Place(wallet: received.account.wallet, asset: received.asset)
        let parts = try take(-given.amount, from: source)
        guard record.transaction.kind == .split else {
            let value = try #require(record.transaction.value, "random swaps have a value")
            realize(source, proceeds: value, cost: sum(parts.map(\.cost)))
            arrivals += 1
            return try add(
                Lot(
                    origin: record.id.number, time: record.transaction.time, arrival: arrivals, quantity: received.amount,
                    cost: value), to: target)
        }
        // Costs of shares that round to zero go to the next share, or to the last one.
        var (whole, rest) = (-given.amount, received.amount)
        var lots: [Lot] = []
        var costs: [[Money?]] = []
        var open: [Money?] = []
        for part in parts {
            let share = try rest.scaled(by: part.quantity, over: whole)
            (whole, rest) = (whole - part.quantity, rest - share)
            open.append(part.cost)
            guard share > .zero else { continue }
            lots.append(Lot(origin: part.origin, time: part.time, arrival: 0, quantity: share, cost: nil))
            costs.append(open)
            open = []
        }
        costs[costs.count - 1] += open
        for (lot, costs) in zip(lots, costs) {
            arrivals += 1
            try add(
                Lot(origin: lot.origin, time: lot.time, arrival: arrivals, quantity: lot.quantity, cost: sum(costs)), to: target)
        }
    }

    private func sum(_ costs: [Money?]) -> Money? {
        costs.reduce(Money.zero) { sum, cost in sum.flatMap { sum in cost.map { sum + $0 } } }
    }

    private mutating func takeFee(_ fee: Posting) throws {
        let place = Place(wallet: fee.account.wallet, asset: fee.asset)
        let cost = fee.asset == .usd ? .usd(fee.amount) : sum(try take(fee.amount, from: place).map(\.cost))
        realize(place, proceeds: .zero, cost: cost)
    }

    private mutating func realize(_ place: Place, proceeds: Money, cost: Money?) {
        realized[place, default: Realized()].add(proceeds: proceeds, cost: cost)
        realizedByYear[place.wallet, default: [:]][year, default: Realized()].add(proceeds: proceeds, cost: cost)
    }

    private mutating func add(_ lot: Lot, to place: Place) throws {
        guard bases[place.wallet] == .average, let pool = lots[place]?.first else {
            lots[place, default: []].append(lot)
            return
        }
        let oldest = (lot.time, lot.origin) < (pool.time, pool.origin) ? lot : pool
        lots[place] = [
            Lot(
                origin: oldest.origin, time: oldest.time, arrival: pool.arrival, quantity: pool.quantity + lot.quantity,
                cost: sum([pool.cost, lot.cost]))
        ]
    }

    private mutating func take(_ quantity: Quantity, from place: Place) throws -> [Lot] {
        var rest = quantity
        var taken: [Lot] = []
        while rest > .zero {
            let index = try #require(first(of: lots[place] ?? [], bases[place.wallet]!), "a shortage")
            var lot = lots[place]![index]
            if lot.quantity <= rest {
                lots[place]!.remove(at: index)
            } else {
                let part = try lot.cost?.scaled(by: rest, over: lot.quantity)
                lots[place]![index].quantity -= rest
                lots[place]![index].cost = lot.cost.map { $0 - part! }
                (lot.quantity, lot.cost) = (rest, part)
            }
            rest -= lot.quantity
            taken.append(lot)
        }
        return taken
    }

    private func first(of lots: [Lot], _ basis: CostBasis) -> Int? {
        func isOlder(_ one: Lot, _ other: Lot) -> Bool {
            (one.time, one.origin, one.arrival) < (other.time, other.origin, other.arrival)
        }
        func product(_ one: FixedDecimal, _ other: FixedDecimal) -> (UInt128, UInt128) {
            let product = one.units.magnitude.multipliedFullWidth(by: other.units.magnitude)
            return (product.high, product.low)
        }
        return lots.indices.min { left, right in
            let (one, other) = (lots[left], lots[right])
            switch basis {
            case .fifo, .average: return isOlder(one, other)
            case .lifo: return isOlder(other, one)
            case .hifo:
                guard let cost = one.cost, let otherCost = other.cost else {
                    return (one.cost == nil) == (other.cost == nil) ? isOlder(one, other) : other.cost == nil
                }
                let (mine, others) = (product(cost.amount, other.quantity), product(otherCost.amount, one.quantity))
                return mine == others ? isOlder(one, other) : mine > others
            }
        }
    }
}
