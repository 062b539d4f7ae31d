import Market

/// What wallets hold and what became of it, at given prices. Every figure is in US dollars.
///
/// What is missing stays missing: a total of which a part is missing is nil, with the sum of the known parts beside it
/// (``PartialSum``), and the assets that are to blame are listed.
package struct Gains: Equatable, Sendable {
    /// One open lot.
    package struct LotGain: Equatable, Sendable {
        /// The lot.
        package let lot: Lot
        /// Its quantity at the price; nil where that is missing.
        package let marketValue: Money?
        /// Market value less cost; nil where either is missing.
        package let unrealized: Money?

        /// ``unrealized`` / cost, 0.05 for 5 percent; nil where that is missing, or the cost zero.
        package var unrealizedRatio: FixedDecimal? { Gains.ratio(unrealized, lot.cost) }
    }

    /// Coins that left a wallet without having been there, and are owed until as many come in.
    package struct Shortfall: Equatable, Sendable {
        /// The wallet that owes them.
        package let wallet: WalletID
        /// What is owed.
        package let asset: AssetID
        /// How much; above zero.
        package let quantity: Quantity
    }

    /// A coin, a wallet, or all of them.
    package struct Summary: Equatable, Sendable {
        /// Of what is held now.
        package private(set) var marketValue = PartialSum()
        /// Of what is held now.
        package private(set) var cost = PartialSum()
        /// Market value less cost of what is held now.
        package private(set) var unrealized = PartialSum()
        /// What was sold, paid as a fee, or came in as income in cash or at market value.
        package private(set) var realized = RealizedGains.Sums()

        /// Nothing.
        package init() {}

        /// Unrealized gain / cost, 0.05 for 5 percent; nil where either is missing, or the cost zero.
        package var unrealizedRatio: FixedDecimal? { Gains.ratio(unrealized.total, cost.total) }
        /// Realized gain / cost of what was sold or paid as a fee; nil where either is missing, or the cost zero.
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

    /// The open lots, by wallet, asset and age.
    package private(set) var lots: [LotGain] = []
    /// What is owed, by wallet and asset.
    package private(set) var shortfalls: [Shortfall] = []
    /// Each asset over all the wallets; US dollars cost their amount.
    package private(set) var assets: [AssetID: Summary] = [:]
    /// Each wallet, its US dollars included.
    package private(set) var wallets: [WalletID: Summary] = [:]
    /// All coins without US dollars.
    package private(set) var coins = Summary()
    /// Everything: the coins and the US dollars.
    package private(set) var total = Summary()
    /// Assets that are held and have no price, in the order of their ids.
    package private(set) var missingPrices: [AssetID] = []
    /// Assets with a lot, a shortfall or a sale of unknown cost, in the order of their ids.
    package private(set) var unknownCosts: [AssetID] = []

    /// The gains of an inventory.
    ///
    /// - Parameters:
    ///   - inventory: after all transactions that count.
    ///   - realized: of the disposals that it emitted.
    ///   - prices: US dollars a coin; a coin that is missing has no price. US dollars need none.
    ///   - wallets: which count; nil for all.
    /// - Throws: ``DecimalError/overflow``.
    package init(
        _ inventory: Inventory, realized: RealizedGains, prices: [AssetID: Money], wallets chosen: Set<WalletID>? = nil
    ) throws(DecimalError) {
        for lot in inventory.lots(of: chosen) { try add(lot, price: prices[lot.asset]) }
        for (key, holding) in inventory.holdings where (chosen?.contains(key.wallet) ?? true) && holding.short > .zero {
            let debt = try prices[key.asset]?.multiplied(by: -holding.short)
            try add(key, marketValue: debt, cost: nil, unrealized: nil)
            shortfalls.append(Shortfall(wallet: key.wallet, asset: key.asset, quantity: holding.short))
        }
        shortfalls.sort { ($0.wallet, $0.asset) < ($1.wallet, $1.asset) }
        for (wallet, cash) in inventory.cash where chosen?.contains(wallet) ?? true {
            try add(Inventory.Key(wallet: wallet, asset: .usd), marketValue: cash, cost: cash, unrealized: .zero)
        }
        for (key, sums) in realized.sums where chosen?.contains(key.wallet) ?? true {
            try assets[key.asset, default: Summary()].add(sums)
            try wallets[key.wallet, default: Summary()].add(sums)
        }
        for (asset, summary) in assets {
            if asset != .usd { try coins.add(summary) }
            try total.add(summary)
        }
        missingPrices = assets.filter { $0.value.marketValue.missing > 0 }.keys.sorted()
        unknownCosts = assets.filter { $0.value.cost.missing + $0.value.realized.cost.missing > 0 }.keys.sorted()
    }

    private mutating func add(_ lot: Lot, price: Money?) throws(DecimalError) {
        let marketValue = try price?.multiplied(by: lot.quantity)
        var unrealized: Money?
        if let marketValue, let cost = lot.cost { unrealized = try marketValue.subtracting(cost) }
        lots.append(LotGain(lot: lot, marketValue: marketValue, unrealized: unrealized))
        try add(
            Inventory.Key(wallet: lot.wallet, asset: lot.asset), marketValue: marketValue, cost: lot.cost, unrealized: unrealized)
    }

    private mutating func add(
        _ key: Inventory.Key, marketValue: Money?, cost: Money?, unrealized: Money?
    ) throws(DecimalError) {
        try assets[key.asset, default: Summary()].add(marketValue: marketValue, cost: cost, unrealized: unrealized)
        try wallets[key.wallet, default: Summary()].add(marketValue: marketValue, cost: cost, unrealized: unrealized)
    }

    /// gain / cost; nil where either is missing, the cost zero or less, or the ratio too large for a decimal.
    static func ratio(_ gain: Money?, _ cost: Money?) -> FixedDecimal? {
        guard let gain, let cost, cost > .zero else { return nil }
        return try? gain.divided(by: cost)
    }
}
