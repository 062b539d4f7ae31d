import HTTPTestSupport
import JSONText
import Platform
import ServerWorld
import Store
import Testing

/// The pages of the news, without scripts.
@Suite struct NewsPageTests {
    /// An article of one or more sources in the store.
    private struct Story {
        var id = 1
        var title = "Bitcoin rises"
        var summary = "It rose."
        var link = "https://example.com/story"
        var sources = ["Daily"]
        var topic: String?
        var coin: String?
        var ageHours = 1

        private var digits: String { String(id, radix: 16) }
        var name: String { "e_" + String(repeating: "0", count: 16 - digits.count) + digits }

        func store(_ server: ServerUnderTest) async throws {
            let (story, time) = (self, server.clock.now - ageHours * 3600)
            try await server.parts.store.change { change in
                for source in story.sources {
                    try change.run(
                        "INSERT OR IGNORE INTO news_sources (name, address, host, next_at) VALUES (?, 'https://example.com/', 'example.com', 0)",
                        source)
                }
                try change.run(
                    "INSERT INTO news_articles (position, id, title, summary, link, published_at, words) VALUES (?, ?, ?, ?, ?, ?, '')",
                    story.id, story.name, story.title, story.summary, story.link, time)
                for source in story.sources {
                    try change.run(
                        "INSERT INTO news_items (source, publisher, guid, article, link_key, published_at) VALUES (?, ?, ?, ?, ?, ?)",
                        source, source, story.name, story.id, story.link, time)
                }
                if let topic = story.topic {
                    try change.run("INSERT INTO news_topics VALUES (?, ?, lower(?))", story.id, topic, topic)
                }
                if let coin = story.coin { try change.run("INSERT INTO news_coins VALUES (?, ?)", story.id, coin) }
            }
            server.parts.storeVersion.noteChange()
        }
    }

    // MARK: Invented articles

    @Test func anInventedArticleIsInTheReadersLanguage() async throws {
        try await PageVisitor.run { server, visitor in
            let (link, title) = ("https://gazette.example/glossary", "A glossary of words on simulated markets")
            try await Story(title: title, link: link, sources: ["Sample Gazette"]).store(server)
            try await Story(id: 2, title: "Ether falls", link: link + "/", sources: ["Weekly"]).store(server)
            for (language, own) in [("ru", "Словарь"), ("kk", "сөздігі"), ("it", "Un glossario dei mercati")] {
                for path in ["/news", "/news/\(Story().name)"] {
                    let page = try await visitor.get(path, [("Accept-Language", language)])
                    #expect(page.has(own) && !page.has("A glossary"), "\(language): \(page.text)")
                }
                #expect(try await visitor.get("/news", [("Accept-Language", language)]).has("Ether falls"))
            }
            #expect(try await visitor.get("/news").has(title))
        }
    }

    @Test func theEnglishTextsOfInventedArticlesAreThoseOfTheFeed() throws {
        let root = (0..<3).reduce(#filePath) { path, _ in Files.folder(of: path) }
        let feed = try JSONValue(parsing: Files.read("\(root)/data/news/gazette.json"))
        let texts = try JSONValue(parsing: Files.read("\(root)/web/screens/news/sample-news.en.json"))
        let items = try #require(feed["items"]?.array)
        #expect(texts.members?.count == 2 * items.count)
        for item in items {
            let name = try #require(item["id"]?.string)
            #expect(
                texts["news.sample.\(name)"] == item["title"] && texts["news.sample-text.\(name)"] == item["content_text"],
                "\(name)")
        }
    }

    // MARK: Lists

