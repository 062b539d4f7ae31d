import Identity
import Ledger
import Trading

/// The steps of a random session.
extension RandomSession {
    /// - Returns: false if the two sides differ.
    mutating func next() async throws -> Bool {
        world.wait(random.index(below: 12))
        switch random.index(below: 1000) {
        case ..<160: return try await movePrice()
        case ..<380: return try await quote()
        case ..<550: return try await confirm()
        case ..<660: return try await place()
        case ..<710: return try await cancelOrder()
        case ..<810: return try await work()
        case ..<840: return try await deposit()
        case ..<880: return try await withdraw()
        case ..<905: return try await cancelPayment()
        case ..<940: return try await send()
        case ..<955: return try await plan()
        case ..<962: return try await cancelPlan()
        case ..<970: return try await changePerson()
        case ..<980: return try await changeMethods()
        case ..<986: return try await jump(by: 20 + random.index(below: speed == 1 ? 4 * 3600 : 600))
        // With a fast bank, years pass anyway.
        case ..<993: return try await jump(by: speed == 1 ? 3600 * (1 + random.index(below: 24 * 5)) : 1 + random.index(below: 120))
        case ..<996: return try await jump(by: -(1 + random.index(below: happens(70) ? 7200 : 5 * 86_400)))
        default: return try await restart()
        }
    }

    private mutating func movePrice() async throws -> Bool {
        try await quotePrice(of: one(of: [.bitcoin, .bnb, .eur]))
        return true
    }

    // MARK: Trades

    private mutating func quote() async throws -> Bool {
        let (person, wish, trading) = (person(), wish(), device())
        var id = ""
        let isSame = try await compare("\(person) asks for \(wish)") {
            let quote = try await trading.trades.quote(wish.real, of: person)
            id = quote.id
            return quote.figures.text
        } _: {
            try $0.quote(wish, of: person, id: id)
        }
        if !id.isEmpty { quoteIDs.append(id) }
        // Mostly the requested quote is confirmed.
        guard isSame, !id.isEmpty, happens(50) else { return isSame }
        world.wait(random.index(below: happens(5) ? 60 : 8))
        return try await confirm(id, of: person)
    }

    private mutating func confirm() async throws -> Bool {
        let (id, person) = (id(of: quoteIDs, prefix: "q_"), person())
        // Mostly by the quote's own person.
        return try await confirm(id, of: happens(80) ? bank.offers[id]?.person ?? person : person)
    }

    private mutating func confirm(_ id: String, of person: String) async throws -> Bool {
        let trading = device()
        var order = ""
        return try await compare("\(person) confirms \(id)") {
            let made = try await trading.trades.confirm(id, of: person)
            order = made.order.id
            return made.isNew ? "filled \(made.order.fill!.text)" : "again \(order)"
        } _: {
            try $0.confirm(id, of: person, order: order)
        }
    }

    private mutating func place() async throws -> Bool {
        let (person, trading) = (person(), device())
        var wish = wish()
        if happens(85) { wish = wish.possible }
        let kind = one(of: [TradeOrder.Kind.limit, .stop])
        let rate = wish.currency == .usd ? 10_000 : prices[.eur]!
        let price = (prices[wish.thing] ?? 10_000) * 10_000 / rate
        let trigger = happens(2) ? 0 : price * (950 + random.index(below: 101)) / 1000
        let days = happens(5) ? one(of: [0, 366]) : 1 + random.index(below: 6)
        let request = StandingOrders.Request(
            kind, wish.real, price: FixedDecimal(units: Int128(trigger) * 100_000_000_000_000), days: days)
        var id = ""
        let isSame = try await compare("\(person) places \(kind) at \(trigger) for \(days) days: \(wish)") {
            let order = try await trading.orders.place(request, of: person)
            id = order.id
            return "open, holds \(order.held)"
        } _: {
            try $0.place(kind, wish, trigger: trigger, days: days, of: person, id: id)
        }
        if !id.isEmpty { orderIDs.append(id) }
        return isSame
    }

    private mutating func cancelOrder() async throws -> Bool {
        let (id, trading) = (id(of: orderIDs, prefix: "o_"), device())
        let person = happens(85) ? bank.orders[id]?.person ?? "ann" : person()
        return try await compare("\(person) cancels \(id)") {
            try await trading.orders.cancel(id, of: person).state.rawValue
        } _: {
            try $0.cancelOrder(id, of: person)
        }
    }

