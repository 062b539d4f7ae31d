import Access
import Digests
import Testing

@Suite struct TokenSecretTests {
    @Test func aSecretHas256BitsInOneSpelling() throws {
        var seen: Set<String> = []
        var digits: [Character: Int] = [:]
        for _ in 0..<1000 {
            let secret = TokenSecret()
            #expect(secret.text.wholeMatch(of: /closecast_[0-9a-f]{64}/) != nil, "\(secret.text)")
            #expect(try TokenSecret(parsing: secret.text).hash == secret.hash)
            #expect(secret.hash == SHA256.hexadecimal(of: Array(secret.text.utf8)))
            #expect(secret.hash.hasPrefix(secret.tokenID) && secret.tokenID.count == 12)
            seen.insert(secret.text)
            for digit in secret.text.dropFirst(10) { digits[digit, default: 0] += 1 }
        }
        #expect(seen.count == 1000)
        // 4,000 of each of 16 digits, give or take ten standard deviations: no digit is stuck.
        #expect(digits.count == 16 && digits.values.allSatisfy { abs($0 - 4000) < 620 }, "\(digits)")
    }

    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    @Test(arguments: [
        "", "closecast_", digits, "closecast_\(digits.dropLast())", "closecast_\(digits)0", "Closecast_\(digits)",
        "closecast-\(digits)", "closecast_\(digits.uppercased())", " closecast_\(digits)", "closecast_\(digits)\n",
        "closecast_\(digits.dropLast())g", "closecast_\(digits.dropLast(2))é", "closecast_\(digits.dropLast())\u{0}",
        "closecast_\(digits.dropLast(3))０", "Bearer closecast_\(digits)", "closecast_\(digits.dropLast()) ",
    ]) func anotherSpellingIsNotASecret(text: String) {
        #expect(throws: AccessError.malformedToken) { try TokenSecret(parsing: text) }
    }

    @Test func whatIsPrintedOfASecretIsItsID() {
        let secret = TokenSecret()
        for text in ["\(secret)", String(describing: secret)] {
            #expect(text == "secret of token \(secret.tokenID)")
        }
    }

    @Test(arguments: 0..<200) func theComparisonIsThatOfTexts(seed: UInt64) {
        let texts = ["", "a", "b", "ab", "aa", "abc", "abd", "é", "e\u{301}"]
        let (one, other) = (texts[Int(seed) % texts.count], texts[Int(seed) / texts.count % texts.count])
        #expect(ConstantTime.areEqual(one, other) == (Array(one.utf8) == Array(other.utf8)), "\(one) \(other)")
    }

    @Test func aScopeIncludesThoseBeforeIt() {
        for (rank, scope) in AccessScope.allCases.enumerated() {
            for (needed, other) in AccessScope.allCases.enumerated() { #expect(scope.allows(other) == (rank >= needed)) }
        }
        #expect(AccessScope.allCases == [.read, .write, .admin])
    }
}
