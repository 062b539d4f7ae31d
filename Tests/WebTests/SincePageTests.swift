import Access
import HTTPTestSupport
import Market
import Notices
import NoticesWeb
import ServerWorld
import Services
import Store
import Testing

/// What has changed since a person was here, without scripts.
@Suite struct SincePageTests {
    private static func world(_ server: ServerUnderTest) async throws -> Day {
        let today = Day(secondsSince1970: server.clock.now)
        try await server.store(
            Array(repeating: 100, count: 20) + Array(repeating: 150, count: 5), of: "bitcoin", through: today - 1)
        return today
    }

    @Test func pricesTotalsAndNoticesAreCompared() async throws {
        try await PageVisitor.run { server, visitor in
            _ = try await Self.world(server)
            try server.done(await server.send("PUT", "/v1/favourites/BTC"))
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let deposit = #"{"kind":"deposit","asset":"BTC","quantity":"2","time":"2025-02-01"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: deposit))
            _ = try await server.parts.store.change { change in
                try change.tell(Owner.local, Announcement(.alert, subject: "a_1", link: "/alerts/a_1") { _ in "BTC <rose>" })
            }
            let page = try await visitor.get("/since?days=7")
            #expect(page.status == 200 && page.has("BTC: 100.00 → 150.00 USD (+50.0%)"), "\(page.text)")
            #expect(page.has("Main: 200.00 → 300.00 USD") && page.has("BTC &lt;rose&gt;") && page.has("href=\"/alerts/a_1\""))
            #expect(page["set-cookie"] == nil, "another span is no visit")
            #expect(try await visitor.get("/").has("href=\"/since\""))
            for (language, word) in [("it", "Portafogli"), ("ru", "Кошельки"), ("kk", "Әмияндар")] {
                #expect(try await visitor.get("/since?days=7", [("Accept-Language", language)]).has(word), "\(language)")
            }
        }
    }

    @Test func aVisitIsRememberedByTheBrowser() async throws {
        try await PageVisitor.run { server, visitor in
            let first = try await visitor.get("/since")
            let cookie = try #require(first["set-cookie"])
            let now = server.clock.now
            #expect(cookie.hasPrefix("closecast-since=\(now - 7 * 86_400).\(now);") && cookie.contains("HttpOnly"), "\(cookie)")
            #expect(first.has("Nothing has changed."))
            func next(_ value: String) async throws -> String {
                let page = try await PageVisitor(server, cookies: ["closecast-since": value]).get("/since")
                return String(try #require(page["set-cookie"]).prefix { $0 != ";" })
            }
            #expect(try await next("\(now - 9000).\(now - 60)") == "closecast-since=\(now - 9000).\(now)", "the same visit")
            #expect(try await next("\(now - 9000).\(now - 3600)") == "closecast-since=\(now - 3600).\(now)", "another one")
            for wrong in [
                "x", "1.2", "\(now).\(now + 99)", "-1.\(Int.min)", "\(Int.max).\(Int.max)", "..", "99999999999999999999.1",
            ] {
                #expect(try await next(wrong) == "closecast-since=\(now - 7 * 86_400).\(now)", "\(wrong)")
            }
        }
    }

    @Test func othersSeeTheirOwn() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let bob = try await server.person("bob@example.com", accounts, name: "Bob")
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Secret"}"#, headers: ann.headers))
            let owners = try await server.parts.store.reading { try $0.rows("SELECT owner FROM people WHERE id = ?", [bob.id]) }
            let owner: String = try #require(owners.first).decode(atIndex: 0)
            let sections = try await server.parts.sinceReport.sections(of: owner, since: server.clock.now - 86_400, in: .english)
            #expect(!sections.flatMap(\.lines).contains { $0.text.contains("Secret") })
        }
    }

    @Test func theBellHasItsEventsUnlessSomebodyIsSignedOut() async throws {
        try await PageVisitor.run { _, visitor async throws in
            #expect(try await visitor.get("/markets").has("data-events=\"/v1/notices/events\" data-unread=\"0\""))
        }
        try await ServerUnderTest.run(accounts: TestAccounts(), hasPages: true) { server async throws in
            let page = try await PageVisitor(server).get("/sign-in")
            #expect(page.status == 200 && !page.has("/v1/notices/events"))
        }
    }
}
