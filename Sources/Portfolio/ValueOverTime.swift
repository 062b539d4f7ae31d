import Ledger
import Market

/// What a wallet was worth at the end of a day.
public struct DayValue: Equatable, Sendable {
    /// The day.
    public let day: Day
    /// In US dollars; nil where the close of something that it held is not stored.
    public let value: Money?
    /// What came in during the day less what went out, at the day's closes; nil where one of them is not stored.
    public let netFlow: Money?
    /// As ``netFlow``, but deposits at what they cost, where that is known: the money that a person put in.
    public let paidIn: Money?
    /// What it held whose close is not stored, in order of their ids.
    public let missing: [AssetID]
}

extension Portfolio {
    /// What a wallet was worth at the end of each day, from stored closes.
    ///
    /// A value is the sum of holdings times the closes of exactly that day. Deposits, withdrawals and transfers are flows; income
    /// and fees, those of transfers too, are part of what the wallet earned.
    ///
    /// - Returns: a value for each day from `first` through `last`, oldest first; none where `last` is before `first`.
    /// - Complexity: the wallet's journal is read once, memory grows with days and assets only.
    public func valueOverTime(_ wallet: Wallet, from first: Day, through last: Day) async throws -> [DayValue] {
        try check(wallet)
        guard first <= last else { return [] }
        var days = WalletDays(wallet: wallet.id, first: first, last: last)
        try await replay([wallet.id], before: (last + 1).daysSince1970 * 86_400) { try days.add($0.transaction) }
        for asset in days.assets where asset != .usd {
            let stored = try await repositories.candles.candles(of: asset, from: first, through: last)
            days.setPrices(stored.compactMap(PriceOfDay.init), of: asset)
        }
        return try days.values()
    }
}

/// Holdings and flows of a wallet, day by day.
private struct WalletDays {
    let wallet: WalletID
    let first: Day
    let last: Day
    /// What is added on each day, by asset; day 0 holds all that came before as well.
    private var changes: [AssetID: [Int: Quantity]] = [:]
    /// Coins and cash that came in or went out.
    private var flows: [AssetID: [Int: Quantity]] = [:]
    /// The part of ``flows`` whose cost is known, and that cost.
    private var costed: [AssetID: [Int: (quantity: Quantity, cost: Money)]] = [:]
    private var prices: [AssetID: [Money?]] = [:]

    init(wallet: WalletID, first: Day, last: Day) {
        (self.wallet, self.first, self.last) = (wallet, first, last)
    }

    var assets: [AssetID] { changes.keys.sorted() }

    mutating func add(_ transaction: Transaction) throws {
        let index = Swift.max(transaction.day - first, 0)
        let isFlow = [.deposit, .withdrawal, .transfer].contains(transaction.kind) && transaction.day >= first
        for posting in transaction.postings where posting.account == Account(wallet, .holding) {
            changes[posting.asset, default: [:]][index, default: .zero] =
                try (changes[posting.asset]?[index] ?? .zero).adding(posting.amount)
            guard isFlow else { continue }
            try addFlow(posting, index)
            if transaction.kind == .deposit, posting.asset != .usd, let cost = transaction.value {
                let before = costed[posting.asset]?[index] ?? (.zero, .zero)
                costed[posting.asset, default: [:]][index] =
                    (try before.quantity.adding(posting.amount), try before.cost.adding(cost))
            }
        }
        guard transaction.kind == .transfer, isFlow else { return }
        // What left the holding as a fee went to nobody's wallet: it is lost, not moved.
        for posting in transaction.postings where posting.account == Account(wallet, .fees) { try addFlow(posting, index) }
    }

    private mutating func addFlow(_ posting: Posting, _ index: Int) throws {
        flows[posting.asset, default: [:]][index, default: .zero] =
            try (flows[posting.asset]?[index] ?? .zero).adding(posting.amount)
    }

    mutating func setPrices(_ closes: [PriceOfDay], of asset: AssetID) {
        var prices = [Money?](repeating: nil, count: last - first + 1)
        for close in closes { prices[close.day - first] = close.price }
        self.prices[asset] = prices
    }

    func values() throws -> [DayValue] {
        var holdings: [(asset: AssetID, quantity: Quantity)] = assets.map { ($0, .zero) }
        var result: [DayValue] = []
        result.reserveCapacity(last - first + 1)
        for index in 0...(last - first) {
            for place in holdings.indices {
                guard let change = changes[holdings[place].asset]?[index] else { continue }
                holdings[place].quantity = try holdings[place].quantity.adding(change)
            }
            result.append(try value(of: holdings, index))
        }
        return result
    }

    private func value(of holdings: [(asset: AssetID, quantity: Quantity)], _ index: Int) throws -> DayValue {
        var value: Money? = .zero
        var (netFlow, paidIn): (Money?, Money?) = (.zero, .zero)
        var missing: [AssetID] = []
        for (asset, quantity) in holdings {
            let price = asset == .usd ? Money.one : prices[asset]?[index]
            if quantity != .zero {
                if price == nil { missing.append(asset) }
                value = try sum(value, quantity, price)
            }
            guard let flow = flows[asset]?[index] else { continue }
            netFlow = try sum(netFlow, flow, price)
            let known = costed[asset]?[index] ?? (.zero, .zero)
            paidIn = try sum(paidIn, flow - known.quantity, price)?.adding(known.cost)
        }
        return DayValue(day: first + index, value: value, netFlow: netFlow, paidIn: paidIn, missing: missing)
    }

    /// A missing price makes the sum missing, unless nothing is to be priced.
    private func sum(_ total: Money?, _ quantity: Quantity, _ price: Money?) throws -> Money? {
        guard quantity != .zero else { return total }
        guard let total, let price else { return nil }
        return try total.adding(quantity.multiplied(by: price))
    }
}

extension Portfolio {
    /// The day of a wallet's first transaction, and the newest day of which a close of what it holds is stored, or the same day where
    /// all closes are older; nil without transactions.
    public func span(of wallet: Wallet) async throws -> (first: Day, last: Day)? {
        try check(wallet)
        let query = JournalQuery(wallets: [wallet.id], leavesOutCorrected: true, limit: 1)
        guard let first = try await repositories.journal.transactions(query).first?.transaction.day else { return nil }
        let held = try await repositories.journal.balances(of: wallet.id).keys
        return (first, max(first, try await newestDay(of: held)))
    }
}
