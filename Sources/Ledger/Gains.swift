import Market

/// The market values and gains of wallets at given prices. All figures are in the currency of the inventory.
///
/// Missing data stay missing: a total with a missing part is nil, next to the sum of its known parts (``PartialSum``), and the
/// assets responsible are listed.
package struct Gains: Equatable, Sendable {
    /// The gain of one open lot.
    package struct LotGain: Equatable, Sendable {
        package let lot: Lot
        /// Quantity times price; nil if there is no price.
        package let marketValue: Money?
        /// Market value minus cost; nil if either is missing.
        package let unrealized: Money?

        /// ``unrealized`` / cost, 0.05 for 5 percent; nil if either is missing or the cost is zero.
        package var unrealizedRatio: FixedDecimal? { Gains.ratio(unrealized, lot.cost) }
    }

    /// Coins that left a wallet that did not hold them. They are owed until as many come in.
    package struct Shortfall: Equatable, Sendable {
        /// The wallet that owes the coins.
        package let wallet: WalletID
        /// The asset that is owed.
        package let asset: AssetID
        /// The quantity; above zero.
        package let quantity: Quantity
    }

    /// The sums of an asset, a wallet, or everything.
    package struct Summary: Equatable, Sendable {
        /// The market value of current holdings.
        package private(set) var marketValue: PartialSum
        /// The cost of current holdings.
        package private(set) var cost: PartialSum
        /// Market value minus cost of current holdings.
        package private(set) var unrealized: PartialSum
        /// The realized gains: from sales, from fees, and from income in cash or at market value.
        package private(set) var realized: RealizedGains.Sums

        /// Creates an empty summary in a currency.
        package init(_ currency: Currency = .usd) {
            (marketValue, cost, unrealized) = (PartialSum(currency), PartialSum(currency), PartialSum(currency))
            realized = RealizedGains.Sums(currency)
        }

        /// Unrealized gain / cost, 0.05 for 5 percent; nil if either is missing or the cost is zero.
        package var unrealizedRatio: FixedDecimal? { Gains.ratio(unrealized.total, cost.total) }
        /// Realized gain / cost of what was sold or paid as a fee; nil if either is missing or the cost is zero.
        package var realizedRatio: FixedDecimal? { Gains.ratio(realized.gain.total, realized.cost.total) }

        mutating func add(marketValue: Money?, cost: Money?, unrealized: Money?) throws(DecimalError) {
            try self.marketValue.add(marketValue)
            try self.cost.add(cost)
            try self.unrealized.add(unrealized)
        }

        mutating func add(_ sums: RealizedGains.Sums) throws(DecimalError) { try realized.add(sums) }

        mutating func add(_ other: Summary) throws(DecimalError) {
            try marketValue.add(other.marketValue)
            try cost.add(other.cost)
            try unrealized.add(other.unrealized)
            try realized.add(other.realized)
        }
    }

    /// The open lots, ordered by wallet, asset and age.
    package private(set) var lots: [LotGain] = []
    /// The shortfalls, ordered by wallet and asset.
    package private(set) var shortfalls: [Shortfall] = []
    /// The currency of all figures.
    package let currency: Currency
    /// Each asset over all chosen wallets. The cost of US dollars is their value.
    package private(set) var assets: [AssetID: Summary] = [:]
    /// Each chosen wallet, including its US dollars.
    package private(set) var wallets: [WalletID: Summary] = [:]
    /// All coins, without cash in any currency.
    package private(set) var coins: Summary
    /// All that has lots: coins, and cash in currencies other than US dollars.
    package private(set) var lotted: Summary
    /// All coins and cash.
    package private(set) var total: Summary
    /// Held assets without a price, or whose value is too large, ordered by id.
    package private(set) var missingPrices: [AssetID] = []
    /// Assets with a lot, a shortfall or a sale of unknown cost, or with a sale of unknown proceeds, ordered by id.
    package private(set) var unknownCosts: [AssetID] = []

    /// Computes the gains of an inventory.
    ///
    /// - Parameters:
    ///   - inventory: the inventory after all transactions that count.
    ///   - realized: the sums of the disposals that the inventory emitted.
    ///   - closes: in US dollars. An asset that is absent has no price; US dollars and the inventory's currency need none.
    ///   - day: the day of the closes, by whose rate values are converted; not needed for figures in US dollars.
    ///   - chosen: the wallets to include; nil for all.
    /// - Throws: ``DecimalError/overflow``.
    package init(
        _ inventory: Inventory, realized: RealizedGains, prices closes: [AssetID: Money], on day: Day? = nil,
        wallets chosen: Set<WalletID>? = nil
    ) throws(DecimalError) {
        currency = inventory.currency
        (coins, lotted, total) = (Summary(currency), Summary(currency), Summary(currency))
        precondition(day != nil || currency == .usd, "values in \(currency.code) need the day of their rate")
        func value(of asset: AssetID, _ quantity: Quantity) -> Money? {
            // A quantity of zero is worth zero, whatever the price.
            guard quantity != .zero else { return .zero(inventory.currency) }
            return inventory.conversion.value(
                of: asset, quantity, close: closes[asset], on: day ?? Day(daysSince1970: 0))
        }
        for lot in inventory.lots(of: chosen) { try add(lot, marketValue: value(of: lot.asset, lot.quantity)) }
        for (key, holding) in inventory.holdings where (chosen?.contains(key.wallet) ?? true) && holding.short > .zero {
            let debt = value(of: key.asset, -holding.short)
            try add(key, marketValue: debt, cost: nil, unrealized: nil)
            shortfalls.append(Shortfall(wallet: key.wallet, asset: key.asset, quantity: holding.short))
        }
        shortfalls.sort { ($0.wallet, $0.asset) < ($1.wallet, $1.asset) }
        let cash = inventory.cash.filter { chosen?.contains($0.key) ?? true }
        for (wallet, dollars) in cash {
            let value = value(of: .usd, dollars)
            try wallets[wallet, default: Summary(currency)].add(
                marketValue: value, cost: value, unrealized: value.map { _ in .zero(currency) })
        }
        if !cash.isEmpty {
            // The sum is converted, and not each wallet's part: an explanation of the total then gives the same last digit.
            var dollars = Quantity.zero
            for part in cash.values { dollars = try dollars.adding(part) }
            let value = value(of: .usd, dollars)
            try assets[.usd, default: Summary(currency)].add(
                marketValue: value, cost: value, unrealized: value.map { _ in .zero(currency) })
        }
        for (key, sums) in realized.sums where chosen?.contains(key.wallet) ?? true {
            try assets[key.asset, default: Summary(currency)].add(sums)
            try wallets[key.wallet, default: Summary(currency)].add(sums)
        }
        for (asset, summary) in assets {
            if Currency(asset) == nil { try coins.add(summary) }
            if asset != .usd { try lotted.add(summary) }
            try total.add(summary)
        }
        missingPrices = assets.filter { $0.value.marketValue.missing > 0 }.keys.sorted()
        unknownCosts = assets.filter {
            // Dollars without a rate have no price and therefore no cost: `missingPrices` reports that.
            ($0.key == .usd ? 0 : $0.value.cost.missing) + $0.value.realized.gain.missing > 0
        }.keys.sorted()
    }

    private mutating func add(_ lot: Lot, marketValue: Money?) throws(DecimalError) {
        var unrealized: Money?
        if let marketValue, let cost = lot.cost { unrealized = try marketValue.subtracting(cost) }
        lots.append(LotGain(lot: lot, marketValue: marketValue, unrealized: unrealized))
        try add(
            Inventory.Key(wallet: lot.wallet, asset: lot.asset), marketValue: marketValue, cost: lot.cost, unrealized: unrealized)
    }

    private mutating func add(
        _ key: Inventory.Key, marketValue: Money?, cost: Money?, unrealized: Money?
    ) throws(DecimalError) {
        try assets[key.asset, default: Summary(currency)].add(marketValue: marketValue, cost: cost, unrealized: unrealized)
        try wallets[key.wallet, default: Summary(currency)].add(marketValue: marketValue, cost: cost, unrealized: unrealized)
    }

    /// Returns gain / cost; nil if either is missing, the cost is not positive, or the ratio is too large for a decimal.
    static func ratio(_ gain: Money?, _ cost: Money?) -> FixedDecimal? {
        guard let gain, let cost, cost.amount > .zero else { return nil }
        return try? gain.divided(by: cost)
    }
}
