import Market

/// The lots of several wallets, built by applying transactions in the journal's order (time, then place, then number).
///
/// Memory grows with the number of open lots, not with the journal. Total costs are stored and unit costs derived. When a part
/// of a lot leaves, it takes its share of the cost, rounded once, and the rest keeps exactly the remainder, so that no cost is
/// ever lost. US dollars have no lots: they cost their amount.
package struct Inventory: Sendable {
    /// How a wallet disposes of its lots.
    package struct Rules: Equatable, Sendable {
        /// The order in which lots leave.
        package let costBasis: CostBasis
        /// Whether more may leave than the wallet holds. The shortfall has no cost, and coins that come in later fill it first.
        package let allowsNegative: Bool

        /// Creates rules of a wallet.
        package init(costBasis: CostBasis = .fifo, allowsNegative: Bool = false) {
            (self.costBasis, self.allowsNegative) = (costBasis, allowsNegative)
        }
    }

    struct Key: Hashable {
        let wallet: WalletID
        let asset: AssetID
    }

    /// One coin in one wallet.
    struct Holding {
        var lots: LotQueue
        /// The quantity that left without having been held.
        var short = Quantity.zero

        var balance: Quantity { lots.quantity - short }
    }

    private let rules: [WalletID: Rules]
    private(set) var holdings: [Key: Holding] = [:]
    private(set) var cash: [WalletID: Quantity] = [:]
    let conversion: CurrencyConversion
    private var last: (time: Int, place: TransactionID, id: TransactionID)?
    /// The lots that transfers and splits have moved.
    private var movedLots = 0
    private let mostMovedLots: Int

    /// The most lots that all transfers and splits of a journal move: a few seconds of work.
    package static let mostMovedLots = 5_000_000

    /// Creates an inventory of empty wallets.
    ///
    /// - Parameters:
    ///   - rules: the rules of each wallet. A wallet without an entry disposes of its oldest lots first and may not become negative.
    ///   - conversion: costs and proceeds are converted at the close of the day on which they were paid; where that is missing,
    ///     they are unknown.
    ///   - mostMovedLots: as ``mostMovedLots``.
    package init(
        rules: [WalletID: Rules] = [:], conversion: CurrencyConversion = .none, mostMovedLots: Int = Self.mostMovedLots
    ) {
        (self.rules, self.conversion, self.mostMovedLots) = (rules, conversion, mostMovedLots)
    }

    /// The currency of costs and proceeds.
    package var currency: Currency { conversion.currency }

    /// Applies one transaction. Corrections and corrected transactions have no effect, as if neither had happened.
    ///
    /// - Parameters:
    ///   - record: a checked transaction (``Transaction/check()``), later than all applied before, or at the same time with a
    ///     higher place, or a higher number at the same place.
    ///   - emit: called for each lot, or part of one, that leaves a wallet.
    /// - Throws: ``LedgerError/unordered(_:after:)`` and ``LedgerError/insufficient(_:wallet:asset:have:need:)``, which leave
    ///   the inventory unchanged; ``LedgerError/overflow(_:)`` and ``LedgerError/tooManyMovedLots(_:)``, after which the inventory is
    ///   unusable.
    /// - Complexity: O(1) a lot for ``CostBasis/fifo`` and ``CostBasis/lifo``. O(log n) in the open lots of a coin and wallet
    ///   for ``CostBasis/hifo``, and for lots that a transfer inserts among newer ones.
    package mutating func apply(_ record: RecordedTransaction, _ emit: (Disposal) -> Void) throws(LedgerError) {
        guard record.correctedBy == nil, record.transaction.kind != .correction else { return }
        let next = (time: record.transaction.time, place: record.place, id: record.id)
        if let last, next <= last { throw .unordered(record.id, after: last.id) }
        try Movement.each(of: record, conversion) { movement throws(LedgerError) in try move(movement, emit) }
        last = next
    }

    /// Applies one transaction like ``apply(_:_:)``, and returns what left the wallets, in order.
    package mutating func apply(_ record: RecordedTransaction) throws(LedgerError) -> [Disposal] {
        var disposals: [Disposal] = []
        try apply(record) { disposals.append($0) }
        return disposals
    }

    private mutating func move(_ movement: Movement, _ emit: (Disposal) -> Void) throws(LedgerError) {
        try checkSufficient(movement)
        if movement.asset == .usd { return try moveCash(movement, emit) }
        if movement.cash != .zero { try addCash(movement.cash, to: movement.wallet, movement.id) }
        switch movement.kind {
        case .deposit, .income, .buy:
            if movement.isAtMarketValue {
                emit(movement.disposal(.income, nil, movement.quantity, cost: movement.nothing, proceeds: movement.value))
            }
            try add(movement.quantity, cost: movement.cost, movement.origin, movement, emit)
        case .sell: try take(movement.quantity, movement.saleKind, proceeds: movement.cashValue, movement) { part, _ in emit(part) }
        case .fee: try take(movement.quantity, .fee, proceeds: movement.nothing, movement) { part, _ in emit(part) }
        case .withdrawal:
            // The cost of what is lost becomes a loss; otherwise the cost moves along.
            let proceeds = movement.isLost ? movement.nothing : nil
            let kind: Disposal.Kind = movement.isLost ? .loss : .withdrawal
            try take(movement.quantity, kind, proceeds: proceeds, movement) { part, _ in emit(part) }
        case .transfer: try transfer(movement, emit)
        case .split: try split(movement, emit)
        case .swap, .correction: break  // a swap comes as its sale and its purchase
        }
    }

    /// Moves the coins of a transfer. The quantity leaves first, then the fee.
    private mutating func transfer(_ movement: Movement, _ emit: (Disposal) -> Void) throws(LedgerError) {
        var moved: [(part: Disposal, origin: LotQueue.Origin)] = []
        try take(movement.quantity, .transfer, proceeds: nil, movement) { moved.append(($0, $1 ?? movement.origin)) }
        if movement.fee > .zero { try take(movement.fee, .fee, proceeds: movement.nothing, movement) { part, _ in emit(part) } }
        try count(moved.count, movement)
        for (part, origin) in moved {
            emit(part)
            try add(part.quantity, cost: part.cost, origin, movement.atTarget, emit)
        }
    }

    /// Replaces coins lot by lot. Coins that were never held become coins of unknown cost.
    private mutating func split(_ movement: Movement, _ emit: (Disposal) -> Void) throws(LedgerError) {
        guard let received = movement.received else { preconditionFailure("transaction \(movement.id) is no split") }
        var parts: [CarriedLot] = []
        try take(movement.quantity, .split, proceeds: nil, movement) { part, origin in
            emit(part)
            parts.append(CarriedLot(quantity: part.quantity, cost: part.cost, origin: origin ?? movement.origin))
        }
        try count(parts.count, movement)
        let lots: [CarriedLot]
        do throws(DecimalError) { lots = try parts.becoming(received.quantity) } catch { throw .overflow(movement.id) }
        let replaced = movement.replaced(by: received.asset)
        for lot in lots {
            try add(lot.quantity, cost: lot.cost, lot.origin, replaced, emit)
        }
    }
}

