import Ledger
import Market

/// The holdings and flows of wallets, day by day.
struct WalletDays {
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
                value = try sum(value, asset, quantity, close, on: day)
            }
            if let quantity = inflows[asset]?[index] { inflow = try sum(inflow, asset, quantity, close, on: day) }
            if let quantity = outflows[asset]?[index] { outflow = try sum(outflow, asset, quantity, close, on: day) }
        }
        return DayValue(day: first + index, value: value, inflow: inflow, outflow: outflow, missing: missing.sorted())
    }

    /// Returns the sum; nil if a close is missing.
    private func sum(_ total: Money?, _ asset: AssetID, _ quantity: Quantity, _ close: Money?, on day: Day) throws -> Money? {
        guard let total, let value = try conversion.value(of: asset, quantity, close: close, on: day) else { return nil }
        return try total.adding(value)
    }
}