    // MARK: Plans and the worker

    private mutating func plan() async throws -> Bool {
        let (person, thing, currency, trading) = (person(), coin(), currency(), device())
        let (cash, every) = (
            happens(10) ? 1 : 100 + random.index(below: 20_000), one(of: [.day, .day] + RecurringPlan.Interval.allCases)
        )
        let days = happens(10) ? 0 : 1 + random.index(below: speed == 1 ? 90 : 365)
        var id = ""
        let isSame = try await compare("\(person) plans \(cash) \(currency) of \(thing) every \(every) for \(days) days") {
            let amount = SlowBank.Thing.usd.decimal(cash)
            let request = Plans.Request(thing.asset, currency, amount: amount, every: every, days: days)
            let plan = try await trading.plans.start(request, of: person)
            id = plan.id
            return plan.state.rawValue
        } _: {
            try $0.startPlan(thing, currency, cash: cash, every: every, days: days, of: person, id: id)
        }
        if !id.isEmpty { planIDs.append(id) }
        return isSame
    }

    private mutating func cancelPlan() async throws -> Bool {
        let (id, trading) = (id(of: planIDs, prefix: "r_"), device())
        let person = happens(85) ? bank.plans[id]?.person ?? "ann" : person()
        return try await compare("\(person) cancels \(id)") {
            try await trading.plans.cancel(id, of: person).state.rawValue
        } _: {
            try $0.cancelPlan(id, of: person)
        }
    }

    mutating func work() async throws -> Bool {
        let index = random.index(below: 2)
        let (trading, holder) = (devices[index], ["one", "two"][index])
        return try await compare("\(holder) works") {
            try await trading.work.run().map { "\($0)" } ?? "busy"
        } _: {
            try $0.work(holder)
        }
    }

    // MARK: Payments

    private mutating func deposit() async throws -> Bool {
        let amount = happens(10) ? one(of: [0, 1, 99, 100, 5_000_000, 5_000_001]) : 100 + random.index(below: 300_000)
        return try await deposit(amount, currency(), of: person())
    }

    mutating func deposit(_ amount: Int, _ currency: Currency, of person: String) async throws -> Bool {
        let trading = device()
        var made: Payment?
        let isSame = try await compare("\(person) announces \(amount) \(currency)") {
            let payment = try await trading.payments.deposit(SlowBank.Thing.usd.decimal(amount), currency, of: person)
            made = payment
            return payment.state.rawValue
        } _: {
            try $0.deposit(amount, currency, of: person, id: made?.id ?? "", dates: made.map(SlowBank.Dates.init))
        }
        if let made { paymentIDs.append(made.id) }
        return isSame
    }

    private mutating func withdraw() async throws -> Bool {
        let (person, currency, trading, isConfirmed) = (person(), currency(), device(), happens(80))
        let amount = happens(10) ? one(of: [0, 999, 1000, 400_000]) : 1000 + random.index(below: 200_000)
        let method = id(of: methods[happens(97) ? person : self.person()]!, prefix: "m_")
        var made: Payment?
        let isSame = try await compare("\(person) withdraws \(amount) \(currency) to \(method)") {
            let payment = try await trading.payments.withdraw(
                SlowBank.Thing.usd.decimal(amount), currency, to: method, of: person, isConfirmed: isConfirmed)
            made = payment
            return payment.state.rawValue
        } _: {
            try $0.withdraw(
                amount, currency, to: method, isConfirmed: isConfirmed, of: person, id: made?.id ?? "",
                dates: made.map(SlowBank.Dates.init))
        }
        if let made { paymentIDs.append(made.id) }
        return isSame
    }

    /// Links another method, or removes one: rarely that of another person.
    private mutating func changeMethods() async throws -> Bool {
        let (person, trading) = (person(), device())
        guard happens(50) else { return try await link(comesBack: happens(30), of: person) }
        let id = id(of: methods[happens(90) ? person : self.person()]!, prefix: "m_")
        return try await compare("\(person) removes \(id)") {
            try await trading.methods.remove(id, of: person)
            return "removed"
        } _: {
            try $0.unlink(id, of: person)
        }
    }

