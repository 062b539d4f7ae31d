import HTTPTestSupport
import PageKit
import ServerWorld
import Testing

/// Browsers' reports about the content policy.
@Suite struct PolicyReportTests {
    @Test func bothFormsAreRead() throws {
        let old =
            #"{"csp-report":{"document-uri":"https://a.example/wallets/Main?x=1","effective-directive":"script-src-elem","blocked-uri":"https://user:pw@evil.example:8443/x.js?token=secret"}}"#
        #expect(
            try PolicyReports.reports(Array(old.utf8), type: "application/csp-report") == [
                .init(directive: "script-src-elem", blocked: "https://evil.example:8443")
            ])
        let new =
            #"[{"type":"csp-violation","body":{"effectiveDirective":"require-trusted-types-for","blockedURL":"trusted-types-sink"}},{"type":"deprecation","body":{}},{"type":"csp-violation","body":{"effectiveDirective":"img-src","blockedURL":"data"}}]"#
        #expect(
            try PolicyReports.reports(Array(new.utf8), type: "application/reports+json") == [
                .init(directive: "require-trusted-types-for", blocked: "trusted-types-sink"),
                .init(directive: "img-src", blocked: "data"),
            ])
    }

    /// Any client can send a report, and its text must not forge a log line or fill the log.
    @Test func whatIsForgedIsCutShort() throws {
        let long = String(repeating: "a", count: 5000)
        let forged =
            "{\"csp-report\":{\"effective-directive\":\"x\\n{level: error} \(long)\",\"blocked-uri\":\"https://\(long)\\u001b[31m/\"}}"
        let report = try #require(try PolicyReports.reports(Array(forged.utf8), type: "application/csp-report").first)
        #expect(report.directive.count <= 40 && report.blocked.count <= 120)
        #expect((report.directive + report.blocked).allSatisfy { $0.isASCII && !$0.isWhitespace && $0 != "\u{1B}" })
        let many = "[" + Array(repeating: #"{"type":"csp-violation","body":{}}"#, count: 200).joined(separator: ",") + "]"
        #expect(try PolicyReports.reports(Array(many.utf8), type: "application/reports+json").count == 20)
    }

    @Test func theRouteTakesReportsAndNothingElse() async throws {
        try await PageVisitor.run { _, client async throws in
            func send(_ body: String, _ type: String) async throws -> Int {
                try await client.send("POST", "/csp-reports", [("Content-Type", type)], body: body).status
            }
            #expect(try await send(#"{"csp-report":{}}"#, "application/csp-report") == 204)
            #expect(try await send("[]", "application/reports+json") == 204)
            #expect(try await send("{", "application/csp-report") == 400)
            #expect(try await send("[]", "text/plain") == 415)
            #expect(try await send("[\"" + String(repeating: "a", count: 20_000) + "\"]", "application/reports+json") == 413)
        }
    }
}
