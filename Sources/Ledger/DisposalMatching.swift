import Market

/// Which acquisitions a disposal is matched with.
package enum MatchingMethod: String, CaseIterable, Sendable {
    /// The oldest coins leave first.
    case fifo
    /// The newest coins leave first.
    case lifo
    /// The coins with the highest unit cost leave first; of equal ones the oldest.
    case hifo
    /// Each coin costs the average of all that are held. Days of acquisition are those of the oldest coins.
    case average
    /// The rules for shares of the United Kingdom: acquisitions of the same day, then those of the next 30 days, then the pool of
    /// section 104, in which each coin costs the average.
    case shares
}

/// A disposal, or a part of one, with the acquisition that it was matched with.
package struct MatchedDisposal: Equatable, Sendable {
    /// The rule that found the acquisition.
    package enum Rule: String, CaseIterable, Sendable {
        /// A lot, in the order of the method.
        case lot
        /// A lot for the days, the average for the cost.
        case average
        /// An acquisition of the same day.
        case sameDay = "same-day"
        /// An acquisition of the 30 days after it.
        case within30Days = "30-days"
        /// The pool of section 104, which has no day of acquisition.
        case pool
        /// None: the coins were not held, so their cost is unknown.
        case unmatched
    }

    /// What left, with its share of cost and proceeds.
    package let disposal: Disposal
    /// Its share of the fee in cash, which the proceeds are without; nil if there was none, or its rate is missing.
    package let fee: Money?
    package let rule: Rule
}

/// Matches the disposals of one coin with its acquisitions.
package enum DisposalMatching {
    /// Returns the disposals in the order of the journal, with a part for each acquisition.
    ///
    /// - Parameters:
    ///   - events: of one coin, in the order of the journal.
    ///   - isPerWallet: whether each wallet has lots of its own. Otherwise moves between wallets have no effect. ``MatchingMethod/shares``
    ///     are always matched over all wallets.
    ///   - currency: of all amounts.
    ///   - day: the day of a time, in the person's time zone.
    /// - Throws: ``LedgerError/overflow(_:)``.
    /// - Complexity: that of ``Inventory``; for ``MatchingMethod/shares`` at most 30 steps a disposal.
    package static func matches(
        _ events: [CoinEvent], by method: MatchingMethod, isPerWallet: Bool, in currency: Currency, day: (Int) -> Day
    ) throws(LedgerError) -> [MatchedDisposal] {
        if method == .shares {
            var shares = ShareMatching(events, currency, day)
            return try shares.matches()
        }
        var lots = LotMatching(method, isPerWallet: isPerWallet, currency)
        for event in events { try lots.apply(event) }
        return lots.matches
    }
}

/// A disposal whose proceeds and fee are shared among its parts by quantity; the last part gets the remainder.
struct SplitDisposal {
    let event: CoinEvent
    private let kind: Disposal.Kind
    private(set) var quantity: Quantity
    private var proceeds: Money?
    private var fee: Money?

    /// Nil if nothing is disposed of.
    init?(_ event: CoinEvent) {
        guard case .disposed(let kind, let proceeds, let fee) = event.effect else { return nil }
        (self.event, self.kind, quantity, self.proceeds, self.fee) = (event, kind, event.quantity, proceeds, fee)
    }

    /// Splits off a part, at most ``quantity``.
    ///
    /// - Parameter acquired: nil for the pool and for coins that were never held.
    mutating func take(
        _ part: Quantity, cost: Money?, acquired: LotQueue.Origin?, _ rule: MatchedDisposal.Rule
    ) -> MatchedDisposal {
        let shares = (proceeds: proceeds.map { $0.share(part, of: quantity) }, fee: fee.map { $0.share(part, of: quantity) })
        quantity = quantity - part
        if let whole = proceeds, let share = shares.proceeds { proceeds = whole - share }
        if let whole = fee, let share = shares.fee { fee = whole - share }
        let disposal = Disposal(
            kind: kind, transaction: event.transaction, time: event.time, wallet: event.wallet, asset: event.asset,
            origin: acquired?.id, acquiredAt: acquired?.time, quantity: part, cost: cost, proceeds: shares.proceeds)
        return MatchedDisposal(disposal: disposal, fee: shares.fee, rule: rule)
    }
}
