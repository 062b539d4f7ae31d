import Ledger
import Market
import Testing
import Trading

/// Each error, with something that causes it. After it, nothing has changed.
@Suite struct ErrorTests {
    private static let codes = [
        "bad-amount", "amount-too-small", "amount-too-large", "nothing-for-it", "not-a-coin", "no-price", "not-enough", "no-quote",
        "quote-expired", "price-moved", "no-order", "order-ended", "too-many-orders", "price-reached", "bad-order", "bad-end",
        "no-plan", "plan-ended", "not-verified", "over-limit", "no-method", "bad-method", "too-many-methods", "no-payment",
        "not-cancellable", "bad-address", "unknown-address", "own-address", "no-entry", "too-many-requests",
        "method-expired", "dates-moved",
    ]

    @Test(arguments: codes) func everyErrorHasACauseAndASentence(code: String) async throws {
        var rules = TradingRules.withoutInstantDeposits
        (rules.mostOpenOrders, rules.mostOrdersAnHour) = (1, 4)
        let world = try await TradingWorld(rules)
        try await world.fund("ann", (.usd, d("1000")), (.bitcoin, d("1")))
        let causes = Causes(world: world, trading: world.trading())
        let cause = try await causes.prepare(code)
        let before = try await state(world)
        let error = try #require(await tradingError { try await cause() })
        #expect(error.code == code)
        let sentence = "\(error)"
        #expect(sentence.count > 20 && !sentence.contains("TradingError") && !sentence.hasSuffix("."), "\(sentence)")
        #expect(try await state(world) == before)
        try await world.expectSoundBooks(of: ["ann"], code)
    }

    /// Orders of each kind that cannot be placed.
    @Test func ordersThatMakeNoSenseAreNotPlaced() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")), (.bitcoin, d("1")))
        for (kind, wish, price, days, code) in [
            (TradeOrder.Kind.limit, Trades.Wish.sell(cash: "10"), "51000", 3, "bad-order"),
            (.stop, .buy(coins: "0.001"), "51000", 3, "bad-order"), (.limit, .buy(cash: "10"), "50000", 3, "price-reached"),
            (.limit, .sell(coins: "0.01"), "50000", 3, "price-reached"), (.stop, .buy(cash: "10"), "50000", 3, "price-reached"),
            (.stop, .sell(coins: "0.01"), "50000", 3, "price-reached"), (.limit, .buy(cash: "10"), "40000", 0, "bad-end"),
            (.limit, .buy(cash: "10"), "40000", 366, "bad-end"), (.limit, .buy(cash: "10"), "0", 3, "bad-amount"),
            (.limit, .buy(cash: "10"), "-1", 3, "bad-amount"), (.limit, .buy(cash: "0.99"), "40000", 3, "amount-too-small"),
            (.limit, .buy(coins: "1"), "40000", 3, "amount-too-large"), (.limit, .buy(.usd, cash: "10"), "1", 3, "not-a-coin"),
            (.limit, .buy(.eur, cash: "10"), "1", 3, "not-a-coin"), (.stop, .sell(coins: "1.00000001"), "9", 3, "not-enough"),
            (.limit, .buy(coins: "0.1"), "10000", 3, "not-enough"),
            (.limit, .buy(coins: "999999999999999999"), "100", 3, "amount-too-large"),
        ] {
            let request = StandingOrders.Request(kind, wish, price: d(price), days: days)
            let error = await tradingError { try await world.trading().orders.place(request, of: "ann") }
            #expect(error?.code == code, "\(kind) \(wish) at \(price): \(error as Any)")
        }
        #expect(try await world.trading().orders.open(of: "ann") == [])
    }

    private func state(_ world: TradingWorld) async throws -> String {
        let state = try await world.trading().accounts.state(of: "ann")
        let history = try await world.trading().accounts.history(of: "ann", HistoryQuery())
        let balances = state.balances.map { "\($0) \($1)" }.sorted()
        return "\(balances) \(state.openOrders) \(state.openPayments) \(state.limits) \(history)"
    }
}

/// The causes of each error.
private struct Causes {
    let world: TradingWorld
    let trading: Trading

    typealias Cause = () async throws -> Void

    /// Prepares the required state, and returns the failing action.
    func prepare(_ code: String) async throws -> Cause {
        switch code {
        case "bad-amount": quoting(.buy(cash: "10.001"))
        case "amount-too-small": quoting(.buy(cash: "0.99"))
        case "amount-too-large": quoting(.buy(cash: "10000.01"))
        case "nothing-for-it": quoting(.sell(coins: "0.00000001"))
        case "not-a-coin": quoting(.buy(.eur, cash: "10"))
        case "no-price": quoting(.buy(AssetID("litecoin")!, cash: "10"))
        case "not-enough": { try await trading.trade(.buy(cash: "1000.01"), of: "ann") }
        case "no-quote": { _ = try await trading.trades.confirm("q_0123456789abcdef", of: "ann") }
        case "quote-expired", "price-moved": try await confirming(code)
        case "not-verified", "over-limit", "too-many-requests": try await buying(code)
        case "no-order", "order-ended", "too-many-orders", "price-reached", "bad-order", "bad-end", "no-plan", "plan-ended":
            try await ordering(code)
        case "bad-address", "unknown-address", "own-address": try await sending(code)
        default: try await paying(code)
        }
    }

