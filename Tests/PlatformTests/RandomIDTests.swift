import Digests
import Platform
import Synchronization
import Testing

@Suite struct RandomIDTests {
    @Test(arguments: [0, 1, 7, 15, 16, 17, 32, 33, 64]) func anIDHasTheWantedDigits(count: Int) {
        for _ in 0..<100 {
            let id = RandomID.hexadecimal(digits: count)
            #expect(id.utf8.count == count && Hexadecimal.isValid(id.utf8), "\(id)")
        }
    }

    @Test func ofManyIDsNoTwoAreEqualAndNoDigitIsFavoured() {
        let count = 100_000
        var seen: Set<String> = []
        // The frequency of each digit at each position: a generator with fewer bits would leave positions unchanged.
        var frequencies = Array(repeating: Array(repeating: 0, count: 16), count: 32)
        for _ in 0..<count {
            let id = RandomID.hexadecimal(digits: 32)
            seen.insert(id)
            for (place, digit) in id.utf8.enumerated() {
                frequencies[place][Int(digit < 0x3A ? digit - 0x30 : digit - 0x57)] += 1
            }
        }
        #expect(seen.count == count)
        // 6,250 each with a standard deviation of 77: ten of them.
        for (place, counts) in frequencies.enumerated() {
            #expect(counts.allSatisfy { abs($0 - count / 16) < 770 }, "place \(place): \(counts)")
        }
    }
}

@Suite struct IDSequenceTests {
    @Test func theSameSeedGivesTheSameNumbersAndAnotherOthers() {
        let (one, same, other) = (IDSequence(seed: 7), IDSequence(seed: 7), IDSequence(seed: 8))
        for _ in 0..<100 {
            let number = one.next()
            #expect(number == same.next() && number != other.next())
        }
        #expect(IDSequence().next() != IDSequence().next(), "each sequence has its own seed")
    }

    /// The published sequence of SplitMix64 with seed 1234567, from its authors' code (https://prng.di.unimi.it/splitmix64.c).
    @Test func itIsSplitMix64() {
        let sequence = IDSequence(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in sequence.next() }
                == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test func zeroIsPassedOver() {
        // The state 0, whose number is 0, follows this seed.
        let sequence = IDSequence(seed: 0 &- 0x9E37_79B9_7F4A_7C15)
        let after = IDSequence(seed: 0)
        #expect(sequence.next() == after.next())
    }

    @Test func threadsNeverGetTheSameNumber() async {
        let sequence = IDSequence()
        let all = await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<4 { group.addTask { (0..<25_000).map { _ in sequence.next() } } }
            return await group.reduce(into: [UInt64]()) { $0 += $1 }
        }
        #expect(all.count == 100_000 && Set(all).count == all.count && !all.contains(0))
    }
}
