import Access
import Glibc
import Scratch
import Testing

@Suite struct TokenFileTests {
    private let scratch: Scratch
    private var path: String { scratch("tokens") }
    private let one = TokenSecret().text
    private let other = TokenSecret().text

    init() throws { scratch = try Scratch() }

    private func write(_ text: String) throws { try scratch.write(text.utf8, to: "tokens") }

    @Test func itsLinesAreTokensAndNothingElseIs() throws {
        try write("# of the dashboard\n\n  \(one) \r\n\(other)")
        let tokens = try TokenFile(path)
        for text in [one, other] {
            let (principal, id) = (try tokens.principal(of: text), try TokenSecret(parsing: text).tokenID)
            #expect(principal.scope == .admin && principal.credential == .token(id: id))
        }
        #expect(throws: AccessError.unknownToken) { try tokens.principal(of: TokenSecret().text) }
        for text in ["", "closecast_", one + "0", " " + one, "# of the dashboard"] {
            #expect(throws: AccessError.malformedToken, "\(text)") { try tokens.principal(of: text) }
        }
    }

    @Test func readAgainItHasTheNewTokensOrTheOldOnes() throws {
        try write(one)
        let tokens = try TokenFile(path)
        try write(other)
        try tokens.reload()
        #expect(throws: AccessError.unknownToken) { try tokens.principal(of: one) }
        try write("nonsense")
        #expect(throws: TokenFileError.malformed(path: path, line: 1)) { try tokens.reload() }
        _ = try tokens.principal(of: other)
    }

    @Test func aFileWithoutTokensOrWithOtherTextIsAnErrorThatHidesIt() throws {
        for text in ["", "# none\n\n"] {
            try write(text)
            #expect(throws: TokenFileError.empty(path: path)) { try TokenFile(path) }
        }
        try write("\(one)\n\(other)x\n")
        do {
            _ = try TokenFile(path)
            Issue.record("it was read")
        } catch {
            #expect(error.description.hasPrefix("line 2 of \(path) is not a token") && !error.description.contains(other))
        }
        unlink(path)
        do {
            _ = try TokenFile(path)
            Issue.record("it was read")
        } catch {
            #expect(error.description.contains("\(path): No such file"))
        }
    }
}
