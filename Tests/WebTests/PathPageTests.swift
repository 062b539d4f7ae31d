import APIKit
import Foundation
import HTTPTestSupport
import JSONText
import News
import PageKit
import People
import ServerWorld
import Testing

/// Attributes that may begin with a slash and are no addresses: what people type, and keys.
private let notAddresses: Set<Substring> = ["value", "aria-keyshortcuts"]

/// Pages of a server under a path: no address leads outside, and every address leads to something.
@Suite struct PathPageTests {
    private static let path = ServedPath(PublicURL("https://home.example.org/closecast/"))

    // MARK: Every address

    @Test func everyAddressOfOnePersonsPagesIsUnderThePath() async throws {
        try await PageVisitor.run(path: Self.path) { server, visitor async throws in
            try await Self.fill(server, visitor) { [:] }
            var walk = PathWalk(visitor)
            try await walk.run(from: [
                "/", "/wallets", "/investments", "/trading", "/trading/feed", "/offline", "/styleguide", "/prices/import",
                "/trading/verification", "/trading/practice-prices",
                "/trading/referral", "/coins/NOPE",
                "/nothing",
            ])
            walk.expectAll(
                of: server,
                except: ["/styleguide/routes", "/tasks/events", "/trading/earnings/chart.json", "/favicon.ico", "/sw.js"])
            // Tasks that are over have no events, and the templates have no `formaction`.
            let known = PageAddresses.attributes.union([PageAddresses.list])
            #expect(
                walk.attributes.subtracting(known) == []
                    && known.subtracting(walk.attributes).isSubset(of: ["formaction", "data-events"]))
        }
    }

    @Test func everyAddressOfAnAccountsPagesIsUnderThePath() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts, path: Self.path) { server, visitor async throws in
            var stranger = PathWalk(visitor)
            try await stranger.run(from: ["/", "/sign-up", "/reset", "/invitation", "/verify", "/confirm", "/second-factor/stop"])
            #expect(stranger.seen.contains("/closecast/sign-in?next=%2F"), "\(stranger.seen.sorted())")
            try await visitor.join("ann@example.com", accounts)
            try await Self.fill(server, visitor) {
                if try await visitor.get("/account").status != 200 { try await visitor.signIn("ann@example.com") }
                return try await server.signIn("ann@example.com").headers
            }
            var walk = PathWalk(visitor)
            try await walk.run(from: ["/", "/confirm", "/address", "/sign-in/pin", "/second-factor/removal"])
            #expect(walk.seen.count > 100, "\(walk.seen.sorted())")
            let (person, _) = try await server.makeOperator("op@example.com", accounts)
            var operators = PathWalk(PageVisitor(server, headers: person.headers), sendsForms: false)
            try await operators.run(from: ["/operators", "/operators/verifications", "/operators/support", "/operators/reading"])
        }
    }

    /// One example of everything that has pages.
    ///
    /// - Parameter signIn: the existing session has ended by the time the deposits have arrived.
    private static func fill(
        _ server: ServerUnderTest, _ visitor: PageVisitor, signIn: () async throws -> [String: String]
    ) async throws {
        try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 620))
        try await server.storeCloses(of: "ethereum", simulatedHistory(1, days: 520))
        try await server.storeTradingPrices()
        try await SampleNews.store(in: server.database, now: server.clock.now)
        try await server.fund(headers: try await signIn())
        let headers = try await signIn()
        for (method, path, body) in [
            ("POST", "/v1/wallets", #"{"name":"Main"}"#),
            ("POST", "/v1/wallets/Main/transactions", #"{"kind":"deposit","asset":"bitcoin","quantity":"1","time":"2025-01-20"}"#),
            ("POST", "/v1/investments", #"{"asset":"ETH","quantity":"3","price":"5"}"#),
            ("PUT", "/v1/favourites/bitcoin", ""),
            ("POST", "/v1/paper-matches", #"{"coins":["BTC"],"start":"2025-01-01","strategies":["hold"]}"#),
            ("POST", "/v1/trading/methods/cards", #"{"number":"4242424242424242","expires":"12/30"}"#),
            ("POST", "/v1/trading/plans", #"{"asset":"BTC","currency":"EUR","cash":"40","every":"week","days":90}"#),
            ("PUT", "/v1/trading/addresses/bitcoin", ""),
            (
                "POST", "/v1/trading/orders",
                #"{"kind":"limit","side":"buy","asset":"BTC","currency":"EUR","cash":"30","price":"100","days":30}"#
            ),
        ] {
            let answer = try await server.send(method, path, body: body.isEmpty ? nil : body, headers: headers)
            #expect((200..<300).contains(answer.status), "\(path): \(answer.text)")
        }
        let kept = try await visitor.upload("/file", file: ("COIN3.csv", priceFile(simulatedHistory(3))))
        #expect(kept.status == 303 && kept["location"]?.hasPrefix("/closecast/file/") == true, "\(kept.text)")
        _ = try await visitor.post("/coins/BTC/measure", from: "/settings")
    }

    /// States that no test shows use the same attributes.
    @Test func noTemplateHasAnAddressElsewhere() throws {
        let known = PageAddresses.attributes.union([PageAddresses.list])
        var count = 0
        for (name, text) in try WebFolder(ServerUnderTest.webFolder).texts(ending: ".mustache") {
            for match in text.matches(of: /([a-z-]+)="\/[^"]*"/) where !notAddresses.contains(match.output.1) {
                #expect(known.contains(String(match.output.1)), "\(name): \(match.output.0)")
                count += 1
            }
            for match in text.matches(of: /\b(?:href|src|action|formaction)=(?:[^"{]|"[^"\/{#?])[^ >]*/) {
                Issue.record("\(name): \(match.output) is not an address that begins at /")
            }
            #expect(!text.contains("url("), "\(name)")
        }
        #expect(count > 100)
        for (name, text) in try WebFolder(ServerUnderTest.webFolder).texts(ending: ".css") {
            #expect(!text.contains("url(/"), "\(name)")
        }
    }

    /// Scripts take addresses from pages, or build them from `root`.
    @Test func noScriptHasAnAddressElsewhere() throws {
        for (name, text) in try WebFolder(ServerUnderTest.webFolder).texts(ending: ".js") {
            for match in text.matches(of: /["'`]\/[a-z][^"'`]*["'`]/) { Issue.record("\(name): \(match.output)") }
        }
    }

    @Test func onlyAttributesOfAddressesAreChanged() {
        let html = #"""
            <a href="/a?next=/b" title="/c">/d</a><use href="#x"/><form action="/" data-template="/v1/{x}"><input value="/e">
            <a href="https://example.org/">x</a><a href="?page=2">2</a><p>href=&quot;/f&quot;</p><script data-scripts="/g /h">
            """#
        #expect(
            PageAddresses.under(Self.path, html) == #"""
                <a href="/closecast/a?next=/b" title="/c">/d</a><use href="#x"/><form action="/closecast/" data-template="/closecast/v1/{x}"><input value="/e">
                <a href="https://example.org/">x</a><a href="?page=2">2</a><p>href=&quot;/f&quot;</p><script data-scripts="/closecast/g /closecast/h">
                """#)
        #expect(PageAddresses.under(.root, html) == html)
    }

    // MARK: Beside the pages

    @Test func theManifestAndTheWorkerAreUnderThePath() async throws {
        try await PageVisitor.run(path: Self.path) { _, visitor async throws in
            let manifest = try JSONValue(parsing: try await visitor.get("/manifest.webmanifest").body)
            for name in ["id", "start_url", "scope"] { #expect(manifest[name]?.string == "/closecast/", "\(name)") }
            let icons = manifest["icons"]?.array?.compactMap { $0["src"]?.string } ?? []
            let shortcuts = manifest["shortcuts"]?.array?.compactMap { $0["url"]?.string } ?? []
            #expect(icons.count == 4 && shortcuts.count == 4)
            for address in icons + shortcuts {
                #expect(address.hasPrefix("/closecast/"), "\(address)")
                #expect(try await visitor.get(address).status == 200, "\(address)")
            }
            #expect(try await visitor.get("/sw.js").status == 200)
            let page = try await visitor.get("/")
            #expect(page["reporting-endpoints"] == "csp=\"/closecast/csp-reports\"")
            #expect(page["content-security-policy"]?.contains("report-uri /closecast/csp-reports;") == true)
        }
    }

    /// The form, the redirect, and the page that is requested afterwards.
    @Test func aFormLeadsBackToThePageThatItWasOn() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts, path: Self.path) { server, visitor async throws in
            try await visitor.join("ann@example.com", accounts)
            let asked = try await PageVisitor(server).get("/portfolio?sort=name")
            #expect(asked["location"] == "/closecast/sign-in?next=%2Fportfolio%3Fsort%3Dname")
            let again = PageVisitor(server)
            _ = try await again.get("/sign-in?next=%2Fportfolio")
            let back = try await again.post(
                "/sign-in", ["email": "ann@example.com", "password": PageVisitor.password, "next": "/portfolio"])
            #expect(back.status == 303 && back["location"] == "/closecast/portfolio", "\(back.text)")
            // A form without a session leads to the page that it was on; a page of another program on the host is not one of ours.
            for (referer, next) in [("/closecast/wallets", "?next=%2Fwallets"), ("/cloud/wallets", ""), ("/closecastle", "")] {
                let answer = try await PageVisitor(server).send(
                    "POST", "/wallets/new",
                    [
                        ("Accept", "text/html"), ("Origin", visitor.origin), ("Referer", visitor.origin + referer),
                        ("Content-Type", "application/x-www-form-urlencoded"),
                    ], body: "")
                #expect(answer.status == 303 && answer["location"] == "/closecast/sign-in\(next)", "\(referer): \(answer.text)")
            }
        }
    }
}

/// Follows all addresses of pages.
private struct PathWalk {
    let visitor: PageVisitor
    private(set) var seen: Set<String> = []
    private var counts: [String: Int] = [:]
    /// The attributes that contained one of our addresses.
    private(set) var attributes: Set<String> = []

    /// Forms of a visitor with a token would take effect, such as signing out.
    private let sendsForms: Bool

    init(_ visitor: PageVisitor, sendsForms: Bool = true) { (self.visitor, self.sendsForms) = (visitor, sendsForms) }

    mutating func run(from starts: [String]) async throws {
        var waiting = starts
        while let address = waiting.popLast() {
            let path = address.hasPrefix("/closecast/") ? address : "/closecast" + address
            guard seen.insert(path).inserted, isNew(path) else { continue }
            let answer = try await visitor.get(path)
            #expect(
                answer.status < 400 || [404, 422].contains(answer.status) && starts.contains(address), "\(path): \(answer.status)")
            #expect(answer.json["code"]?.string != "outside-path", "\(path)")
            if let location = answer["location"] { waiting.append(check(location, "Location", path)) }
            for cookie in answer.setCookies { #expect(cookie.contains("; Path=/closecast/;"), "\(path): \(cookie)") }
            guard answer["content-type"]?.hasPrefix("text/html") == true else { continue }
            waiting += addresses(in: answer.text, path)
            for match in answer.text.matches(of: /<form[^>]* method="post"[^>]* action="(\/[^"]*)"/) {
                try await checkForm(String(match.output.1), path)
            }
        }
    }

    /// Whether few pages were seen that differ only in the values of their queries. Pages that link to others of themselves, such as that
    /// of each month, would not end.
    private mutating func isNew(_ path: String) -> Bool {
        let parts = path.split(separator: "?", maxSplits: 1)
        let names = parts.count == 2 ? parts[1].split(separator: "&").map { $0.prefix { $0 != "=" } } : []
        counts["\(parts[0])?\(names)", default: 0] += 1
        return counts["\(parts[0])?\(names)", default: 0] <= 30
    }

    /// Checks all attributes of a page, and returns the addresses to request.
    private mutating func addresses(in page: String, _ path: String) -> [String] {
        var found: [String] = []
        let posted = page.matches(of: /method="post" action="([^"]*)/).map { $0.output.1.replacing("&amp;", with: "&") }
        func isPosted(_ address: String) -> Bool { posted.contains { $0.hasPrefix(address) } }
        for match in page.matches(of: /([a-z-]+)="(\/[^"]*)"/) where !notAddresses.contains(match.output.1) {
            let name = String(match.output.1)
            for address in match.output.2.split(separator: " ") {
                let address = check(String(address).replacing("&amp;", with: "&"), name, path)
                // The documentation has addresses with names in place of ids, and streams do not end.
                let isExample = name == "data-template" || (path == "/closecast/docs" && name == "action")
                if name != "data-events", name != "formaction", !isExample, !isPosted(address) { found.append(address) }
            }
            attributes.insert(name)
        }
        return found
    }

    private func check(_ address: String, _ name: String, _ path: String) -> String {
        #expect(address.hasPrefix("/closecast/"), "\(name) of \(path) leads to \(address)")
        #expect(!address.hasPrefix("/closecast/closecast"), "\(name) of \(path) leads to \(address)")
        return String(address.prefix { $0 != "#" })
    }

    /// If there is a form, it is refused without its token.
    private mutating func checkForm(_ action: String, _ path: String) async throws {
        let target = check(action.replacing("&amp;", with: "&"), "action", path)
        guard sendsForms, seen.insert("POST \(target)").inserted else { return }
        let answer = try await visitor.sendForm(target, [], site: "same-origin", origin: visitor.origin)
        // People who are not signed in have no token.
        #expect(
            [403, 422, 303, 200].contains(answer.status), "POST \(target) on \(path): \(answer.status) \(answer.text.prefix(300))")
    }

    /// Expects that every page without a name or id in its address was seen.
    func expectAll(of server: ServerUnderTest, except: Set<String>) {
        let paths = Set(seen.map { String($0.prefix { $0 != "?" }) })
        let pages = server.routes.filter { $0.hasPrefix("GET ") }.map { String($0.dropFirst(4)) }.filter { route in
            !route.contains("{") && !["/v1", "/v2", "/metrics", "/mcp"].contains { route.hasPrefix($0) } && !except.contains(route)
        }
        #expect(pages.count > 30, "\(pages)")
        for page in pages {
            #expect(paths.contains("/closecast" + page) || seen.contains("/closecast" + page), "\(page) was not seen")
        }
    }
}
