import Ledger
import Market
import Testing
import Trading

/// Several people on two devices, with the second ledger checking every step.
@Suite(.serialized) struct RandomSessionTests {
    @Test(arguments: 0..<4 as Range<UInt64>) func everyStepIsAsTheSecondLedgerHasIt(seed: UInt64) async throws {
        var session = try await RandomSession(seed: seed)
        guard try await run(&session, steps: 1500) else { return }
        // Without these, the session would have shown nothing.
        for answer in ["filled", "open", "again", "pending", "sent", "cancelled", "not-enough", "quote-expired", "removed"] {
            #expect(session.answers[answer] ?? 0 > 0, "seed \(seed) has no \(answer): \(session.answers)")
        }
        let ends = Set(session.bank.orders.values.map(\.state))
        #expect(ends.isSuperset(of: [.filled, .cancelled, .expired]), "seed \(seed): \(ends)")
        #expect(session.bank.plans.values.contains { $0.runs > 1 }, "seed \(seed)")
        let payments = Set(session.bank.payments.values.map(\.state))
        #expect(payments.isSuperset(of: [.settled, .returned, .cancelled]), "seed \(seed): \(payments)")
    }

    /// A day of the bank takes a second: most payments and dates of plans are due at each check.
    @Test(arguments: 0..<2 as Range<UInt64>) func aBankInAHurryKeepsTheSameBooks(seed: UInt64) async throws {
        var session = try await RandomSession(seed: seed, speed: 86_400)
        guard try await run(&session, steps: 700) else { return }
        for answer in ["filled", "pending", "again", "not-enough"] {
            #expect(session.answers[answer] ?? 0 > 0, "seed \(seed) has no \(answer): \(session.answers)")
        }
        #expect(session.bank.payments.values.contains { $0.state == .settled && $0.kind == .withdrawal }, "seed \(seed)")
    }

    /// - Returns: false if the two ledgers differ.
    private func run(_ session: inout RandomSession, steps: Int) async throws -> Bool {
        for step in 0..<steps {
            guard try await session.next() else { return false }
            if step % 150 == 149 { try await session.recordsAgree() }
        }
        try await session.recordsAgree()
        try await session.world.expectSoundBooks(of: RandomSession.names, "seed \(session.seed)")
        try await totalsAgree(session)
        return true
    }

    /// The total of all people is what came in, minus what went out and the fees, plus the result of trades with the market.
    private func totalsAgree(_ session: RandomSession) async throws {
        let (bank, place) = (session.bank, "seed \(session.seed)")
        let sums = try await JournalSums(of: RandomSession.names, in: session.world.database)
        for thing in SlowBank.Thing.allCases {
            let (asset, purses) = (thing.asset, RandomSession.names.map { bank.has($0, thing) })
            let inAndOut = (bank.cameIn[thing] ?? 0) - (bank.wentOut[thing] ?? 0) - (bank.fees[thing] ?? 0)
            let owned = purses.map { $0.free + $0.held }.reduce(0, +)
            #expect(owned == inAndOut + (bank.fromMarket[thing] ?? 0), "\(place): \(thing)")
            #expect(sums.sum(.holding, asset) == thing.decimal(owned), "\(place): \(thing)")
            let outside = -sums.sum(.external, asset)
            #expect(outside == thing.decimal((bank.cameIn[thing] ?? 0) - (bank.wentOut[thing] ?? 0)), "\(place): \(thing)")
            // Fees of trades are in dollars, and belong to the market's side here.
            if asset != .usd { #expect(sums.sum(.fees, asset) == thing.decimal(bank.fees[thing] ?? 0), "\(place): \(thing)") }
        }
    }
}