extension Inventory {
    private mutating func count(_ lots: Int, _ movement: Movement) throws(LedgerError) {
        movedLots += lots
        guard movedLots <= mostMovedLots else { throw .tooManyMovedLots(movement.id) }
    }

    private func checkSufficient(_ movement: Movement) throws(LedgerError) {
        guard rules[movement.wallet]?.allowsNegative != true else { return }
        if let need = movement.coinsLeaving, need > .zero {
            let have = balance(of: movement.asset, in: movement.wallet)
            guard have >= need else {
                throw .insufficient(movement.id, wallet: movement.wallet, asset: movement.asset, have: have, need: need)
            }
        }
        if movement.asset != .usd, movement.cash < .zero {
            let have = cash[movement.wallet, default: .zero]
            guard have >= -movement.cash else {
                throw .insufficient(movement.id, wallet: movement.wallet, asset: .usd, have: have, need: -movement.cash)
            }
        }
    }

    private mutating func addCash(_ amount: Quantity, to wallet: WalletID, _ id: TransactionID) throws(LedgerError) {
        do throws(DecimalError) {
            cash[wallet] = try cash[wallet, default: .zero].adding(amount)
        } catch {
            throw .overflow(id)
        }
    }

    private mutating func moveCash(_ movement: Movement, _ emit: (Disposal) -> Void) throws(LedgerError) {
        let leaving = movement.coinsLeaving.map { -$0 }
        try addCash(leaving ?? movement.quantity, to: movement.wallet, movement.id)
        switch movement.kind {
        case .income:
            let value = try movement.converted(movement.quantity)
            emit(movement.disposal(.income, nil, movement.quantity, cost: movement.nothing, proceeds: value))
        case .fee,
            .withdrawal where movement.isLost:
            let value = try movement.converted(movement.quantity)
            let kind: Disposal.Kind = movement.kind == .fee ? .fee : .loss
            emit(movement.disposal(kind, nil, movement.quantity, cost: value, proceeds: movement.nothing))
        case .transfer:
            try addCash(movement.quantity, to: movement.target, movement.id)
            guard movement.fee > .zero else { return }
            let value = try movement.converted(movement.fee)
            emit(movement.disposal(.fee, nil, movement.fee, cost: value, proceeds: movement.nothing))
        case .deposit, .withdrawal, .buy, .sell, .swap, .split, .correction: break
        }
    }

