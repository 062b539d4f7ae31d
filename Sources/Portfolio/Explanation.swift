import Ledger
import Market

extension GainsReport {
    /// Every total of the report, opened down to the lots, prices and disposals that it is made of.
    ///
    /// Each figure equals that of ``gains`` to the last digit.
    ///
    /// - Precondition: the report has its disposals (`keepsDisposals`), of which the realized gains are made.
    /// - Throws: `DecimalError` where a sum is too large.
    package func explained() throws(DecimalError) -> [Figure] {
        precondition(hasDisposals, "a report without its disposals cannot be explained; ask for them: keepsDisposals")
        let value = try Figure("market value", unit: currency.code, .sum, try values())
        let cost = try Figure("cost of what is held", unit: currency.code, .sum, try costs())
        let unrealized = try Figure("unrealized gain", unit: currency.code, .difference, [value, cost])
        let realized = try Figure("realized gain", unit: currency.code, .sum, try realizedGains())
        return [value, cost, unrealized, realized, try returnFigure()]
    }

    /// (Unrealized + realized gain) / (cost of what is held + cost of what was sold), of coins without cash.
    private func returnFigure() throws(DecimalError) -> Figure {
        let coins = try values().filter { $0.name != "cash" }
        let costs = try costs().filter { $0.name != "cash" }
        let sold = disposals.filter { $0.isRealized && $0.asset != .usd }
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

    // MARK: What is held

    /// Of each lot, and of cash.
    private func values() throws(DecimalError) -> [Figure] {
        var figures: [Figure] = []
        for holding in holdings.holdings {
            guard holding.asset.id != .usd else {
                figures.append(try cash(holding, source: "the wallet's balance"))
                continue
            }
            let price = Figure(
                "price of \(holding.asset.ticker)", unit: "\(currency.code) a coin", given: holding.price?.price.amount,
                source: holding.price.map(Self.source) ?? "no close of \(day) is stored")
            var parts: [Figure] = []
            for lot in lots(of: holding.asset.id) {
                parts.append(
                    try Figure(
                        "lot #\(lot.origin)", unit: currency.code, .product,
                        [
                            Figure(
                                "quantity", unit: "\(holding.asset.ticker)", given: lot.quantity,
                                source: "acquired \(MomentText.short(lot.acquiredAt))"),
                            price,
                        ]))
            }
            for short in shortfalls(of: holding.asset.id) {
                parts.append(
                    try Figure(
                        "owed", unit: currency.code, .product,
                        [
                            Figure("quantity", unit: "\(holding.asset.ticker)", given: -short.quantity, source: "the balance"),
                            price,
                        ]))
            }
            figures.append(try Figure("value of \(holding.asset.ticker)", unit: currency.code, .sum, parts))
        }
        return figures
    }

    /// US dollars, converted to the currency of the report.
    private func cash(_ holding: Valuation.Holding, source: String) throws(DecimalError) -> Figure {
        guard currency != .usd else { return Figure("cash", unit: "USD", given: holding.quantity, source: source) }
        return try Figure(
            "cash", unit: currency.code, .product,
            [
                Figure("quantity", unit: "USD", given: holding.quantity, source: source),
                Figure(
                    "price of USD", unit: "\(currency.code) a dollar", given: holding.price?.price.amount,
                    source: holding.price.map { "1 over the " + Self.source($0) }
                        ?? "no close of \(currency.code) on \(day) is stored"),
            ])
    }

    private func costs() throws(DecimalError) -> [Figure] {
        var figures: [Figure] = []
        for holding in holdings.holdings {
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

    // MARK: What left

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
