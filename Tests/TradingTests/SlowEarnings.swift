import Ledger
import Market

/// The earnings of an account, computed from a list of events: slow, obvious, and without the program's code.
struct SlowEarnings {
    enum Event {
        case deposit(Currency, Double)
        /// The amount that a withdrawal holds when it is requested, including its fee.
        case hold(Currency, Double)
        case withdrawal(Currency, Double, fee: Double)
        case buy(Currency, coins: Double, cash: Double, fee: Double)
        case sell(Currency, coins: Double, cash: Double, fee: Double)
        case receive(Double)
        case send(Double, fee: Double)
    }

    /// By day; the price of a trade is the close of the day before.
    let bitcoin: [Double]
    let euro: [Double]
    /// Each with the number of its day.
    let events: [(day: Int, event: Event)]
    let today: Int
    let currency: Currency
    let tradeFee = 0.01

    private(set) var (paidIn, paidOut, realized, unrealized, fees, value, held) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    /// At the end of each day before today: the value of the account, the amount put in, and the value of the held coins.
    private(set) var days: [(value: Double, putIn: Double, held: Double)] = []

    private typealias Lot = (quantity: Double, cost: Double, number: Int)
    private var lots: [String: [Lot]] = [:]
    /// Held euros.
    private static let aside = "EUR aside"
    private var lotCount = 0
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
        for (asset, all) in lots where !asset.hasPrefix(own) {
            for lot in all { unrealized += shown(lot.quantity * (asset == "BTC" ? price(today) : rate(today)), today) - lot.cost }
        }
    }

    private var own: String { currency.code }
    /// The price used as the close of a day.
    private func price(_ day: Int) -> Double { bitcoin[min(day, today - 1)] }
    private func rate(_ day: Int) -> Double { euro[min(day, today - 1)] }
    /// Dollars of a day in the currency of the figures.
    private func shown(_ dollars: Double, _ day: Int) -> Double { currency == .usd ? dollars : dollars / rate(day) }

    private func worth(_ day: Int) -> Double {
        var sum = shown(dollars, day)
        for (asset, all) in lots {
            for lot in all {
                let dollars = lot.quantity * (asset == "BTC" ? price(day) : rate(day))
                sum += asset.hasPrefix(own) ? lot.quantity : shown(dollars, day)
            }
        }
        return sum
    }

    private mutating func add(_ asset: String, _ quantity: Double, cost: Double) {
        lotCount += 1
        lots[asset, default: []].append((quantity, cost, lotCount))
    }

    /// The oldest lots, or parts of them.
    private mutating func take(_ asset: String, _ quantity: Double) -> [Lot] {
        var (rest, taken) = (quantity, [Lot]())
        while rest > 1e-11, let lot = lots[asset]?.first {
            let part = min(rest, lot.quantity)
            let cost = lot.cost * part / lot.quantity
            taken.append((part, cost, lot.number))
            lots[asset]![0] = (lot.quantity - part, lot.cost - cost, lot.number)
            if lots[asset]![0].quantity < 1e-11 { lots[asset]!.removeFirst() }
            rest -= part
        }
        return taken
    }

    private mutating func cost(of quantity: Double, _ asset: String) -> Double { take(asset, quantity).reduce(0) { $0 + $1.cost } }

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
        // The newest prices at that time.
        let (then, rateThen) = (bitcoin[day - 1], euro[day - 1])
        switch event {
        case .deposit(.usd, let amount):
            dollars += amount
            paidIn += shown(amount, day)
            pay(in: amount, day)
        case .deposit(_, let amount):
            let worth = currency == .eur ? amount : amount * rateThen
            add("EUR", amount, cost: worth)
            paidIn += worth
            pay(in: amount * rateThen, day)
        case .hold(.usd, _): break
        case .hold(_, let amount):
            lots[Self.aside] = ((lots[Self.aside] ?? []) + take("EUR", amount)).sorted { $0.number < $1.number }
        case .withdrawal(.usd, let amount, let fee):
            dollars -= amount + fee
            paidOut += shown(amount, day)
            realized -= shown(fee, day)
            fees += shown(fee, day)
            pay(out: amount, day)
        case .withdrawal(_, let amount, let fee):
            let (cost, costOfFee) = (cost(of: amount, Self.aside), cost(of: fee, Self.aside))
            let worth = currency == .eur ? amount : amount * rateThen
            paidOut += worth
            realized += currency == .eur ? -fee : worth - cost - costOfFee
            fees += currency == .eur ? fee : fee * rate(day)
            pay(out: amount * rateThen, day)
        case .buy(let cash, let quantity, let paid, let fee):
            let inDollars = cash == .usd ? paid : paid * rateThen
            if cash == .usd {
                dollars -= paid
            } else {
                let cost = cost(of: paid, "EUR")
                if currency == .usd { realized += inDollars - cost }
            }
            add("BTC", quantity, cost: shown(inDollars, day))
            fees += cash == currency ? fee : cash == .usd ? shown(fee, day) : fee * rate(day)
        case .sell(let cash, let quantity, let received, let fee):
            let inDollars = cash == .usd ? received : received * rateThen
            realized += shown(inDollars, day) - cost(of: quantity, "BTC")
            if cash == .usd { dollars += received } else { add("EUR", received, cost: shown(inDollars, day)) }
            fees += cash == currency ? fee : cash == .usd ? shown(fee, day) : fee * rate(day)
        case .receive(let quantity):
            add("BTC", quantity, cost: shown(quantity * then, day))
            paidIn += shown(quantity * then, day)
            pay(in: quantity * then, day)
        case .send(let quantity, let fee):
            let worth = shown(quantity * then, day)
            paidOut += worth
            realized += worth - cost(of: quantity, "BTC")
            realized -= cost(of: fee, "BTC")
            fees += shown(fee * price(day), day)
            pay(out: quantity * then, day)
        }
    }
}
