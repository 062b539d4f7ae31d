import APIKit
import HTTPEdge
import HTTPTestSupport
import JSONText
import People
import Secrets
import ServerWorld
import Testing

/// Requests that other sites' pages can make a browser send, with its cookies: refused, whatever the combination of headers.
@Suite struct ForeignPageTests {
    private struct Case {
        let site: String?
        let origin: String?

        var page: TestBrowser.Page { TestBrowser.Page(site: site, origin: origin) }

        /// By the rules of docs/server.md, written a second time.
        func isOwn(_ own: String) -> Bool {
            switch (site, origin) {
            case ("same-origin", own), ("same-origin", nil), (nil, own): true
            default: false
            }
        }
    }

    private func cases(_ port: Int) -> [Case] {
        let origins: [String?] = [
            "http://127.0.0.1:\(port)", "http://evil.example", "null", nil, "http://127.0.0.1:\(port + 1)", "http://127.0.0.1",
            "https://127.0.0.1:\(port)", "http://localhost:\(port)", "http://127.0.0.1:\(port).evil.example", "",
        ]
        let sites: [String?] = ["same-origin", "same-site", "cross-site", "none", nil, "", "SAME-ORIGIN"]
        return sites.flatMap { site in origins.map { Case(site: site, origin: $0) } }
    }

