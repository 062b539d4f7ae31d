import Ledger
import Market

/// A history of whole coins of one kind in two wallets, so that a slow ledger can follow each of them.
struct UnitHistory {
    enum Kind: CaseIterable {
        case acquire, sell, spend, remove, move
    }

    struct Step {
        let kind: Kind
        let wallet: WalletID
        let time: Int
        let count: Int
        /// Of one coin, in whole dollars.
        let price: Int

        var other: WalletID { wallet == 1 ? 2 : 1 }
        var day: Int { time / 86_400 }
    }

    private(set) var steps: [Step] = []

    /// - Parameter mayLack: whether more may leave than is held.
    init(seed: UInt64, mayLack: Bool) {
        var random = SeededGenerator(seed: seed)
        var held: [WalletID: Int] = [1: 0, 2: 0]
        var time = 0
        for _ in 0..<(5 + random.index(below: 30)) {
            // Often the same day, sometimes around 30 days later.
            time += [3600, 3600, 86_400, 9 * 86_400, 29 * 86_400, 31 * 86_400][random.index(below: 6)]
            let wallet: WalletID = random.index(below: 3) == 0 ? 2 : 1
            let isIn = random.index(below: 2) == 0
            let kind = isIn ? Kind.acquire : Kind.allCases[1 + random.index(below: 4)]
            var count = 1 + random.index(below: 6)
            if !isIn, !mayLack { count = min(count, held[wallet]!) }
            guard count > 0 else { continue }
            let step = Step(kind: kind, wallet: wallet, time: time, count: count, price: 1 + random.index(below: 9))
            steps.append(step)
            held[wallet]! += isIn ? count : -count
            if kind == .move { held[step.other]! += count }
        }
    }

    /// The events that the ledger reads in the transactions of these steps; the id of each is the step's number, from 1.
    func events() throws -> [CoinEvent] {
        var journal = Journal()
        for step in steps {
            let (quantity, money) = (FixedDecimal(step.count), Money.usd(FixedDecimal(step.count * step.price)))
            switch step.kind {
            case .acquire: try journal.deposit(quantity, .bitcoin, value: money, at: step.time, wallet: step.wallet)
            case .sell: try journal.sell(quantity, for: money, at: step.time, wallet: step.wallet)
            case .move: try journal.transfer(quantity, from: step.wallet, to: step.other, at: step.time)
            case .spend:
                journal.record(
                    try .fee(key: journal.nextKey, time: step.time, wallet: step.wallet, asset: .bitcoin, quantity: quantity))
            case .remove:
                journal.record(
                    try .withdrawal(
                        key: journal.nextKey, time: step.time, wallet: step.wallet, asset: .bitcoin, quantity: quantity))
            }
        }
        var events = CoinEvents()
        for record in journal.records { try events.add(record) }
        return events.events[.bitcoin] ?? []
    }
}

/// What a disposal was matched with, coin by coin.
struct UnitMatch: Equatable {
    /// The number of the step or of the day that acquired the coins, or another name of the match.
    var counts: [String: Int] = [:]
    /// Of the coins whose cost is known.
    var cost = 0.0

    mutating func add(_ name: String, _ cost: Double?) {
        counts[name, default: 0] += 1
        self.cost += cost ?? 0
    }
}

/// The slow oracles: each method, one coin after another, in lists that are searched from end to end.
struct UnitOracle {
    /// By the number of the disposal's step.
    private(set) var matches: [Int: UnitMatch] = [:]

    private struct Unit {
        let step: Int
        let cost: Double?
    }

    // MARK: Lots

