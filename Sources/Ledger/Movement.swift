import Market

/// The effect of a checked transaction on holdings, as an inventory needs it.
struct Movement {
    let id: TransactionID
    let time: Int
    /// Its place among transactions of the same time.
    let place: TransactionID
    let kind: Transaction.Kind
    /// The wallet of the coins; for a transfer, the source.
    private(set) var wallet: WalletID
    /// The destination wallet of a transfer; for other kinds ``wallet``.
    private(set) var target: WalletID
    /// The coin, or US dollars if no coins move.
    private(set) var asset: AssetID
    /// The quantity that comes in or leaves, without a transfer's fee; above zero.
    private(set) var quantity = Quantity.zero
    /// The fee of a transfer, in addition to the quantity.
    private(set) var fee = Quantity.zero
    /// The change of the US dollar holding by a buy or sale, including fees.
    private(set) var cash = Quantity.zero
    /// The cost of a deposit, or the value of income, in the currency of ``conversion``; nil if unknown.
    private(set) var value: Money?
    /// Whether this is income of coins that cost ``value``.
    let isAtMarketValue: Bool
    /// Whether it was recorded with a value of zero: withdrawn coins are then lost.
    let isWorthless: Bool
    /// The change of ``cash`` in the currency of ``conversion``; nil if the rate of the day is missing.
    private(set) var cashValue: Money?
    let conversion: CurrencyConversion

    init(_ record: RecordedTransaction, _ conversion: CurrencyConversion) throws(LedgerError) {
        let transaction = record.transaction
        (id, time, kind, self.conversion) = (record.id, transaction.time, transaction.kind, conversion)
        place = record.place
        isAtMarketValue = transaction.isAtMarketValue
        isWorthless = transaction.value?.amount == .zero
        guard let first = transaction.postings.first(where: { $0.account.role == .holding }) else {
            preconditionFailure("transaction \(record.id) was not checked")
        }
        (wallet, target, asset) = (first.account.wallet, first.account.wallet, first.asset)
        if kind == .transfer { readTransfer(transaction.postings) } else { readHoldings(transaction.postings) }
        cashValue = try converted(cash)
        if asset == conversion.currency.asset, asset != .usd {
            value = Money(quantity, conversion.currency)  // cash in the report's currency is worth its amount
        } else if let money = transaction.value {
            value = try converted(money.amount)
        }
    }

    /// Converts US dollars of the transaction's day; nil if the rate of that day is missing.
    func converted(_ dollars: Quantity) throws(LedgerError) -> Money? {
        do throws(DecimalError) {
            return try conversion.converted(.usd(dollars), on: Day(secondsSince1970: time))
        } catch {
            throw .overflow(id)
        }
    }

    /// Zero in the currency of the report.
    var nothing: Money { .zero(conversion.currency) }

    private mutating func readHoldings(_ postings: [Posting]) {
        let isTrade = kind == .buy || kind == .sell
        for posting in postings where posting.account.role == .holding {
            if isTrade, posting.asset == .usd {
                cash = cash + posting.amount
            } else {
                asset = posting.asset
                quantity = quantity + posting.amount
            }
        }
        quantity = quantity.magnitude
    }

    private mutating func readTransfer(_ postings: [Posting]) {
        let first = wallet
        for posting in postings {
            if posting.account.role == .fees { fee = fee + posting.amount }
            guard posting.account.role == .holding else { continue }
            if posting.account.wallet == first { quantity = quantity + posting.amount } else { target = posting.account.wallet }
        }
        if quantity > .zero {
            swap(&wallet, &target)
        } else {
            quantity = -quantity - fee
        }
    }

    /// The quantity of ``asset`` that leaves ``wallet``; nil if it comes in.
    var coinsLeaving: Quantity? {
        switch kind {
        case .deposit, .income, .buy, .correction: nil
        case .withdrawal, .sell, .fee: quantity
        case .transfer: quantity + fee
        }
    }

    /// The cost of the coins that come in.
    var cost: Money? {
        switch kind {
        case .buy: cashValue.map { -$0 }
        case .income: isAtMarketValue ? value : nothing
        default: value
        }
    }

    /// The origin of the coins that it acquires.
    var origin: LotQueue.Origin { LotQueue.Origin(time: time, place: place, id: id) }

    /// The same movement, seen from a transfer's destination.
    var atTarget: Movement {
        var movement = self
        movement.wallet = target
        return movement
    }

    func disposal(
        _ kind: Disposal.Kind, _ lot: LotQueue.Entry?, _ quantity: Quantity, cost: Money?, proceeds: Money?
    ) -> Disposal {
        Disposal(
            kind: kind, transaction: id, time: time, wallet: wallet, asset: asset, origin: lot?.origin.id,
            acquiredAt: lot?.origin.time, quantity: quantity, cost: cost, proceeds: proceeds)
    }
}