    private func quoting(_ wish: Trades.Wish) -> Cause { { _ = try await trading.trades.quote(wish, of: "ann") } }

    private func confirming(_ code: String) async throws -> Cause {
        let quote = try await trading.trades.quote(.buy(cash: "10"), of: "ann").id
        world.wait(code == "quote-expired" ? 30 : 1)
        if code == "price-moved" { try await world.quote(60_000, of: .bitcoin) }
        return { _ = try await trading.trades.confirm(quote, of: "ann") }
    }

    private func buying(_ code: String) async throws -> Cause {
        switch code {
        case "not-verified": try await world.setLevel(.none, of: "ann")
        case "over-limit": try await world.setLevel(.basic, of: "ann")
        default: for _ in 0..<4 { try await trading.trade(.buy(cash: "1"), of: "ann") }
        }
        return { try await trading.trade(.buy(cash: "200"), of: "ann") }
    }

    private func ordering(_ code: String) async throws -> Cause {
        func placing(_ request: StandingOrders.Request) -> Cause { { _ = try await trading.orders.place(request, of: "ann") } }
        switch code {
        case "no-order": return { _ = try await trading.orders.cancel("o_0123456789abcdef", of: "ann") }
        case "order-ended":
            let order = try await trading.trade(.buy(cash: "10"), of: "ann").id
            return { _ = try await trading.orders.cancel(order, of: "ann") }
        case "too-many-orders":
            _ = try await trading.orders.place(.limitSale(), of: "ann")
            return placing(.limitSale())
        case "price-reached": return placing(.limitSale(price: "49000"))
        case "bad-order": return placing(StandingOrders.Request(.limit, .sell(cash: "10"), price: d("60000"), days: 3))
        case "bad-end": return placing(.limitSale(days: 366))
        case "no-plan": return { _ = try await trading.plans.cancel("r_0123456789abcdef", of: "ann") }
        default:
            let request = Plans.Request(.bitcoin, .usd, amount: d("10"), every: .week, days: 1)
            let plan = try await trading.plans.start(request, of: "ann").id
            try await trading.work.run()
            return { _ = try await trading.plans.cancel(plan, of: "ann") }
        }
    }

    private func sending(_ code: String) async throws -> Cause {
        let address: String
        switch code {
        case "own-address": address = try await trading.transfers.address(of: "ann", asset: .bitcoin)
        case "unknown-address":
            // A well-formed address that has belonged to no person since its owner's account was deleted.
            address = try await trading.transfers.address(of: "bob", asset: .bitcoin)
            try await world.database.execute("DELETE FROM trading_addresses WHERE owner = 'bob'")
        default: address = "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"
        }
        return { _ = try await trading.transfers.send(d("0.1"), .bitcoin, to: address, of: "ann") }
    }

    private func paying(_ code: String) async throws -> Cause {
        switch code {
        case "no-method": return { _ = try await trading.payments.withdraw(d("10"), .usd, to: "m_0123456789abcdef", of: "ann") }
        case "bad-method":
            return {
                _ = try await trading.methods.addBankAccount(
                    iban: PaymentTests.iban, label: String(repeating: "x", count: 61), of: "ann")
            }
        case "too-many-methods":
            for _ in 0..<20 { _ = try await trading.methods.addBankAccount(iban: PaymentTests.iban, label: nil, of: "ann") }
            return { _ = try await trading.methods.addBankAccount(iban: PaymentTests.iban, label: nil, of: "ann") }
        case "method-expired":
            let card = try await trading.methods.addCard(number: "4242424242424242", expires: "03/25", label: nil, of: "ann").id
            world.wait(30 * 86_400)
            return { _ = try await trading.payments.withdraw(d("10"), .usd, to: card, of: "ann") }
        case "dates-moved":
            let account = try await trading.methods.addBankAccount(iban: PaymentTests.iban, label: nil, of: "ann").id
            return { _ = try await trading.payments.withdraw(d("10"), .usd, to: account, of: "ann", dueAt: world.now) }
        case "no-payment": return { _ = try await trading.payments.cancel("p_0123456789abcdef", of: "ann") }
        case "not-cancellable":
            let payment = try await trading.payments.deposit(d("10"), .usd, of: "ann")
            world.now = payment.dueAt
            try await trading.work.run()
            return { _ = try await trading.payments.cancel(payment.id, of: "ann") }
        default:
            precondition(code == "no-entry", "nothing here provokes \(code)")
            return { _ = try await trading.accounts.entry("o_0123456789abcdef", of: "ann") }
        }
    }
}
