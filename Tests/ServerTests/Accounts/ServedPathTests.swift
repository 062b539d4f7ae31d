import APIKit
import HTTPTestSupport
import JSONText
import People
import ServerWorld
import Testing

/// A server under a path of its host: `https://home.example.org/closecast/`.
@Suite struct ServedPathTests {
    private static let path = ServedPath(PublicURL("https://home.example.org/closecast/"))

    private func run(_ body: (ServerUnderTest, TestAccounts) async throws -> Void) async throws {
        let accounts = TestAccounts(publicURL: PublicURL("https://home.example.org/closecast/"))
        try await ServerUnderTest.run(accounts: accounts, hasPages: true, path: Self.path) { server async throws in
            try await body(server, accounts)
        }
    }

    private func answer(
        _ server: ServerUnderTest, _ method: String, _ target: String, _ headers: [(String, String)] = [], json: String? = nil
    ) async throws -> EdgeAnswer {
        let host = headers.contains { $0.0 == "Host" } ? [] : [("Host", "home.example.org")]
        let body = json.map { Array($0.utf8) }
        var lines = ["\(method) \(target) HTTP/1.1"] + (host + headers).map { "\($0.0): \($0.1)" }
        if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.count)"] }
        let (bytes, port) = (Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? []), server.port)
        return try await EdgeThread.run {
            let client = try EdgeClient(port: port)
            client.send(bytes)
            return try client.answer(isHead: method == "HEAD")
        }
    }

    // MARK: Inside and outside

    @Test func whatIsOutsideOfThePathIsRefusedWithTheReason() async throws {
        try await run { server, _ in
            for route in server.routes where !route.contains("/v2/health/") && !route.contains("/metrics") {
                let parts = route.split(separator: " ")
                guard parts[0] == "GET" || parts[0] == "POST" else { continue }
                let refused = try await answer(server, String(parts[0]), String(parts[1]))
                #expect(refused.status == 404 && refused.code == "outside-path", "\(route): \(refused.status) \(refused.text)")
            }
            for target in [
                "/closecastle/", "/closecast//", "/closecast//evil.example/", "/%63losecast/", "/Closecast/", "/", "//closecast/",
                "/closecast%2Fdocs", "/x/closecast/docs",
            ] {
                let refused = try await answer(server, "GET", target, [("Accept", "text/html")])
                #expect(refused.status == 404 && refused["location"] == nil, "\(target): \(refused.status)")
                let reason = "begin with /closecast/. If you run this server: the proxy must pass that path on"
                #expect(refused.text.contains(reason), "\(target)")
                #expect(refused.text.contains("href=\"/closecast/\""), "\(target): the page leads home")
            }
            for target in ["/v2/health/live", "/closecast/v2/health/live"] {
                #expect(try await answer(server, "GET", target).status == 200, "\(target)")
            }
        }
    }

    @Test func thePathWithoutItsSlashLeadsToTheStartPage() async throws {
        try await run { server, _ in
            for (target, location) in [("/closecast", "/closecast/"), ("/closecast?sort=name", "/closecast/?sort=name")] {
                let moved = try await answer(server, "GET", target)
                #expect(moved.status == 308 && moved["location"] == location && moved["cache-control"] == "no-store", "\(target)")
            }
            for target in ["/closecast/docs", "http://home.example.org/closecast/docs"] {
                let page = try await answer(server, "GET", target, [("Accept", "text/html")])
                #expect(page.status == 200 && page.text.contains("curl https://home.example.org/closecast/v1/assets/"), "\(target)")
            }
        }
    }

    @Test func theHostAndTheOriginHaveNoPath() async throws {
        try await run { server, accounts in
            _ = try await server.person("ann@example.com", accounts)
            let body = #"{"email":"ann@example.com","password":"\#(ServerUnderTest.password)","cookie":true}"#
            for (host, origin, status) in [
                ("home.example.org", "https://home.example.org", 201), ("home.example.org", "https://evil.example", 403),
                ("home.example.org", "https://home.example.org/closecast", 403), ("evil.example", "https://home.example.org", 421),
            ] {
                let answer = try await answer(
                    server, "POST", "/closecast/v1/sessions",
                    [("Host", host), ("Origin", origin), ("Sec-Fetch-Site", "same-origin")], json: body)
                #expect(answer.status == status, "\(host) \(origin): \(answer.text)")
            }
        }
    }

    // MARK: The API

    @Test func locationsAndTheDocumentHaveThePath() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let headers = [("Authorization", "Bearer \(ann.token)"), ("Idempotency-Key", "one")]
            // The second answer is the stored one.
            for _ in 0..<2 {
                let made = try await answer(server, "POST", "/closecast/v1/wallets", headers, json: #"{"name":"Main"}"#)
                let location = try #require(made["location"])
                #expect(made.status == 201 && location.hasPrefix("/closecast/v1/wallets/"), "\(location)")
                #expect(try await answer(server, "GET", location, headers).status == 200)
            }
            let document = try await answer(server, "GET", "/closecast/openapi.json").json
            #expect(document["servers"]?.array?.map { $0["url"]?.string } == ["/closecast"])
        }
        #expect(ServerUnderTest.document["servers"] == nil)
    }

    // MARK: Cookies

    @Test func cookiesAreOfThePathAndNoOthersAreTaken() async throws {
        try await run { server, accounts in
            _ = try await server.person("ann@example.com", accounts)
            let page = [("Origin", "https://home.example.org"), ("Sec-Fetch-Site", "same-origin")]
            let body = #"{"email":"ann@example.com","password":"\#(ServerUnderTest.password)","cookie":true}"#
            let signedIn = try await answer(server, "POST", "/closecast/v1/sessions", page, json: body)
            let cookies = signedIn.setCookies
            #expect(cookies.count == 2)
            let session = try #require(
                cookies.first?.wholeMatch(
                    of: /__Secure-closecast\+closecast=(\w+); Path=\/closecast\/; Secure; HttpOnly; SameSite=Lax/)?.output.1)
            let device = try #require(
                cookies.last?.wholeMatch(
                    of:
                        /__Secure-closecast-device\+closecast=(\w+); Path=\/closecast\/; Secure; HttpOnly; SameSite=Strict; Max-Age=7776000/
                )?.output.1)
            #expect(session != device)
            for (name, status) in [
                ("__Secure-closecast+closecast", 200), ("__Host-closecast", 401), ("__Secure-closecast", 401),
                ("__Host-closecast+closecast", 401), ("__Secure-closecast+other", 401), ("__Secure-closecast+closecast+b", 401),
            ] {
                // Cookies of other programs, and of another Closecast, do not interfere.
                let others = "a=b; __Host-closecast=x; __Secure-closecast+other=y; \(name)=\(session); c"
                let answer = try await answer(server, "GET", "/closecast/v1/account", [("Cookie", others)])
                #expect(answer.status == status, "\(name): \(answer.status)")
            }
            let current = try await answer(
                server, "GET", "/closecast/v1/sessions/current", [("Cookie", "__Secure-closecast+closecast=\(session)")])
            let token = try #require(current.json["csrf_token"]?.string)
            let over = try await answer(
                server, "DELETE", "/closecast/v1/sessions/current",
                page + [("Cookie", "__Secure-closecast+closecast=\(session)"), ("X-CSRF-Token", token)])
            #expect(over.status == 204, "\(over.text)")
            #expect(
                over.setCookies == ["__Secure-closecast+closecast=; Path=/closecast/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"])
            #expect(over["clear-site-data"] == nil, "it would remove what other programs on the host keep in the browser")
        }
    }

    /// Browsers send the cookies of `/a` to `/a/b` as well.
    @Test func twoServersOnOneHostHaveNoCookieInCommon() async throws {
        try await run { server, accounts in
            _ = try await server.person("ann@example.com", accounts)
            let headers = [("Cookie", "closecast-language=it; closecast-language+closecast=ru; closecast-language+closecast+b=kk")]
            let page = try await answer(server, "GET", "/closecast/sign-in", headers + [("Accept", "text/html")])
            #expect(page["content-language"] == "ru")
        }
    }
}
