import Banking
import Market
import Testing

@Suite struct BankClockTests {
    private static let now = 1_790_000_000

    private func randomClock(_ random: inout SeededGenerator) -> BankClock {
        // Speeds of every size; every third is whole.
        var speed = [2, 10, 1000, 1_000_000][random.index(below: 4)] * random.uniform()
        if random.index(below: 3) == 0 { speed = speed.rounded() }
        return BankClock(
            realAnchor: Self.now - random.index(below: 100_000_000), bankAnchor: Self.now + random.index(below: 1_000_000_000),
            speed: min(1_000_000, max(1, speed)))
    }

    @Test func theRealClockShowsTheRealTime() {
        for time in [0, 1, Self.now, 253_402_300_799] {
            #expect(BankClock.real.bankTime(at: time) == time && BankClock.real.realTime(ofBank: time) == time)
        }
    }

    @Test func aDayInAMinute() {
        let clock = BankClock(realAnchor: 1000, bankAnchor: 5_000_000, speed: 1440)
        #expect(clock.bankTime(at: 1000) == 5_000_000)
        #expect(clock.bankTime(at: 1060) == 5_086_400)
        #expect(clock.realTime(ofBank: 5_086_400) == 1060 && clock.realTime(ofBank: 5_086_401) == 1061)
        #expect(clock.bankTime(at: 900) == 5_000_000 && clock.realTime(ofBank: 3) == 1000)
    }

    @Test(arguments: 0..<200) func laterIsNeverEarlierAndTheInverseIsTheEarliestSecond(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let clock = randomClock(&random)
        for _ in 0..<50 {
            let real = clock.realAnchor - 1000 + random.index(below: 200_000_000)
            let bank = clock.bankTime(at: real)
            #expect(clock.bankTime(at: real + 1) >= bank + (real >= clock.realAnchor ? 1 : 0), "seed \(seed)")
            let wanted = bank + random.index(below: 10_000_000) - 5_000_000
            let found = clock.realTime(ofBank: wanted)
            #expect(found >= clock.realAnchor && clock.bankTime(at: found) >= wanted, "seed \(seed)")
            if found > clock.realAnchor { #expect(clock.bankTime(at: found - 1) < wanted, "seed \(seed)") }
            // At least one bank second passes in each real one.
            if real >= clock.realAnchor { #expect(clock.realTime(ofBank: bank) == real, "seed \(seed)") }
        }
    }

    @Test(arguments: 0..<200) func anotherSpeedNeverTakesTheBankBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var clock = randomClock(&random)
        var real = clock.realAnchor
        for _ in 0..<50 {
            // The real clock is set back now and then.
            real += random.index(below: 10) == 0 ? -random.index(below: 5000) : random.index(below: 5000)
            let (anchor, before) = (clock.bankAnchor, clock.bankTime(at: real))
            clock = clock.reanchored(speed: randomClock(&random).speed, at: real)
            #expect(clock.bankTime(at: real) == before, "seed \(seed)")
            #expect(clock.bankTime(at: real + 1) > before, "seed \(seed)")
            #expect(clock.bankAnchor >= anchor, "seed \(seed)")
            #expect(clock.bankTime(at: real - 100) == before, "seed \(seed)")
        }
    }
}
