import Banking
import Ledger
import Market
import Testing
import Trading

/// Deposits and withdrawals, from the announcement to their end.
@Suite struct PaymentTests {
    static let iban = "DE89370400440532013000"
    /// The bank returns payments to accounts with this ending.
    static let closedIBAN = "DE50370400440532010404"

    private func account(_ world: TradingWorld, _ iban: String = iban, of owner: String = "ann") async throws -> String {
        try await world.trading().methods.addBankAccount(iban: iban, label: nil, of: owner).id
    }

    @Test func aDepositArrivesOnItsDay() async throws {
        let world = try await TradingWorld()
        let trading = world.trading()
        let payment = try await trading.payments.deposit(d("100.50"), .eur, of: "ann")
        #expect(payment.state == .pending && payment.fee == .zero && payment.dueAt > world.now)
        #expect(try await world.balance(.eur, of: "ann") == TradingBalance(), "nothing is there before")
        world.now = payment.dueAt - 1
        #expect(try await trading.work.run() == 0)
        world.now += 1
        #expect(try await trading.work.run() == 1)
        #expect(try await trading.work.run() == 0)
        #expect(try await trading.payments.payment(payment.id, of: "ann").state == .settled)
        #expect(try await world.balance(.eur, of: "ann") == TradingBalance(free: d("100.50")))
        #expect(await tradingError { try await trading.payments.cancel(payment.id, of: "ann") }?.code == "not-cancellable")
    }

    @Test func thePersonsFirstDepositArrivesAtOnce() async throws {
        let world = try await TradingWorld(TradingRules())
        let trading = world.trading()
        #expect(try await trading.payments.depositDetails(of: "ann").isInstant)
        let first = try await trading.payments.deposit(d("100.50"), .eur, of: "ann")
        #expect(first.state == .settled && first.dueAt == world.now && first.endedAt == world.now)
        #expect(try await world.balance(.eur, of: "ann") == TradingBalance(free: d("100.50")))
        #expect(await tradingError { try await trading.payments.cancel(first.id, of: "ann") }?.code == "not-cancellable")
        #expect(try await !trading.payments.depositDetails(of: "ann").isInstant)
        let second = try await trading.payments.deposit(d("10"), .eur, of: "ann")
        #expect(second.state == .pending && second.dueAt > world.now)
        #expect(try await trading.payments.deposit(d("10"), .usd, of: "bob").state == .settled, "each person has a first one")
    }

