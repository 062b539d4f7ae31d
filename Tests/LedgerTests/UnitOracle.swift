import Ledger
import Market

/// A history of whole coins of two kinds in two wallets, so that a slow ledger can follow each of them.
struct UnitHistory {
    enum Kind: CaseIterable {
        case acquire, sell, spend, lose, remove, move, split
    }

    struct Step {
        let kind: Kind
        let wallet: WalletID
        let time: Int
        let count: Int
        /// Of one coin, in whole dollars.
        let price: Int
        /// The number of the coin.
        let coin: Int
        /// What a split makes of each coin: so many of a coin.
        let (into, ratio): (Int, Int)

        var other: WalletID { wallet == 1 ? 2 : 1 }
        var day: Int { time / 86_400 }
    }

    private(set) var steps: [Step] = []

    /// - Parameter mayLack: whether more may leave than is held.
    init(seed: UInt64, mayLack: Bool) {
        var random = SeededGenerator(seed: seed)
        var held: [Pocket: Int] = [:]
        var time = 0
        for _ in 0..<(5 + random.index(below: 30)) {
            // Often the same day, sometimes around 30 days later.
            time += [3600, 3600, 86_400, 9 * 86_400, 29 * 86_400, 31 * 86_400][random.index(below: 6)]
            let wallet: WalletID = random.index(below: 3) == 0 ? 2 : 1
            let isIn = random.index(below: 2) == 0
            let kind = isIn ? Kind.acquire : Kind.allCases[1 + random.index(below: 6)]
            let coin = random.index(below: 3) == 0 ? 1 : 0
            // Powers of two, whose shares of a cost are exact. One for one of the same coin is no split.
            let (into, ratio) = [(1 - coin, 1), (1 - coin, 2), (coin, 2), (coin, 4)][random.index(below: 4)]
            var count = 1 + random.index(below: 6)
            if !isIn, !mayLack { count = min(count, held[Pocket(wallet, coin), default: 0]) }
            guard count > 0 else { continue }
            let step = Step(
                kind: kind, wallet: wallet, time: time, count: count, price: 1 + random.index(below: 9), coin: coin, into: into,
                ratio: ratio)
            steps.append(step)
            held[Pocket(wallet, coin), default: 0] += isIn ? count : -count
            if kind == .move { held[Pocket(step.other, coin), default: 0] += count }
            if kind == .split { held[Pocket(wallet, into), default: 0] += count * ratio }
        }
    }

    /// One coin in one wallet.
    struct Pocket: Hashable {
        let (wallet, coin): (WalletID, Int)

        init(_ wallet: WalletID, _ coin: Int) { (self.wallet, self.coin) = (wallet, coin) }
    }

    private static let coins: [AssetID] = [.bitcoin, .ether]

    /// The events that the ledger reads in the transactions of these steps, of coins that belong together; the id of each is the step's
    /// number, from 1.
    func events() throws -> [[CoinEvent]] {
        var journal = Journal()
        for step in steps {
            let (quantity, money) = (FixedDecimal(step.count), Money.usd(FixedDecimal(step.count * step.price)))
            let (key, time, wallet, asset) = (journal.nextKey, step.time, step.wallet, Self.coins[step.coin])
            switch step.kind {
            case .acquire: try journal.deposit(quantity, asset, value: money, at: time, wallet: wallet)
            case .sell: try journal.sell(quantity, for: money, at: time, wallet: wallet, asset)
            case .move: try journal.transfer(quantity, from: wallet, to: step.other, at: time, asset)
            case .spend: journal.record(try .fee(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity))
            case .remove, .lose:
                let label: Transaction.Label = step.kind == .lose ? .loss : .gift
                journal.record(
                    try .withdrawal(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity).labelled(label))
            case .split:
                journal.record(
                    try .split(
                        key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, into: Self.coins[step.into],
                        received: FixedDecimal(step.count * step.ratio)))
            }
        }
        var events = CoinEvents()
        for record in journal.records { try events.add(record) }
        return events.families()
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
        typealias Pocket = UnitHistory.Pocket
        var pools: [Pocket: [Unit]] = [:]
        var owed: [Pocket: Int] = [:]
        func put(_ unit: Unit, _ pocket: Pocket) {
            if owed[pocket, default: 0] > 0 { owed[pocket]! -= 1 } else { pools[pocket, default: []].append(unit) }
        }
        func take(_ pocket: Pocket) -> Unit? {
            let units = pools[pocket] ?? []
            guard let index = Self.next(units, method) else {
                owed[pocket, default: 0] += 1
                return nil
            }
            let unit = units[index]
            pools[pocket]!.remove(at: index)
            guard method == .average else { return unit }
            // Every coin costs the average, and the others keep it.
            let average = units.contains { $0.cost == nil } ? nil : units.compactMap(\.cost).reduce(0, +) / Double(units.count)
            pools[pocket] = pools[pocket]!.map { Unit(step: $0.step, cost: average) }
            return Unit(step: unit.step, cost: average)
        }
        for (index, step) in history.steps.enumerated() {
            let (number, wallet) = (index + 1, isPerWallet ? step.wallet : 1)
            let pocket = Pocket(wallet, step.coin)
            if step.kind == .move, !isPerWallet { continue }
            var moved: [Unit] = []
            for _ in 0..<step.count {
                switch step.kind {
                case .acquire: put(Unit(step: number, cost: Double(step.price)), pocket)
                case .sell, .spend, .lose:
                    let unit = take(pocket)
                    matches[number, default: UnitMatch()].add(unit.map { "#\($0.step)" } ?? "-", unit?.cost)
                case .remove: _ = take(pocket)
                case .move, .split: moved.append(take(pocket) ?? Unit(step: number, cost: nil))
                }
            }
            for unit in moved {
                guard step.kind == .split else {
                    put(unit, Pocket(step.other, step.coin))
                    continue
                }
                for _ in 0..<step.ratio {
                    put(Unit(step: unit.step, cost: unit.cost.map { $0 / Double(step.ratio) }), Pocket(wallet, step.into))
                }
            }
        }
    }

