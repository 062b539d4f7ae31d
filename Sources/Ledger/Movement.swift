import Market

/// What a checked transaction does to holdings: what an inventory needs of its postings.
struct Movement {
    let id: TransactionID
    let time: Int
    let kind: Transaction.Kind
    /// The wallet of the coins; of a transfer the one that they leave.
    private(set) var wallet: WalletID
    /// The wallet that a transfer's coins reach; of other kinds ``wallet``.
    private(set) var target: WalletID
    /// The coins, or US dollars where no coins move.
    private(set) var asset: AssetID
    /// How much comes in or leaves, without a transfer's fee; above zero.
    private(set) var quantity = Quantity.zero
    /// What a transfer takes on top.
    private(set) var fee = Quantity.zero
    /// What a buy or sale changes in the holding of US dollars, fees included.
    private(set) var cash = Money.zero
    /// What a deposit cost, or an income was worth.
    let value: Money?
    /// Whether this is income whose coins cost ``value``.
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

    /// What leaves ``wallet`` of ``asset``; nil where it comes in.
    var coinsLeaving: Quantity? {
        switch kind {
        case .deposit, .income, .buy, .correction: nil
        case .withdrawal, .sell, .fee: quantity
        case .transfer: quantity + fee
        }
    }

    /// What the coins that come in cost.
    var cost: Money? {
        switch kind {
        case .buy: -cash
        case .income: isAtMarketValue ? value : .zero
        default: value
        }
    }

    /// The same, seen from the wallet that a transfer's coins reach.
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
