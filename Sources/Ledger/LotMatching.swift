import Market

/// Matches disposals with lots: first in first out and its relatives, and the average cost.
struct LotMatching {
    /// The coins of one wallet, or of all.
    private struct Holding {
        var lots: LotQueue
        /// The cost of the same coins, for an average.
        var average: CostPool
        /// The quantity that left without having been held; coins that come in fill it first.
        var short = Quantity.zero
    }

    private struct Key: Hashable {
        /// Nil if the wallets have their lots together.
        let wallet: WalletID?
        let asset: AssetID
    }

    private(set) var matches: [MatchedDisposal] = []
    /// The lots that moves and splits have carried.
    private var movedLots = 0
    private let method: MatchingMethod
    private let isPerWallet: Bool
    private let empty: Holding
    private var holdings: [Key: Holding] = [:]

    init(_ method: MatchingMethod, isPerWallet: Bool, _ currency: Currency) {
        (self.method, self.isPerWallet) = (method, isPerWallet)
        // The days of an average are those of the oldest coins.
        empty = Holding(
            lots: LotQueue(CostBasis(rawValue: method.rawValue).flatMap { $0 == .average ? nil : $0 } ?? .fifo),
            average: CostPool(currency))
    }

    mutating func apply(_ event: CoinEvent) throws(LedgerError) {
        do throws(DecimalError) {
            switch event.effect {
            case .acquired(let cost): try add(event.quantity, cost: cost, event.origin, to: key(event.wallet, event.asset))
            case .disposed: try dispose(event)
            case .removed: _ = try take(event)
            case .moved(let target): if isPerWallet { try move(event, to: target) }
            case .becomes(let asset, let received): try split(event, into: asset, received)
            }
        } catch {
            throw .overflow(event.transaction)
        }
        guard movedLots <= Inventory.mostMovedLots else { throw .tooManyMovedLots(event.transaction) }
    }

    private func key(_ wallet: WalletID, _ asset: AssetID) -> Key { Key(wallet: isPerWallet ? wallet : nil, asset: asset) }

    private mutating func add(
        _ quantity: Quantity, cost: Money?, _ origin: LotQueue.Origin, to key: Key
    ) throws(DecimalError) {
        var holding = holdings[key] ?? empty
        holdings[key] = nil  // so that its lots are not copied
        defer { holdings[key] = holding }
        var lot = LotQueue.Entry(origin: origin, arrival: 0, quantity: quantity, cost: cost)
        let owed = min(holding.short, quantity)
        if owed > .zero {
            holding.short = holding.short - owed
            _ = lot.split(owed)
        }
        guard lot.quantity > .zero else { return }
        if method == .average { try holding.average.add(lot.quantity, cost: lot.cost) }
        try holding.lots.add(origin, quantity: lot.quantity, cost: lot.cost)
    }

    /// Takes coins out, and returns them with their cost; the coins that were not held have no origin.
    private mutating func take(
        _ event: CoinEvent
    ) throws(DecimalError) -> [(quantity: Quantity, cost: Money?, origin: LotQueue.Origin?)] {
        let key = key(event.wallet, event.asset)
        var holding = holdings[key] ?? empty
        holdings[key] = nil
        defer { holdings[key] = holding }
        var parts: [(quantity: Quantity, cost: Money?, origin: LotQueue.Origin?)] = []
        let isAverage = method == .average
        var average = holding.average
        let lacking = holding.lots.take(event.quantity) { entry in
            parts.append((entry.quantity, isAverage ? average.take(entry.quantity) : entry.cost, entry.origin))
        }
        holding.average = average
        guard lacking > .zero else { return parts }
        holding.short = try holding.short.adding(lacking)
        return parts + [(lacking, nil, nil)]
    }

    private mutating func dispose(_ event: CoinEvent) throws(DecimalError) {
        guard var disposal = SplitDisposal(event) else { return }
        for part in try take(event) {
            let rule: MatchedDisposal.Rule = part.origin == nil ? .unmatched : method == .average ? .average : .lot
            matches.append(disposal.take(part.quantity, cost: part.cost, acquired: part.origin, rule))
        }
    }

    private mutating func move(_ event: CoinEvent, to target: WalletID) throws(DecimalError) {
        for part in try take(event) {
            movedLots += 1
            try add(part.quantity, cost: part.cost, part.origin ?? event.origin, to: key(target, event.asset))
        }
    }

    private mutating func split(_ event: CoinEvent, into asset: AssetID, _ received: Quantity) throws(DecimalError) {
        let parts = try take(event).map { CarriedLot(quantity: $0.quantity, cost: $0.cost, origin: $0.origin ?? event.origin) }
        movedLots += parts.count
        for lot in try parts.becoming(received) {
            try add(lot.quantity, cost: lot.cost, lot.origin, to: key(event.wallet, asset))
        }
    }
}