    @Test func aWithdrawalIsHeldSentAndSettled() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("200")))
        let (trading, method) = (world.trading(), try await account(world))
        let preview = try await trading.payments.previewWithdrawal(d("100"), .eur, to: method, of: "ann")
        #expect(preview.amount == d("100") && preview.fee == d("0.50"))
        let payment = try await trading.payments.withdraw(d("100"), .eur, to: method, of: "ann")
        #expect((payment.sentAt, payment.dueAt) == (preview.sentAt, preview.arrivesAt) && payment.sentAt < payment.dueAt)
        #expect(try await world.balance(.eur, of: "ann") == TradingBalance(free: d("99.50"), held: d("100.50")))
        world.now = payment.sentAt
        let late = await tradingError { try await trading.payments.cancel(payment.id, of: "ann") }
        #expect(late == .notCancellable(payment.id, state: .sent), "its time is over, before the worker looks")
        #expect(try await trading.work.run() == 1)
        #expect(try await trading.payments.payment(payment.id, of: "ann").state == .sent)
        #expect(try await world.balance(.eur, of: "ann").held == d("100.50"))
        world.now = payment.dueAt
        #expect(try await trading.work.run() == 1)
        #expect(try await trading.payments.payment(payment.id, of: "ann").state == .settled)
        #expect(try await world.balance(.eur, of: "ann") == TradingBalance(free: d("99.50")))
        let sums = try await JournalSums(of: ["ann"], in: world.database)
        #expect(sums.sum(.external, .eur) == d("-100") && sums.sum(.fees, .eur) == d("0.50"))
    }

    @Test func aWithdrawalIsCancelledUntilItLeaves() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("200")))
        let (trading, method) = (world.trading(), try await account(world))
        let payment = try await trading.payments.withdraw(d("199.50"), .usd, to: method, of: "ann")
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: .zero, held: d("200")))
        world.now = payment.sentAt - 1
        #expect(try await trading.payments.cancel(payment.id, of: "ann").state == .cancelled)
        #expect(try await trading.payments.cancel(payment.id, of: "ann").state == .cancelled, "cancelling twice is cancelling")
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("200")))
        world.wait(90 * 86_400)
        #expect(try await trading.work.run() == 0)
        let deposit = try await trading.payments.deposit(d("10"), .usd, of: "ann")
        #expect(try await trading.payments.cancel(deposit.id, of: "ann").state == .cancelled)
        world.wait(90 * 86_400)
        #expect(try await trading.work.run() == 0)
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("200")))
    }

    /// Including its fee, and what it used of the limits.
    @Test func aWithdrawalToAClosedAccountComesBack() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("200")))
        let (trading, method) = (world.trading(), try await account(world, Self.closedIBAN))
        let payment = try await trading.payments.withdraw(d("100"), .usd, to: method, of: "ann")
        let day = Day(secondsSince1970: world.now)
        #expect(try await world.used(.withdrawal, of: "ann", on: day) == d("100"))
        world.now = payment.dueAt
        #expect(try await trading.work.run() == 1)
        let returned = try await trading.payments.payment(payment.id, of: "ann")
        #expect(returned.state == .returned && returned.reason == "account-closed")
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("200")))
        #expect(try await world.used(.withdrawal, of: "ann", on: day) == .zero)
    }

    /// A payment on its way to an account that is no longer linked still arrives.
    @Test func aRemovedMethodTakesNoNewWithdrawals() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("200")))
        let (trading, method) = (world.trading(), try await account(world))
        let payment = try await trading.payments.withdraw(d("50"), .usd, to: method, of: "ann")
        try await trading.methods.remove(method, of: "ann")
        #expect(try await trading.methods.all(of: "ann") == [])
        for error in [
            await tradingError { try await trading.payments.withdraw(d("50"), .usd, to: method, of: "ann") },
            await tradingError { try await trading.methods.rename(method, to: "x", of: "ann") },
            await tradingError { try await trading.methods.remove(method, of: "ann") },
        ] { #expect(error == .noMethod(method)) }
        world.now = payment.dueAt
        #expect(try await trading.work.run() == 1)
        #expect(try await trading.payments.payment(payment.id, of: "ann").state == .settled)
    }

    /// A card is valid through its last month, on the bank's clock.
    @Test func anExpiredCardTakesNoWithdrawals() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("200")))
        let trading = world.trading()
        let card = try await trading.methods.addCard(number: "4242424242424242", expires: "03/25", label: nil, of: "ann").id
        world.now = Day(iso: "2025-03-31")!.daysSince1970 * 86_400 + 86_399
        _ = try await trading.payments.previewWithdrawal(d("10"), .usd, to: card, of: "ann")
        world.wait(1)
        let expired = TradingError.methodExpired(lastFour: "4242", expires: "03/25")
        #expect("\(expired)".contains("4242") && "\(expired)".contains("03/25") && "\(expired)".contains("link another card"))
        #expect(await tradingError { try await trading.payments.previewWithdrawal(d("10"), .usd, to: card, of: "ann") } == expired)
        #expect(await tradingError { try await trading.payments.withdraw(d("10"), .usd, to: card, of: "ann") } == expired)
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("200")))
        // The real clock does not matter.
        let fast = world.trading(clock: BankClock(realAnchor: world.now - 86_400, bankAnchor: world.now - 86_400, speed: 86_400))
        let other = try await trading.methods.addCard(number: "4242424242424242", expires: "12/30", label: nil, of: "ann").id
        world.wait(1)
        let error = await tradingError { try await fast.payments.withdraw(d("10"), .usd, to: other, of: "ann") }
        #expect(error?.code == "method-expired")
    }

    /// The bank returns a payment that would arrive at a card after its last month, with the fee.
    @Test func aCardThatExpiresOnTheWaySendsTheMoneyBack() async throws {
        let world = try await TradingWorld(day: "2025-03-31")
        try await world.fund("ann", (.usd, d("200")))
        let trading = world.trading()
        let card = try await trading.methods.addCard(number: "4242424242424242", expires: "03/25", label: nil, of: "ann").id
        let other = try await trading.methods.addCard(number: "4242424242424242", expires: "04/25", label: nil, of: "ann").id
        let payment = try await trading.payments.withdraw(d("100"), .usd, to: card, of: "ann")
        let arriving = try await trading.payments.withdraw(d("20"), .usd, to: other, of: "ann")
        #expect(Day(secondsSince1970: payment.dueAt) == Day(iso: "2025-04-02"))
        world.now = payment.dueAt
        #expect(try await trading.work.run() == 2)
        let returned = try await trading.payments.payment(payment.id, of: "ann")
        #expect(returned.state == .returned && returned.reason == "card-expired")
        #expect(try await trading.payments.payment(arriving.id, of: "ann").state == .settled)
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("179.50")))
    }

    /// A preview whose dates are outdated cannot be confirmed; nothing happens.
    @Test func aWithdrawalAfterTheCutOffIsNotThatOfThePreview() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("200")))
        let (trading, method) = (world.trading(), try await account(world))
        let preview = try await trading.payments.previewWithdrawal(d("100"), .usd, to: method, of: "ann")
        func confirm(_ dueAt: Int?) async -> TradingError? {
            await tradingError {
                try await trading.payments.withdraw(d("100"), .usd, to: method, of: "ann", dueAt: dueAt)
            }
        }
        world.now = preview.sentAt
        let later = try await trading.payments.previewWithdrawal(d("100"), .usd, to: method, of: "ann").arrivesAt
        #expect(later > preview.arrivesAt)
        #expect(await confirm(preview.arrivesAt) == .datesMoved(dueAt: later))
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("200")))
        #expect(try await world.used(.withdrawal, of: "ann") == .zero)
        #expect(await confirm(later) == nil)
        #expect(try await trading.payments.open(of: "ann").map(\.dueAt) == [later])
    }

    /// The history has the real time of the end, and no fee or date for returned payments.
    @Test func aPaymentIsInTheHistoryWhereItEnded() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")))
        let (trading, method) = (world.trading(), try await account(world))
        let closed = try await account(world, Self.closedIBAN)
        let announced = world.now
        let deposit = try await trading.payments.deposit(d("10"), .usd, of: "ann")
        let settled = try await trading.payments.withdraw(d("100"), .usd, to: method, of: "ann")
        let returned = try await trading.payments.withdraw(d("200"), .usd, to: closed, of: "ann")
        let cancelled = try await trading.payments.withdraw(d("300"), .usd, to: method, of: "ann")
        func entry(_ payment: Payment) async throws -> HistoryEntry {
            try await trading.accounts.entry(payment.id, of: "ann")
        }
        for payment in [settled, returned, cancelled] {
            let open = try await entry(payment)
            #expect(open.time == announced && open.fee == d("0.50") && open.dueAt == payment.dueAt)
        }
        world.wait(60)
        _ = try await trading.payments.cancel(cancelled.id, of: "ann")
        // The worker runs only on the following day.
        world.now = settled.dueAt + 86_400
        #expect(try await trading.work.run() == 3)
        let times = [(deposit, world.now), (settled, world.now), (returned, world.now), (cancelled, announced + 60)]
        for (payment, time) in times { #expect(try await entry(payment).time == time, "\(payment)") }
        for payment in [returned, cancelled] {
            let ended = try await entry(payment)
            #expect(ended.fee == .zero && ended.dueAt == nil && ended.cash == payment.amount)
        }
        #expect(try await entry(settled).fee == d("0.50"))
        #expect(try await entry(settled).dueAt == settled.dueAt)
        var today = HistoryQuery()
        today.since = world.now
        #expect(Set(try await trading.accounts.history(of: "ann", today).map(\.id)) == [deposit.id, settled.id, returned.id])
        // Fees count on the day on which they were paid.
        let fees = try await world.database.readTrading { try $0.paidFees(of: "ann") }
        #expect(fees.map(\.amount) == [d("0.50")] && fees.map(\.day) == [Day(secondsSince1970: world.now)])
    }

    @Test func aRemovedMethodCanBeLinkedAgain() async throws {
        let world = try await TradingWorld()
        let methods = world.trading().methods
        let first = try await account(world)
        try await methods.remove(first, of: "ann")
        #expect(try await methods.all(of: "ann") == [])
        let second = try await account(world)
        #expect(try await methods.all(of: "ann").map(\.id) == [second])
    }

    @Test(arguments: [
        ("0", "bad-amount"), ("-5", "bad-amount"), ("0.001", "bad-amount"), ("10.001", "bad-amount"), ("9.99", "amount-too-small"),
        ("199.51", "not-enough"), ("4000", "not-enough"), ("999999999999999999", "not-enough"),
        ("1000000000000000000", "bad-amount"),
    ]) func amountsOfWithdrawalsAreChecked(amount: String, code: String) async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("200")))
        let method = try await account(world)
        let payments = world.trading().payments
        #expect(await tradingError { try await payments.withdraw(d(amount), .usd, to: method, of: "ann") }?.code == code)
        #expect(await tradingError { try await payments.previewWithdrawal(d(amount), .usd, to: method, of: "ann") }?.code == code)
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("200")))
        #expect(try await payments.open(of: "ann") == [])
    }

    @Test(
        arguments: [
            ("0", "bad-amount"), ("0.999", "bad-amount"), ("0.99", "amount-too-small"), ("50000.01", "amount-too-large"),
            ("999999999999999999", "amount-too-large"), ("1000000000000000000", "bad-amount"), ("1", nil), ("50000", nil),
        ] as [(String, String?)]) func amountsOfDepositsAreChecked(amount: String, code: String?) async throws
    {
        let world = try await TradingWorld()
        let error = await tradingError { try await world.trading().payments.deposit(d(amount), .usd, of: "ann") }
        #expect(error?.code == code)
    }

    /// Only the last four digits of a number are stored, in every place.
    @Test func onlyTheLastFourDigitsAreKept() async throws {
        let world = try await TradingWorld()
        let method = try await world.trading().methods.addBankAccount(iban: Self.iban, label: nil, of: "ann")
        #expect(method.lastFour == "3000" && method.network == "DE" && method.kind == .bankAccount)
        #expect(!"\(method)".contains("0532013000") && method.label == "DE 3000")
        let named = try await world.trading().methods.rename(method.id, to: "  My   bank ", of: "ann")
        #expect(named.label == "My bank")
        #expect(try await world.trading().methods.all(of: "ann") == [named])
    }
}
