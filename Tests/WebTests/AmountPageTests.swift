import HTTPTestSupport
import ServerWorld
import Testing

/// Amounts on pages: the digits that fit, the exact value on request, and the currency that is known.
@Suite struct AmountPageTests {
    private static func run(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await PageVisitor.run(follows: true) { server, visitor async throws in
            try await server.store([100, 3.000_003], of: "bitcoin")
            try await server.done(server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            try await server.done(
                server.post(
                    "/v1/wallets/Main/transactions",
                    json: #"{"kind":"deposit","asset":"BTC","quantity":"1.426521301731335748","time":"2025-02-27"}"#))
            try await body(server, visitor)
        }
    }

    @Test func aQuantityIsRoundedAndExactOnRequest() async throws {
        try await Self.run { _, visitor async throws in
            for path in ["/wallets/Main", "/wallets/Main/history"] {
                let page = try await visitor.get(path)
                #expect(page.has(#"title="1.426521301731335748">1.4265213<"#), "\(path)")
                let link = try #require(page.text.firstMatch(of: /href="([^"]+digits=all)"/)?.output.1)
                let exact = try await visitor.get(String(link))
                #expect(exact.has(">1.426521301731335748<") && !exact.has(">1.4265213<") && exact.has("Show rounded amounts"))
            }
        }
    }

    /// Hidden amounts must not be readable in the title either.
    @Test func hiddenAmountsHaveNoExactValue() async throws {
        try await Self.run { _, visitor async throws in
            let cookie = [("Cookie", "closecast-hidden=yes")]
            let page = try await visitor.get("/wallets/Main", cookie).text.replacing(/data-amount="[^"]*"/, with: "")
            #expect(page.contains("\u{2022}\u{2022}") && !page.contains("title=\"1"))
        }
    }

    /// In euros without a rate, nothing would be known.
    @Test func withoutARateAmountsAreInDollars() async throws {
        try await Self.run { server, visitor async throws in
            let cookie = [("Cookie", "closecast-currency=EUR")]
            for path in ["/wallets/Main", "/wallets/all"] {
                let page = try await visitor.get(path, cookie)
                #expect(page.has("<span class=\"unit\">USD</span>") && !page.has(">0<span class=\"rest\">.00"), "\(path)")
                #expect(page.has("No rate of EUR is stored for 28 February 2025") && page.has(#"href="/coins/EUR""#), "\(path)")
            }
            try await server.store([1.25, 1.25], of: "eur")
            let page = try await visitor.get("/wallets/Main", cookie)
            #expect(page.has("<span class=\"unit\">EUR</span>") && !page.has("No rate of EUR"))
        }
    }

    /// Nothing known is not zero.
    @Test func aTotalOfNothingKnownIsADash() async throws {
        try await PageVisitor.run(follows: true) { server, visitor async throws in
            try await server.done(server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            try await server.done(
                server.post(
                    "/v1/wallets/Main/transactions",
                    json: #"{"kind":"deposit","asset":"BTC","quantity":"1","time":"2025-02-27","cost":"100"}"#))
            let page = try await visitor.get("/wallets/Main")
            #expect(
                page.has("<span data-amount>\u{2013}<span class=\"rest\"></span></span>") && !page.has(">0<span class=\"rest\">"))
        }
    }

    /// A billion and more has no cents and smaller type, so that a phone's page stays as wide as the phone.
    @Test func largeTotalsAreShort() async throws {
        try await PageVisitor.run(follows: true) { server, visitor async throws in
            try await server.store([97_600.06, 97_600.06], of: "bitcoin")
            try await server.done(
                server.post(
                    "/v1/investments", json: #"{"asset":"BTC","quantity":"1000000000","price":"0.00001","time":"2025-02-27"}"#))
            let page = try await visitor.get("/portfolio")
            #expect(page.has(#"<p class="figure long">"#) && page.has("97,600,060,000,000<") && !page.has("97,600,060,000,000.00"))
        }
    }
}
