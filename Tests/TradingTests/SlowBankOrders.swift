import Foundation
import Ledger
import Storage
import Trading

/// Orders that wait for a price, and plans, in the second ledger.
extension SlowBank {
    struct Order {
        let id: String
        let person: String
        let kind: TradeOrder.Kind
        let wish: Wish
        /// In the currency, in units of 1e-18.
        let trigger: Int128
        let heldThing: Thing
        let held: Int
        let createdAt: Int
        let endsAt: Int
        var state = TradeOrder.State.open
        var reason: String?
        var figures: Figures?

        /// A limit order waits for a better price, and a stop order for a worse one.
        func isReached(by price: Int128) -> Bool {
            switch (kind, wish.side) {
            case (.limit, .buy), (.stop, .sell): price <= trigger
            default: price >= trigger
            }
        }
    }

    struct Plan {
        let id: String
        let person: String
        let thing: Thing
        let currency: Currency
        let cash: Int
        let every: RecurringPlan.Interval
        let firstAt: Int
        var nextAt: Int
        let endsAt: Int
        var runs = 0
        var state = RecurringPlan.State.active
        var failures: [String] = []
    }

    // MARK: Orders

    /// - Parameter trigger: in units of 1e-4 of the currency.
    mutating func place(
        _ kind: TradeOrder.Kind, _ wish: Wish, trigger: Int, days: Int, of person: String, id: String
    ) throws -> String {
        try requireOrderRoom(person)
        guard !wish.thing.isCash else { throw Refusal(code: "not-a-coin") }
        guard days >= 1, days <= rules.longestOrderDays else { throw Refusal(code: "bad-end") }
        guard trigger > 0 else { throw Refusal(code: "bad-amount") }
        guard open(person).count < rules.mostOpenOrders else { throw Refusal(code: "too-many-orders") }
        try requireLevel(for: .trade, person)
        if wish.side == .sell && wish.unit == .cash { throw Refusal(code: "bad-order") }
        if wish.side == .buy && wish.unit == .coin && kind == .stop { throw Refusal(code: "bad-order") }
        let (dollars, rate) = (try price(of: wish.thing).dollars, try rate(of: wish.currency))
        let cash = Thing(wish.currency)
        let atTrigger = Int128(trigger) * 100_000_000_000_000
        func order(_ held: Int) -> Order {
            Order(
                id: id, person: person, kind: kind, wish: wish, trigger: atTrigger,
                heldThing: wish.side == .buy ? cash : wish.thing, held: held, createdAt: now, endsAt: now + days * 86_400)
        }
        guard !order(0).isReached(by: Self.price(dollars, rate: rate)) else { throw Refusal(code: "price-reached") }
        let figures = try figures(wish, price: atTrigger, rate: 10_000)
        let placed = order(wish.side == .buy ? figures.cash : figures.coins)
        try requireFree(placed.held, of: placed.heldThing, for: person)
        hold(placed.held, of: placed.heldThing, for: person)
        orders[id] = placed
        people[person]!.orderTimes.append(now)
        return "open, holds \(placed.heldThing.decimal(placed.held))"
    }

    func open(_ person: String) -> [Order] { orders.values.filter { $0.person == person && $0.state == .open } }

    mutating func cancelOrder(_ id: String, of person: String) throws -> String {
        guard let order = orders[id], order.person == person else { throw Refusal(code: "no-order") }
        guard order.state != .cancelled else { return "cancelled" }
        guard order.state == .open else { throw Refusal(code: "order-ended") }
        end(id, as: .cancelled)
        return "cancelled"
    }

    mutating func end(_ id: String, as state: TradeOrder.State, reason: String? = nil) {
        let order = orders[id]!
        hold(-order.held, of: order.heldThing, for: order.person)
        (orders[id]!.state, orders[id]!.reason) = (state, reason)
    }

    /// The first price after the order was placed, and before its end, that reaches it and can still be traded at.
    func reached(_ order: Order) -> Price? {
        guard let rate = try? rate(of: order.wish.currency) else { return nil }
        return prices(of: order.wish.thing).first { price in
            price.time > order.createdAt && price.time <= min(order.endsAt, now) && isYoung(price)
                && order.isReached(by: Self.price(price.dollars, rate: rate))
        }
    }

    func isDue(_ order: Order) -> Bool { order.state == .open && (order.endsAt <= now || reached(order) != nil) }

