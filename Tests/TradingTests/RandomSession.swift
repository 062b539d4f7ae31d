import Banking
import Ledger
import Market
import Storage
import Testing
import Trading

/// People who trade on two devices, step after step, with the second ledger beside them.
struct RandomSession {
    static let names = ["ann", "bob", "eve", "kim"]

    let seed: UInt64
    /// Bank seconds for each real second.
    let speed: Int
    let world: TradingWorld
    var random: SeededGenerator
    var bank: SlowBank
    var second: Store
    var devices: [Trading] = []
    /// Dollars in units of 1e-4.
    var prices: [SlowBank.Thing: Int] = [.bitcoin: 500_000_000, .bnb: 6_000_000, .eur: 12_500]
    /// All methods that were ever linked, including removed ones.
    var methods: [String: [String]] = [:]
    var quoteIDs: [String] = []
    var orderIDs: [String] = []
    var planIDs: [String] = []
    var paymentIDs: [String] = []
    /// The last step, for the message of a failing test.
    var step = "nothing"
    /// How often each answer was given.
    var answers: [String: Int] = [:]

    init(seed: UInt64, speed: Int = 1) async throws {
        (self.seed, self.speed) = (seed, speed)
        random = SeededGenerator(seed: seed)
        // With a fast bank, a session takes a day: its daily limits are higher.
        let (payments, transfers) = speed == 1 ? (8, 6) : (40, 20)
        var rules = TradingRules.withoutInstantDeposits
        (rules.mostOpenOrders, rules.mostOrdersAnHour) = (5, 25)
        (rules.mostPaymentsADay, rules.mostTransfersADay) = (payments, transfers)
        var slow = SlowBank.Rules()
        (slow.mostOpenOrders, slow.mostOrdersAnHour) = (5, 25)
        (slow.mostPaymentsADay, slow.mostTransfersADay) = (payments, transfers)
        world = try await TradingWorld(rules, day: ["2024-01-30", "2025-03-12", "2025-12-20"][Int(seed % 3)])
        bank = SlowBank(slow, now: world.now, speed: speed)
        second = try world.secondDevice()
        for (thing, price) in prices { bank.store(price, of: thing, at: world.now) }
        try await openDevices()
        try await openAccounts()
    }

    private mutating func openDevices() async throws {
        let world = world
        let clock = try await TradingParts.clock(of: world.database, speed: Double(speed)) { world.now }
        devices = [world.trading("one", clock: clock), world.trading("two", on: second, clock: clock)]
    }

