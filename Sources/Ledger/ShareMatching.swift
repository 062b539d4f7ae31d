import Market

/// Matches disposals as the United Kingdom matches shares and tokens of one kind: with acquisitions of the same day, then with those of
/// the next 30 days, earliest first, then with the pool.
///
/// A split moves its share of the pool, with the cost, into the pool of the new coin, and is neither a disposal nor an acquisition:
/// section 127. Coins from before a split are not matched with acquisitions of the same day or of the 30 days that come after it, as
/// their quantities do not compare.
///
/// - SeeAlso: Taxation of Chargeable Gains Act 1992, sections 104, 105, 106A and 127; HMRC, Cryptoassets Manual, CRYPTO22200 to 22256.
struct ShareMatching {
    /// By day, with their index in the journal.
    private let events: [(index: Int, event: CoinEvent, kind: Kind, day: Day)]
    private let currency: Currency
    /// What was acquired on each day and is not matched yet. All acquisitions of a day and kind count as one.
    private var acquisitions: [Acquisition: CostPool] = [:]
    private var origins: [Acquisition: LotQueue.Origin] = [:]
    /// The pools of section 104, which the walk through the days fills.
    private var pools: [AssetID: CostPool] = [:]
    /// Coins that left before they were acquired.
    private var short: [AssetID: Quantity] = [:]
    /// The disposals with what is not matched yet, by the index of their event.
    private var disposals: [Int: SplitDisposal] = [:]
    private var parts: [Int: [MatchedDisposal]] = [:]

    private static let daysAfter = 30

    init(_ events: [CoinEvent], _ currency: Currency, _ day: (Int) -> Day) {
        self.currency = currency
        // Midnight UTC stands for a day without a time, so an earlier moment can be of a later day.
        let dated = events.enumerated().map { (index: $0.offset, event: $0.element, day: day($0.element.time)) }
        var splits: [AssetID: Int] = [:]
        self.events = dated.sorted { ($0.day, $0.index) < ($1.day, $1.index) }.map { index, event, day in
            let kind = Kind(asset: event.asset, splits: splits[event.asset, default: 0])
            if case .becomes(event.asset, _) = event.effect { splits[event.asset, default: 0] += 1 }
            return (index, event, kind, day)
        }
    }

    mutating func matches() throws(LedgerError) -> [MatchedDisposal] {
        for (index, (_, event, kind, day)) in events.enumerated() {
            if case .acquired(let cost) = event.effect { try acquire(event, cost, Acquisition(kind: kind, day: day)) }
            if let disposal = SplitDisposal(event) { disposals[index] = disposal }
        }
        for (index, (_, _, kind, day)) in events.enumerated() { match(index, with: Acquisition(kind: kind, day: day), .sameDay) }
        for (index, (_, _, kind, day)) in events.enumerated() where disposals[index] != nil {
            for later in 1...Self.daysAfter { match(index, with: Acquisition(kind: kind, day: day + later), .within30Days) }
        }
        try matchWithPool()
        let inJournal = events.indices.sorted { events[$0].index < events[$1].index }
        return inJournal.flatMap { parts[$0] ?? [] }
    }

    private mutating func acquire(_ event: CoinEvent, _ cost: Money?, _ acquisition: Acquisition) throws(LedgerError) {
        try overflowing(event) { () throws(DecimalError) in
            try acquisitions[acquisition, default: CostPool(currency)].add(event.quantity, cost: cost)
        }
        if origins[acquisition] == nil { origins[acquisition] = event.origin }
    }

    /// Matches what is left of a disposal with what is left of a day's acquisitions.
    private mutating func match(_ index: Int, with acquisition: Acquisition, _ rule: MatchedDisposal.Rule) {
        guard let rest = disposals[index]?.quantity, rest > .zero, let free = acquisitions[acquisition]?.quantity, free > .zero
        else { return }
        let part = min(rest, free)
        let cost = acquisitions[acquisition]!.take(part)
        parts[index, default: []].append(disposals[index]!.take(part, cost: cost, acquired: origins[acquisition], rule))
    }

    /// Walks through the days: what is left of a day's acquisitions enters the pool before coins leave it.
    private mutating func matchWithPool() throws(LedgerError) {
        for (index, (_, event, kind, day)) in events.enumerated() {
            if let bought = acquisitions.removeValue(forKey: Acquisition(kind: kind, day: day)) {
                try overflowing(event) { () throws(DecimalError) in try enter(bought, event.asset) }
            }
            switch event.effect {
            case .acquired, .moved: break
            case .removed: try overflowing(event) { () throws(DecimalError) in _ = try leave(event.quantity, event.asset) }
            case .becomes(let asset, let received):
                try overflowing(event) { () throws(DecimalError) in try split(event, into: asset, received) }
            case .disposed: try overflowing(event) { () throws(DecimalError) in try dispose(index, event.asset) }
            }
        }
    }

    /// Adds coins to the pool of their kind; they first replace those that left before they were acquired.
    private mutating func enter(_ coins: CostPool, _ asset: AssetID) throws(DecimalError) {
        var coins = coins
        let owed = min(short[asset] ?? .zero, coins.quantity)
        if owed > .zero {
            short[asset] = short[asset]! - owed
            _ = coins.take(owed)
        }
        guard coins.quantity > .zero else { return }
        try pools[asset, default: CostPool(currency)].add(coins.quantity, cost: coins.cost)
    }

    /// Takes coins out of the pool of their kind; what it lacks is owed from then on.
    private mutating func leave(
        _ quantity: Quantity, _ asset: AssetID
    ) throws(DecimalError) -> (held: Quantity, cost: Money?, lacking: Quantity) {
        let held = min(quantity, pools[asset]?.quantity ?? .zero)
        let lacking = quantity - held
        if lacking > .zero { short[asset] = try (short[asset] ?? .zero).adding(lacking) }
        return (held, held > .zero ? pools[asset]!.take(held) : nil, lacking)
    }

    private mutating func dispose(_ index: Int, _ asset: AssetID) throws(DecimalError) {
        guard let rest = disposals[index]?.quantity, rest > .zero else { return }
        let (held, cost, lacking) = try leave(rest, asset)
        if held > .zero { parts[index, default: []].append(disposals[index]!.take(held, cost: cost, acquired: nil, .pool)) }
        if lacking > .zero {
            parts[index, default: []].append(disposals[index]!.take(lacking, cost: nil, acquired: nil, .unmatched))
        }
    }

    /// Moves a share of the pool into the pool of the new coin. Coins that were never held have no cost to move.
    private mutating func split(_ event: CoinEvent, into asset: AssetID, _ received: Quantity) throws(DecimalError) {
        let (_, cost, lacking) = try leave(event.quantity, event.asset)
        var coins = CostPool(currency)
        try coins.add(received, cost: lacking == .zero ? cost : nil)
        try enter(coins, asset)
    }

    private func overflowing(_ event: CoinEvent, _ body: () throws(DecimalError) -> Void) throws(LedgerError) {
        do throws(DecimalError) { try body() } catch { throw .overflow(event.transaction) }
    }

    /// Coins that are matched with each other: of one asset, between two splits of it into more or fewer of the same.
    private struct Kind: Hashable {
        let asset: AssetID
        let splits: Int
    }

    /// All acquisitions of a kind on a day.
    private struct Acquisition: Hashable {
        let kind: Kind
        let day: Day
    }
}
