import Market

/// Factory methods that create checked transactions of each kind. All throw the errors of ``Transaction/check()``, and
/// ``LedgerError/badAmount(key:name:amount:)`` for a quantity or cash amount that is not above zero or a fee below zero.
extension Transaction {
    /// Creates a deposit of coins or cash from outside.
    ///
    /// - Parameter value: the cost of the coins in US dollars; nil if unknown. Cash needs none: it costs its amount.
    package static func deposit(
        key: String, time: Int, wallet: WalletID, asset: AssetID, quantity: Quantity, value: Money? = nil, note: String = ""
    ) throws(LedgerError) -> Transaction {
        try move(.deposit, key, time, wallet, from: .external, to: .holding, asset, quantity, value, note)
    }

    /// Creates a withdrawal of coins or cash to the outside.
    ///
    /// - Parameter value: the market value of the coins in US dollars; nil if unknown. Coins with a value of zero are lost: their
    ///   cost becomes a realized loss.
    package static func withdrawal(
        key: String, time: Int, wallet: WalletID, asset: AssetID, quantity: Quantity, value: Money? = nil, note: String = ""
    ) throws(LedgerError) -> Transaction {
        try move(.withdrawal, key, time, wallet, from: .holding, to: .external, asset, quantity, value, note)
    }

    /// Creates a payment of coins or cash for a service.
    package static func fee(
        key: String, time: Int, wallet: WalletID, asset: AssetID, quantity: Quantity, note: String = ""
    ) throws(LedgerError) -> Transaction {
        try move(.fee, key, time, wallet, from: .holding, to: .fees, asset, quantity, nil, note)
    }

    /// Creates income: staking rewards, interest or an airdrop.
    ///
    /// The coins cost nothing, so that all proceeds of a later sale are a gain. For the alternative see
    /// ``incomeAtMarketValue(key:time:wallet:asset:quantity:value:note:)``.
    ///
    /// - Parameter value: the market value of the coins in US dollars; nil if unknown.
    package static func income(
        key: String, time: Int, wallet: WalletID, asset: AssetID, quantity: Quantity, value: Money? = nil, note: String = ""
    ) throws(LedgerError) -> Transaction {
        try move(.income, key, time, wallet, from: .income, to: .holding, asset, quantity, value, note)
    }

    /// Creates income of coins that counts as `value` at once: staking rewards, interest or an airdrop. `value` is also the
    /// coins' cost.
    ///
    /// - Parameter value: the market value of the coins at that time, in US dollars; above zero.
    package static func incomeAtMarketValue(
        key: String, time: Int, wallet: WalletID, asset: AssetID, quantity: Quantity, value: Money, note: String = ""
    ) throws(LedgerError) -> Transaction {
        try checkInput(key, quantity: quantity)
        guard value.currency == .usd else { throw .wrongCurrency(key: key, name: "market value", amount: value) }
        guard value.amount > .zero else { throw .badAmount(key: key, name: "market value", amount: value.amount) }
        guard value.amount < amountLimit else { throw .amountTooLarge(key: key, name: "value", amount: value.amount) }
        let (market, income) = (Account(wallet, .market), Account(wallet, .income))
        return try checked(
            .income, key, time,
            [
                Posting(Account(wallet, .holding), asset, quantity), Posting(market, asset, -quantity),
                Posting(market, .usd, value.amount), Posting(income, .usd, -value.amount),
            ], value, note)
    }

    /// Creates a purchase of coins, which cost `paid` + `fee`.
    ///
    /// - Parameters:
    ///   - paid: US dollars paid to the market.
    ///   - fee: US dollars paid in addition.
    package static func buy(
        key: String, time: Int, wallet: WalletID, asset: AssetID, quantity: Quantity, paid: Money, fee: Money = .zero,
        note: String = ""
    ) throws(LedgerError) -> Transaction {
        let (paid, fee) = try dollars(key, ("amount paid", paid), fee)
        try checkInput(key, quantity: quantity, cash: ("amount paid", paid), fee: fee)
        let (holding, market) = (Account(wallet, .holding), Account(wallet, .market))
        return try checked(
            .buy, key, time,
            [
                Posting(holding, asset, quantity), Posting(market, asset, -quantity), Posting(holding, .usd, -(paid + fee)),
                Posting(market, .usd, paid), Posting(Account(wallet, .fees), .usd, fee),
            ], nil, note)
    }

    /// Creates a sale of coins with proceeds of `received` - `fee`. A sale for nothing writes off worthless coins: their cost
    /// becomes a realized loss.
    ///
    /// - Parameters:
    ///   - received: US dollars received from the market; may be zero.
    ///   - fee: US dollars deducted from them.
    package static func sell(
        key: String, time: Int, wallet: WalletID, asset: AssetID, quantity: Quantity, received: Money, fee: Money = .zero,
        note: String = ""
    ) throws(LedgerError) -> Transaction {
        let (received, fee) = try dollars(key, ("amount received", received), fee)
        try checkInput(key, quantity: quantity, cash: ("amount received", received), fee: fee, mayBeZero: ["amount received"])
        let (holding, market) = (Account(wallet, .holding), Account(wallet, .market))
        return try checked(
            .sell, key, time,
            [
                Posting(holding, asset, -quantity), Posting(market, asset, quantity), Posting(holding, .usd, received - fee),
                Posting(market, .usd, -received), Posting(Account(wallet, .fees), .usd, fee),
            ], nil, note)
    }