    @Test func changesNeedAPageOfOursAndTheTokenOfTheSession() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            var (ann, other) = (TestBrowser(server), TestBrowser(server))
            _ = try await ann.signIn("ann@example.com")
            _ = try await other.signIn("ann@example.com")
            let right = try #require(ann.formToken)
            let tokens: [String?] = [right, nil, other.formToken, String(right.dropLast()), String(repeating: "A", count: 86)]
            var allowed = 0
            for each in cases(server.port) {
                for token in tokens {
                    let isAllowed = each.isOwn(ann.ownOrigin) && token == right
                    let answer = try await ann.send(
                        "PATCH", "/v1/account", json: #"{"name":"\#(isAllowed ? "Ann" : "Eve")"}"#, from: each.page,
                        formToken: token)
                    let said = "\(each) \(token ?? "no token"): \(answer.status) \(answer.text)"
                    #expect(answer.status == (isAllowed ? 200 : 403), "\(said)")
                    if !isAllowed {
                        #expect(answer.code == (each.isOwn(ann.ownOrigin) ? "csrf" : "foreign-origin"), "\(said)")
                        #expect(!answer.text.contains(right), "\(said)")
                    }
                    allowed += isAllowed ? 1 : 0
                }
            }
            #expect(allowed == 3)
            let account = try await ann.send("GET", "/v1/account").json
            #expect(account["name"]?.string == "Ann", "what is refused changes nothing")
        }
    }

    /// A page of another site must not sign a person in to another account, even with a second factor or a PIN.
    @Test func signingInNeedsAPageOfOurs() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let browser = TestBrowser(server)
            for each in cases(server.port) {
                let answer = try await browser.send(
                    "POST", "/v1/sessions", json: TestBrowser.signInBody("ann@example.com"), from: each.page)
                let isOwn = each.isOwn(browser.ownOrigin)
                #expect(answer.status == (isOwn ? 201 : 403), "\(each): \(answer.text)")
                #expect(answer.setCookies.isEmpty == !isOwn, "\(each)")
            }
            let seed = try await server.setUpSecondFactor(ann).seed
            server.clock.advance(by: 30)
            let first = try await browser.send(
                "POST", "/v1/sessions", json: TestBrowser.signInBody("ann@example.com"), from: browser.ownPage)
            let code = TOTP.code(seed: seed, step: TOTP.step(at: server.clock.now))
            let second = #"{"sign_in":"\#(first.json["sign_in"]?.string ?? "")","code":"\#(code)"}"#
            for each in cases(server.port) where !each.isOwn(browser.ownOrigin) && (each.site ?? each.origin) != nil {
                let answer = try await browser.send("POST", "/v1/sessions/second-factor", json: second, from: each.page)
                #expect(answer.status == 403 && answer.setCookies.isEmpty, "\(each): \(answer.text)")
            }
            let last = try await browser.send("POST", "/v1/sessions/second-factor", json: second, from: browser.ownPage)
            #expect(last.status == 201 && last.setCookies.count == 2, "what was refused used up no code: \(last.text)")
        }
    }

    /// A form of another site can omit the type, but not state that it is JSON.
    @Test func aBodyStatesItsType() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let port = server.port
            for (method, path) in [
                ("POST", "/v1/sessions"), ("POST", "/v1/wallets"), ("PATCH", "/v1/account"), ("POST", "/v1/jobs"),
                ("PUT", "/v1/account/picture"),
            ] {
                let answer = try await EdgeThread.run {
                    let client = try EdgeClient(port: port)
                    client.send(EdgeClient.request(method, path, headers: Array(ann.headers), body: Array("{}".utf8)))
                    return try client.answer()
                }
                #expect(answer.status == 415, "\(method) \(path): \(answer.text)")
                #expect(answer.text.contains("Content-Type is missing; send "), "\(method) \(path): \(answer.text)")
            }
        }
    }

    /// All operations that need no credential and change something.
    @Test func noOperationOfStrangersIsForPagesOfOthers() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let browser = TestBrowser(server)
            let operations = server.operations.filter { $0.need == .nobody && $0.method != .get }
            #expect(operations.count >= 9)
            for operation in operations {
                let path = operation.path
                let method = operation.method.rawValue.uppercased()
                for page in [
                    TestBrowser.Page(site: "cross-site", origin: "http://evil.example"), .init(site: nil, origin: "null"),
                    .init(site: "same-site", origin: nil),
                ] {
                    let answer = try await browser.send(method, path, json: "{}", from: page)
                    #expect(answer.status == 403 && answer.code == "foreign-origin", "\(method) \(path): \(answer.text)")
                }
                let ours = try await browser.send(method, path, json: "{}", from: browser.ownPage)
                #expect(ours.status == 400, "\(method) \(path): \(ours.text)")
            }
        }
    }

    /// Links from mails and other sites open in the person's session.
    @Test func readingNeedsNoToken() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            var ann = TestBrowser(server)
            _ = try await ann.signIn("ann@example.com")
            for each in cases(server.port) {
                for method in ["GET", "HEAD"] {
                    let answer = try await ann.send(method, "/v1/account", from: each.page)
                    #expect(answer.status == 200, "\(each)")
                    #expect(answer["cross-origin-resource-policy"] == "same-origin" && answer["cache-control"] == "no-store")
                }
            }
        }
    }

    /// Without CORS headers, other sites' scripts can read nothing, and cannot send other methods, JSON or credentials of programs.
    @Test func noAnswerHasCORSHeaders() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            var ann = TestBrowser(server)
            _ = try await ann.signIn("ann@example.com")
            let evil = TestBrowser.Page(site: "cross-site", origin: "http://evil.example")
            let paths = Set(server.operations.map(\.path)).sorted()
            #expect(paths.count > 60)
            for path in paths {
                let filled = path.split(separator: "/").map { $0.hasPrefix("{") ? "x" : $0 }.joined(separator: "/")
                let preflight = try await ann.send(
                    "OPTIONS", "/" + filled, from: evil,
                    headers: [
                        ("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Headers", "authorization, x-csrf-token"),
                        ("Access-Control-Request-Private-Network", "true"),
                    ])
                #expect(preflight.status == 405, "\(path): \(preflight.text)")
                let answer = try await ann.send("GET", "/" + filled, from: evil)
                for (name, _) in preflight.headers + answer.headers {
                    #expect(!name.hasPrefix("access-control-") && name != "timing-allow-origin", "\(path): \(name)")
                }
            }
        }
    }

    // MARK: Other names of the server

    @Test(arguments: [
        // Host, from this machine, from elsewhere
        ("closecast.example.com", 200, 200), ("Closecast.EXAMPLE.com:443", 200, 200), ("closecast.example.com:80", 421, 421),
        ("closecast.example.com.", 421, 421), ("evil.example", 421, 421), ("closecast.example.com.evil.example", 421, 421),
        ("127.0.0.1:8080", 200, 421), ("localhost", 200, 421), ("[::1]:9", 200, 421), ("127.0.0.1.evil.example", 421, 421),
        ("192.0.2.1", 421, 421), ("localhost.evil.example", 421, 421),
    ]) func otherHostsAreRefusedWithAPublicURL(host: String, here: Int, elsewhere: Int) async throws {
        let accounts = TestAccounts(publicURL: PublicURL("https://closecast.example.com"))
        var settings = EdgeSettings()
        settings.isBehindProxy = true
        try await ServerUnderTest.run(requiresToken: true, settings: settings, accounts: accounts) { server async throws in
            func answer(_ path: String, _ from: String?) async throws -> EdgeAnswer {
                try await server.send("GET", path, host: host, headers: from.map { ["X-Forwarded-For: \($0)"] } ?? [])
            }
            #expect(try await answer("/openapi.json", nil).status == here)
            #expect(try await answer("/openapi.json", "203.0.113.7").status == elsewhere)
            #expect(try await answer("/nothing", "203.0.113.7").status == (elsewhere == 200 ? 404 : 421))
            // Load balancers and monitors use addresses.
            #expect(try await answer("/v2/health/live", "203.0.113.7").status == 200)
            #expect(try await answer("/metrics", "203.0.113.7").status != 421)
            guard elsewhere == 421 else { return }
            let refused = try await answer("/openapi.json", "203.0.113.7")
            #expect(refused.code == "misdirected" && refused.json["accepted"]?.string == "closecast.example.com", "\(refused.text)")
            #expect(refused["content-security-policy"]?.contains("sandbox") == true)
        }
    }

    @Test(arguments: [
        ("127.0.0.1", 200), ("LOCALHOST:1", 200), ("[::1]", 200), ("evil.example", 421), ("127.evil.example", 421), ("[::2]", 421),
    ]) func onlyNamesOfThisMachineAreAnsweredWithoutAPublicURL(host: String, status: Int) async throws {
        try await ServerUnderTest.run(accounts: TestAccounts()) { server async throws in
            #expect(try await server.send("GET", "/openapi.json", host: host).status == status)
        }
        // Reachable from elsewhere without a configured address: the server warns about it at start-up.
        try await ServerUnderTest.run(requiresToken: true, accounts: TestAccounts()) { server async throws in
            #expect(try await server.send("GET", "/openapi.json", host: host).status == 200)
        }
    }

    @Test func cookiesAreForThePublicOriginOnly() async throws {
        let accounts = TestAccounts(publicURL: PublicURL("https://closecast.example.com"))
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            let browser = TestBrowser(server)
            for (origin, status) in [
                ("https://closecast.example.com", 201), ("https://closecast.example.com:443", 201),
                ("http://closecast.example.com", 403), ("http://127.0.0.1:\(server.port)", 403), ("https://example.com", 403),
            ] {
                let answer = try await browser.send(
                    "POST", "/v1/sessions", json: TestBrowser.signInBody("ann@example.com"),
                    from: .init(site: "same-origin", origin: origin))
                #expect(answer.status == status, "\(origin)")
            }
        }
    }
}

extension ServerUnderTest {
    /// Sends a request to any host.
    fileprivate func send(_ method: String, _ path: String, host: String, headers: [String] = []) async throws -> EdgeAnswer {
        let port = port
        let lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + headers
        return try await EdgeThread.run {
            let client = try EdgeClient(port: port)
            client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
            return try client.answer()
        }
    }
}
