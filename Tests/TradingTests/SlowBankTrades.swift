import Ledger
import Trading

/// Prices, quotes and trades of the second ledger.
extension SlowBank {
    struct Price {
        let dollars: Int
        let time: Int
        let isQuote: Bool
    }

    /// The trade that a person wants.
    struct Wish: Equatable {
        let side: TradeSide
        let thing: Thing
        let currency: Currency
        let unit: TradeAmount.Unit
        /// In the smallest units of the cash or the coin.
        let amount: Int
        /// Whether the amount has one more digit than it may.
        var hasExtraDigit = false
    }

    struct Figures: Equatable {
        let wish: Wish
        let coins: Int
        let cash: Int
        let fee: Int
        /// In the currency for one coin, in units of 1e-18.
        let price: Int128
        /// Dollars for one unit of the currency, in units of 1e-4.
        let rate: Int

        var size: Int { wish.side == .buy ? cash : cash + fee }
        /// In units of 1e-12.
        var dollars: Int128 { Int128(size) * Int128(rate) * 1_000_000 }
        var text: String {
            "\(wish.thing.decimal(coins)) for \(Thing.usd.decimal(cash)) fee \(Thing.usd.decimal(fee)) at \(FixedDecimal(units: price))"
        }
    }

    struct Offer {
        let person: String
        let figures: Figures
        let createdAt: Int
        var order: String?
    }

    // MARK: Prices

    /// A quote replaces one of the same second; those of more than three days before the newest are dropped.
    mutating func store(_ dollars: Int, of thing: Thing, at time: Int) {
        var quotes = quotes[thing] ?? [:]
        quotes[time] = dollars
        let newest = quotes.keys.max()!
        self.quotes[thing] = quotes.filter { $0.key >= newest - 3 * 86_400 }
    }

    mutating func storeClose(_ dollars: Int, of thing: Thing, on day: Int) { closes[thing, default: [:]][day] = dollars }

    /// All stored prices in order of time. A close is the price at the end of its day.
    func prices(of thing: Thing) -> [Price] {
        let all =
            (quotes[thing] ?? [:]).map { Price(dollars: $1, time: $0, isQuote: true) }
            + (closes[thing] ?? [:]).map { Price(dollars: $1, time: ($0 + 1) * 86_400, isQuote: false) }
        return all.sorted { ($0.time, $0.isQuote ? 1 : 0) < ($1.time, $1.isQuote ? 1 : 0) }
    }

    func isYoung(_ price: Price) -> Bool { now - price.time <= (price.isQuote ? rules.quoteAge : rules.closeAge) }

    /// The newest price, if it may be traded at.
    func price(of thing: Thing) throws -> Price {
        guard let newest = prices(of: thing).last(where: { $0.time <= now }), isYoung(newest) else {
            throw Refusal(code: "no-price")
        }
        return newest
    }

    /// Dollars for one unit of a currency, in units of 1e-4.
    func rate(of currency: Currency) throws -> Int { currency == .usd ? 10_000 : try price(of: .eur).dollars }

    /// A price in dollars, in a currency; rounded to the nearest unit of 1e-18, halves to the even one.
    static func price(_ dollars: Int, rate: Int) -> Int128 {
        quotient(Int128(dollars) * 1_000_000_000_000_000_000, by: Int128(rate))
    }

    /// The nearest whole number; of two equally near, the even one.
    static func quotient(_ amount: Int128, by divisor: Int128) -> Int128 {
        let (quotient, rest) = amount.quotientAndRemainder(dividingBy: divisor)
        let isUp = rest * 2 > divisor || (rest * 2 == divisor && quotient % 2 == 1)
        return isUp ? quotient + 1 : quotient
    }

    /// The number of coins that cash buys, in units of 1e-8, rounded down or up. A quotient closer to a whole number than the 18th
    /// place can show is that number.
    static func coins(for cents: Int, price: Int128, up: Bool) -> Int {
        let (whole, rest) = (Int128(cents) * 1_000_000_000_000_000_000_000_000).quotientAndRemainder(dividingBy: price)
        if rest * 20_000_000_000 < price { return Int(whole) }
        if (price - rest) * 20_000_000_000 < price { return Int(whole) + 1 }
        return Int(up ? whole + 1 : whole)
    }

    // MARK: Figures

