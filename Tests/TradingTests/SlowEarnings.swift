import Ledger
import Market

/// The earnings of an account, computed from a list of what happened: slow, obvious, and by nothing that the program uses.
struct SlowEarnings {
    enum Event {
        case deposit(Currency, Double)
        /// The amount is held from the day it was asked for.
        case withdrawal(Currency, Double, fee: Double, requested: Int)
        case buy(Currency, coins: Double, cash: Double, fee: Double)
        case sell(Currency, coins: Double, cash: Double, fee: Double)
        case receive(Double)
        case send(Double, fee: Double)
    }

    /// By day; the price of a trade is the close of the day before.
    let bitcoin: [Double]
    let euro: [Double]
    /// With the number of their day.
    let events: [(day: Int, event: Event)]
    let today: Int
    let currency: Currency
    let tradeFee = 0.01

    private(set) var (paidIn, paidOut, realized, unrealized, fees, value, held) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    /// At the end of each day before today: what the account was worth, what was put in, what the held coins were worth.
    private(set) var days: [(value: Double, putIn: Double, held: Double)] = []

    private typealias Lot = (quantity: Double, cost: Double)
    private var lots: [String: [Lot]] = [:]
    private var dollars = 0.0
    private var coins = 0.0
    private var owed = 0.0

    init(bitcoin: [Double], euro: [Double], events: [(day: Int, event: Event)], today: Int, currency: Currency) {
        (self.bitcoin, self.euro, self.events, self.today, self.currency) = (bitcoin, euro, events, today, currency)
        for day in 0..<today {
            for event in events where event.day == day { happen(event.event, day) }
            days.append((worth(day), paidIn - paidOut, shown(coins * bitcoin[day] - owed, day)))
        }
        for event in events where event.day == today { happen(event.event, today) }
        value = worth(today)
        held = shown(coins * price(today) - owed, today)
        for (asset, all) in lots where asset != own {
            for lot in all { unrealized += shown(lot.quantity * (asset == "EUR" ? rate(today) : price(today)), today) - lot.cost }
        }
    }

    private var own: String { currency.code }
    /// What stands for the close of a day.
    private func price(_ day: Int) -> Double { bitcoin[min(day, today - 1)] }
    private func rate(_ day: Int) -> Double { euro[min(day, today - 1)] }
    /// Dollars of a day in the currency of the figures.
    private func shown(_ dollars: Double, _ day: Int) -> Double { currency == .usd ? dollars : dollars / rate(day) }

    private func worth(_ day: Int) -> Double {
        var sum = shown(dollars, day)
        for (asset, all) in lots {
            for lot in all {
                sum += asset == own ? lot.quantity : shown(lot.quantity * (asset == "EUR" ? rate(day) : price(day)), day)
            }
        }
        return sum
    }

    private mutating func add(_ asset: String, _ quantity: Double, cost: Double) {
        lots[asset, default: []].append((quantity, cost))
    }

    /// The cost of the oldest.
    private mutating func take(_ asset: String, _ quantity: Double) -> Double {
        var (rest, cost) = (quantity, 0.0)
        while rest > 1e-13, let lot = lots[asset]?.first {
            let part = min(rest, lot.quantity)
            cost += lot.cost * part / lot.quantity
            lots[asset]![0] = (lot.quantity - part, lot.cost - lot.cost * part / lot.quantity)
            if lots[asset]![0].quantity < 1e-13 { lots[asset]!.removeFirst() }
            rest -= part
        }
        return cost
    }

    private mutating func pay(in amount: Double, _ day: Int) {
        let repaid = min(owed, amount)
        owed -= repaid
        coins += (amount - repaid) * (1 - tradeFee) / price(day)
    }

    private mutating func pay(out amount: Double, _ day: Int) {
        let brings = min(amount, coins * price(day) * (1 - tradeFee))
        coins -= brings / (1 - tradeFee) / price(day)
        owed += amount - brings
    }

    private mutating func happen(_ event: Event, _ day: Int) {
        // The newest prices when it happened.
        let (then, rateThen) = (bitcoin[day - 1], euro[day - 1])
        switch event {
        case .deposit(.usd, let amount):
            dollars += amount
            paidIn += shown(amount, day)
            pay(in: amount, day)
        case .deposit(.eur, let amount):
            let worth = currency == .eur ? amount : amount * rateThen
            add("EUR", amount, cost: worth)
            paidIn += worth
            pay(in: amount * rateThen, day)
        case .withdrawal(.usd, let amount, let fee, let requested):
            dollars -= amount + fee
            paidOut += shown(amount, day)
            realized -= shown(fee, day)
            fees += shown(fee, requested)
            pay(out: amount, day)
        case .withdrawal(.eur, let amount, let fee, let requested):
            let (cost, costOfFee) = (take("EUR", amount), take("EUR", fee))
            let worth = currency == .eur ? amount : amount * rateThen
            paidOut += worth
            realized += currency == .eur ? -fee : worth - cost - costOfFee
            fees += currency == .eur ? fee : fee * rate(requested)
            pay(out: amount * rateThen, day)
        case .buy(let cash, let quantity, let paid, let fee):
            let inDollars = cash == .usd ? paid : paid * rateThen
            if cash == .usd {
                dollars -= paid
            } else {
                let cost = take("EUR", paid)
                if currency == .usd { realized += inDollars - cost }
            }
            add("BTC", quantity, cost: shown(inDollars, day))
            fees += cash == currency ? fee : cash == .usd ? shown(fee, day) : fee * rate(day)
        case .sell(let cash, let quantity, let received, let fee):
            let inDollars = cash == .usd ? received : received * rateThen
            realized += shown(inDollars, day) - take("BTC", quantity)
            if cash == .usd { dollars += received } else { add("EUR", received, cost: shown(inDollars, day)) }
            fees += cash == currency ? fee : cash == .usd ? shown(fee, day) : fee * rate(day)
        case .receive(let quantity):
            add("BTC", quantity, cost: shown(quantity * then, day))
            paidIn += shown(quantity * then, day)
            pay(in: quantity * then, day)
        case .send(let quantity, let fee):
            let worth = shown(quantity * then, day)
            paidOut += worth
            realized += worth - take("BTC", quantity)
            realized -= take("BTC", fee)
            fees += shown(fee * price(day), day)
            pay(out: quantity * then, day)
        }
    }
}
