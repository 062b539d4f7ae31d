import Market

/// The effect of a checked transaction on holdings, as an inventory needs it.
struct Movement {
    let id: TransactionID
    let time: Int
    /// Its place among transactions of the same time.
    let place: TransactionID
    private(set) var kind: Transaction.Kind
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
    /// What a swap or a split puts in the place of the coins; nil for other kinds.
    private(set) var received: (asset: AssetID, quantity: Quantity)?
    /// The change of the US dollar holding by a buy or sale, including fees.
    private(set) var cash = Quantity.zero
    /// The cost of a deposit, or the value of income or of a swap, in the currency of ``conversion``; nil if unknown.
    private(set) var value: Money?
    /// Whether this is income of coins that cost ``value``.
    let isAtMarketValue: Bool
    /// Whether it is a withdrawal of what is gone with its cost (``Transaction/isLost``).
    let isLost: Bool
    let label: Transaction.Label?
    /// The change of ``cash`` in the currency of ``conversion``; nil if the rate of the day is missing.
    private(set) var cashValue: Money?
    let conversion: CurrencyConversion

    init(_ record: RecordedTransaction, _ conversion: CurrencyConversion) throws(LedgerError) {
        let transaction = record.transaction
        (id, time, kind, self.conversion) = (record.id, transaction.time, transaction.kind, conversion)
        place = record.place
        isAtMarketValue = transaction.isAtMarketValue
        (isLost, label) = (transaction.isLost, transaction.label)
        guard let first = transaction.postings.first(where: { $0.account.role == .holding }) else {
            preconditionFailure("transaction \(record.id) was not checked")
        }
        (wallet, target, asset) = (first.account.wallet, first.account.wallet, first.asset)
        switch kind {
        case .transfer: readTransfer(transaction.postings)
        case .swap, .split: readExchange(transaction.postings)
        default: readHoldings(transaction.postings)
        }
        cashValue = try converted(cash)
        if asset == conversion.currency.asset, asset != .usd {
            value = Money(quantity, conversion.currency)  // cash in the report's currency is worth its amount
        } else if let received, received.asset == conversion.currency.asset {
            value = Money(received.quantity, conversion.currency)
        } else if let money = transaction.value {
            value = try converted(money.amount)
        }
    }

    /// Passes on the movements of a transaction, in order: one, or the sale and the purchase of a swap, in which no cash moves.
    static func each(
        of record: RecordedTransaction, _ conversion: CurrencyConversion, _ body: (Movement) throws(LedgerError) -> Void
    ) throws(LedgerError) {
        let movement = try Movement(record, conversion)
        guard movement.kind == .swap, let received = movement.received else { return try body(movement) }
        var (sale, purchase) = (movement, movement)
        (sale.kind, sale.cashValue) = (.sell, movement.value)
        (purchase.kind, purchase.cashValue) = (.buy, movement.value.map { -$0 })
        (purchase.asset, purchase.quantity) = received
        try body(sale)
        try body(purchase)
    }

    /// Converts US dollars of the transaction's day; nil if the rate of that day is missing.
    func converted(_ dollars: Quantity) throws(LedgerError) -> Money? {
        do throws(DecimalError) {
            return try conversion.converted(.usd(dollars), on: Day(secondsSince1970: time))
        } catch {
            throw .overflow(id)
        }
    }

    /// What the sale is that comes from a sale or a swap: coins swapped for a currency are sold.
    var saleKind: Disposal.Kind { received.map { Currency($0.asset) == nil } == true ? .swap : .sale }

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

    /// Reads what leaves and what comes in apart, because a coin can be split into more of the same.
    private mutating func readExchange(_ postings: [Posting]) {
        var into = (asset: asset, quantity: Quantity.zero)
        for posting in postings where posting.account.role == .holding {
            if posting.amount > .zero {
                into = (posting.asset, into.quantity + posting.amount)
            } else {
                (asset, quantity) = (posting.asset, quantity - posting.amount)
            }
        }
        received = into
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
        case .withdrawal, .sell, .fee, .swap, .split: quantity
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

    /// The same movement, seen from the coin that a split puts in the place of the old one.
    func replaced(by asset: AssetID) -> Movement {
        var movement = self
        movement.asset = asset
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
