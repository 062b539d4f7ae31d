extension Transaction {
    /// What income was for, or why coins came in or left without a trade: the words that other programs use.
    ///
    /// A label changes a rule only where its comment says so.
    package enum Label: String, CaseIterable, Sendable {
        /// Income for locked coins.
        case staking
        /// Income for lent coins or deposited cash.
        case interest
        case mining
        /// Coins that were given to many people.
        case airdrop
        /// Coins of a blockchain that separated from another one.
        case fork
        /// Cashback, a referral bonus, or a reward for learning.
        case reward
        /// A deposit that another person gave, whose value is the cost, or a withdrawal that was given away, with its cost.
        case gift
        case donation
        /// Coins or cash that were lost, stolen or written off: their cost becomes a realized loss, and they are no outflow.
        case loss
        /// Coins or cash that paid for something.
        case payment

        /// The kinds of transactions that may have it.
        package var kinds: [Kind] {
            switch self {
            case .staking, .interest, .mining, .airdrop, .fork, .reward: [.income]
            case .gift: [.deposit, .withdrawal]
            case .donation, .loss, .payment: [.withdrawal]
            }
        }
    }

    /// Whether coins or cash are gone with their cost: a withdrawal with the label ``Label/loss`` or a value of zero.
    package var isLost: Bool { kind == .withdrawal && (label == .loss || value?.amount == .zero) }

    /// Returns the transaction with a label. Lost coins are worth zero.
    ///
    /// - Throws: ``LedgerError/wrongLabel(key:kind:label:)``, and ``LedgerError/lossWithValue(key:value:)`` for another value.
    package func labelled(_ label: Label?) throws(LedgerError) -> Transaction {
        guard let label else { return self }
        let isLossOfCoins = label == .loss && kind == .withdrawal && !movesDollars
        let labelled = Transaction(
            key: key, kind: kind, time: time, postings: postings, value: isLossOfCoins ? value ?? .zero : value,
            corrects: corrects, note: note, label: label, place: place)
        try labelled.check()
        return labelled
    }

    func checkLabel() throws(LedgerError) {
        guard let label else { return }
        guard label.kinds.contains(kind) else { throw .wrongLabel(key: key, kind: kind, label: label) }
        guard label == .loss, let value, value.amount != .zero, !movesDollars else { return }
        throw .lossWithValue(key: key, value: value)
    }

    private var movesDollars: Bool { postings.contains { $0.account.role == .holding && $0.asset == .usd } }
}

extension Transaction.Kind {
    /// The labels that its transactions may have; empty for most kinds.
    package var labels: [Transaction.Label] { Transaction.Label.allCases.filter { $0.kinds.contains(self) } }
}