    /// The figures of a trade at a price, by the stated rules: fees are rounded up to a whole cent; a purchase never gets
    /// more coins than it pays for, and a sale never more cash than its coins are worth.
    func figures(_ wish: Wish, price: Int128, rate: Int, isPlaced: Bool = false) throws -> Figures {
        guard wish.amount > 0, !wish.hasExtraDigit else { throw Refusal(code: "bad-amount") }
        let cent: Int128 = 10_000_000_000_000_000
        /// The value of coins, to the 18th place, the precision of amounts.
        func worth(_ coins: Int) -> Int128 { Self.quotient(Int128(coins) * price, by: 100_000_000) }
        func fee(_ cash: Int) -> Int { (cash * rules.tradeFee + 999_999) / 1_000_000 }
        let (coins, gross, taken): (Int, Int, Int)
        switch (wish.side, wish.unit) {
        case (.buy, .cash):
            taken = fee(wish.amount)
            gross = wish.amount - taken
            coins = Self.coins(for: gross, price: price, up: false)
        case (.buy, .coin):
            coins = wish.amount
            gross = Int((worth(coins) + cent - 1) / cent)
            taken = fee(gross)
        case (.sell, .coin):
            coins = wish.amount
            gross = Int(worth(coins) / cent)
            taken = fee(gross)
        case (.sell, .cash):
            let share = 1_000_000 - rules.tradeFee
            gross = (wish.amount * 1_000_000 + share - 1) / share
            coins = Self.coins(for: gross, price: price, up: true)
            taken = gross - wish.amount
        }
        let cash = wish.side == .buy ? gross + taken : gross - taken
        guard coins > 0, gross > 0, cash > 0 else { throw Refusal(code: "nothing-for-it") }
        let figures = Figures(wish: wish, coins: coins, cash: cash, fee: taken, price: price, rate: rate)
        // The size of an order is checked when it is placed.
        if isPlaced { return figures }
        guard figures.size >= rules.leastTrade else { throw Refusal(code: "amount-too-small") }
        guard figures.size <= rules.mostTrade else { throw Refusal(code: "amount-too-large") }
        return figures
    }

    func figuresNow(_ wish: Wish) throws -> Figures {
        guard !wish.thing.isCash else { throw Refusal(code: "not-a-coin") }
        let (dollars, rate) = (try price(of: wish.thing).dollars, try rate(of: wish.currency))
        return try figures(wish, price: Self.price(dollars, rate: rate), rate: rate)
    }

    // MARK: Steps

    mutating func quote(_ wish: Wish, of person: String, id: String) throws -> String {
        let figures = try figuresNow(wish)
        let now = now
        offers = offers.filter {
            $0.value.person != person || $0.value.createdAt + rules.quoteSeconds > now - 60 || $0.value.order != nil
        }
        offers[id] = Offer(person: person, figures: figures, createdAt: now)
        return figures.text
    }

    mutating func confirm(_ id: String, of person: String, order: String) throws -> String {
        guard let offer = offers[id], offer.person == person else { throw Refusal(code: "no-quote") }
        if let made = offer.order { return "again \(made)" }
        // If the clock was set back by more than a minute, future prices cannot be traded at.
        guard now < offer.createdAt + rules.quoteSeconds, now >= offer.createdAt - 60 else { throw Refusal(code: "quote-expired") }
        try requireOrderRoom(person)
        let (wish, quoted) = (offer.figures.wish, offer.figures.price)
        let present = Self.price(try price(of: wish.thing).dollars, rate: try rate(of: wish.currency))
        // |moved| / quoted <= tolerance, in units of 1e-18: the product is rounded to the nearest, halves to even.
        guard abs(present - quoted) <= Self.share(of: quoted, millionths: people[person]!.tolerance) else {
            throw Refusal(code: "price-moved")
        }
        try trade(offer.figures, person)
        people[person]!.orderTimes.append(now)
        offers[id]!.order = order
        return "filled \(offer.figures.text)"
    }

    static func share(of amount: Int128, millionths: Int) -> Int128 {
        quotient(amount * Int128(millionths), by: 1_000_000)
    }

    func requireOrderRoom(_ person: String) throws {
        guard people[person]!.orderTimes.count(where: { $0 > now - 3600 }) < rules.mostOrdersAnHour else {
            throw Refusal(code: "too-many-requests")
        }
    }

    /// Trades from the available amount.
    mutating func trade(_ figures: Figures, _ person: String) throws {
        try requireRoom(figures.dollars, for: .trade, person)
        let cash = Thing(figures.wish.currency)
        if figures.wish.side == .buy {
            try requireFree(figures.cash, of: cash, for: person)
        } else {
            try requireFree(figures.coins, of: figures.wish.thing, for: person)
        }
        count(figures.dollars, for: .trade, person)
        post(figures, person)
    }

    mutating func post(_ figures: Figures, _ person: String) {
        let sign = figures.wish.side == .buy ? 1 : -1
        for (thing, amount) in [(figures.wish.thing, sign * figures.coins), (Thing(figures.wish.currency), -sign * figures.cash)] {
            add(amount, of: thing, to: person)
            fromMarket[thing, default: 0] += amount
        }
    }
}
