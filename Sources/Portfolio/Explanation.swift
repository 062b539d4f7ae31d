import Ledger
import Market

extension GainsReport {
    /// Returns every total of the report, broken down to the lots, prices and disposals that it is computed from.
    ///
    /// Each figure equals the one in ``gains`` to the last digit.
    ///
    /// - Precondition: the report has its disposals (`keepsDisposals`), which the realized gains are computed from.
    /// - Throws: `DecimalError` if a sum is too large.
    package func explained() throws(DecimalError) -> [Figure] {
        precondition(hasDisposals, "a report without its disposals cannot be explained; ask for them: keepsDisposals")
        let value = try Figure("market value", unit: currency.code, .sum, try values())
        let cost = try Figure("cost of what is held", unit: currency.code, .sum, try costs())
        let unrealized = try Figure("unrealized gain", unit: currency.code, .difference, [value, cost])
        let realized = try Figure("realized gain", unit: currency.code, .sum, try realizedGains())
        return [value, cost, unrealized, realized, try returnFigure()]
    }

    /// Returns (unrealized + realized gain) / (cost of what is held + cost of what was sold), for coins without cash in any currency.
    private func returnFigure() throws(DecimalError) -> Figure {
        let coins = try values { Currency($0) == nil }
        let costs = try costs { Currency($0) == nil }
        let sold = disposals.filter { $0.isRealized && Currency($0.asset) == nil }
        let unrealized = try Figure(
            "unrealized gain of coins", unit: currency.code, .difference,
            [
                try Figure("market value of coins", unit: currency.code, .sum, coins),
                try Figure("cost of coins", unit: currency.code, .sum, costs),
            ])
        var gains: [Figure] = []
        for disposal in sold { gains.append(try figure(disposal)) }
        let gain = try Figure(
            "gain", unit: currency.code, .sum,
            [unrealized, try Figure("realized gain of coins", unit: currency.code, .sum, gains)])
        let everPaid = try Figure(
            "cost of all coins ever acquired", unit: currency.code, .sum,
            costs
                + sold.map {
                    Figure(
                        "cost of what left by #\($0.transaction)", unit: currency.code, given: $0.cost?.amount, source: origin($0))
                })
        return try Figure("return on cost", unit: "", .quotient, [gain, everPaid])
    }

    // MARK: Holdings

    /// Returns the market value of each lot, and of cash, of the chosen assets.
    private func values(_ isChosen: (AssetID) -> Bool = { _ in true }) throws(DecimalError) -> [Figure] {
        var figures: [Figure] = []
        for holding in holdings.holdings where isChosen(holding.asset.id) {
            guard holding.asset.id != .usd else {
                figures.append(try cash(holding, source: "the wallet's balance"))
                continue
            }
            var parts: [Figure] = []
            for lot in lots(of: holding.asset.id) {
                let quantity = Figure(
                    "quantity", unit: "\(holding.asset.ticker)", given: lot.quantity,
                    source: "acquired \(MomentText.short(lot.acquiredAt))")
                parts.append(try value("lot #\(lot.origin)", of: quantity, holding))
            }
            for short in shortfalls(of: holding.asset.id) {
                let quantity = Figure("quantity", unit: "\(holding.asset.ticker)", given: -short.quantity, source: "the balance")
                parts.append(try value("owed", of: quantity, holding))
            }
            figures.append(try Figure("value of \(holding.asset.ticker)", unit: currency.code, .sum, parts))
        }
        return figures
    }

    /// Quantity times close; for currencies other than US dollars, divided by the close of the currency.
    private func value(_ name: String, of quantity: Figure, _ holding: Valuation.Holding) throws(DecimalError) -> Figure {
        let isOwn = holding.asset.id == currency.asset
        let isConverted = currency != .usd && !isOwn
        let price = Figure(
            "price of \(holding.asset.ticker)", unit: "\(isConverted ? "USD" : currency.code) a coin",
            given: isConverted ? holding.price?.close?.amount : holding.price?.price.amount,
            source: isOwn ? "the currency of the report" : holding.price.map(Self.source) ?? "no close of \(day) is stored")
        guard isConverted else { return try Figure(name, unit: currency.code, .product, [quantity, price]) }
        let dollars = try Figure("value in US dollars", unit: "USD", .product, [quantity, price])
        return try Figure(name, unit: currency.code, .quotient, [dollars, rate])
    }

