import Platform
import Testing

@Suite struct BoundedCacheTests {
    @Test func unusedEntriesAreEvictedFirst() {
        var cache = BoundedCache<Int, String>(maximumBytes: 100)
        for key in 1...10 { cache.insert("\(key)", for: key, bytes: 10) }
        #expect((cache.count, cache.bytes) == (10, 100))
        #expect(cache.value(for: 1) == "1")
        cache.insert("11", for: 11, bytes: 10)
        // 110 bytes are too many: the oldest go until three quarters are left.
        #expect(cache.bytes == 70)
        #expect(cache.value(for: 1) == "1", "it was used last but one")
        #expect(cache.value(for: 11) == "11")
        #expect(cache.value(for: 2) == nil)
    }

    @Test func aValueLargerThanTheCacheIsNotKept() {
        var cache = BoundedCache<Int, String>(maximumBytes: 100)
        cache.insert("large", for: 1, bytes: 101)
        #expect(cache.value(for: 1) == nil)
        #expect(cache.bytes == 0)
    }

    @Test func aReplacedValueCountsOnce() {
        var cache = BoundedCache<Int, String>(maximumBytes: 100)
        cache.insert("old", for: 1, bytes: 30)
        cache.insert("new", for: 1, bytes: 50)
        #expect(cache.value(for: 1) == "new")
        #expect((cache.count, cache.bytes) == (1, 50))
    }

    /// Compared with a cache that keeps everything in a list in order of use.
    @Test(arguments: 0..<20) func itKeepsWhatAnObviousCacheKeeps(seed: UInt64) {
        var random = SplitMix(state: seed)
        let maximum = Int.random(in: 50...500, using: &random)
        var cache = BoundedCache<Int, Int>(maximumBytes: maximum)
        var kept: [(key: Int, value: Int, bytes: Int)] = []
        for step in 0..<400 {
            let key = Int.random(in: 0..<20, using: &random)
            if Bool.random(using: &random) {
                let found = kept.firstIndex { $0.key == key }.map { kept.remove(at: $0) }
                #expect(cache.value(for: key) == found?.value, "seed \(seed), step \(step)")
                if let found { kept.append(found) }
            } else {
                let bytes = Int.random(in: 1...120, using: &random)
                cache.insert(step, for: key, bytes: bytes)
                guard bytes <= maximum else { continue }
                kept.removeAll { $0.key == key }
                kept.append((key, step, bytes))
                guard kept.reduce(0, { $0 + $1.bytes }) > maximum else { continue }
                while kept.reduce(0, { $0 + $1.bytes }) > maximum / 4 * 3 { kept.removeFirst() }
            }
            #expect(cache.bytes == kept.reduce(0) { $0 + $1.bytes }, "seed \(seed), step \(step)")
            #expect(cache.bytes <= maximum)
        }
    }
}

/// A seeded generator: the same numbers each time.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