    private static func next(_ units: [Unit], _ method: MatchingMethod) -> Int? {
        units.indices.min { first, second in
            let (one, other) = (units[first], units[second])
            switch method {
            case .lifo: return (one.step, first) > (other.step, second)  // parts of a split lot have one age
            case .hifo: return (-(one.cost ?? -1), one.step) < (-(other.cost ?? -1), other.step)
            default: return one.step < other.step
            }
        }
    }

    // MARK: Shares

    /// Coins that are acquired together: of one coin, between two splits into more of the same, on a day.
    private struct Purchase: Hashable {
        let (coin, splits): (Int, Int)
        var day: Int
    }

    init(shares history: UnitHistory) {
        let purchases = history.steps.enumerated().map { index, step in
            let splits = history.steps[..<index].count { $0.kind == .split && $0.coin == step.coin && $0.into == step.coin }
            return Purchase(coin: step.coin, splits: splits, day: step.day)
        }
        // Coins that nothing was matched with yet: those in by day, and those out in order.
        var bought: [Purchase: [Double]] = [:]
        for (step, purchase) in zip(history.steps, purchases) where step.kind == .acquire {
            bought[purchase, default: []] += Array(repeating: Double(step.price), count: step.count)
        }
        // All acquisitions of a day are one.
        for (day, costs) in bought { bought[day] = costs.map { _ in costs.reduce(0, +) / Double(costs.count) } }
        var open: [(step: Int, day: Purchase)] = []
        for (index, step) in history.steps.enumerated() where [.sell, .spend, .lose].contains(step.kind) {
            open += (0..<step.count).map { _ in (index + 1, purchases[index]) }
        }
        func match(_ name: (Int) -> String, _ days: (Int) -> ClosedRange<Int>) {
            open = open.filter { coin in
                let near = days(coin.day.day).map { Purchase(coin: coin.day.coin, splits: coin.day.splits, day: $0) }
                guard let day = near.first(where: { bought[$0]?.isEmpty == false }) else { return true }
                matches[coin.step, default: UnitMatch()].add(name(day.day), bought[day]!.removeLast())
                return false
            }
        }
        match({ "same-day \($0)" }, { $0...$0 })
        match({ "30-days \($0)" }, { ($0 + 1)...($0 + 30) })
        matchWithPool(history, purchases, bought, open.map(\.step))
    }

    private mutating func matchWithPool(
        _ history: UnitHistory, _ purchases: [Purchase], _ bought: [Purchase: [Double]], _ open: [Int]
    ) {
        var bought = bought
        /// Of each coin, the costs of its coins: all the average, or all unknown.
        var pools: [Int: [Double?]] = [:]
        var owed: [Int: Int] = [:]
        func put(_ costs: [Double?], _ coin: Int) {
            for cost in costs {
                if owed[coin, default: 0] > 0 { owed[coin]! -= 1 } else { pools[coin, default: []].append(cost) }
            }
            let all = pools[coin] ?? []
            let average = all.contains { $0 == nil } ? nil : all.compactMap { $0 }.reduce(0, +) / Double(max(all.count, 1))
            pools[coin] = all.map { _ in average }
        }
        /// Nil for a coin that is not there.
        func take(_ coin: Int) -> Double?? {
            guard let cost = pools[coin]?.popLast() else {
                owed[coin, default: 0] += 1
                return nil
            }
            return .some(cost)
        }
        for (index, step) in history.steps.enumerated() {
            put(bought.removeValue(forKey: purchases[index]) ?? [], step.coin)
            switch step.kind {
            case .acquire, .move: break
            case .remove: for _ in 0..<step.count { _ = take(step.coin) }
            case .sell, .spend, .lose:
                for _ in 0..<(open.count { $0 == index + 1 }) {
                    let cost = take(step.coin)
                    matches[index + 1, default: UnitMatch()].add(cost == nil ? "-" : "pool", cost ?? nil)
                }
            case .split:
                let taken = (0..<step.count).map { _ in take(step.coin) }
                // If one was never there, what all of them cost is unknown.
                let isKnown = !taken.contains { $0 == nil }
                put(
                    taken.flatMap { cost in
                        Array(repeating: isKnown ? (cost ?? nil).map { $0 / Double(step.ratio) } : nil, count: step.ratio)
                    }, step.into)
            }
        }
    }
}