    /// The close of the report's currency.
    private var rate: Figure {
        Figure(
            "price of \(currency.code)", unit: "USD a coin", given: holdings.rate?.price.amount,
            source: holdings.rate.map(Self.source) ?? "no close of \(currency.code) on \(day) is stored")
    }

    /// US dollars, converted to the currency of the report.
    private func cash(_ holding: Valuation.Holding, source: String) throws(DecimalError) -> Figure {
        guard currency != .usd else { return Figure("cash", unit: "USD", given: holding.quantity, source: source) }
        return try Figure(
            "cash", unit: currency.code, .quotient,
            [Figure("quantity", unit: "USD", given: holding.quantity, source: source), rate])
    }

    private func costs(_ isChosen: (AssetID) -> Bool = { _ in true }) throws(DecimalError) -> [Figure] {
        var figures: [Figure] = []
        for holding in holdings.holdings where isChosen(holding.asset.id) {
            guard holding.asset.id != .usd else {
                figures.append(try cash(holding, source: "cash costs its amount"))
                continue
            }
            var parts = lots(of: holding.asset.id).map { lot in
                Figure(
                    "lot #\(lot.origin)", unit: currency.code, given: lot.cost?.amount,
                    source: "\(lot.quantity) \(holding.asset.ticker) acquired \(MomentText.short(lot.acquiredAt))"
                        + (lot.cost == nil ? ", cost unknown" : ""))
            }
            for _ in shortfalls(of: holding.asset.id) {
                parts.append(Figure("owed", unit: currency.code, given: nil, source: "what is owed has no cost yet"))
            }
            figures.append(try Figure("cost of \(holding.asset.ticker)", unit: currency.code, .sum, parts))
        }
        return figures
    }

    private func lots(of asset: AssetID) -> [Lot] { gains.lots.map(\.lot).filter { $0.asset == asset } }

    private func shortfalls(of asset: AssetID) -> [Gains.Shortfall] { gains.shortfalls.filter { $0.asset == asset } }

    private static func source(_ price: PriceOfDay) -> String {
        "close of \(price.day)\(price.source.map { ", \($0)" } ?? "")"
            + (price.retrievedAt.map { ", retrieved \(MomentText.short($0))" } ?? "")
    }

    // MARK: Disposals

    private func realizedGains() throws(DecimalError) -> [Figure] {
        var figures: [Figure] = []
        for disposal in disposals where disposal.isRealized { figures.append(try figure(disposal)) }
        return figures
    }

    private func figure(_ disposal: Disposal) throws(DecimalError) -> Figure {
        let ticker = assets[disposal.asset].map { "\($0.ticker)" } ?? "\(disposal.asset)"
        return try Figure(
            "\(disposal.kind.rawValue) #\(disposal.transaction) of \(disposal.quantity) \(ticker)", unit: currency.code,
            .difference,
            [
                Figure(
                    "proceeds", unit: currency.code, given: disposal.proceeds?.amount,
                    source: "on \(MomentText.short(disposal.time))"),
                Figure("cost", unit: currency.code, given: disposal.cost?.amount, source: origin(disposal)),
            ])
    }

    private func origin(_ disposal: Disposal) -> String {
        guard let origin = disposal.origin, let acquiredAt = disposal.acquiredAt else {
            return disposal.asset == .usd ? "cash costs its amount" : "never there, so its cost is unknown"
        }
        return "\(disposal.quantity) of lot #\(origin), acquired \(MomentText.short(acquiredAt))"
            + (disposal.cost == nil ? ", cost unknown" : "")
    }
}
