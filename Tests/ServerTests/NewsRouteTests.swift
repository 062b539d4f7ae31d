import JSONText
import News
import ServerWorld
import Testing

/// News through the API.
@Suite struct NewsRouteTests {
    @Test func articlesAreListedFilteredAndFound() async throws {
        try await ServerUnderTest.run { server async throws in
            #expect(try await server.get("/v1/news").json["data"]?.array?.isEmpty == true)
            #expect(try await SampleNews.store(in: server.database, now: server.clock.now) == 12)
            let first = try server.done(await server.get("/v1/news?limit=5")).json
            #expect(first["data"]?.array?.count == 5)
            let cursor = try #require(first["next_cursor"]?.string)
            #expect(try await server.get("/v1/news?limit=50&cursor=\(cursor)").json["data"]?.array?.count == 7)
            let found = try server.done(await server.get("/v1/news?search=glossary&topic=learning&source=Sample%20Gazette")).json
            let article = try #require(found["data"]?.array?.first)
            #expect(found["data"]?.array?.count == 1 && article["sources"] == .array([.string("Sample Gazette")]))
            #expect(try await server.get("/v1/news?search=%22%20AND%20(").status == 200)
            let id = try #require(article["id"]?.string)
            #expect(try await server.get("/v1/news/\(id)").json["link"]?.string == "https://gazette.example/glossary")
            let trending = try server.done(await server.get("/v1/news/trending")).json["data"]?.array ?? []
            #expect(trending.count == 3 && trending.allSatisfy { $0["sources"]?.array?.count == 2 && $0["trend"]?.number ?? 0 > 0 })
            #expect(try await server.get("/v1/news/recommended").json["data"]?.array?.isEmpty == true)
            #expect(try await server.get("/v1/news/sources").json["data"]?.array?.count == 2)
            #expect(try await server.get("/v1/news/topics").json["data"]?.array?.isEmpty == false)
        }
    }

    @Test func refusalsNameTheParameter() async throws {
        try await ServerUnderTest.run { server async throws in
            let unknown = try await server.get("/v1/news?asset=NOSUCH")
            #expect(unknown.status == 404 && unknown.json["code"]?.string == "unknown-asset", "\(unknown.text)")
            #expect(try await server.get("/v1/news?since=yesterday").status == 422)
            let missing = try await server.get("/v1/news/e_0000000000000000")
            #expect(missing.status == 404 && missing.json["code"]?.string == "no-article", "\(missing.text)")
        }
    }

    /// Reading and saving are marks of the caller alone.
    @Test func marksAreTheCallers() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            try await SampleNews.store(in: server.database, now: server.clock.now)
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            let list = try server.done(await server.get("/v1/news", headers: ann.headers)).json["data"]?.array ?? []
            let id = try #require(list.first?["id"]?.string)
            let read = try server.done(await server.post("/v1/news/\(id)/read", json: "{}", headers: ann.headers)).json
            #expect(read["read"] == .boolean(true) && read["saved"] == .boolean(false))
            let keyed = ann.headers.merging(["Idempotency-Key": "save-1"]) { $1 }
            for _ in 0..<2 {
                let saved = try server.done(await server.post("/v1/news/\(id)/saved", json: #"{"saved":true}"#, headers: keyed))
                    .json
                #expect(saved["read"] == .boolean(true) && saved["saved"] == .boolean(true))
            }
            #expect(try await server.get("/v1/news?saved=true", headers: ann.headers).json["data"]?.array?.count == 1)
            #expect(try await server.get("/v1/news?saved=true", headers: eve.headers).json["data"]?.array?.isEmpty == true)
            let seen = try server.done(await server.get("/v1/news/\(id)", headers: eve.headers)).json
            #expect(seen["read"] == .boolean(false) && seen["saved"] == .boolean(false))
            let undone = try server.done(await server.post("/v1/news/\(id)/unread", json: "{}", headers: ann.headers)).json
            #expect(undone["read"] == .boolean(false) && undone["saved"] == .boolean(true))
            try server.done(await server.post("/v1/news/\(id)/saved", json: #"{"saved":false}"#, headers: eve.headers))
            #expect(try await server.get("/v1/news?saved=true", headers: ann.headers).json["data"]?.array?.count == 1)
        }
    }
}
