import Ledger
import Market

/// Computes the result of a trade at a stored price. Pure.
struct TradePricing {
    let rules: TradingRules
    let asset: Asset
    let currency: Currency
    /// The price of the coin in US dollars.
    let stored: StoredPrice
    /// US dollars for one unit of the currency.
    let rate: FixedDecimal
    /// In the currency, for one coin.
    let price: FixedDecimal

    init(_ rules: TradingRules, _ asset: Asset, _ currency: Currency, _ stored: StoredPrice, rate: FixedDecimal) throws {
        (self.rules, self.asset, self.currency, self.stored, self.rate) = (rules, asset, currency, stored, rate)
        price = try Self.price(stored, currency, rate: rate)
        guard price > .zero else { throw TradingError.nothingForIt(asset.ticker) }
    }

    /// Returns the price of one coin in a currency.
    static func price(_ stored: StoredPrice, _ currency: Currency, rate: FixedDecimal) throws -> FixedDecimal {
        currency == .usd ? stored.dollars : try stored.dollars.divided(by: rate)
    }

    /// - Parameter isPlaced: whether the size of the order was checked when it was placed: a better price must not cause a refusal.
    /// - Throws: ``TradingError/badAmount(_:places:)``, ``TradingError/nothingForIt(_:)``, ``TradingError/tooSmall(_:_:least:)``,
    ///   ``TradingError/tooLarge(_:_:most:)``.
    func figures(_ side: TradeSide, _ amount: TradeAmount, isPlaced: Bool = false) throws -> TradeFigures {
        try checkAmount(amount)
        let (quantity, gross, fee) = try parts(side, amount)
        let cash = side == .buy ? gross + fee : gross - fee
        let figures = TradeFigures(
            side: side, asset: asset.id, currency: currency, quantity: quantity, cash: cash, fee: fee, price: price,
            stored: stored, rate: rate)
        guard quantity > .zero, cash > .zero, gross > .zero else { throw TradingError.nothingForIt(asset.ticker) }
        if isPlaced { return figures }
        guard figures.size >= rules.leastTrade.amount else {
            throw TradingError.tooSmall(figures.size, currency, least: rules.leastTrade.amount)
        }
        guard figures.size <= rules.mostTrade.amount else {
            throw TradingError.tooLarge(figures.size, currency, most: rules.mostTrade.amount)
        }
        return figures
    }

    private func checkAmount(_ amount: TradeAmount) throws {
        let places = amount.unit == .cash ? TradingPlaces.cash : TradingPlaces.coin
        guard amount.amount > .zero, amount.amount < Transaction.amountLimit, amount.amount.isWhole(atPlaces: places) else {
            throw TradingError.badAmount("\(amount.amount)", places: places)
        }
    }

    private typealias Parts = (quantity: Quantity, gross: FixedDecimal, fee: FixedDecimal)

    /// An amount too large to compute with is too large to trade.
    private func parts(_ side: TradeSide, _ amount: TradeAmount) throws -> Parts {
        let limit = Transaction.amountLimit
        let tooLarge = TradingError.tooLarge(
            amount.unit == .cash ? amount.amount : limit, currency, most: rules.mostTrade.amount)
        let parts: Parts
        do { parts = try exactParts(side, amount) } catch is DecimalError { throw tooLarge }
        guard parts.quantity < limit, parts.gross < limit else { throw tooLarge }
        return parts
    }

    private func exactParts(_ side: TradeSide, _ amount: TradeAmount) throws -> Parts {
        switch (side, amount) {
        case (.buy, .cash(let cash)): try purchase(forCash: cash)
        case (.buy, .coin(let quantity)): try purchase(of: quantity)
        case (.sell, .coin(let quantity)): try sale(of: quantity)
        case (.sell, .cash(let cash)): try sale(forCash: cash)
        }
    }

    /// Rounded up: a trade that is split into small ones must not cost less.
    private func fee(of gross: FixedDecimal) throws -> FixedDecimal {
        try gross.multiplied(by: rules.tradeFee.value).roundedUp(places: TradingPlaces.cash)
    }

    /// The fee is part of the cash.
    private func purchase(forCash cash: FixedDecimal) throws -> Parts {
        let fee = try fee(of: cash)
        let gross = cash - fee
        return (try gross.divided(by: price).roundedDown(places: TradingPlaces.coin), gross, fee)
    }

    private func purchase(of quantity: Quantity) throws -> Parts {
        let gross = try quantity.multiplied(by: price).roundedUp(places: TradingPlaces.cash)
        return (quantity, gross, try fee(of: gross))
    }

    private func sale(of quantity: Quantity) throws -> Parts {
        let gross = try quantity.multiplied(by: price).roundedDown(places: TradingPlaces.cash)
        return (quantity, gross, try fee(of: gross))
    }

    /// The smallest sale that brings this amount after the fee.
    private func sale(forCash cash: FixedDecimal) throws -> Parts {
        let share = FixedDecimal.one - rules.tradeFee.value
        guard share > .zero else { throw TradingError.nothingForIt(asset.ticker) }
        let gross = try cash.divided(by: share).roundedUp(places: TradingPlaces.cash)
        let quantity = try gross.divided(by: price).roundedUp(places: TradingPlaces.coin)
        return (quantity, gross, gross - cash)
    }
}

extension TradingChange {
    /// The newest price of an asset that is recent enough to trade at.
    ///
    /// - Throws: ``TradingError/noPrice(_:time:ageLimitMinutes:)``.
    func price(of id: AssetID, at time: Int? = nil) throws -> StoredPrice {
        let time = time ?? now
        guard let price = try records.newestPrice(of: id, at: time) else {
            throw TradingError.noPrice(
                try asset(id).ticker, time: nil, ageLimitMinutes: rules.largestCloseAgeHours * 60)
        }
        guard isFresh(price, at: time) else {
            throw TradingError.noPrice(try asset(id).ticker, time: price.time, ageLimitMinutes: ageLimitMinutes(of: price))
        }
        return price
    }

    func isFresh(_ price: StoredPrice, at time: Int) -> Bool {
        time - price.time <= ageLimitMinutes(of: price) * 60
    }

    private func ageLimitMinutes(of price: StoredPrice) -> Int {
        price.isQuote ? rules.largestQuoteAgeMinutes : rules.largestCloseAgeHours * 60
    }

    /// US dollars for one unit of a currency.
    func rate(of currency: Currency, at time: Int? = nil) throws -> FixedDecimal {
        currency == .usd ? .one : try price(of: currency.asset, at: time).dollars
    }

    func pricing(_ asset: Asset, in currency: Currency, at time: Int? = nil) throws -> TradePricing {
        try TradePricing(
            rules, asset, currency, try price(of: asset.id, at: time), rate: try rate(of: currency, at: time))
    }
}