    /// Adds coins that come in. They first fill a shortfall; the rest becomes a lot.
    private mutating func add(
        _ quantity: Quantity, cost: Money?, _ origin: LotQueue.Origin, _ movement: Movement, _ emit: (Disposal) -> Void
    ) throws(LedgerError) {
        let key = Key(wallet: movement.wallet, asset: movement.asset)
        var lot = LotQueue.Entry(origin: origin, arrival: 0, quantity: quantity, cost: cost)
        if let short = holdings[key]?.short, short > .zero {
            let part = lot.split(min(short, quantity))
            holdings[key]?.short = short - part.quantity
            emit(movement.disposal(.cover, part, part.quantity, cost: part.cost, proceeds: nil))
            guard lot.quantity > .zero else { return }
        }
        let empty = emptyHolding(of: movement.wallet)
        do throws(DecimalError) {
            try holdings[key, default: empty].lots.add(origin, quantity: lot.quantity, cost: lot.cost)
        } catch {
            throw .overflow(movement.id)
        }
    }

    /// Removes coins. Proceeds are shared by quantity; the last part gets the remainder.
    ///
    /// - Parameter emit: called with each part and the origin of its lot; nil for coins that were never held.
    private mutating func take(
        _ quantity: Quantity, _ kind: Disposal.Kind, proceeds: Money?, _ movement: Movement,
        _ emit: (Disposal, LotQueue.Origin?) -> Void
    ) throws(LedgerError) {
        let key = Key(wallet: movement.wallet, asset: movement.asset)
        var (restQuantity, restProceeds) = (quantity, proceeds)
        func part(_ lot: LotQueue.Entry?, _ taken: Quantity) -> Disposal {
            let share = restProceeds.map { $0.share(taken, of: restQuantity) }
            if let rest = restProceeds, let share { restProceeds = rest - share }
            restQuantity = restQuantity - taken
            return movement.disposal(kind, lot, taken, cost: lot?.cost, proceeds: share)
        }
        let empty = emptyHolding(of: movement.wallet)
        let lacking = holdings[key, default: empty].lots.take(quantity) { emit(part($0, $0.quantity), $0.origin) }
        guard lacking > .zero else { return }
        do throws(DecimalError) {
            let short = try holdings[key, default: empty].short.adding(lacking)
            holdings[key, default: empty].short = short
        } catch {
            throw .overflow(movement.id)
        }
        emit(part(nil, lacking), nil)
    }

    private func emptyHolding(of wallet: WalletID) -> Holding { Holding(lots: LotQueue(rules[wallet]?.costBasis ?? .fifo)) }
}

extension Inventory {
    /// The wallets that transactions have changed.
    package var wallets: Set<WalletID> { Set(holdings.keys.map(\.wallet)).union(cash.keys) }

    /// The number of open lots.
    package var lotCount: Int { holdings.values.reduce(0) { $0 + $1.lots.count } }

    /// Returns a wallet's balance of an asset; negative for a shortfall.
    package func balance(of asset: AssetID, in wallet: WalletID) -> Quantity {
        guard asset != .usd else { return cash[wallet, default: .zero] }
        return holdings[Key(wallet: wallet, asset: asset)]?.balance ?? .zero
    }

    /// Returns a wallet's nonzero balances; negative for a shortfall.
    package func balances(of wallet: WalletID) -> [AssetID: Quantity] {
        var balances: [AssetID: Quantity] = [:]
        for (key, holding) in holdings where key.wallet == wallet && holding.balance != .zero {
            balances[key.asset] = holding.balance
        }
        if let cash = cash[wallet], cash != .zero { balances[.usd] = cash }
        return balances
    }

    /// Returns the open lots of wallets (nil for all), ordered by wallet and asset, oldest first.
    package func lots(of wallets: Set<WalletID>? = nil) -> [Lot] {
        let keys = holdings.keys.filter { wallets?.contains($0.wallet) ?? true }
        return keys.sorted { ($0.wallet, $0.asset) < ($1.wallet, $1.asset) }.flatMap { key in
            holdings[key]!.lots.entries.map {
                Lot(
                    origin: $0.origin.id, wallet: key.wallet, asset: key.asset, acquiredAt: $0.origin.time, quantity: $0.quantity,
                    cost: $0.cost)
            }
        }
    }
}
