import Foundation
import JSONText
import Portfolio
import ServerWorld
import Services
import Testing
import Waits

/// Links that show a wallet to others: what their readers see, when they end, and that nobody else makes or sees them.
@Suite(.serialized) struct ShareRouteTests {
    /// A wallet whose amounts occur nowhere else.
    private static func makeWallet(_ server: ServerUnderTest, _ headers: [String: String] = [:]) async throws {
        try await server.store([61234.5, 62345.75, 63456.875], of: "bitcoin")
        try await server.store([2345.625, 2456.125, 2567.375], of: "ethereum")
        try server.done(await server.post("/v1/wallets", json: #"{"name":"Nightingale"}"#, headers: headers))
        for body in [
            #"{"kind":"deposit","asset":"USD","quantity":"7654321.125","time":"2025-02-24"}"#,
            #"{"kind":"buy","asset":"BTC","quantity":"17.125","price":"60123.5","time":"2025-02-26"}"#,
            #"{"kind":"buy","asset":"ETH","quantity":"431.0625","price":"2222.25","time":"2025-02-27","note":"wrens"}"#,
        ] {
            try server.done(await server.post("/v1/wallets/Nightingale/transactions", json: body, headers: headers))
        }
    }

    private static func share(
        _ server: ServerUnderTest, _ shows: String, _ more: String = "", _ headers: [String: String] = [:]
    ) async throws -> (id: String, token: String) {
        let body = #"{"label":"Our savings","shows":"\#(shows)"\#(more)}"#
        let made = try server.done(await server.post("/v1/wallets/Nightingale/shares", json: body, headers: headers))
        #expect(made.status == 201)
        return (try #require(made.json["id"]?.string), try #require(made.json["token"]?.string))
    }

    /// Every text of digits in a wallet's documents that is long enough to be nobody else's, with and without its decimals.
    private static func amounts(_ server: ServerUnderTest) async throws -> Set<String> {
        var found = Set<String>()
        func collect(_ value: JSONValue) {
            switch value {
            case .string(let text) where Double(text) != nil: found.insert(text)
            case .object(let members): for member in members { collect(member.value) }
            case .array(let values): for value in values { collect(value) }
            default: break
            }
        }
        for path in ["", "/valuation", "/gains", "/transactions", "/value"] {
            collect(try server.done(await server.get("/v1/wallets/Nightingale\(path)")).json)
        }
        let whole = found.compactMap { $0.split(separator: ".").first.map(String.init) }
        return found.union(whole).filter { $0.count { $0.isNumber } >= 4 && !["2024", "2025"].contains($0) }
    }

    /// The text of an answer without digests, addresses of files and the marks between thousands.
    private static func plain(_ answer: String, _ token: String) -> String {
        answer.replacing(token, with: "").replacing(/(href|src|data-scripts|data-words)="[^"]*"/, with: "")
            .replacing(/(\d)[,\u{A0}\u{202F}' ](\d\d\d)/) { "\($0.output.1)\($0.output.2)" }
    }

    /// The headers that say something about the content.
    private static func headers(_ answer: ServerUnderTest.Answer) -> String {
        "\(answer.headers.filter { !["etag", "date", "x-request-id"].contains($0.key) })"
    }

    @Test func aLinkOfPercentagesHasNoAmountAnywhere() async throws {
        try await PageVisitor.run { server, visitor in
            try await Self.makeWallet(server)
            let (_, token) = try await Self.share(server, "percent")
            let amounts = try await Self.amounts(server)
            let wallet = try #require(try await server.get("/v1/wallets/Nightingale").json["id"]?.string)
            #expect(amounts.contains("7654321.125") || amounts.contains { $0.hasPrefix("431") }, "\(amounts)")
            let path = "/v1/shared/\(token)"
            var seen: [String] = []
            for target in [path, path + "?currency=EUR", path + "?format=csv", path + "?currency=USD&format=csv"] {
                let answer = try server.done(await server.get(target))
                seen.append("\(Self.headers(answer))\n\(answer.text)")
            }
            let page = try await visitor.get("/shared/\(token)")
            #expect(page.status == 200 && page.has("Our savings") && page.has("BTC"), "\(page.text)")
            seen.append(page.text)
            for answer in seen {
                let plain = Self.plain(answer, token)
                for amount in amounts where plain.contains(amount) { Issue.record("\(amount) is in \(plain)") }
                for word in ["Nightingale", "wrens", wallet] where plain.contains(word) { Issue.record("\(word) is in \(plain)") }
            }
            let shared = try await server.get(path).json
            #expect(shared["value"] == nil && shared["currency"] == nil)
            let holdings = try #require(shared["holdings"]?.array)
            #expect(holdings.map { $0.members?.map(\.key) } == Array(repeating: ["asset", "ticker", "name", "percent"], count: 3))
            let sum = holdings.compactMap { $0["percent"]?.number }.reduce(0, +)
            #expect(abs(sum - 100) < 0.05, "\(holdings)")
            #expect(shared["change_1d_percent"]?.number != nil && shared["change_365d_percent"] == .null, "\(shared)")
        }
    }

    @Test func aLinkOfAmountsHasTheValueButNoTransaction() async throws {
        try await PageVisitor.run { server, visitor in
            try await Self.makeWallet(server)
            let (_, token) = try await Self.share(server, "amounts")
            let (shared, wallet) = (
                try server.done(await server.get("/v1/shared/\(token)")), try await server.get("/v1/wallets/Nightingale").json
            )
            #expect(shared.json["value"] == wallet["value"] && shared.json["currency"] == .string("USD"))
            #expect(shared.text.contains(#""quantity":"17.125""#) && !shared.text.contains("60123.5"), "\(shared.text)")
            #expect(!shared.text.contains("wrens") && !shared.text.contains("Nightingale"))
            let csv = try server.done(await server.get("/v1/shared/\(token)", headers: ["Accept": "text/csv"]))
            #expect(csv.text.hasPrefix("asset,ticker,name,percent,quantity,price,value\n"), "\(csv.text)")
            #expect(try await visitor.get("/shared/\(token)").has("17.125"))
        }
    }

    @Test func noAnswerIsListedKeptOrTold() async throws {
        try await PageVisitor.run { server, visitor in
            try await Self.makeWallet(server)
            let (_, token) = try await Self.share(server, "percent")
            for path in ["/v1/shared/\(token)", "/v1/shared/\(token)?format=csv", "/v1/shared/unknown"] {
                let answer = try await server.get(path)
                #expect(answer.header("X-Robots-Tag") == "noindex, nofollow, noarchive", "\(path)")
                #expect(
                    answer.header("Cache-Control") == "no-store" && answer.header("Referrer-Policy") == "no-referrer", "\(path)")
            }
            for path in ["/shared/\(token)", "/shared/unknown"] {
                let page = try await visitor.get(path)
                #expect(
                    page["x-robots-tag"] == "noindex, nofollow, noarchive" && page["referrer-policy"] == "no-referrer", "\(path)")
                #expect(page["cache-control"] == "no-store", "\(path)")
            }
            // A page whose browser tells nobody its address cannot send forms.
            #expect(try await visitor.get("/shared/\(token)").has("<form") == false)
        }
    }

    @Test func unknownEndedAndRevokedLinksAreOneAnswer() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeWallet(server)
            let (ended, revoked) = (
                try await Self.share(server, "percent", #","days":1"#), try await Self.share(server, "amounts")
            )
            let kept = try await Self.share(server, "percent")
            #expect(try await server.send("DELETE", "/v1/wallets/Nightingale/shares/\(revoked.id)").status == 204)
            #expect(try await server.send("DELETE", "/v1/wallets/Nightingale/shares/\(revoked.id)").status == 404)
            #expect(try await server.get("/v1/shared/\(ended.token)").status == 200)
            server.clock.advance(by: 86_400)
            var answers = Set<String>()
            let unknown = "closecast_share_" + String(repeating: "0", count: 64)
            for token in [ended.token, revoked.token, unknown, "x", String(repeating: "y", count: 1000)] {
                let answer = try await server.get("/v1/shared/\(token)")
                #expect(answer.status == 404 && answer.json["code"]?.string == "no-shared-wallet", "\(answer.text)")
                answers.insert("\(answer.json.without("request_id"))")
            }
            #expect(answers.count == 1, "\(answers)")
            #expect(try await server.get("/v1/shared/\(kept.token)").status == 200)
            let listed = try await server.get("/v1/wallets/Nightingale/shares").json["data"]?.array ?? []
            #expect(listed.map { $0["id"]?.string } == [kept.id] && listed[0]["token"] == nil && listed[0]["hash"] == nil)
        }
    }

    @Test func aDeletedWalletEndsItsLinksForGood() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeWallet(server)
            let (_, token) = try await Self.share(server, "percent")
            try server.done(await server.send("DELETE", "/v1/wallets/Nightingale?with_holdings=true"))
            #expect(try await server.get("/v1/shared/\(token)").status == 404)
            try server.done(await server.send("POST", "/v1/wallets/Nightingale/restoration"))
            #expect(try await server.get("/v1/shared/\(token)").status == 404)
            #expect(try await server.get("/v1/wallets/Nightingale/shares").json["data"] == .array([]))
        }
    }

