import Ledger
import Market
import Portfolio

/// The journal of a simulated account, read once: its lots, their realized gains, and the amounts from outside.
struct AccountReplay {
    /// An amount that came into the account from outside, or left it: a payment, or coins of another person.
    struct Flow {
        let day: Day
        let asset: AssetID
        let quantity: Quantity
        let isIn: Bool
        /// In US dollars; nil if it is not known.
        fileprivate(set) var dollars: FixedDecimal?
        /// In the currency of the figures; nil if it is not known, and before ``AccountReplay/resolve(_:dollars:)``.
        fileprivate(set) var value: Money?
        /// The cost of the lots that left; nil for flows without lots.
        fileprivate let cost: PartialSum?
    }

    private(set) var inventory: Inventory
    /// In the currency of the figures.
    private(set) var realized: PartialSum
    /// In the order of the journal.
    private(set) var flows: [Flow] = []
    private(set) var firstDay: Day?
    private let conversion: CurrencyConversion
    private let values: [TransactionID: Money]

    /// - Parameter values: the values of deposits that have none in the journal, in US dollars.
    init(_ group: WalletGroup, in conversion: CurrencyConversion, values: [TransactionID: Money]) {
        let rules = group.wallets.map { ($0.id, Inventory.Rules(costBasis: $0.costBasis, allowsNegative: $0.allowsNegative)) }
        inventory = Inventory(rules: Dictionary(uniqueKeysWithValues: rules), conversion: conversion)
        (realized, self.conversion, self.values) = (PartialSum(conversion.currency), conversion, values)
    }

    private var currency: Currency { conversion.currency }

    // MARK: Reading

    /// Returns the deposited amount if the journal does not know its value: no rate was known when it arrived.
    static func unvalued(_ record: RecordedTransaction) -> (asset: AssetID, quantity: Quantity)? {
        let transaction = record.transaction
        guard transaction.kind == .deposit, transaction.value == nil,
            let posting = transaction.postings.first(where: { $0.account.role == .holding }), posting.asset != .usd
        else { return nil }
        return (posting.asset, posting.amount)
    }

    mutating func add(_ recorded: RecordedTransaction) throws {
        let record = values[recorded.id].map { recorded.valued($0) } ?? recorded
        let transaction = record.transaction
        firstDay = firstDay ?? transaction.day
        var cost: PartialSum?
        for disposal in try inventory.apply(record) {
            // Cash in the currency of the figures is worth its amount: trades of it earn nothing.
            switch (disposal.kind, disposal.asset == currency.asset) {
            case (.fee, true): try realized.add(Money(-disposal.quantity, currency))
            case (.withdrawal, false), (.loss, false):
                var sum = cost ?? PartialSum(currency)
                try sum.add(disposal.cost)
                cost = sum
            case (.sale, false), (.swap, false), (.fee, false), (.income, _): try realized.add(disposal.gain)
            case (.sale, true), (.swap, true), (.withdrawal, true), (.loss, true), (.transfer, _), (.split, _), (.cover, _): break
            }
        }
        guard transaction.kind == .deposit || transaction.kind == .withdrawal,
            let posting = transaction.postings.first(where: { $0.account.role == .holding })
        else { return }
        let quantity = posting.amount.magnitude
        flows.append(
            Flow(
                day: transaction.day, asset: posting.asset, quantity: quantity, isIn: transaction.kind == .deposit,
                dollars: posting.asset == .usd ? quantity : transaction.value?.amount, value: nil, cost: cost))
    }

    /// Completes a flow with its value, and counts the gain of its lots when they left the account.
    ///
    /// - Parameter dollars: nil if it is not known.
    mutating func resolve(_ index: Int, dollars: FixedDecimal?) throws {
        flows[index].dollars = dollars
        let flow = flows[index]
        let value =
            flow.asset == currency.asset
            ? Money(flow.quantity, currency) : try dollars.flatMap { try conversion.converted(.usd($0), on: flow.day) }
        flows[index].value = value
        guard !flow.isIn, let cost = flow.cost else { return }
        guard let value, let cost = cost.total else { return try realized.add(nil) }
        try realized.add(value.subtracting(cost))
    }

    // MARK: What was put in

    /// The total that came in, or went out; nil if the value of a part is not known.
    func paid(isIn: Bool) throws -> Money? {
        var sum = PartialSum(currency)
        for flow in flows where flow.isIn == isIn { try sum.add(flow.value) }
        return sum.total
    }

    /// The amount paid in minus the amount paid out, by the end of each day; nil from the first unknown part on.
    func putIn(from first: Day, through last: Day) throws -> [Money?] {
        let byDay = Dictionary(grouping: flows) { max($0.day, first) }
        var sum = PartialSum(currency)
        return try (0...(last - first)).map { index in
            for flow in byDay[first + index] ?? [] { try sum.add(flow.isIn ? flow.value : flow.value.map { -$0 }) }
            return sum.total
        }
    }
}

extension RecordedTransaction {
    /// Returns the same record with a value.
    fileprivate func valued(_ value: Money) -> RecordedTransaction {
        RecordedTransaction(
            id: id, recordedAt: recordedAt, correctedBy: correctedBy,
            transaction: Transaction(
                key: transaction.key, kind: transaction.kind, time: transaction.time, postings: transaction.postings, value: value,
                corrects: transaction.corrects, note: transaction.note, place: transaction.place))
    }
}