    mutating func link(comesBack: Bool, of person: String) async throws -> Bool {
        let trading = device()
        var id = ""
        let isSame = try await compare("\(person) links one, which comes back: \(comesBack)") {
            let iban = comesBack ? "DE50370400440532010404" : "DE89370400440532013000"
            id = try await trading.methods.addBankAccount(iban: iban, label: nil, of: person).id
            return "linked \(id)"
        } _: {
            try $0.link(comesBack: comesBack, of: person, id: id)
        }
        if !id.isEmpty { methods[person, default: []].append(id) }
        return isSame
    }

    private mutating func cancelPayment() async throws -> Bool {
        let (id, trading) = (id(of: paymentIDs, prefix: "p_"), device())
        let person = happens(85) ? bank.payments[id]?.person ?? "ann" : person()
        return try await compare("\(person) cancels \(id)") {
            try await trading.payments.cancel(id, of: person).state.rawValue
        } _: {
            try $0.cancelPayment(id, of: person)
        }
    }

    // MARK: Transfers and people

    private mutating func send() async throws -> Bool {
        let (person, thing, trading, isConfirmed) = (person(), coin(), device(), happens(80))
        let to = bank.people[self.person()]!.address[happens(95) ? thing : .bnb] ?? "nobody's address"
        let coins = happens(5) ? one(of: [0, 1]) : 1 + random.index(below: thing == .bitcoin ? 2_000_000 : 200_000_000)
        let note = happens(90) ? "" : "for lunch"
        return try await compare("\(person) sends \(coins) of \(thing) to \(to)") {
            let transfer = try await trading.transfers.send(
                thing.decimal(coins), thing.asset, to: to, note: note, of: person, isConfirmed: isConfirmed)
            return "sent, fee \(transfer.fee)"
        } _: {
            try $0.send(coins, thing, to: to, isConfirmed: isConfirmed, of: person)
        }
    }

    private mutating func changePerson() async throws -> Bool {
        let person = person()
        if happens(35) { return try await changePasswordLimit(of: person) }
        if happens(50) {
            let level = happens(70) ? VerificationLevel.full : one(of: VerificationLevel.allCases)
            try await world.setLevel(level, of: person)
            bank.people[person]!.level = level
        } else {
            let millionths = one(of: [0, 2000, 10_000, 50_000])
            _ = try await device().trades.change(
                tolerance:
                    Rate(FixedDecimal(units: Int128(millionths) * 1_000_000_000_000)), of: person)
            bank.people[person]!.tolerance = millionths
        }
        return true
    }

    private mutating func changePasswordLimit(of person: String) async throws -> Bool {
        let (trading, cents, isConfirmed) = (device(), one(of: [0, 20_000, 100_000, 500_000]), happens(70))
        return try await compare("\(person) needs the password above \(cents)") {
            let limit = Cents(parsing: "\(cents / 100)")
            let account = try await trading.trades.change(passwordAbove: limit, of: person, isConfirmed: isConfirmed)
            return "above \(account.passwordAbove)"
        } _: {
            try $0.setPasswordAbove(cents, isConfirmed: isConfirmed, of: person)
        }
    }
}

extension SlowBank.Wish {
    var real: Trades.Wish {
        let decimal = unit == .cash ? SlowBank.Thing.usd.decimal(amount) : SlowBank.Thing.bitcoin.decimal(amount)
        let extra = FixedDecimal(units: unit == .cash ? 1_000_000_000_000_000 : 1_000_000_000)
        let exact = hasExtraDigit ? decimal + extra : decimal
        return Trades.Wish(side, thing.asset, currency, unit == .cash ? .cash(exact) : .coin(exact))
    }

    /// The same wish in a form for which a limit or stop order can be placed.
    var possible: Self {
        let coins = unit == .cash ? (thing == .bitcoin ? 1_000_000 : 50_000_000) : amount
        return side == .sell ? Self(side: .sell, thing: thing, currency: currency, unit: .coin, amount: coins) : self
    }
}

extension SlowBank.Dates {
    init(_ payment: Payment) { self.init(sentAt: payment.sentAt, dueAt: payment.dueAt) }
}

extension TradeFigures {
    var text: String { "\(quantity) for \(cash) fee \(fee) at \(price)" }
}

extension TradeOrder.Fill {
    var text: String { "\(quantity) for \(cash) fee \(fee) at \(price)" }
}
