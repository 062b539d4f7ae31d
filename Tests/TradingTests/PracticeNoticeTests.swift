import Ledger
import Market
import Notices
import Storage
import Testing
import Trading

/// What people are told about their simulated accounts: only what the server or another person does, and once.
@Suite struct PracticeNoticeTests {
    private static func told(_ owner: String, in world: TradingWorld) async throws -> [InboxNotice] {
        try await world.database.reading { try $0.rows(InboxNotice.self, "WHERE owner = ? ORDER BY rowid", owner) }
    }

    @Test func aPaymentThatArrivesIsToldOnce() async throws {
        let world = try await TradingWorld()
        let payment = try await world.trading().payments.deposit(d("100.50"), .eur, of: "ann")
        #expect(try await Self.told("ann", in: world).isEmpty, "the page answers")
        world.now = payment.dueAt
        try await world.trading().work.run()
        try world.restart()
        try await world.trading("two").work.run()
        let notices = try await Self.told("ann", in: world)
        #expect(notices.map(\.kind) == [.practice] && notices[0].link == "/trading/payments/\(payment.id)")
        #expect(notices[0].text == "Practice account: a deposit of 100.50 EUR arrived")
        #expect(notices[0].text(in: .russian).contains("100,50"))
    }

    @Test func aDepositThatArrivesAtOnceIsNotTold() async throws {
        let world = try await TradingWorld(TradingRules())
        #expect(try await world.trading().payments.deposit(d("100"), .eur, of: "ann").state == .settled)
        try await world.trading().work.run()
        #expect(try await Self.told("ann", in: world).isEmpty)
    }

    @Test func withdrawalsAreToldAtTheirEnd() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("500")))
        let trading = world.trading()
        let method = try await trading.methods.addBankAccount(iban: PaymentTests.iban, label: nil, of: "ann").id
        let closed = try await trading.methods.addBankAccount(iban: PaymentTests.closedIBAN, label: nil, of: "ann").id
        let cancelled = try await trading.payments.withdraw(d("20"), .eur, to: method, of: "ann")
        _ = try await trading.payments.cancel(cancelled.id, of: "ann")
        let payment = try await trading.payments.withdraw(d("100"), .eur, to: method, of: "ann")
        _ = try await trading.payments.withdraw(d("50"), .eur, to: closed, of: "ann")
        world.now = payment.sentAt
        try await trading.work.run()
        #expect(try await Self.told("ann", in: world).isEmpty, "nothing has ended")
        world.now = payment.dueAt
        try await trading.work.run()
        #expect(
            Set(try await Self.told("ann", in: world).map(\.text)) == [
                "Practice account: a withdrawal of 100.00 EUR was completed",
                "Practice account: a withdrawal of 50.00 EUR was returned",
            ])
    }

    @Test func ordersThatTheServerEndsAreTold() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        let orders = world.trading().orders
        func sale(days: Int) async throws -> TradeOrder {
            let wish = Trades.Wish(.sell, .bitcoin, .usd, .coin(d("0.01")))
            return try await orders.place(.init(.limit, wish, price: d("51000"), days: days), of: "ann")
        }
        let (own, short, long) = (try await sale(days: 1), try await sale(days: 1), try await sale(days: 30))
        _ = try await orders.cancel(own.id, of: "ann")
        world.wait(86_401)
        try await world.trading().work.run()
        try await world.quote(51_500, of: .bitcoin)
        try await world.trading().work.run()
        try await world.trading("two").work.run()
        let notices = try await Self.told("ann", in: world)
        #expect(notices.map(\.subject) == [short.id, long.id], "\(notices.map(\.text))")
        #expect(notices.first?.text == "Practice account: an order for BTC expired without a trade")
        #expect(notices.last?.text.hasPrefix("Practice account: an order sold 0.01 BTC for ") == true, "\(notices.map(\.text))")
    }

    @Test func whoGetsCoinsIsTold() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        let transfers = world.trading().transfers
        let address = try await transfers.address(of: "bob", asset: .bitcoin)
        let transfer = try await transfers.send(d("0.025"), .bitcoin, to: address, of: "ann")
        #expect(try await Self.told("ann", in: world).isEmpty)
        let notices = try await Self.told("bob", in: world)
        #expect(notices.map(\.text) == ["Practice account: you received 0.025 BTC"])
        #expect(notices.first?.link == "/trading/history/\(transfer.id)")
    }
}
