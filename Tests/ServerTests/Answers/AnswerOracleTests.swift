import JSONText
import ServerWorld
import Testing

/// The check of every answer refuses wrong ones: real answers, each with one change.
@Suite struct AnswerOracleTests {
    private static let oracle = AnswerOracle(ServerUnderTest.document)

    private static let problem =
        #"{"type":"urn:x","title":"Not Found","status":404,"code":"not-found","detail":"x","request_id":"1"}"#
    private static let wallet =
        #"{"id":"w_0123456789abcdef","name":"Main","cost_basis":"fifo","allows_negative":false,"#
        + #""created_at":"2025-03-01T12:00:00Z","day":"2025-02-28","value":null,"known_value":"0","value_with_old_prices":null,"rate_day":null,"#
        + #""missing_prices":[],"currency":"USD","holdings":[]}"#

    private static func fault(
        _ body: String, status: Int = 200, type: String = "application/json", _ method: String = "GET",
        _ target: String = "/v1/wallets/Main?x=1"
    ) -> String? {
        oracle.fault(method, target, status: status, type: type, body: Array(body.utf8))
    }

    @Test func rightAnswersPass() {
        #expect(Self.fault(Self.wallet) == nil)
        #expect(Self.fault(Self.problem, status: 404, type: "application/problem+json") == nil)
        #expect(Self.fault(Self.problem, status: 404, type: "application/problem+json", "GET", "/nothing") == nil)
        #expect(Self.fault("", status: 304) == nil)
        #expect(Self.fault("", status: 200, "HEAD") == nil)
    }

    @Test(arguments: [
        (#""name":"Main","#, ""), (#""name":"Main""#, #""name":7"#), (#""fifo""#, #""none""#), ("false", "null"),
        ("2025-02-28", "2025-02-30T"), ("12:00:00Z", "12:00:00"), (#""value":null"#, #""value":1"#),
        (#""known_value":"0""#, #""known_value":"00""#), (#""known_value":"0""#, #""known_value":null"#),
        (#""missing_prices":[]"#, #""missing_prices":[""]"#), (#""holdings":[]"#, #""holdings":[{}]"#),
        (#""holdings":[]"#, #""holdings":[],"more":1"#), ("w_0123456789abcdef", "w_0123456789abcdeg"), ("}", ""),
    ])
    func aWrongWalletIsAFault(right: String, wrong: String) {
        #expect(Self.wallet.contains(right))
        #expect(Self.fault(Self.wallet.replacing(right, with: wrong)) != nil)
    }

    @Test func aWrongStatusTypeOrRouteIsAFault() {
        #expect(Self.fault(Self.wallet, status: 201) == "status 201 is not declared")
        #expect(Self.fault(Self.wallet, type: "text/plain") == "Content-Type text/plain is not declared")
        #expect(Self.fault(Self.wallet, "GET", "/v1/nothing") == "status 200 of a route that is not in the document")
        #expect(Self.fault(Self.problem, status: 404, type: "application/json") != nil)
        #expect(Self.fault(Self.problem.replacing("404", with: "200"), status: 404, type: "application/problem+json") != nil)
        #expect(Self.fault(Self.wallet, status: 304) == "a body where none is declared")
        #expect(Self.fault(Self.wallet, "HEAD") == "HEAD has a body")
    }

    /// An answer that the server gives passes through the check that every test's answers pass through.
    @Test func answersOfTestsAreChecked() async throws {
        try await ServerUnderTest.run { server async throws in
            let answer = try await server.get("/v1/assets")
            #expect(ServerUnderTest.fault(of: answer, "GET", "/v1/assets") == nil)
            #expect(ServerUnderTest.fault(of: answer, "GET", "/v1/wallets") != nil)
        }
    }
}
