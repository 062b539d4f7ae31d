import Ledger
import Market
import Testing
import Trading

/// One person's data does not exist for another person: the error is the same as for missing data.
@Suite struct OwnershipTests {
    @Test func whatIsOfOthersIsNotFound() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")), (.bitcoin, d("1")))
        try await world.fund("bob", (.usd, d("1000")), (.bitcoin, d("1")))
        let trading = world.trading()
        let quote = try await trading.trades.quote(.buy(cash: "10"), of: "ann").id
        let filled = try await trading.trades.quote(.buy(cash: "10"), of: "ann").id
        let bought = try await trading.trades.confirm(filled, of: "ann").order.id
        let order = try await trading.orders.place(.limitSale(), of: "ann").id
        let plan = try await trading.plans.start(
            Plans.Request(.bitcoin, .usd, amount: d("10"), every: .week, days: 30), of: "ann"
        ).id
        let method = try await trading.methods.addBankAccount(iban: PaymentTests.iban, label: nil, of: "ann").id
        let payment = try await trading.payments.withdraw(d("20"), .usd, to: method, of: "ann").id
        let before = try await world.balance(.usd, of: "ann")

        let answers: [(String, TradingError?, TradingError)] = [
            ("quote", await tradingError { try await trading.trades.confirm(quote, of: "bob") }, .noQuote(quote)),
            ("filled quote", await tradingError { try await trading.trades.confirm(filled, of: "bob") }, .noQuote(filled)),
            ("order", await tradingError { try await trading.orders.order(order, of: "bob") }, .noOrder(order)),
            ("cancel", await tradingError { try await trading.orders.cancel(order, of: "bob") }, .noOrder(order)),
            ("plan", await tradingError { try await trading.plans.cancel(plan, of: "bob") }, .noPlan(plan)),
            ("payment", await tradingError { try await trading.payments.payment(payment, of: "bob") }, .noPayment(payment)),
            ("cancel", await tradingError { try await trading.payments.cancel(payment, of: "bob") }, .noPayment(payment)),
            ("rename", await tradingError { try await trading.methods.rename(method, to: "x", of: "bob") }, .noMethod(method)),
            ("remove", await tradingError { try await trading.methods.remove(method, of: "bob") }, .noMethod(method)),
            (
                "preview",
                await tradingError { try await trading.payments.previewWithdrawal(d("20"), .usd, to: method, of: "bob") },
                .noMethod(method)
            ),
            (
                "withdraw", await tradingError { try await trading.payments.withdraw(d("20"), .usd, to: method, of: "bob") },
                .noMethod(method)
            ),
            ("entry", await tradingError { try await trading.accounts.entry(bought, of: "bob") }, .noHistoryEntry(bought)),
        ]
        for (name, found, expected) in answers { #expect(found == expected, "\(name)") }

        #expect(try await trading.accounts.history(of: "bob", HistoryQuery()) == [])
        #expect(try await trading.orders.open(of: "bob") == [])
        #expect(try await trading.payments.open(of: "bob") == [])
        #expect(try await trading.plans.all(of: "bob") == [])
        #expect(try await trading.methods.all(of: "bob") == [])
        #expect(try await trading.transfers.knownAddress(of: "bob", asset: .bitcoin) == nil)
        #expect(try await world.balance(.usd, of: "ann") == before)
        #expect(try await trading.trades.confirm(quote, of: "ann").isNew, "it is still its owner's")
    }
}
