import Market
import Testing
import Text

@Suite struct NearNameTests {
    @Test(
        arguments: [
            ("BTD", "BTC"), ("BCT", "BTC"), ("btc", "BTC"), ("ETHH", "ETH"), ("XR", nil), ("NOPE", nil), ("", nil),
            ("wal", nil), ("Mian", "Main"), ("daily-clsoe", "daily-close"), (String(repeating: "x", count: 200), nil),
        ] as [(String, String?)])
    func aNameWithFewEditsIsFound(typed: String, near: String?) {
        #expect(NearName.of(typed, among: ["BTC", "ETH", "XRP", "Main", "daily-close", "daily-close-t"]) == near)
    }

    @Test func theNearestOfSeveralIsTaken() {
        #expect(NearName.of("daily-close-", among: ["daily-close-t", "daily-close"]) == "daily-close-t")
        #expect(NearName.of("savngs", among: ["saving", "savings"]) == "savings")
    }

    /// The obvious recursion, as slow as it is.
    private func slow(_ one: ArraySlice<Character>, _ other: ArraySlice<Character>) -> Int {
        guard let left = one.last else { return other.count }
        guard let right = other.last else { return one.count }
        var best = min(
            slow(one.dropLast(), other) + 1, slow(one, other.dropLast()) + 1,
            slow(one.dropLast(), other.dropLast()) + (left == right ? 0 : 1))
        if one.count > 1, other.count > 1, left == other.dropLast().last, right == one.dropLast().last {
            best = min(best, slow(one.dropLast(2), other.dropLast(2)) + 1)
        }
        return best
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func aNameIsNearExactlyWhereFewEditsMakeIt(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func word() -> String {
            String((0..<Int.random(in: 3...7, using: &random)).map { _ in "abc".randomElement(using: &random)! })
        }
        let (one, other) = (word(), word())
        let limit = one.count < 6 ? 1 : 2
        let isNear = slow(Array(one)[...], Array(other)[...]) <= limit
        #expect((NearName.of(one, among: [other]) != nil) == isNear, "seed \(seed): \(one), \(other)")
    }
}