    private mutating func openAccounts() async throws {
        for name in Self.names {
            var person = SlowBank.Person(name: name)
            for thing in [SlowBank.Thing.bitcoin, .bnb] {
                person.address[thing] = try await devices[0].transfers.address(of: name, asset: thing.asset)
            }
            bank.people[name] = person
        }
        for name in Self.names {
            for comesBack in [false, true] { try await #require(link(comesBack: comesBack, of: name)) }
            try await #require(deposit(2_000_000, .usd, of: name))
            try await #require(deposit(1_000_000, .eur, of: name))
        }
        try await #require(jump(by: speed == 1 ? 6 * 86_400 : 10))
        try await #require(work())
    }

    // MARK: Draws

    mutating func one<Element>(of list: [Element]) -> Element { list[random.index(below: list.count)] }
    mutating func happens(_ percent: Int) -> Bool { random.index(below: 100) < percent }
    mutating func person() -> String { one(of: Self.names) }
    mutating func device() -> Trading { one(of: devices) }
    mutating func currency() -> Currency { one(of: [.usd, .eur]) }
    mutating func coin() -> SlowBank.Thing { happens(2) ? one(of: [.usd, .eur]) : one(of: [.bitcoin, .bnb]) }

    /// One of the last ids; rarely any other, and rarely one that does not exist.
    mutating func id(of ids: [String], prefix: String) -> String {
        guard !ids.isEmpty, !happens(2) else { return "\(prefix)0123456789abcdef" }
        return happens(80) ? one(of: ids.suffix(6)) : one(of: ids)
    }

    mutating func wish() -> SlowBank.Wish {
        let (side, thing, currency) = (one(of: TradeSide.allCases), coin(), currency())
        let unit = one(of: TradeAmount.Unit.allCases)
        let largest = unit == .cash ? 100_000 : thing == .bitcoin ? 2_000_000 : 200_000_000
        let amount =
            switch random.index(below: 40) {
            case 0: 0
            case 1: 1
            case 2: 100 * largest
            case 3: -largest
            default: 1 + random.index(below: largest)
            }
        return SlowBank.Wish(
            side: side, thing: thing, currency: currency, unit: unit, amount: amount, hasExtraDigit: happens(1))
    }

    // MARK: Comparison

    /// Runs a step on both sides. The second ledger is given the ids that the step created.
    ///
    /// - Returns: false if the answers differ, after which further comparison is pointless.
    mutating func compare(
        _ step: String, _ real: () async throws -> String, _ slow: (inout SlowBank) throws -> String
    ) async throws -> Bool {
        self.step = step
        bank.now = world.now
        let found: String
        do {
            found = try await real()
        } catch let error as TradingError {
            found = error.code
        } catch {
            found = "\(error)"
        }
        let wanted = bank.answer(slow)
        answers[String(wanted.prefix { $0 != " " && $0 != "," }), default: 0] += 1
        #expect(found == wanted, "seed \(seed): \(step)")
        guard found == wanted else { return false }
        return try await balancesAgree()
    }

    private func balancesAgree() async throws -> Bool {
        let found = try await world.database.readTrading { records in
            try Dictionary(
                uniqueKeysWithValues: Self.names.map { name in
                    (name, try records.account(of: name).map { try records.balances(of: $0) } ?? [:])
                })
        }
        for name in Self.names {
            for thing in SlowBank.Thing.allCases {
                let (has, balance) = (bank.has(name, thing), found[name]?[thing.asset] ?? TradingBalance())
                let isSame = balance.free == thing.decimal(has.free) && balance.held == thing.decimal(has.held)
                #expect(isSame, "seed \(seed): \(step): \(name) has \(balance) of \(thing), and not \(has)")
                guard isSame, has.free >= 0, has.held >= 0 else { return false }
            }
        }
        return true
    }

    /// Compares all orders, plans, payments and limits with the second ledger.
    mutating func recordsAgree() async throws {
        bank.now = world.now
        for name in Self.names {
            let state = try await devices[1].accounts.state(of: name)
            #expect(state.bankTime == bank.bankNow && state.clockSpeed == Double(speed), "seed \(seed): \(step)")
            let limit = FixedDecimal(units: Int128(bank.people[name]!.passwordAbove) * 10_000_000_000_000_000)
            #expect(state.account.passwordAbove == limit, "seed \(seed): \(step): \(name)")
            let methods = try await devices[0].methods.all(of: name).map(\.id)
            let linked = bank.methods.filter { $0.value.person == name && $0.value.isLinked }.keys
            #expect(Set(methods) == Set(linked), "seed \(seed): \(step): \(name)")
            #expect(Set(state.openOrders.map(\.id)) == Set(bank.open(name).map(\.id)), "seed \(seed): \(step)")
            let waiting = bank.payments.values.filter { $0.person == name && !$0.hasEnded }
            #expect(Set(state.openPayments.map(\.id)) == Set(waiting.map(\.id)), "seed \(seed): \(step)")
            for limit in state.limits where limit.period == .day {
                let used = bank.people[name]!.used[limit.purpose]?[SlowBank.day(bank.now)] ?? 0
                #expect(limit.used == FixedDecimal(units: used * 1_000_000), "seed \(seed): \(step): \(name), \(limit.purpose)")
            }
        }
        for order in bank.orders.values {
            let found = try await devices[0].orders.order(order.id, of: order.person)
            #expect(found.state == order.state && found.reason == order.reason, "seed \(seed): \(order) is \(found)")
            #expect(found.fill?.quantity == order.figures.map { $0.wish.thing.decimal($0.coins) }, "seed \(seed): \(order)")
        }
        for payment in bank.payments.values {
            let found = try await devices[1].payments.payment(payment.id, of: payment.person)
            #expect(found.state == payment.state, "seed \(seed): \(payment) is \(found)")
            #expect(
                found.endedAt == payment.endedAt && found.endRecordedAt == payment.endRecordedAt,
                "seed \(seed): \(payment) is \(found)")
            #expect(found.endedAt ?? .max >= found.requestedAt, "seed \(seed): \(found) ended before it was asked for")
            let entry = try await devices[1].accounts.entry(payment.id, of: payment.person)
            #expect(entry.time == payment.endRecordedAt ?? payment.recordedAt, "seed \(seed): \(payment) is \(entry)")
        }
        for name in Self.names {
            for plan in try await devices[0].plans.all(of: name) {
                let known = try #require(bank.plans[plan.id])
                #expect(
                    (plan.runs, plan.nextAt, plan.state) == (known.runs, known.nextAt, known.state), "seed \(seed): \(known)")
            }
        }
    }

    // MARK: The world

    mutating func jump(by seconds: Int) async throws -> Bool {
        world.wait(seconds)
        bank.now = world.now
        // After a long time, ended days get closes, and sometimes there is a current price.
        let yesterday = SlowBank.day(world.now) - 1
        for thing in [SlowBank.Thing.bitcoin, .bnb, .eur] where seconds >= 86_400 && bank.closes[thing]?[yesterday] == nil {
            guard happens(70) else { continue }
            try await world.close(Double(prices[thing]!) / 10_000, of: thing.asset, on: Day(daysSince1970: yesterday))
            bank.storeClose(prices[thing]!, of: thing, on: yesterday)
        }
        if happens(85) { for thing in [SlowBank.Thing.bitcoin, .bnb, .eur] { try await quotePrice(of: thing) } }
        return true
    }

    /// The price moves by up to 2 %, rarely by up to 15 %.
    mutating func quotePrice(of thing: SlowBank.Thing) async throws {
        let most = happens(10) ? 15 : 2
        let moved = prices[thing]! * (10_000 + (random.index(below: 201) - 100) * most) / 10_000
        let (low, high) = thing == .bitcoin ? (200_000_000, 900_000_000) : thing == .bnb ? (2_000_000, 9_000_000) : (10_000, 15_000)
        prices[thing] = min(max(moved, low), high)
        try await world.quote(Double(prices[thing]!) / 10_000, of: thing.asset)
        bank.store(prices[thing]!, of: thing, at: world.now)
    }

    /// The first process ends and starts again; the second one too, but rarely.
    mutating func restart() async throws -> Bool {
        try world.restart()
        if happens(30) {
            try second.close()
            second = try world.secondDevice()
        }
        try await openDevices()
        return true
    }
}
