import Market

/// The effect of a checked transaction on holdings, as an inventory needs it.
struct Movement {
    let id: TransactionID
    let time: Int
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
    private(set) var cash = Money.zero
    /// The cost of a deposit, or the value of income.
    let value: Money?
    /// Whether this is income of coins that cost ``value``.
    let isAtMarketValue: Bool

    init(_ record: RecordedTransaction) {
        let transaction = record.transaction
        (id, time, kind, value) = (record.id, transaction.time, transaction.kind, transaction.value)
        isAtMarketValue = transaction.isAtMarketValue
        guard let first = transaction.postings.first(where: { $0.account.role == .holding }) else {
            preconditionFailure("transaction \(record.id) was not checked")
        }
        (wallet, target, asset) = (first.account.wallet, first.account.wallet, first.asset)
        if kind == .transfer { readTransfer(transaction.postings) } else { readHoldings(transaction.postings) }
    }

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
        case .buy: -cash
        case .income: isAtMarketValue ? value : .zero
        default: value
        }
    }

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
            kind: kind, transaction: id, time: time, wallet: wallet, asset: asset, origin: lot?.origin, acquiredAt: lot?.acquiredAt,
            quantity: quantity, cost: cost, proceeds: proceeds)
    }
}