    init(lots history: UnitHistory, _ method: MatchingMethod, isPerWallet: Bool) {
        var pools: [WalletID: [Unit]] = [:]
        var owed: [WalletID: Int] = [:]
        func pool(_ wallet: WalletID) -> WalletID { isPerWallet ? wallet : 1 }
        func put(_ unit: Unit, _ wallet: WalletID) {
            if owed[wallet, default: 0] > 0 { owed[wallet]! -= 1 } else { pools[wallet, default: []].append(unit) }
        }
        func take(_ wallet: WalletID) -> Unit? {
            let units = pools[wallet] ?? []
            guard let index = Self.next(units, method) else {
                owed[wallet, default: 0] += 1
                return nil
            }
            let unit = units[index]
            pools[wallet]!.remove(at: index)
            guard method == .average else { return unit }
            // Every coin costs the average, and the others keep it.
            let average = units.contains { $0.cost == nil } ? nil : units.compactMap(\.cost).reduce(0, +) / Double(units.count)
            pools[wallet] = pools[wallet]!.map { Unit(step: $0.step, cost: average) }
            return Unit(step: unit.step, cost: average)
        }
        for (index, step) in history.steps.enumerated() {
            let (number, wallet) = (index + 1, pool(step.wallet))
            if step.kind == .move, !isPerWallet { continue }
            var moved: [Unit] = []
            for _ in 0..<step.count {
                switch step.kind {
                case .acquire: put(Unit(step: number, cost: Double(step.price)), wallet)
                case .sell, .spend:
                    let unit = take(wallet)
                    matches[number, default: UnitMatch()].add(unit.map { "#\($0.step)" } ?? "-", unit?.cost)
                case .remove: _ = take(wallet)
                case .move: moved.append(take(wallet) ?? Unit(step: number, cost: nil))
                }
            }
            for unit in moved { put(unit, step.other) }
        }
    }

    private static func next(_ units: [Unit], _ method: MatchingMethod) -> Int? {
        units.indices.min { one, other in
            let (one, other) = (units[one], units[other])
            switch method {
            case .lifo: return one.step > other.step
            case .hifo: return (-(one.cost ?? -1), one.step) < (-(other.cost ?? -1), other.step)
            default: return one.step < other.step
            }
        }
    }

    // MARK: Shares

    init(shares history: UnitHistory) {
        // Coins that nothing was matched with yet: those in by day, and those out in order.
        var bought: [Int: [Double]] = [:]
        for step in history.steps where step.kind == .acquire {
            bought[step.day, default: []] += Array(repeating: Double(step.price), count: step.count)
        }
        // All acquisitions of a day are one.
        for (day, costs) in bought { bought[day] = costs.map { _ in costs.reduce(0, +) / Double(costs.count) } }
        var open: [(step: Int, day: Int)] = []
        for (index, step) in history.steps.enumerated() where step.kind == .sell || step.kind == .spend {
            open += (0..<step.count).map { _ in (index + 1, step.day) }
        }
        func match(_ name: (Int) -> String, _ days: (Int) -> ClosedRange<Int>) {
            open = open.filter { coin in
                guard let day = days(coin.day).first(where: { bought[$0]?.isEmpty == false }) else { return true }
                matches[coin.step, default: UnitMatch()].add(name(day), bought[day]!.removeLast())
                return false
            }
        }
        match({ "same-day \($0)" }, { $0...$0 })
        match({ "30-days \($0)" }, { ($0 + 1)...($0 + 30) })
        matchWithPool(history, bought, open)
    }

    private mutating func matchWithPool(_ history: UnitHistory, _ bought: [Int: [Double]], _ open: [(step: Int, day: Int)]) {
        var pool: [Double] = []
        var owed = 0
        for day in Set(history.steps.map(\.day)).sorted() {
            for cost in bought[day] ?? [] { if owed > 0 { owed -= 1 } else { pool.append(cost) } }
            if !pool.isEmpty { pool = pool.map { _ in pool.reduce(0, +) / Double(pool.count) } }
            for (index, step) in history.steps.enumerated() where step.day == day {
                let count = step.kind == .remove ? step.count : open.count { $0.step == index + 1 }
                for _ in 0..<count {
                    let cost = pool.popLast()
                    if cost == nil { owed += 1 }
                    if step.kind != .remove { matches[index + 1, default: UnitMatch()].add(cost == nil ? "-" : "pool", cost) }
                }
            }
        }
    }
}
