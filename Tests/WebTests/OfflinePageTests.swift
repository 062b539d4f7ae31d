import HTTPTestSupport
import JSONText
import PageKit
import ServerWorld
import Testing

/// The app that a browser installs: its manifest, its service worker, and what the worker may keep.
@Suite struct OfflinePageTests {
    @Test func theManifestNamesWhatExists() async throws {
        try await PageVisitor.run { _, client async throws in
            let answer = try await client.get("/manifest.webmanifest?lang=it")
            #expect(answer["content-type"] == "application/manifest+json")
            let manifest = try JSONValue(parsing: answer.body)
            #expect(manifest["display"]?.string == "standalone" && manifest["lang"]?.string == "it")
            #expect(manifest["shortcuts"]?.array?[0]["name"]?.string == "Mercati")
            for icon in manifest["icons"]?.array ?? [] {
                let picture = try await client.get(icon["src"]?.string ?? "")
                #expect(picture.status == 200 && picture["content-type"] == icon["type"]?.string)
            }
            #expect(manifest["icons"]?.array?.count == 4)
            for shortcut in manifest["shortcuts"]?.array ?? [] {
                #expect(try await client.get(shortcut["url"]?.string ?? "").status == 200)
            }
            #expect(try await client.get("/").has("href=\"/manifest.webmanifest?lang=en\""))
        }
    }

    @Test func theWorkerKnowsTheFilesOfThisVersion() async throws {
        try await PageVisitor.run { _, client async throws in
            let answer = try await client.get("/sw.js")
            #expect(answer["content-type"]?.hasPrefix("text/javascript") == true && answer["cache-control"] == "no-cache")
            let line = try #require(answer.text.split(separator: "\n").first?.dropFirst("const build = ".count).dropLast())
            let build = try JSONValue(parsing: Array(line.utf8))
            let shell = build["shell"]?.array?.compactMap(\.string) ?? []
            #expect(shell.contains { $0.hasPrefix("/assets/app.") && $0.hasSuffix(".css") } && shell.count > 8)
            for url in shell { #expect(try await client.get(url).status == 200, "\(url)") }
            // A kept page without its files would have no style.
            let page = try await client.get("/offline").text
            let needed = Set(page.matches(of: /\/assets\/[\w.-]+/).map { String($0.output) })
            #expect(needed.isSuperset(of: shell.filter { $0.hasPrefix("/assets/app.") }))
        }
    }

    @Test func anotherFileMakesAnotherWorker() throws {
        func script(_ style: String) throws -> String {
            let files = ["order.txt": "a.css", "a.css": style, "sw.js": "// worker", "app.js": "1"]
            let assets = try Assets(WebFolder(files: files.mapValues { Array($0.utf8) }))
            return String(decoding: ServiceWorker.script("// worker", assets), as: UTF8.self)
        }
        #expect(try script("a{}") == script("a{}"))
        #expect(try script("a{}") != script("b{}"))
    }

    // MARK: What may be kept

    @Test func onOnePersonsMachineFiguresMayBeKeptAndFormsMayNot() async throws {
        try await PageVisitor.run { _, client async throws in
            for (path, keeping) in [
                ("/", "page"), ("/markets", "page"), ("/favourites", "page"), ("/compare", "page"), ("/portfolio", "page"),
                ("/docs", "page"),
                ("/settings", "no"), ("/offline", "no"), ("/nothing", "no"), ("/file", "no"),
            ] {
                #expect(try await client.get(path)["closecast-keep"] == keeping, "\(path)")
            }
        }
    }

    @Test func withAccountsNothingOfAPersonMayBeKept() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, client async throws in
            let ann = try await server.person("ann@example.com", accounts, name: "Ann Onymous")
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 40))
            #expect(try await server.post("/v1/wallets", json: #"{"name":"Nestegg"}"#, headers: ann.headers).status == 201)
            let deposit = #"{"kind":"deposit","asset":"bitcoin","quantity":"1"}"#
            #expect(try await server.post("/v1/wallets/Nestegg/transactions", json: deposit, headers: ann.headers).status == 201)
            #expect(try await server.send("PUT", "/v1/favourites/BTC", headers: ann.headers).status == 204)
            let hers = PageVisitor(server, headers: ann.headers)
            for path in ["/", "/portfolio", "/wallets/Nestegg", "/favourites", "/settings", "/account"] {
                let page = try await hers.get(path)
                #expect(page["closecast-keep"] == "no accounts", "\(path) \(page.status)")
                #expect(page["cache-control"] == "no-store", "\(path)")
            }
            for path in ["/markets", "/compare", "/docs", "/coins/BTC"] {
                #expect(try await hers.get(path)["closecast-keep"] == "copy accounts", "\(path)")
                // The copy that the worker keeps instead.
                let copy = try await hers.get(path, [("Closecast-Copy", "yes")])
                #expect(copy.status == 200 && copy["closecast-keep"] == "copied accounts", "\(path)")
                // The API examples mention an Ann of their own.
                let names = path == "/docs" ? [] : ["Ann", "ann@"]
                for part in ["Nestegg", "aria-pressed=\"true\""] + names {
                    #expect(!copy.has(part), "the copy of \(path) has \(part)")
                }
                #expect(PageVisitor.value(of: "csrf", in: copy.text)?.isEmpty ?? true, "the copy of \(path) has a form token")
            }
            #expect(try await hers.get("/portfolio").has("Nestegg"), "the test would not see it")
            // A copy needs the same rights as the page.
            let stranger = try await client.get("/markets", [("Closecast-Copy", "yes")])
            #expect(stranger.status == 303 && stranger["location"]?.hasPrefix("/sign-in") == true)
        }
    }

    /// Rights are checked for the caller, so a page about the caller is shown to the caller, whatever the worker requests.
    @Test func everyPageAnswersARequestForACopy() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, client async throws in
            let visitor = PageVisitor(server, headers: try await server.makeOperator("op@example.com", accounts).person.headers)
            for page in ["", "/devices", "/tokens", "/password", "/pin", "/events", "/second-factor", "/deletion"] {
                let answer = try await visitor.get("/account\(page)", [("Closecast-Copy", "1")])
                #expect(answer.status == 200 && answer["closecast-keep"] == "no accounts", "\(page)")
                // Their form keys differ.
                #expect(answer.text.utf8.count == (try await visitor.get("/account\(page)").text.utf8.count), "\(page)")
            }
            // Everything else that is linked.
            var (waiting, seen) = (["/", "/confirm", "/operators/verifications", "/offline"], Set<String>())
            while let path = waiting.popLast() {
                guard seen.insert(path).inserted, seen.count < 300 else { continue }
                let answer = try await visitor.get(path, [("Closecast-Copy", "1")])
                #expect(answer.status < 500, "\(path)")
                waiting += (try await visitor.get(path)).text.matches(of: /href="(\/[^"#]*)"/).map { String($0.output.1) }
                    .filter { !$0.hasPrefix("/assets") && !$0.hasPrefix("/v1") }
            }
            #expect(seen.count > 30, "\(seen)")
            #expect(try await client.get("/sign-in").status == 200)
        }
    }

    @Test func thePolicyForbidsScriptsMadeOfText() async throws {
        try await PageVisitor.run { _, client async throws in
            let policy = try await client.get("/")["content-security-policy"] ?? ""
            for part in [
                "require-trusted-types-for 'script'", "trusted-types closecast", "worker-src 'self'", "default-src 'none'",
            ] {
                #expect(policy.contains(part), "\(policy)")
            }
            #expect(!policy.contains("unsafe"))
        }
    }
}
