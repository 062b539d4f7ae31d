import Banking
import Ledger
import Market
import Testing
import Trading

/// The bank's time, whatever happens to the real clock and to the processes that read it.
@Suite struct BankTimeTests {
    /// The use cases of a process that has set the speed of the stored clock.
    private func trading(_ world: TradingWorld, speed: Double, _ holder: String = "one") async throws -> Trading {
        world.trading(holder, clock: try await TradingParts.clock(of: world.database, speed: speed) { world.now })
    }

    /// Nothing ends before it was requested, and the bank's clock continues from where it stood.
    @Test(arguments: [1.0, 100, 86_400]) func theBanksTimeNeverGoesBack(speed: Double) async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")))
        let trading = try await trading(world, speed: speed)
        let method = try await trading.methods.addBankAccount(iban: PaymentTests.iban, label: nil, of: "ann").id
        world.wait(10_000)
        let payment = try await trading.payments.withdraw(d("100"), .usd, to: method, of: "ann")
        let then = try await trading.accounts.bankTime()
        #expect(payment.requestedAt == then)
        for seconds in [1, 60, 40 * 86_400] {
            world.wait(-seconds)
            #expect(try await trading.accounts.bankTime() == then, "\(seconds) s back")
        }
        let cancelled = try await trading.payments.cancel(payment.id, of: "ann")
        #expect(cancelled.endedAt == then && cancelled.endRecordedAt == payment.recordedAt)
        #expect(try await trading.work.run() == 0)
        world.wait(10)
        #expect(try await trading.accounts.bankTime() == then + Int(10 * speed))
        try await world.expectSoundBooks(of: ["ann"], "back")
    }

    /// Otherwise every correction of the real clock would leave the bank's clock ahead of it permanently.
    @Test func theBankWaitsForAClockThatIsALittleBehind() async throws {
        let world = try await TradingWorld()
        let trading = try await trading(world, speed: 1)
        world.wait(1000)
        _ = try await trading.payments.deposit(d("10"), .usd, of: "ann")
        let then = world.now
        world.wait(-60)
        #expect(try await trading.work.run() == 0)
        #expect(try await trading.accounts.bankTime() == then)
        world.wait(70)
        #expect(try await trading.accounts.bankTime() == then + 10)
        #expect(world.now == then + 10)
    }

    @Test func aPlanGoesOnAfterTheClockWasSetBack() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("1000")))
        let trading = try await trading(world, speed: 1)
        _ = try await trading.plans.start(Plans.Request(.bitcoin, .eur, amount: d("50"), every: .day, days: 9), of: "ann")
        #expect(try await trading.work.run() == 1)
        try await world.waitWithPrices(86_400)
        #expect(try await trading.work.run() == 1)
        world.wait(-2 * 86_400)
        #expect(try await trading.work.run() == 0)
        try await world.waitWithPrices(86_400 - 1)
        #expect(try await trading.work.run() == 0)
        world.wait(1)
        #expect(try await trading.work.run() == 1)
        #expect(try await world.balance(.eur, of: "ann").free == d("850"))
    }

    @Test func aRestartDoesNotSetTheBankBack() async throws {
        let world = try await TradingWorld()
        let first = try await trading(world, speed: 10)
        world.wait(1000)
        _ = try await first.payments.deposit(d("10"), .usd, of: "ann")
        let then = try await first.accounts.bankTime()
        world.wait(-30 * 86_400)
        try world.restart()
        for speed in [10.0, 2] {
            #expect(try await trading(world, speed: speed).accounts.bankTime() == then, "speed \(speed)")
        }
    }

    /// Two servers on one file share one bank clock.
    @Test func allProcessesHaveTheSpeedThatWasChosenLast() async throws {
        let world = try await TradingWorld()
        let slow = try await trading(world, speed: 1)
        world.wait(100)
        let fast = try await trading(world, speed: 1000, "two")
        let start = try await slow.accounts.bankTime()
        #expect(start == world.now)
        world.wait(10)
        for trading in [slow, fast] {
            let state = try await trading.accounts.state(of: "ann")
            #expect(state.bankTime == start + 10_000 && state.clockSpeed == 1000)
        }
    }

    /// Reading the clock, and working when nothing is due, write nothing.
    @Test func anIdleBankWritesNothing() async throws {
        let world = try await TradingWorld()
        let trading = try await trading(world, speed: 100)
        let stored = try await world.database.readTrading { try $0.bankClock() }
        world.wait(5000)
        #expect(try await trading.work.run() == 0)
        _ = try await trading.accounts.state(of: "ann")
        let after = try await world.database.readTrading { try $0.bankClock() }
        #expect(after == stored && stored != nil)
    }
}
