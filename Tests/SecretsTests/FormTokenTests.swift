import Scratch
import Secrets
import Testing

@Suite struct FormTokenTests {
    private let scratch: Scratch
    private let tokens: FormToken

    init() throws {
        scratch = try Scratch()
        tokens = FormToken(try scratch.keyring())
    }

    @Test func aTokenIsValidForItsSessionOnly() {
        let token = tokens.make(for: "session a")
        #expect(token.utf8.count == 86 && token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        #expect(tokens.isValid(token, for: "session a"))
        #expect(!tokens.isValid(token, for: "session b") && !tokens.isValid(token, for: ""))
    }

    @Test func everyPageHasAnotherText() {
        let texts = (0..<100).map { _ in tokens.make(for: "session a") }
        #expect(Set(texts).count == 100 && texts.allSatisfy { tokens.isValid($0, for: "session a") })
    }

    @Test func aChangedTokenIsNot() {
        let token = Array(tokens.make(for: "session a"))
        // The last character has 4 bits only, so it is left out.
        for place in 0..<85 {
            var changed = token
            changed[place] = changed[place] == "A" ? "B" : "A"
            #expect(!tokens.isValid(String(changed), for: "session a"), "\(place)")
        }
        for text in [
            "", "A", String(repeating: "A", count: 86), String(repeating: "é", count: 43), String(token) + "=",
            "+" + token.dropFirst(),
        ] {
            #expect(!tokens.isValid(text, for: "session a"), "\(text)")
        }
    }

    @Test func aTokenOutlivesARotation() throws {
        let old = tokens.make(for: "session a")
        let rotated = FormToken(try scratch.keyring(rotations: 2))
        #expect(rotated.isValid(old, for: "session a") && rotated.isValid(rotated.make(for: "session a"), for: "session a"))
        #expect(!tokens.isValid(rotated.make(for: "session a"), for: "session a"))
        let other = FormToken(try scratch.keyring("other.json"))
        #expect(!other.isValid(old, for: "session a"))
    }
}
