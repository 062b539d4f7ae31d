import Market

/// Matches disposals as the United Kingdom matches shares and tokens of one kind: with acquisitions of the same day, then with those of
/// the next 30 days, earliest first, then with the pool.
///
/// - SeeAlso: Taxation of Chargeable Gains Act 1992, sections 104, 105 and 106A; HMRC, Cryptoassets Manual, CRYPTO22200 to 22256.
struct ShareMatching {
    /// By day, with their index in the journal.
    private let events: [(index: Int, event: CoinEvent, day: Day)]
    private let currency: Currency
    /// What was acquired on each day and is not matched yet. All acquisitions of a day count as one.
    private var acquisitions: [Day: CostPool] = [:]
    private var origins: [Day: LotQueue.Origin] = [:]
    /// The disposals with what is not matched yet, by the index of their event.
    private var disposals: [Int: SplitDisposal] = [:]
    private var parts: [Int: [MatchedDisposal]] = [:]

    private static let daysAfter = 30

    init(_ events: [CoinEvent], _ currency: Currency, _ day: (Int) -> Day) {
        self.currency = currency
        // Midnight UTC stands for a day without a time, so an earlier moment can be of a later day.
        let dated = events.enumerated().map { (index: $0.offset, event: $0.element, day: day($0.element.time)) }
        self.events = dated.sorted { ($0.day, $0.index) < ($1.day, $1.index) }
    }

    mutating func matches() throws(LedgerError) -> [MatchedDisposal] {
        for (index, (_, event, day)) in events.enumerated() {
            if case .acquired(let cost) = event.effect { try acquire(event, cost, on: day) }
            if let disposal = SplitDisposal(event) { disposals[index] = disposal }
        }
        for (index, (_, _, day)) in events.enumerated() { match(index, with: day, .sameDay) }
        for (index, (_, _, day)) in events.enumerated() where disposals[index] != nil {
            for later in 1...Self.daysAfter { match(index, with: day + later, .within30Days) }
        }
        try matchWithPool()
        let inJournal = events.indices.sorted { events[$0].index < events[$1].index }
        return inJournal.flatMap { parts[$0] ?? [] }
    }

    private mutating func acquire(_ event: CoinEvent, _ cost: Money?, on day: Day) throws(LedgerError) {
        try overflowing(event) { () throws(DecimalError) in
            try acquisitions[day, default: CostPool(currency)].add(event.quantity, cost: cost)
        }
        if origins[day] == nil { origins[day] = event.origin }
    }

    /// Matches what is left of a disposal with what is left of a day's acquisitions.
    private mutating func match(_ index: Int, with day: Day, _ rule: MatchedDisposal.Rule) {
        guard let rest = disposals[index]?.quantity, rest > .zero, let free = acquisitions[day]?.quantity, free > .zero else {
            return
        }
        let part = min(rest, free)
        let cost = acquisitions[day]!.take(part)
        parts[index, default: []].append(disposals[index]!.take(part, cost: cost, acquired: origins[day], rule))
    }

    /// Walks through the days: what is left of a day's acquisitions enters the pool before coins leave it.
    private mutating func matchWithPool() throws(LedgerError) {
        var pool = CostPool(currency)
        var short = Quantity.zero
        for (index, (_, event, day)) in events.enumerated() {
            if var bought = acquisitions.removeValue(forKey: day), bought.quantity > .zero {
                // Coins that were disposed of before they were acquired.
                let owed = min(short, bought.quantity)
                short = short - owed
                _ = owed > .zero ? bought.take(owed) : nil
                try overflowing(event) { () throws(DecimalError) in try pool.add(bought.quantity, cost: bought.cost) }
            }
            let leaving = event.effect == .removed ? event.quantity : disposals[index]?.quantity ?? .zero
            guard leaving > .zero else { continue }
            let held = min(leaving, pool.quantity)
            let cost = held > .zero ? pool.take(held) : nil
            let lacking = leaving - held
            try overflowing(event) { () throws(DecimalError) in short = try short.adding(lacking) }
            guard disposals[index] != nil else { continue }
            if held > .zero { parts[index, default: []].append(disposals[index]!.take(held, cost: cost, acquired: nil, .pool)) }
            if lacking > .zero {
                parts[index, default: []].append(disposals[index]!.take(lacking, cost: nil, acquired: nil, .unmatched))
            }
        }
    }

    private func overflowing(_ event: CoinEvent, _ body: () throws(DecimalError) -> Void) throws(LedgerError) {
        do throws(DecimalError) { try body() } catch { throw .overflow(event.transaction) }
    }
}