    @Test func withoutArticlesThePageSaysWhereNewsComeFrom() async throws {
        try await PageVisitor.run { _, visitor in
            let page = try await visitor.get("/news")
            #expect(page.status == 200 && page.has("No news yet") && page.has("--news-feeds"), "\(page.text)")
            for show in ["trending", "for-you", "saved"] { #expect(try await visitor.get("/news?show=\(show)").has("No news yet")) }
            #expect(!(try await visitor.get("/")).has("headlines-title"))
            #expect(page.has("<a class=\"item\" href=\"/markets\" aria-current=\"true\">"))
        }
    }

    @Test func theListIsFilteredByOneForm() async throws {
        try await PageVisitor.run { server, visitor in
            try await Story(topic: "Mining", coin: "bitcoin").store(server)
            try await Story(id: 2, title: "Ether falls", sources: ["Weekly"], coin: "ethereum", ageHours: 50).store(server)
            let all = try await visitor.get("/news")
            #expect(
                all.has("Bitcoin rises") && all.has("Ether falls") && all.has("href=\"/coins/BTC\"") && all.has("60 minutes ago"))
            for query in ["asset=ETH", "source=Weekly", "search=ether", "until=2025-02-27"] {
                let page = try await visitor.get("/news?show=latest&\(query)")
                #expect(page.has("Ether falls") && !page.has("Bitcoin rises"), "\(query): \(page.text)")
            }
            #expect(!(try await visitor.get("/news?topic=mining")).has("Ether falls"))
            #expect(try await visitor.get("/news?search=nothing").has("No article matches"))
            // What people type is no operator of the index.
            for search in ["%22", "AND", "a+OR", "*", "title:x", "%27;--", "("] {
                #expect(try await visitor.get("/news?search=\(search)").status == 200, "\(search)")
            }
            let coin = try await visitor.get("/news?asset=NOPE")
            #expect(coin.has("is not a known coin") && !coin.has("Ether falls"))
            let long = try await visitor.get("/news?search=" + String(repeating: "a", count: 201))
            #expect(long.status == 422 && long.has("aria-invalid=\"true\""), "\(long.text)")
        }
    }

    @Test func aLongListHasPages() async throws {
        try await PageVisitor.run { server, visitor in
            for id in 1...31 { try await Story(id: id, title: "Number \(id).", ageHours: id).store(server) }
            let first = try await visitor.get("/news?source=Daily")
            #expect(first.has("Number 30.") && !first.has("Number 31."))
            let link = try #require(first.text.firstMatch(of: /href="(\/news\?[^"]*from=[^"]*)"/))
            let older = String(link.output.1).replacing("&amp;", with: "&")
            let second = try await visitor.get(older)
            #expect(second.has("Number 31.") && !second.has("Number 30.") && second.has("href=\"/news?source=Daily\""), "\(older)")
            #expect(try await visitor.get("/news?from=e_nothing").has("Number 1."))
        }
    }

    @Test func trendingSaysHowItIsCounted() async throws {
        try await PageVisitor.run { server, visitor in
            try await Story(sources: ["Daily", "Weekly"]).store(server)
            try await Story(id: 2, title: "Alone").store(server)
            let page = try await visitor.get("/news?show=trending")
            #expect(page.has("Bitcoin rises") && page.has("Daily, Weekly") && page.has("score 1.8") && !page.has("Alone"))
            #expect(try await visitor.get("/news?show=trending&search=ether").has("No article matches"))
            #expect(page.has("half of that after 6 hours") && page.has("the last 48 hours"), "\(page.text)")
        }
    }

    @Test func newsForTheReaderIsAboutTheirCoins() async throws {
        try await PageVisitor.run { server, visitor in
            try await Story(coin: "bitcoin").store(server)
            try await Story(id: 2, title: "Ether falls", coin: "ethereum").store(server)
            #expect(try await visitor.get("/").has("Ether falls"))
            #expect(try await server.send("PUT", "/v1/favourites/BTC").status == 204)
            for path in ["/news?show=for-you", "/"] {
                let page = try await visitor.get(path)
                #expect(page.has("Bitcoin rises") && !page.has("Ether falls"), "\(path)")
            }
        }
    }

    @Test func aCoinHasItsHeadlines() async throws {
        try await PageVisitor.run { server, visitor in
            _ = try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            #expect(!(try await visitor.get("/coins/BTC")).has("headlines-title"))
            for id in 1...6 { try await Story(id: id, title: "Number \(id).", coin: "bitcoin", ageHours: id).store(server) }
            try await Story(id: 7, title: "Ether falls", coin: "ethereum").store(server)
            let page = try await visitor.get("/coins/BTC")
            #expect(page.has("Number 5.") && !page.has("Number 6.") && !page.has("Ether falls"))
            #expect(page.has("href=\"/news?asset=bitcoin\""))
            #expect(!page.has("Days with much news"))
            try await Story(id: 8, title: "Long ago", coin: "bitcoin", ageHours: 480).store(server)
            let busy = try await visitor.get("/coins/BTC")
            #expect(busy.has("Days with much news"))
            let day = try #require(busy.text.firstMatch(of: /href="(\/news\?asset=bitcoin&amp;since=[-0-9]+&amp;until=[-0-9]+)"/))
            let articles = try await visitor.get(String(day.output.1).replacing("&amp;", with: "&"))
            #expect(articles.has("Number") && !articles.has("Long ago"))
            // Without closes, too.
            #expect(try await visitor.get("/coins/ETH").has("Ether falls"))
        }
    }

    // MARK: One article