    /// Creates a transfer of coins or cash to another wallet.
    ///
    /// - Parameters:
    ///   - quantity: the quantity that arrives.
    ///   - fee: the quantity that leaves in addition, in the same asset.
    package static func transfer(
        key: String, time: Int, from source: WalletID, to target: WalletID, asset: AssetID, quantity: Quantity,
        fee: Quantity = .zero, note: String = ""
    ) throws(LedgerError) -> Transaction {
        try checkInput(key, quantity: quantity, fee: fee)
        let holding = Account(source, .holding)
        return try checked(
            .transfer, key, time,
            [
                Posting(holding, asset, -quantity), Posting(Account(target, .holding), asset, quantity),
                Posting(holding, asset, -fee), Posting(Account(source, .fees), asset, fee),
            ], nil, note)
    }

    /// Creates a swap of coins for other coins of the same wallet: a sale for `value` and a purchase for it.
    ///
    /// - Parameters:
    ///   - received: the quantity of `other` that comes in.
    ///   - value: what both sides are worth in US dollars; nil if unknown.
    /// - Throws: also ``LedgerError/wrongPostings(key:kind:)`` for US dollars and for a coin that is swapped for itself.
    package static func swap(
        key: String, time: Int, wallet: WalletID, asset: AssetID, quantity: Quantity, into other: AssetID, received: Quantity,
        value: Money? = nil, note: String = ""
    ) throws(LedgerError) -> Transaction {
        try exchange(.swap, key, time, wallet, (asset, quantity), (other, received), value, note)
    }

    /// Creates a split: coins are replaced by others, which keep the cost and the days of acquisition.
    ///
    /// - Parameters:
    ///   - other: the coin that stands for the old one; may be the same.
    ///   - received: the quantity of `other` that comes in.
    /// - Throws: also ``LedgerError/wrongPostings(key:kind:)`` for currencies and for coins that become as many of the same.
    package static func split(
        key: String, time: Int, wallet: WalletID, asset: AssetID, quantity: Quantity, into other: AssetID, received: Quantity,
        note: String = ""
    ) throws(LedgerError) -> Transaction {
        try exchange(.split, key, time, wallet, (asset, quantity), (other, received), nil, note)
    }

    /// Creates the correction of a recorded transaction: its postings negated, at its time.
    ///
    /// - Throws: ``LedgerError/notCorrectable(_:)`` for a correction or a transaction that was already corrected.
    package static func correction(
        of record: RecordedTransaction, key: String, note: String = ""
    ) throws(LedgerError) -> Transaction {
        let corrected = record.transaction
        guard corrected.kind != .correction, record.correctedBy == nil else { throw .notCorrectable(record.id) }
        let correction = Transaction(
            key: key, kind: .correction, time: corrected.time,
            postings: corrected.postings.map { Posting($0.account, $0.asset, -$0.amount) }, corrects: record.id, note: note)
        try correction.check()
        return correction
    }

    private static func exchange(
        _ kind: Kind, _ key: String, _ time: Int, _ wallet: WalletID, _ given: (asset: AssetID, quantity: Quantity),
        _ received: (asset: AssetID, quantity: Quantity), _ value: Money?, _ note: String
    ) throws(LedgerError) -> Transaction {
        try checkInput(key, quantity: given.quantity, cash: ("quantity received", received.quantity))
        let (holding, market) = (Account(wallet, .holding), Account(wallet, .market))
        return try checked(
            kind, key, time,
            [
                Posting(holding, given.asset, -given.quantity), Posting(market, given.asset, given.quantity),
                Posting(holding, received.asset, received.quantity), Posting(market, received.asset, -received.quantity),
            ], value, note)
    }

    private static func move(
        _ kind: Kind, _ key: String, _ time: Int, _ wallet: WalletID, from source: Account.Role, to target: Account.Role,
        _ asset: AssetID, _ quantity: Quantity, _ value: Money?, _ note: String
    ) throws(LedgerError) -> Transaction {
        try checkInput(key, quantity: quantity)
        return try checked(
            kind, key, time,
            [Posting(Account(wallet, target), asset, quantity), Posting(Account(wallet, source), asset, -quantity)], value, note)
    }

    /// Returns the cash of a trade and its fee as quantities of US dollars.
    private static func dollars(
        _ key: String, _ cash: (name: String, money: Money), _ fee: Money
    ) throws(LedgerError) -> (cash: Quantity, fee: Quantity) {
        for (name, money) in [cash, ("fee", fee)] where money.currency != .usd {
            throw .wrongCurrency(key: key, name: name, amount: money)
        }
        return (cash.money.amount, fee.amount)
    }

    private static func checkInput(
        _ key: String, quantity: Quantity, cash: (name: String, amount: Quantity)? = nil, fee: FixedDecimal = .zero,
        mayBeZero: Set<String> = []
    ) throws(LedgerError) {
        for (name, amount) in [("quantity", quantity), ("fee", fee)] + (cash.map { [($0.name, $0.amount)] } ?? []) {
            guard amount > .zero || amount == .zero && (name == "fee" || mayBeZero.contains(name)) else {
                throw .badAmount(key: key, name: name, amount: amount)
            }
            guard amount < amountLimit else { throw .amountTooLarge(key: key, name: name, amount: amount) }
        }
    }

    private static func checked(
        _ kind: Kind, _ key: String, _ time: Int, _ postings: [Posting], _ value: Money?, _ note: String
    ) throws(LedgerError) -> Transaction {
        let transaction = Transaction(
            key: key, kind: kind, time: time, postings: postings.filter { $0.amount != .zero }, value: value, note: note)
        try transaction.check()
        return transaction
    }
}
