import Market

/// What a transaction does to the holding of one coin, as the rules of a tax authority see it.
package struct CoinEvent: Equatable, Sendable {
    /// What happens to the coins.
    package enum Effect: Equatable, Sendable {
        /// They come in, at a cost; nil if it is unknown.
        case acquired(cost: Money?)
        /// They are sold, paid as a fee or lost. The proceeds are without the fee in cash, which is given beside them; nil if the rate
        /// of the day is missing.
        case disposed(Disposal.Kind, proceeds: Money?, fee: Money?)
        /// They leave with their cost, as in a withdrawal.
        case removed
        /// They move to another wallet with their cost and age.
        case moved(to: WalletID)
        /// They are replaced by another quantity of a coin, maybe of the same, with their cost and age.
        case becomes(AssetID, Quantity)
    }

    package let transaction: TransactionID
    /// Seconds since 1970-01-01 UTC.
    package let time: Int
    /// Its place among transactions of the same time.
    let place: TransactionID
    package let wallet: WalletID
    package let asset: AssetID
    /// Above zero.
    package let quantity: Quantity
    package let effect: Effect

    var origin: LotQueue.Origin { LotQueue.Origin(time: time, place: place, id: transaction) }
}

/// Income as it comes in.
package struct CoinIncome: Equatable, Sendable {
    package let transaction: TransactionID
    /// Seconds since 1970-01-01 UTC.
    package let time: Int
    package let wallet: WalletID
    package let asset: AssetID
    /// Above zero.
    package let quantity: Quantity
    /// The value of cash, or of coins at market value; nil for other coins, which cost zero, and if a rate is missing.
    package let value: Money?
    /// Whether coins came in without a value, so that all proceeds of their sale are a gain.
    package let isFree: Bool
    /// What it was for; nil if that was not recorded.
    package let label: Transaction.Label?
}

/// The acquisitions, disposals and income of a journal.
package struct CoinEvents: Sendable {
    /// In the order of the journal; without US dollars and other currencies.
    private var events: [CoinEvent] = []
    /// For each coin that a split joined with others, one of them, or none for the one that stands for all.
    private var kin: [AssetID: AssetID] = [:]
    /// In the order of the journal.
    package private(set) var income: [CoinIncome] = []
    private let conversion: CurrencyConversion

    /// - Parameter conversion: of each amount at the rate of its own day.
    package init(_ conversion: CurrencyConversion = .none) { self.conversion = conversion }

    /// Reads a transaction. Corrections and corrected transactions have no effect.
    ///
    /// - Parameter record: a checked transaction, later than all read before.
    /// - Throws: ``LedgerError/overflow(_:)``.
    package mutating func add(_ record: RecordedTransaction) throws(LedgerError) {
        guard record.correctedBy == nil, record.transaction.kind != .correction else { return }
        let fee = record.transaction.cashFee
        try Movement.each(of: record, conversion) { movement throws(LedgerError) in try add(movement, fee: fee) }
    }

    /// The events in the order of the journal, apart for coins that no split joins: those of one group are matched together.
    package func families() -> [[CoinEvent]] { Array(Dictionary(grouping: events) { first(of: $0.asset) }.values) }

    /// The coin that stands for all that splits join with this one.
    private func first(of asset: AssetID) -> AssetID {
        var asset = asset
        while let next = kin[asset] { asset = next }
        return asset
    }

    private mutating func join(_ one: AssetID, _ other: AssetID) {
        let (one, other) = (first(of: one), first(of: other))
        if one != other { kin[other] = one }
    }

    private mutating func add(_ movement: Movement, fee: Quantity) throws(LedgerError) {
        if movement.kind == .income { try add(incomeOf: movement) }
        guard Currency(movement.asset) == nil else { return }
        func event(_ quantity: Quantity, _ effect: CoinEvent.Effect) {
            let event = CoinEvent(
                transaction: movement.id, time: movement.time, place: movement.place, wallet: movement.wallet,
                asset: movement.asset, quantity: quantity, effect: effect)
            events.append(event)
        }
        switch movement.kind {
        case .deposit, .income, .buy: event(movement.quantity, .acquired(cost: movement.cost))
        case .sell:
            let fee = try movement.converted(fee)
            event(movement.quantity, .disposed(movement.saleKind, proceeds: movement.cashValue, fee: fee))
        case .fee: event(movement.quantity, .disposed(.fee, proceeds: movement.nothing, fee: nil))
        case .withdrawal:
            event(movement.quantity, movement.isLost ? .disposed(.loss, proceeds: movement.nothing, fee: nil) : .removed)
        case .transfer:
            event(movement.quantity, .moved(to: movement.target))
            if movement.fee > .zero { event(movement.fee, .disposed(.fee, proceeds: movement.nothing, fee: nil)) }
        case .split:
            guard let (other, received) = movement.received else { break }
            event(movement.quantity, .becomes(other, received))
            join(movement.asset, other)
        case .swap, .correction: break  // a swap comes as its sale and its purchase
        }
    }

    private mutating func add(incomeOf movement: Movement) throws(LedgerError) {
        let isCash = movement.asset == .usd
        let isFree = Currency(movement.asset) == nil && !movement.isAtMarketValue
        let value = isCash ? try movement.converted(movement.quantity) : isFree ? nil : movement.value
        income.append(
            CoinIncome(
                transaction: movement.id, time: movement.time, wallet: movement.wallet, asset: movement.asset,
                quantity: movement.quantity, value: value, isFree: isFree, label: movement.label))
    }
}

extension Transaction {
    /// The fee in US dollars of a trade.
    fileprivate var cashFee: Quantity {
        postings.reduce(.zero) { $1.account.role == .fees && $1.asset == .usd ? $0 + $1.amount : $0 }
    }
}