    @Test func anArticleIsReadSavedAndBack() async throws {
        try await PageVisitor.run { server, visitor in
            let story = Story(topic: "Mining & energy", coin: "bitcoin")
            try await story.store(server)
            let path = "/news/\(story.name)"
            let page = try await visitor.get(path)
            #expect(
                page.has("It rose.") && page.has("Read at Daily") && page.has("href=\"/news?topic=Mining%20%26%20energy\""),
                "\(page.text)")
            #expect(page.has("href=\"https://example.com/story\" target=\"_blank\" rel=\"noopener noreferrer nofollow\""))
            let saved = try await visitor.post(path, from: path, ["do": "save", "next": "/news?source=Daily"])
            #expect(saved["location"] == "/news?source=Daily#\(story.name)", "\(saved.text)")
            _ = try await visitor.post(path, from: path, ["do": "read"])
            let list = try await visitor.get("/news?show=saved")
            #expect(list.has("class=\"read\"") && list.has("value=\"unsave\"") && list.has("value=\"unread\""), "\(list.text)")
            _ = try await visitor.post(path, from: path, ["do": "unsave"])
            _ = try await visitor.post(path, from: path, ["do": "unread"])
            #expect(try await visitor.get("/news?show=saved").has("Nothing is saved"))
            #expect(!(try await visitor.get("/news")).has("class=\"read\""))
            // An address of another site is not followed.
            let away = try await visitor.post(path, from: path, ["do": "read", "next": "//evil.example/"])
            #expect(away["location"] == "/news#\(story.name)")
            #expect(try await visitor.post(path, from: path, ["do": "burn"]).status == 422)
        }
    }

    @Test(arguments: ["e_0000000000000000", "nothing", "e_'%20OR%201=1--"])
    func unknownArticlesAreNotFound(id: String) async throws {
        try await PageVisitor.run { server, visitor in
            try await Story().store(server)
            #expect(try await visitor.get("/news/\(id)").status == 404, "\(id)")
            #expect(try await visitor.post("/news/\(id)", from: "/news", ["do": "read"]).status == 404, "\(id)")
        }
    }

    /// What a feed sends is text: no handler, element or script address of it is in a page.
    @Test func aFeedFullOfHandlersIsText() async throws {
        try await PageVisitor.run { server, visitor in
            _ = try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let evil = #""'><img src=x onerror=alert(1)><script>alert(2)</script><svg/onload=alert(3)>{{title}}{{{summary}}}"#
            try await Story(
                title: evil, summary: evil, link: "javascript:alert(4)", sources: [evil, "Weekly"].map { String($0.prefix(60)) },
                topic: String(evil.prefix(60)), coin: "bitcoin"
            ).store(server)
            try await Story(id: 2, link: "https://example.com/\"onmouseover=\"alert(5)").store(server)
            for path in ["/news", "/news?show=trending", "/news/\(Story().name)", "/news/\(Story(id: 2).name)", "/coins/BTC", "/"] {
                let page = try await visitor.get(path)
                #expect(page.status == 200)
                for part in ["<img src=x", "<script>alert", "<svg/onload", "javascript:", "\"onmouseover"] {
                    #expect(!page.has(part), "\(path): \(part)")
                }
            }
            let page = try await visitor.get("/news/\(Story().name)")
            #expect(page.has("&lt;img src=x onerror=alert(1)&gt;") && !page.has("Read at"))
        }
    }

    // MARK: People

    @Test func marksBelongToTheirReader() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, stranger in
            let story = Story()
            try await story.store(server)
            let (ann, bob) = (PageVisitor(server), PageVisitor(server))
            try await ann.join("ann@example.com", accounts)
            try await bob.join("bob@example.com", accounts)
            let path = "/news/\(story.name)"
            for mark in ["read", "save"] { #expect(try await ann.post(path, from: path, ["do": mark]).status == 303) }
            #expect(try await ann.get("/news?show=saved").has("class=\"read\""))
            #expect(!(try await bob.get("/news")).has("class=\"read\""))
            #expect(try await bob.get("/news?show=saved").has("Nothing is saved"))
            #expect(try await stranger.get("/news")["location"] == "/sign-in?next=%2Fnews")
        }
    }

    @Test(arguments: ["it", "ru", "kk"]) func theNewsAreInTheReadersLanguage(language: String) async throws {
        try await PageVisitor.run { server, visitor in
            try await Story(sources: ["Daily", "Weekly"]).store(server)
            for path in ["/news", "/news?show=trending", "/news?show=for-you", "/news/\(Story().name)"] {
                let page = try await visitor.get(path, [("Accept-Language", language)])
                #expect(page.status == 200 && !page.has("Mark as"), "\(path): \(page.text)")
            }
        }
    }
}