    @Test func anotherOwnerNeitherSeesNorRevokesThem() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            let ann = ["Authorization": "Bearer \(try await server.token(owner: "ann"))"]
            let bob = ["Authorization": "Bearer \(try await server.token(owner: "bob"))"]
            let reader = ["Authorization": "Bearer \(try await server.token(owner: "ann", scope: .read))"]
            try await Self.makeWallet(server, ann)
            let (id, token) = try await Self.share(server, "percent", "", ann)
            let path = "/v1/wallets/Nightingale/shares"
            #expect(try await server.get(path, headers: bob).status == 404)
            #expect(try await server.post(path, json: #"{"label":"x"}"#, headers: bob).status == 404)
            #expect(try await server.send("DELETE", "\(path)/\(id)", headers: bob).status == 404)
            // Nor through a wallet of their own.
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Mine"}"#, headers: bob))
            #expect(try await server.send("DELETE", "/v1/wallets/Mine/shares/\(id)", headers: bob).status == 404)
            #expect(try await server.post(path, json: #"{"label":"x"}"#, headers: reader).status == 403)
            #expect(try await server.get(path).status == 401)
            // The link needs no token, and another person's changes nothing.
            #expect(try await server.get("/v1/shared/\(token)").status == 200)
            #expect(try await server.get("/v1/shared/\(token)", headers: bob).status == 200)
        }
    }

    @Test func limitsAreKept() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeWallet(server)
            let path = "/v1/wallets/Nightingale/shares"
            for (body, field) in [
                (#"{"label":""}"#, "/label"), (#"{"label":"x","days":366}"#, "/days"), (#"{"label":"x","days":0}"#, "/days"),
                (#"{"label":"x","shows":"all"}"#, "/shows"), (#"{"label":"  "}"#, "/label"), (#"{"label":"a\u202Eb"}"#, "/label"),
            ] {
                let refused = try await server.post(path, json: body)
                #expect(refused.status == 422 && refused.json["field"]?.string == field, "\(refused.text)")
            }
            _ = try await Self.share(server, "percent", #","days":1"#)
            for _ in 1..<WalletShares.most { _ = try await Self.share(server, "percent") }
            let many = try await server.post(path, json: #"{"label":"x"}"#)
            #expect(many.status == 409 && many.json["code"]?.string == "too-many-shares", "\(many.text)")
            // One that has ended does not count.
            server.clock.advance(by: 86_400)
            _ = try await Self.share(server, "percent", #","days":365"#)
            #expect(try await server.get(path).json["data"]?.array?.count == WalletShares.most)
        }
    }

    @Test func guessingIsSlow() async throws {
        try await ServerUnderTest.run { server async throws in
            var last: ServerUnderTest.Answer?
            for number in 0..<(SharedWalletRate.rate.burst * 3) {
                last = try await server.get("/v1/shared/\(number)")
                if last?.status == 429 { break }
            }
            let refused = try #require(last)
            #expect(refused.status == 429 && refused.json["code"]?.string == "rate-limited", "\(refused.text)")
            #expect(refused.header("Retry-After") != nil)
        }
    }

    @Test func theLastUseIsNotedAndTheSecretIsNotStored() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeWallet(server)
            let (_, token) = try await Self.share(server, "percent")
            let path = "/v1/wallets/Nightingale/shares"
            #expect(try await server.get(path).json["data"]?.array?[0]["last_used_on"] == .null)
            try server.done(await server.get("/v1/shared/\(token)"))
            try await until("the use is noted", everyMilliseconds: 20) {
                try await server.get(path).json["data"]?.array?[0]["last_used_on"]?.string == "2025-03-01"
            }
            let archive = try await server.database.archive(of: "local").first { $0.name == "wallet-links.json" }
            let text = String(decoding: try #require(archive).bytes, as: UTF8.self)
            #expect(text.contains("Our savings") && !text.contains(token) && !text.contains("hash"), "\(text)")
            let stored = try await server.database.reading {
                try $0.rows("SELECT * FROM wallet_shares").count { "\($0)".contains(token) }
            }
            #expect(stored == 0)
        }
    }

    @Test func aLinkOfAPersonWhoseAccountIsAboutToBeDeletedShowsNothing() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            try await Self.makeWallet(server, ann.headers)
            let (_, token) = try await Self.share(server, "amounts", "", ann.headers)
            #expect(try await server.get("/v1/shared/\(token)").status == 200)
            let body = #"{"password":"\#(ServerUnderTest.password)","email":"ann@example.com"}"#
            try server.done(await server.send("PUT", "/v1/account/deletion", body: body, headers: ann.headers))
            #expect(try await server.get("/v1/shared/\(token)").status == 404)
        }
    }
}