    mutating func execute(_ id: String) throws {
        let order = orders[id]!
        guard let price = reached(order) else {
            end(id, as: .expired)
            return
        }
        do {
            let rate = try rate(of: order.wish.currency)
            let figures = try figures(
                order.wish, price: Self.price(price.dollars, rate: rate), rate: rate, isPlaced: true)
            try requireRoom(figures.dollars, for: .trade, order.person)
            hold(-order.held, of: order.heldThing, for: order.person)
            count(figures.dollars, for: .trade, order.person)
            post(figures, order.person)
            (orders[id]!.state, orders[id]!.figures) = (.filled, figures)
        } catch let refusal as Refusal {
            end(id, as: .failed, reason: refusal.code)
        }
    }

    // MARK: Plans

    mutating func startPlan(
        _ thing: Thing, _ currency: Currency, cash: Int, every: RecurringPlan.Interval, days: Int, of person: String, id: String
    ) throws -> String {
        try requireOrderRoom(person)
        guard days >= 1, days <= rules.longestOrderDays else { throw Refusal(code: "bad-end") }
        try requireLevel(for: .trade, person)
        guard plans.values.count(where: { $0.person == person && $0.state == .active }) < rules.mostOpenOrders else {
            throw Refusal(code: "too-many-orders")
        }
        _ = try figuresNow(Wish(side: .buy, thing: thing, currency: currency, unit: .cash, amount: cash))
        plans[id] = Plan(
            id: id, person: person, thing: thing, currency: currency, cash: cash, every: every, firstAt: bankNow, nextAt: bankNow,
            endsAt: bankNow + days * 86_400)
        keepBankTime()
        people[person]!.orderTimes.append(now)
        return "active"
    }

    mutating func cancelPlan(_ id: String, of person: String) throws -> String {
        guard let plan = plans[id], plan.person == person else { throw Refusal(code: "no-plan") }
        guard plan.state != .ended else { throw Refusal(code: "plan-ended") }
        plans[id]!.state = .cancelled
        return "cancelled"
    }

    /// The dates of a plan, one after another, until one lies ahead. A month without the day of the first date ends earlier.
    static func date(of plan: Plan, after time: Int) -> Int {
        let first = Date(timeIntervalSince1970: Double(plan.firstAt))
        for count in 0... {
            let date =
                switch plan.every {
                case .day: plan.firstAt + count * 86_400
                case .week: plan.firstAt + count * 7 * 86_400
                case .month: Int(calendar.date(byAdding: .month, value: count, to: first)!.timeIntervalSince1970)
                }
            if date > time { return date }
        }
        fatalError("every plan has a later date")
    }

    /// Makes one purchase, however many dates have passed; none after the end, except the first one.
    mutating func run(_ id: String) {
        let plan = plans[id]!
        keepBankTime()
        if bankNow >= plan.endsAt && plan.runs > 0 {
            plans[id]!.state = .ended
            return
        }
        plans[id]!.runs += 1
        plans[id]!.nextAt = Self.date(of: plan, after: bankNow)
        if plans[id]!.nextAt >= plan.endsAt { plans[id]!.state = .ended }
        do {
            try trade(
                figuresNow(Wish(side: .buy, thing: plan.thing, currency: plan.currency, unit: .cash, amount: plan.cash)),
                plan.person)
        } catch {
            plans[id]!.failures.append((error as? Refusal)?.code ?? "\(error)")
        }
    }

    // MARK: The worker

    /// Does due work, if no other holder has the lease: payments, then orders, then plans.
    mutating func work(_ holder: String) throws -> String {
        letBankGoOn()
        let dueOrders = orders.values.filter(isDue).map(\.id).sorted()
        let duePayments = payments.values.filter { isDue($0) }.sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }.map(\.id)
        let duePlans = plans.values.filter { $0.state == .active && $0.nextAt <= bankNow }
        guard !(dueOrders.isEmpty && duePayments.isEmpty && duePlans.isEmpty) else { return "0" }
        // A lease that lasts much longer than one taken now comes from a clock that was set back.
        if let lease, lease.holder != holder, lease.until > now, lease.until <= now + 60 { return "busy" }
        lease = (holder, now + DueWork.leaseSeconds)
        for id in duePayments { settle(id) }
        for id in dueOrders { try execute(id) }
        for plan in duePlans.sorted(by: { ($0.nextAt, $0.id) < ($1.nextAt, $1.id) }) { run(plan.id) }
        return "\(duePayments.count + dueOrders.count + duePlans.count)"
    }
}
