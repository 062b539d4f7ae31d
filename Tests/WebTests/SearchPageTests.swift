import HTTPTestSupport
import JSONText
import ServerWorld
import Testing

/// The search in coins, pages and the visitor's own wallets and transactions, without scripts.
@Suite struct SearchPageTests {
    private static func run(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await PageVisitor.run { server, visitor async throws in
            try await server.store([100, 90], of: "bitcoin")
            try await server.record(note: "For Анна, a GIFT")
            try await body(server, visitor)
        }
    }

    /// The addresses of the results, in their order.
    private static func found(_ page: EdgeAnswer) -> [String] {
        page.text.matches(of: /<a class="found-row" href="([^"]+)"/).map { String($0.output.1).replacing("&amp;", with: "&") }
    }

    private static func search(_ text: String, _ visitor: PageVisitor) async throws -> EdgeAnswer {
        let query = text.utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }
        return try await visitor.get("/search?q=" + query.joined())
    }

    private static let history = "/history?kind=deposit&asset=bitcoin&since=2025-02-25&until=2025-02-25"

    // MARK: Results

    @Test func everyPageLeadsToTheSearchAndTheSearchToEveryPlace() async throws {
        try await Self.run { _, visitor async throws in
            #expect(try await visitor.get("/markets").text.ranges(of: "href=\"/search\"").count >= 2)
            let places = Self.found(try await visitor.get("/search"))
            #expect(Set(["/", "/markets", "/compare", "/portfolio", "/trading/history", "/settings"]).isSubset(of: places))
            #expect(!places.contains("/search") && !places.contains("/account"))
        }
    }

    /// A ticker, a beginning of a name, any part of a name; the best first.
    @Test(arguments: [
        ("btc", "/coins/BTC"), ("Bitcoin", "/coins/BTC"), ("CARD", "/coins/ADA"), ("coin bit", "/coins/BTC"),
        ("compare", "/compare"), ("quiet hours", "/notices/settings"), ("favorites", "/favourites"), ("mAiN", "/wallets/"),
    ])
    func coinsPagesAndWalletsAreFound(text: String, first: String) async throws {
        try await Self.run { _, visitor async throws in
            let page = try await Self.search(text, visitor)
            #expect(page.status == 200 && Self.found(page).first?.hasPrefix(first) == true, "\(text): \(Self.found(page))")
        }
    }

    @Test func aCoinHasItsPriceAndWhatIsHeld() async throws {
        try await Self.run { _, visitor async throws in
            let page = try await Self.search("bitcoin", visitor)
            #expect(page.has("90.00 USD") && page.has("You have ") && page.has(">0.5</span>"))
        }
    }

    @Test func hiddenAmountsStayHidden() async throws {
        try await Self.run { server, _ async throws in
            let page = try await Self.search("bitcoin", PageVisitor(server, cookies: ["closecast-hidden": "yes"]))
            #expect(page.has(">•••••</span>") && !page.has(">0.5</span>") && page.has("90.00 USD"))
        }
    }

    @Test(arguments: ["gift", "АННА", "deposit bitcoin", "btc gift анна"])
    func transactionsAreFoundByCoinKindAndNote(text: String) async throws {
        try await Self.run { _, visitor async throws in
            let page = try await Self.search(text, visitor)
            let address = try #require(Self.found(page).last, "\(text)")
            #expect(address.hasPrefix("/wallets/") && address.hasSuffix(Self.history), "\(address)")
            #expect(try await visitor.get(address).has("For Анна, a GIFT"))
            #expect(try await Self.search(text + " withdrawal", visitor).has("Nothing matches"))
        }
    }

    @Test func whatWasTakenBackIsNotFound() async throws {
        try await Self.run { server, visitor async throws in
            let listed = try await server.get("/v1/wallets/Main/transactions").json["data"]?.array?.first
            let id = try #require(listed?["id"]?.number)
            try server.done(await server.send("POST", "/v1/transactions/\(Int(id))/correction"))
            #expect(try await Self.search("gift", visitor).has("Nothing matches “gift”."))
        }
    }

    @Test func movementsOfTheSimulatedAccountAreFound() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            try await server.fund()
            let page = try await Self.search("deposit", PageVisitor(server))
            #expect(Self.found(page).count { $0.hasPrefix("/trading/history/p_") } == 2, "\(Self.found(page))")
            #expect(page.has("Simulated account") && page.has("1,000.00 EUR"))
        }
    }

    @Test func resultsOfAKindAreFew() async throws {
        try await Self.run { server, visitor async throws in
            for number in 1...12 { try await server.record(note: "rent \(number)") }
            let page = try await Self.search("rent", visitor)
            #expect(Self.found(page).count == 8 && page.has("8 results") && page.has("(first 8)"))
        }
    }

    // MARK: Others

    @Test func whatOthersRecordedIsNeverFound() async throws {
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            let (anns, bobs) = (try await server.token(owner: "ann"), try await server.token(owner: "bob"))
            let headers = ["Authorization": "Bearer \(anns)"]
            try await server.fund(headers: headers)
            try await server.record(note: "a secret gift", headers: headers)
            let (ann, bob) = (PageVisitor(server, token: anns), PageVisitor(server, token: bobs))
            for text in ["gift", "deposit", "Main"] {
                #expect(Self.found(try await Self.search(text, ann)).contains { !$0.hasPrefix("/coins/") }, "\(text)")
                let page = try await Self.search(text, bob)
                #expect(page.status == 200 && Self.found(page) == [] && !page.has("secret"), "\(text): \(Self.found(page))")
            }
            #expect(!(try await Self.search("bitcoin", bob).has("You have")))
            let wallet = try #require(try await server.get("/v1/wallets/Main", headers: headers).json["id"]?.string)
            #expect(try await ann.get("/search?for=wallet-\(wallet)&q=btc").has("0.5"))
            let foreign = try await bob.get("/search?for=wallet-\(wallet)&q=btc")
            #expect(foreign.status == 404 && !foreign.has("0.5"))
            // Visitors without a token see nothing.
            #expect(try await PageVisitor(server).get("/search?q=gift").status == 401)
        }
    }

    @Test func whoIsNotSignedInIsAskedToSignIn() async throws {
        try await PageVisitor.run(accounts: TestAccounts()) { _, stranger async throws in
            let answer = try await stranger.get("/search?q=btc")
            #expect(answer.status == 303 && answer["location"]?.hasPrefix("/sign-in?next=%2Fsearch") == true)
        }
    }

    // MARK: Texts

    @Test func aLongTextIsRefusedBesideTheField() async throws {
        try await Self.run { _, visitor async throws in
            for text in [String(repeating: "a", count: 61), "e" + String(repeating: "\u{301}", count: 60)] {
                let page = try await Self.search(text, visitor)
                #expect(page.status == 422 && page.has("A search can have at most 60 characters.") && Self.found(page) == [])
                #expect(page.has("aria-invalid=\"true\"") && page.has("value=\"\(text)\""))
            }
            #expect(try await Self.search(String(repeating: "a", count: 60), visitor).status == 200)
        }
    }

    @Test(arguments: [
        "%", "_", "'; DROP TABLE assets; --", "\"", "\0", "\u{FEFF}", "<b>", "{n}", "🙂", "{{m}}", "1e999", "\\", "* OR",
    ])
    func anyTextIsOnlyText(text: String) async throws {
        try await Self.run { _, visitor async throws in
            let page = try await Self.search(text, visitor)
            #expect(page.status == 200 && !page.has("<b>”"), "\(text)")
        }
    }

    @Test func unknownListsOfCoinsAreNotFound() async throws {
        try await Self.run { _, visitor async throws in
            for list in ["nothing", "wallet-", "wallet-nothing", "wallet-%2F..", "%00"] {
                #expect(try await visitor.get("/search?for=\(list)").status == 404, "\(list)")
            }
        }
    }
}

extension ServerUnderTest {
    /// Records half a bitcoin in the wallet Main, which is made if it is missing.
    fileprivate func record(note: String, headers: [String: String] = [:]) async throws {
        if try await get("/v1/wallets/Main", headers: headers).status == 404 {
            try done(await post("/v1/wallets", json: #"{"name":"Main"}"#, headers: headers))
        }
        let body = #"{"kind":"deposit","asset":"BTC","quantity":"0.5","time":"2025-02-25","note":"\#(note)"}"#
        try done(await post("/v1/wallets/Main/transactions", json: body, headers: headers))
    }
}
