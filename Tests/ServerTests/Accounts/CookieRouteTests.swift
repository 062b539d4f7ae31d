import APIKit
import Foundation
import HTTPTestSupport
import JSONText
import Secrets
import ServerWorld
import Testing

/// Sessions in cookies: what browsers receive, what is removed from them, and what ends.
@Suite struct CookieRouteTests {
    private static let secret = "closecast_[a-z]+_[0-9a-f]{64}"
    private static let session = "__Host-closecast=closecast_session_[0-9a-f]{64}; Path=/; Secure; HttpOnly; SameSite=Lax"
    private static let device = "__Host-closecast-device=closecast_device_[0-9a-f]{64}; Path=/; Secure; HttpOnly; SameSite=Strict"
    private static let sessionRemoval = "__Host-closecast=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        text.range(of: "^\(pattern)$", options: .regularExpression) != nil
    }

    /// Runs a server with Ann's account, and a browser that has not signed in.
    private func run(_ body: (ServerUnderTest, TestAccounts, TestBrowser) async throws -> Void) async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            try await body(server, accounts, TestBrowser(server))
        }
    }

    // MARK: What browsers are given

    @Test(arguments: [false, true]) func signingInSetsTwoCookiesAndShowsTheirSecretsNowhereElse(isRemembered: Bool) async throws {
        try await run { server, _, browser in
            var browser = browser
            let answer = try await browser.signIn("ann@example.com", isRemembered: isRemembered)
            #expect(answer.status == 201, "\(answer.text)")
            let cookies = answer.setCookies
            #expect(cookies.count == 2)
            #expect(Self.matches(cookies.first ?? "", Self.session + (isRemembered ? "; Max-Age=2592000" : "")), "\(cookies)")
            #expect(Self.matches(cookies.last ?? "", Self.device + "; Max-Age=7776000"), "\(cookies)")
            let others = answer.headers.filter { $0.name != "set-cookie" }.map(\.value).joined(separator: "\n") + answer.text
            #expect(others.range(of: Self.secret, options: .regularExpression) == nil, "\(others)")
            #expect(answer.json["token"] == .null && answer.json["device_token"] == .null)
            #expect(answer["cache-control"] == "no-store")
            let again = try await browser.signIn("ann@example.com")
            #expect(again.setCookies.count == 1, "the device is known")
            let programs = try await browser.send(
                "POST", "/v1/sessions", json: TestBrowser.signInBody("ann@example.com").replacing("\"cookie\":true,", with: ""),
                from: nil)
            #expect(programs.status == 201 && programs.setCookies == [], "programs get no cookies")
        }
    }

    /// Each operation that the document declares with `Set-Cookie` is called, and each cookie has all its attributes.
    @Test func everyCookieHasAllItsAttributes() async throws {
        try await run { server, _, browser in
            var browser = browser
            var called: Set<String> = []
            func call(_ method: String, _ path: String, _ json: String? = nil, expecting status: Int) async throws -> EdgeAnswer {
                let answer = try await browser.send(method, path, json: json)
                #expect(answer.status == status && !answer.setCookies.isEmpty, "\(method) \(path): \(answer.status) \(answer.text)")
                called.insert("\(method) \(path)")
                return answer
            }
            let password = ServerUnderTest.password
            _ = try await call("POST", "/v1/sessions", TestBrowser.signInBody("ann@example.com"), expecting: 201)
            _ = try await call("POST", "/v1/sessions/current/confirmation", #"{"password":"\#(password)"}"#, expecting: 200)
            let twice = #""password":"brown owls wake at dusk","password_again":"brown owls wake at dusk""#
            _ = try await call("PUT", "/v1/account/password", #"{"current_password":"\#(password)",\#(twice)}"#, expecting: 200)
            #expect(try await browser.send("PUT", "/v1/account/pin", json: #"{"pin":"730418","pin_again":"730418"}"#).status == 204)
            _ = try await call("DELETE", "/v1/sessions/current", expecting: 204)
            _ = try await call("POST", "/v1/sessions/pin", #"{"pin":"730418","cookie":true}"#, expecting: 201)
            // The PIN does not count as the password.
            let confirmed = try await call(
                "POST", "/v1/sessions/current/confirmation", #"{"password":"brown owls wake at dusk"}"#, expecting: 200)
            #expect(confirmed.setCookies.count == 1)
            let offer = try await browser.send("POST", "/v1/account/second-factor")
            let seed = try #require(ServerUnderTest.base32(offer.json["secret"]?.string ?? ""))
            func code() -> String { TOTP.code(seed: seed, step: TOTP.step(at: server.clock.now)) }
            #expect(try await browser.send("PUT", "/v1/account/second-factor", json: #"{"code":"\#(code())"}"#).status == 200)
            server.clock.advance(by: 30)
            let first = try await browser.send(
                "POST", "/v1/sessions",
                json: #"{"email":"ann@example.com","password":"brown owls wake at dusk","cookie":true,"remember_me":true}"#)
            #expect(first.status == 202 && first.setCookies == [], "\(first.text)")
            let secret = first.json["sign_in"]?.string ?? ""
            _ = try await call(
                "POST", "/v1/sessions/second-factor", #"{"sign_in":"\#(secret)","code":"\#(code())"}"#, expecting: 201)
            for cookie in browser.setCookies {
                let isKnown =
                    cookie == Self.sessionRemoval || Self.matches(cookie, Self.session + "(; Max-Age=2592000)?")
                    || Self.matches(cookie, Self.device + "; Max-Age=7776000")
                #expect(isKnown, "\(cookie)")
            }
            #expect(called == Self.operationsThatSetCookies)
        }
    }

    /// Taken from the document, so that a new operation fails the test until it is called there.
    private static let operationsThatSetCookies: Set<String> = {
        var found: Set<String> = []
        for path in ServerUnderTest.document["paths"]?.members ?? [] {
            for operation in path.value.members ?? [] {
                let responses = operation.value["responses"]?.members ?? []
                guard responses.contains(where: { $0.value["headers"]?["Set-Cookie"] != nil }) else { continue }
                found.insert("\(operation.key.uppercased()) \(path.key)")
            }
        }
        return found
    }()

    // MARK: What is taken from browsers

    @Test func aPlantedSessionIsNotKeptAtSignIn() async throws {
        try await run { server, accounts, _ in
            let eve = try await server.person("eve@example.com", accounts)
            var ofEve = TestBrowser(server)
            _ = try await ofEve.signIn("eve@example.com")
            let planted = try #require(ofEve.session)
            for value in [planted, "x", "closecast_session_" + String(repeating: "0", count: 64)] {
                var browser = TestBrowser(server, cookies: ["__Host-closecast": value])
                #expect(try await browser.signIn("ann@example.com").status == 201)
                #expect(browser.session != value)
                #expect(try await browser.send("GET", "/v1/account").json["email"]?.string == "ann@example.com")
            }
            #expect(
                try await ofEve.send("GET", "/v1/account").json["id"]?.string == eve.id, "the attacker who planted it gains nothing"
            )
        }
    }

    @Test func aSessionIsOfOneKind() async throws {
        try await run { server, accounts, browser in
            var browser = browser
            _ = try await browser.signIn("ann@example.com")
            let (cookie, device) = (try #require(browser.session), try #require(browser.device))
            let bearer = try await server.signIn("ann@example.com").token
            func status(_ cookies: [String: String], _ headers: [(String, String)] = []) async throws -> EdgeAnswer {
                try await TestBrowser(server, cookies: cookies).send("GET", "/v1/account", from: nil, headers: headers)
            }
            let alone = TestBrowser(server)
            #expect(try await status(["__Host-closecast": cookie]).status == 200)
            #expect(
                try await alone.send("GET", "/v1/account", from: nil, headers: [("Authorization", "Bearer \(bearer)")]).status
                    == 200)
            #expect(try await status([:], [("Authorization", "Bearer \(cookie)")]).status == 401, "a cookie as bearer")
            #expect(try await status([:], [("Authorization", "Bearer \(device)")]).status == 401, "a device as bearer")
            #expect(try await status(["__Host-closecast": bearer]).status == 401, "a bearer as cookie")
            #expect(try await status(["__Host-closecast": device]).status == 401, "a device as session")
            #expect(try await status(["closecast": cookie]).status == 401, "another name")
            let both = try await status(["__Host-closecast": cookie], [("Authorization", "Bearer \(bearer)")])
            #expect(both.status == 400 && both.code == "two-credentials")
            let twice = try await status(["__Host-closecast": "\(cookie); __Host-closecast=\(cookie)"])
            #expect(twice.status == 400 && twice.code == "repeated-cookie", "\(twice.text)")
            var wrong = Array(cookie)
            wrong[wrong.count - 1] = wrong.last == "0" ? "1" : "0"
            #expect(try await status(["__Host-closecast": String(wrong)]).status == 401, "one digit off")
        }
    }

    @Test func aDeviceOfOthersHasNoEffect() async throws {
        try await run { server, accounts, browser in
            var ann = browser
            _ = try await ann.signIn("ann@example.com")
            #expect(try await ann.send("PUT", "/v1/account/pin", json: #"{"pin":"730418","pin_again":"730418"}"#).status == 204)
            let before = try await ann.send("GET", "/v1/account/devices").json
            _ = try await server.person("bob@example.com", accounts)
            var bob = TestBrowser(server, cookies: ["__Host-closecast-device": try #require(ann.device)])
            let answer = try await bob.signIn("bob@example.com")
            #expect(answer.status == 201 && answer.setCookies.count == 2, "a device of his own: \(answer.setCookies)")
            #expect(bob.device != ann.device)
            #expect(try await ann.send("GET", "/v1/account/devices").json == before)
            let pin = try await bob.send("POST", "/v1/sessions/pin", json: #"{"pin":"730418","cookie":true}"#)
            #expect(pin.status == 401, "the PIN is of her device")
        }
    }

    @Test func secretsInTheAddressAreRefused() async throws {
        try await run { server, _, browser in
            var browser = browser
            _ = try await browser.signIn("ann@example.com")
            let bearer = try await server.signIn("ann@example.com")
            var count = 0
            for operation in server.operations where operation.method == .get && !operation.path.contains("{") {
                if case .operator = operation.need { continue }
                let path = "\(operation.path)?token=\(bearer.token)"
                let answer = try await browser.send("GET", path)
                #expect(answer.status == 400 && answer.code == "unknown-parameter", "\(path): \(answer.text)")
                #expect(!answer.text.contains(bearer.token), "\(path)")
                let alone = try await TestBrowser(server).send("GET", path, from: nil)
                #expect(alone.status == (operation.need == .nobody ? 400 : 401), "\(path): it is no credential")
                count += 1
            }
            #expect(count > 20)
            let signIn = try await browser.send(
                "POST", "/v1/sessions?token=\(bearer.token)", json: TestBrowser.signInBody("ann@example.com"))
            #expect(signIn.status == 400)
        }
    }

    // MARK: What ends

    @Test func signingOutRemovesTheCookieAndWhatTheBrowserKeeps() async throws {
        try await run { server, _, browser in
            var browser = browser
            _ = try await browser.signIn("ann@example.com")
            let copy = browser
            let answer = try await browser.send("DELETE", "/v1/sessions/current")
            #expect(answer.status == 204 && answer.setCookies == [Self.sessionRemoval])
            #expect(answer["clear-site-data"] == #""cache", "storage""#)
            #expect(browser.session == nil && browser.device != nil, "the device stays known")
            #expect(try await copy.send("GET", "/v1/account", from: nil).status == 401)
            let write = try await copy.send(
                "PATCH", "/v1/account", json: #"{"name":"Eve"}"#, from: copy.ownPage, formToken: copy.formToken)
            #expect(write.status == 401)
            let bearer = try await server.signIn("ann@example.com")
            let program = try await server.send("DELETE", "/v1/sessions/current", headers: bearer.headers)
            #expect(program.status == 204 && program.header("Clear-Site-Data") == nil && program.header("Set-Cookie") == nil)
        }
    }

    @Test func aNewSecretEndsTheOneBefore() async throws {
        try await run { server, _, browser in
            var browser = browser
            _ = try await browser.signIn("ann@example.com")
            for (method, path, body) in [
                ("POST", "/v1/sessions/current/confirmation", #"{"password":"\#(ServerUnderTest.password)"}"#),
                (
                    "PUT", "/v1/account/password",
                    #"{"current_password":"\#(ServerUnderTest.password)","password":"brown owls wake at dusk","password_again":"brown owls wake at dusk"}"#
                ),
            ] {
                let copy = browser
                let answer = try await browser.send(method, path, json: body)
                #expect(answer.status == 200 && browser.session != copy.session, "\(path): \(answer.text)")
                #expect(try await copy.send("GET", "/v1/account", from: nil).status == 401, "\(path)")
                #expect(try await browser.send("GET", "/v1/account").status == 200, "\(path)")
            }
        }
    }
}
