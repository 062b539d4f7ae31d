import HTTPTestSupport
import ServerWorld
import Testing

/// The five places: the same on phones and wide screens, with their groups, at addresses of their own.
@Suite struct PlaceTests {
    private static let main = ["/", "/markets", "/portfolio", "/practice", "/more"]

    /// The addresses of the menu's entries with a class, in their order.
    private static func entries(_ page: EdgeAnswer) -> [String] {
        page.text.matches(of: /<a class="item" href="([^"]+)"/).map { String($0.output.1) }
    }

    @Test func everyPageNamesTheFivePlaces() async throws {
        try await PageVisitor.run { _, client async throws in
            for path in Self.main + ["/compare", "/trading/deposit", "/paper", "/settings", "/help", "/nothing"] {
                #expect(Self.entries(try await client.get(path)) == Self.main, "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("/", "/", nil), ("/markets", "/markets", nil), ("/compare", "/markets", "/compare"), ("/wallets/files", "/portfolio", nil),
        ("/trading/earnings", "/practice", "/trading/earnings"), ("/paper", "/practice", "/paper"), ("/tasks", "/more", "/tasks"),
    ])
    func theEntryOfAPageAndItsPlaceAreCurrent(path: String, place: String, entry: String?) async throws {
        try await PageVisitor.run { _, client async throws in
            let page = try await client.get(path)
            let state = entry == nil ? "page" : "true"
            #expect(page.has("<a class=\"item\" href=\"\(place)\" aria-current=\"\(state)\">"), "\(path)")
            #expect(
                page.text.ranges(of: "class=\"item\"").count == 5
                    && page.text.matches(of: /class="item"[^>]*aria-current/).count == 1)
            if let entry { #expect(page.has("<a href=\"\(entry)\" aria-current=\"page\">"), "\(path)") }
        }
    }

    @Test(arguments: ["en", "it", "ru", "kk"]) func noTwoEntriesOfTheMenusHaveTheSameName(language: String) async throws {
        try await PageVisitor.run { server, _ in
            let page = try await PageVisitor(server, cookies: ["closecast-language": language]).get("/expenses")
            var addresses: [String: Set<String>] = [:]
            for menu in page.text.matches(of: /(?s)<nav.*?<\/nav>/) {
                for entry in menu.output.matches(of: /(?s)<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/) {
                    addresses[String(entry.output.2.replacing(/<[^>]*>/, with: "")), default: []].insert(String(entry.output.1))
                }
            }
            #expect(addresses.count > 20, "\(addresses)")
            #expect(addresses.filter { $1.count > 1 }.isEmpty)
        }
    }

    @Test(arguments: [
        ("/wallets", "/portfolio"), ("/investments", "/portfolio"), ("/trading/feed", "/favourites"), ("/trading", "/practice"),
    ])
    func formerAddressesRedirect(path: String, place: String) async throws {
        try await PageVisitor.run { _, client async throws in
            let answer = try await client.get(path)
            #expect(answer.status == 303 && answer["location"] == place, "\(path): \(answer.status)")
        }
    }

    @Test func thePageMoreHasTheEntriesOfItsGroup() async throws {
        try await PageVisitor.run { _, client async throws in
            let page = try await client.get("/more")
            for path in ["/file", "/tasks", "/docs", "/help", "/settings", "/about"] {
                #expect(page.text.ranges(of: "<a href=\"\(path)\"").count == 2, "\(path): in the menu and on the page")
            }
            for path in ["/expenses", "/alerts"] {
                #expect(page.text.ranges(of: "<a href=\"\(path)\"").count == 2, "\(path): of another group")
            }
            #expect(try await client.get("/").has("<a class=\"link\" href=\"/expenses\""))
            #expect(!page.has("href=\"/account\"") && !page.has("/sign-out"))
        }
    }

    @Test func accountAndOperatorsAreUnderTheAvatar() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, stranger async throws in
            let ann = PageVisitor(server, headers: try await server.person("ann@example.com", accounts, name: "Ann").headers)
            let op = PageVisitor(server, headers: try await server.makeOperator("op@example.com", accounts).person.headers)
            let hers = try await ann.get("/more")
            #expect(hers.has("<span>Ann</span>") && hers.has("href=\"/account\"") && !hers.has("href=\"/operators\""))
            #expect(try await op.get("/more").has("href=\"/operators\""))
            #expect(try await stranger.get("/more").status == 200)
        }
    }
}
