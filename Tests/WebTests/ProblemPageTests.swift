import HTTPEdge
import HTTPTestSupport
import ServerWorld
import Testing

/// The pages that people see when something does not work.
@Suite struct ProblemPageTests {
    @Test func anAddressThatLeadsNowhere() async throws {
        try await PageVisitor.run { _, client async throws in
            let page = try await client.get("/nothing")
            #expect(page.status == 404 && page.has("<h1>Page not found</h1>") && page.has("href=\"/\""), "\(page.text)")
            // Programs get a document.
            let answer = try await client.send("GET", "/nothing", [("Accept", "application/json")], body: nil)
            #expect(answer["content-type"] == "application/problem+json")
        }
    }

    @Test(arguments: [
        ("/wallet", "/portfolio"), ("/marketz", "/markets"), ("/trades", "/practice"), ("/compere?coins=BTC", "/compare"),
        ("/favorites", "/favourites"), ("/setings", "/settings"),
        ("/hlp", "/help"), ("/task", "/tasks"),
    ])
    func aNearPageIsSuggested(path: String, near: String) async throws {
        try await PageVisitor.run { _, client async throws in
            let page = try await client.get(path)
            #expect(page.status == 404 && page.has("Did you mean this? <a href=\"\(near)\">"), "\(path)")
        }
    }

    @Test(arguments: [
        ("en", "Page not found"), ("it", "Pagina non trovata"), ("ru", "Страница не найдена"), ("kk", "Бет табылмады"),
    ])
    func itSpeaksTheReadersLanguage(language: String, title: String) async throws {
        try await PageVisitor.run { _, client async throws in
            #expect(try await client.get("/nothing", [("Accept-Language", language)]).has("<h1>\(title)</h1>"))
        }
    }

    @Test func theAddressIsEscaped() async throws {
        try await PageVisitor.run { _, client async throws in
            let page = try await client.get("/%3Cimg%20src=x%20onerror=alert(1)%3E")
            #expect(page.status == 404 && !page.has("<img"))
        }
    }

    @Test func anOldFormIsRefusedInWords() async throws {
        try await PageVisitor.run { _, client async throws in
            let type = ("Content-Type", "application/x-www-form-urlencoded")
            let page = try await client.send("POST", "/favourites", [("Accept", "text/html"), type], body: "csrf=old&add=bitcoin")
            #expect(page.status == 403 && page.has("This form is out of date or came from another page."))
        }
    }

    @Test func tooManyRequestsSayHowLongToWait() async throws {
        var settings = EdgeSettings()
        settings.addressRate = RequestRate(perSecond: 0.05, burst: 1)
        settings.limitsLoopback = true
        try await ServerUnderTest.run(settings: settings, hasPages: true) { server async throws in
            let client = PageVisitor(server)
            _ = try await client.get("/offline")
            let page = try await client.get("/offline")
            let seconds = try #require(page["retry-after"].flatMap { Int($0) })
            #expect(
                page.status == 429 && page.has("Wait \(seconds) second") && page.has("<h1>Too many requests</h1>"), "\(page.text)")
            #expect(page.has("href=\"/offline\">Try again</a>"))
        }
    }

    @Test func aFormThatIsTooLarge() async throws {
        try await PageVisitor.run { _, client async throws in
            let type = ("Content-Type", "application/x-www-form-urlencoded")
            let body = "csrf=" + String(repeating: "a", count: 1 << 19)
            let page = try await client.send("POST", "/favourites", [("Accept", "text/html"), type], body: body)
            #expect(page.status == 413 && page.has("<h1>Too large</h1>"), "\(page.status)")
        }
    }
}
