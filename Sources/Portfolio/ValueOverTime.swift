import Ledger
import Market

/// The value of a wallet at the end of a day.
package struct DayValue: Equatable, Sendable {
    /// The day.
    package let day: Day
    /// The value in US dollars; nil if the close of a holding is not stored.
    package let value: Money?
    /// What came in from outside during the day, in US dollars at the day's closes; nil if one of them is not stored.
    package let inflow: Money?
    /// What went out during the day, in US dollars at the day's closes; nil if one of them is not stored.
    package let outflow: Money?
    /// The assets held without a stored close, ordered by id.
    package let missing: [AssetID]

    /// Inflow minus outflow; nil if a close is not stored.
    package var netFlow: Money? {
        guard let inflow, let outflow else { return nil }
        return inflow - outflow  // both are zero or more, so the difference is no larger than either
    }
}

extension Portfolio {
    /// What a wallet was worth at the end of each day; otherwise as ``valueOverTime(_:from:through:)-(WalletGroup,_,_)``.
    package func valueOverTime(
        _ wallet: Wallet, from first: Day, through last: Day, in currency: Currency = .usd
    ) async throws -> [DayValue] {
        try await valueOverTime(WalletGroup(wallet), from: first, through: last, in: currency)
    }

    /// Returns the combined value of wallets at the end of each day, from stored closes.
    ///
    /// A value is the sum of holdings times the closes of exactly that day. Deposits, withdrawals, and transfers from or to
    /// wallets outside the group are flows. Income and fees, including transfer fees, are part of what the wallets earned.
    ///
    /// - Parameter currency: of the values, each converted by the close of its own day.
    /// - Returns: a value for each day from `first` through `last`, oldest first; none where `last` is before `first`.
    /// - Complexity: the wallets' journal is read once, memory grows with days and assets only.
    package func valueOverTime(
        _ group: WalletGroup, from first: Day, through last: Day, in currency: Currency = .usd
    ) async throws -> [DayValue] {
        try check(group)
        return try await values(of: group, from: first, through: last, closesThrough: last, in: currency)
    }

    /// The same, with the closes of `newest` for the days after it.
    func values(
        of group: WalletGroup, from first: Day, through last: Day, closesThrough newest: Day, in currency: Currency
    ) async throws -> [DayValue] {
        guard first <= last else { return [] }
        var days = WalletDays(
            wallets: group.ids, first: first, last: last, newest: newest, conversion: try await conversion(to: currency))
        try await replay(group.ids, before: (last + 1).daysSince1970 * 86_400) { try days.add($0.transaction) }
        for asset in days.assets where asset != .usd {
            let stored = try await market.candles.candles(of: asset, from: min(first, newest), through: min(last, newest))
            days.setPrices(stored.compactMap(PriceOfDay.init), of: asset)
        }
        return try days.values()
    }
}

/// The holdings and flows of wallets, day by day.
private struct WalletDays {
    let wallets: Set<WalletID>
    let first: Day
    let last: Day
    /// The closes of this day count on later days as well.
    let newest: Day
    let conversion: CurrencyConversion
    /// What is added on each day, by asset; day 0 holds all that came before as well.
    private var changes: [AssetID: [Int: Quantity]] = [:]
    /// Coins and cash that came in from outside.
    private var inflows: [AssetID: [Int: Quantity]] = [:]
    /// Coins and cash that went out, above zero.
    private var outflows: [AssetID: [Int: Quantity]] = [:]
    private var prices: [AssetID: [Money?]] = [:]

    init(wallets: Set<WalletID>, first: Day, last: Day, newest: Day, conversion: CurrencyConversion) {
        (self.wallets, self.first, self.last) = (wallets, first, last)
        (self.newest, self.conversion) = (newest, conversion)
    }

    var assets: [AssetID] { changes.keys.sorted() }

    mutating func add(_ transaction: Transaction) throws {
        let index = Swift.max(transaction.day - first, 0)
        var moved: [AssetID: Quantity] = [:]
        for posting in transaction.postings where wallets.contains(posting.account.wallet) {
            switch posting.account.role {
            case .holding:
                changes[posting.asset, default: [:]][index, default: .zero] =
                    try (changes[posting.asset]?[index] ?? .zero).adding(posting.amount)
                moved[posting.asset] = try (moved[posting.asset] ?? .zero).adding(posting.amount)
            // A transfer's fee leaves the wallets but is a loss and not a flow.
            case .fees where transaction.kind == .transfer:
                moved[posting.asset] = try (moved[posting.asset] ?? .zero).adding(posting.amount)
            default: break
            }
        }
        guard [.deposit, .withdrawal, .transfer].contains(transaction.kind), transaction.day >= first else { return }
        for (asset, quantity) in moved {
            if quantity > .zero { try Self.add(quantity, asset, index, to: &inflows) }
            if quantity < .zero { try Self.add(-quantity, asset, index, to: &outflows) }
        }
    }

    private static func add(
        _ quantity: Quantity, _ asset: AssetID, _ index: Int, to flows: inout [AssetID: [Int: Quantity]]
    ) throws(DecimalError) {
        flows[asset, default: [:]][index] = try (flows[asset]?[index] ?? .zero).adding(quantity)
    }

    mutating func setPrices(_ closes: [PriceOfDay], of asset: AssetID) {
        var prices = [Money?](repeating: nil, count: last - first + 1)
        for close in closes {
            if close.day >= first { prices[close.day - first] = close.price }
            guard close.day == newest, newest < last else { continue }
            for index in Swift.max(newest + 1 - first, 0)..<prices.count { prices[index] = close.price }
        }
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
        let none = Money.zero(conversion.currency)
        var value: Money? = none
        var (inflow, outflow): (Money?, Money?) = (none, none)
        var missing: [AssetID] = []
        let (day, own) = (min(first + index, newest), conversion.currency.asset)
        for (asset, quantity) in holdings {
            let close = asset == .usd ? Money.one : prices[asset]?[index]
            let price = try conversion.price(of: asset, close: close, on: day)
            if quantity != .zero {
                if price == nil, close == nil { missing.append(asset) }
                if price == nil, !conversion.hasRate(on: day), !missing.contains(own) { missing.append(own) }
                value = try sum(value, quantity, price)
            }
            if let quantity = inflows[asset]?[index] { inflow = try sum(inflow, quantity, price) }
            if let quantity = outflows[asset]?[index] { outflow = try sum(outflow, quantity, price) }
        }
        return DayValue(day: first + index, value: value, inflow: inflow, outflow: outflow, missing: missing.sorted())
    }

    /// Returns the sum; nil if a price is missing.
    private func sum(_ total: Money?, _ quantity: Quantity, _ price: Money?) throws -> Money? {
        guard let total, let price else { return nil }
        return try total.adding(quantity.multiplied(by: price))
    }
}

extension Portfolio {
    /// Returns the day of a wallet's first transaction and the newest day with a stored close of what it holds; the same day
    /// twice if all closes are older; nil without transactions.
    package func span(of wallet: Wallet) async throws -> (first: Day, last: Day)? { try await span(of: WalletGroup(wallet)) }

    /// As ``span(of:)-(Wallet)``, of several wallets together.
    package func span(of group: WalletGroup, in currency: Currency = .usd) async throws -> (first: Day, last: Day)? {
        try check(group)
        guard let first = try await firstDay(of: group) else { return nil }
        return (first, max(first, try await newestDay(of: try await balances(of: group).keys, in: currency)))
    }
}
