import Foundation
import HTTPEdge
import HTTPTestSupport
import JSONText
import Platform
import Testing

/// Pages of wallets show what the store has, refuse bad input beside its field, and show nothing of others.
@Suite struct WalletPageTests {
    private static func run(_ body: (ServerUnderTest, FormSender) async throws -> Void) async throws {
        try await ServerUnderTest.run(hasPages: true) { server in try await body(server, FormSender(server)) }
    }

    @Test func aWalletShowsItsTotalItsCoinsAndWhyItHasNoForecast() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let page = try await visitor.open("/wallets/Main")
            #expect(page.status == 200)
            let total = try #require(try await server.get("/v1/wallets/Main").json["value"]?.string)
            let whole = try #require(total.split(separator: ".").first)
            #expect(page.text.contains("<span data-amount>\(Self.grouped(String(whole)))<span class=\"rest\">"))
            for ticker in ["BTC", "ETH"] { #expect(page.text.contains("<b>\(ticker)</b>")) }
            #expect(page.text.contains("the 500 daily closes that the model reads"))
            // The lots behind the figure lead to their transactions.
            #expect(page.text.contains("/history#t2\""))
        }
    }

    private static func grouped(_ digits: String) -> String {
        digits.count <= 3 ? digits : "\(digits.dropLast(3)),\(digits.suffix(3))"
    }

    @Test func theForecastIsThatOfTheAPI() async throws {
        var settings = EdgeSettings()
        // A debug build computes 1,000 paths of 96 days for many seconds.
        settings.requestSeconds = 300
        try await ServerUnderTest.run(settings: settings, hasPages: true) { server async throws in
            let visitor = FormSender(server)
            try await server.store(ServerUnderTest.walk(1), of: "bitcoin")
            try await server.done(server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            try await server.done(
                server.post(
                    "/v1/wallets/Main/transactions",
                    json: #"{"kind":"set","holdings":[{"asset":"BTC","quantity":"2"},{"asset":"USD","quantity":"3000"}]}"#))
            // From now on the sample paths are in memory.
            let wanted = try await server.get("/v1/wallets/Main/forecast?above=5000").json
            let values = try #require(wanted["values"]?.array?.last)
            let odds = try #require(values["probability_above"]?.number)
            let answer = try await visitor.open("/wallets/Main/odds.json?above=5000&ahead=3M").json
            #expect(abs(try #require(answer["above"]?.number) - odds) < 1e-6)
            let chart = try await visitor.open("/wallets/Main/chart.json").json
            let middle = try #require(chart["fan"]?["middle"]?.array?.last?.number)
            #expect(abs(middle - (values["point"]?.number ?? 0)) < 0.0051)
            let page = try await visitor.open("/wallets/Main?above=5000&ahead=3M").text
            #expect(page.contains("\(Int((odds * 100).rounded())) of 100 simulated paths"))
        }
    }

    @Test func whatIsTypedWronglyIsRefusedBesideItsFieldAndKept() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let before = try await server.get("/v1/wallets/Main/transactions").text
            let cases: [(KeyValuePairs<String, String>, field: String)] = [
                (["kind": "buy", "asset": "BTC", "quantity": "1e3", "note": "kept note"], "quantity"),
                (["kind": "buy", "asset": "", "quantity": "1", "note": "kept note"], "asset"),
                (["kind": "buy", "asset": "NOSUCH", "quantity": "1", "note": "kept note"], "asset"),
                (["kind": "buy", "asset": "BTC", "quantity": "1", "cash": "2", "note": "kept note"], "quantity"),
                (["kind": "sell", "asset": "BTC", "quantity": "1000", "note": "kept note"], "quantity"),
                (["kind": "deposit", "asset": "BTC", "quantity": "1", "time": "2999-01-01", "note": "kept note"], "time"),
                (["kind": "transfer", "asset": "BTC", "quantity": "0.1", "to": "Main", "note": "kept note"], "to"),
            ]
            for (fields, field) in cases {
                let page = try await visitor.send(fields, to: "/wallets/Main/record")
                #expect(page.status == 422, "\(fields)")
                #expect(page.text.contains(try Regex("<p class=\"error\" id=\"\(field)-error\">[^<]+</p>")), "\(fields)")
                #expect(page.text.contains("value=\"kept note\""), "\(fields)")
            }
            #expect(try await server.get("/v1/wallets/Main/transactions").text == before)
        }
    }

    @Test func aPreviewRecordsNothingAndAFormSentTwiceRecordsOnce() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            func count() async throws -> Int {
                try await server.get("/v1/wallets/Main/transactions?limit=100").json["data"]?.array?.count ?? -1
            }
            let before = try await count()
            let order: KeyValuePairs = ["kind": "deposit", "asset": "ETH", "quantity": "2.5", "time": "2025-02-25"]
            let preview = try await visitor.send(
                ["kind": "deposit", "asset": "ETH", "quantity": "2.5", "time": "2025-02-25", "do": "preview"],
                to: "/wallets/Main/record")
            #expect(preview.status == 200 && preview.text.contains("<span data-amount>2.5</span> ETH"))
            #expect(try await count() == before)
            for _ in 0..<2 {
                let page = try await visitor.send(order, to: "/wallets/Main/record", key: "one-form")
                #expect(page.status == 200)
            }
            #expect(try await count() == before + 1)
        }
    }

    @Test func namesAndNotesAreTextAndNeverMarkup() async throws {
        try await Self.run { server, visitor in
            let name = #"<img src=x onerror=alert(1)>"'&"#
            let made = try await visitor.send(["name": name, "basis": "fifo"], to: "/wallets/new")
            #expect(made.status == 200)
            let id = try #require(try await server.get("/v1/wallets").json["data"]?.array?.first?["id"]?.string)
            _ = try await visitor.send(
                ["kind": "deposit", "asset": "USD", "quantity": "5", "note": "<script>alert(2)</script>"],
                to: "/wallets/\(id)/record")
            for path in ["", "/history", "/settings", "/files", "/record"] {
                let text = try await visitor.open("/wallets/\(id)\(path)").text
                #expect(!text.contains("<img src=x") && !text.contains("<script>alert"), "\(path)")
                #expect(text.contains("&lt;img src=x"), "\(path)")
            }
        }
    }

    @Test func hiddenAmountsAreDotsInWhatIsShown() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let shown = try await visitor.open("/wallets/Main").text
            let amounts = shown.matches(of: /<span data-amount>([^<]+)</).map { String($0.output.1) }
            #expect(amounts.count > 10)
            let hidden = try await FormSender(server, cookie: "closecast-hidden=yes").open("/wallets/Main").text
            #expect(!hidden.contains("<span data-amount>"))
            // What is left after the attributes are taken away is what is seen and read aloud.
            let seen = hidden.replacing(/[ ]data-amount="[^"]*"/, with: "")
            for amount in amounts where amount.count > 4 { #expect(!seen.contains(">\(amount)<"), "\(amount)") }
        }
    }

    @Test func hidingLeadsToPagesOfThisSiteOnly() async throws {
        try await Self.run { server, visitor in
            for (next, expected) in [
                ("/wallets/Main", "/wallets/Main"), ("//evil.example", "/wallets"), ("https://evil.example", "/wallets"),
            ] {
                let token = try await visitor.token(of: "/wallets/new")
                let body = "hidden=yes&csrf=\(token)&next=\(next)"
                let head =
                    "POST /settings/hidden HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                let (bytes, port) = (Array((head + body).utf8), server.port)
                let answer = try await EdgeThread.run {
                    let client = try EdgeClient(port: port, timeoutSeconds: 120)
                    client.send(bytes)
                    return try client.answer()
                }
                #expect(answer.status == 303)
                #expect(answer.headers.first { $0.name == "location" }?.value == expected)
            }
        }
    }

    @Test func transactionsAreTakenBackTogetherOrNotAtAll() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            // The deposit alone is needed by the purchases.
            let refused = try await visitor.send(["id": "1"], to: "/wallets/Main/history")
            #expect(refused.status == 409)
            #expect(refused.text.contains("Later transactions use what these brought in"))
            #expect(refused.text.contains(#"value="1" checked"#))
            let none = try await visitor.send([:], to: "/wallets/Main/history")
            #expect(none.status == 422)
            let fee = try await server.get("/v1/wallets/Main/transactions?kind=fee").json["data"]?.array?.first?["id"]?.integer
            let id = try #require(fee)
            let done = try await visitor.send(["id": "\(id)"], to: "/wallets/Main/history")
            #expect(done.status == 200 && done.text.contains("taken back by #"))
        }
    }

    @Test func aFileIsPreviewedThenRecordedAsItWasPreviewed() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let bad = "time,kind,wallet,asset,quantity,cash\n2025-02-20,deposit,Main,USD,lots,\n2025-02-20,deposit,Main,NOSUCH,1,\n"
            let faults = try await visitor.send(["do": "preview", "text": bad], to: "/wallets/files")
            #expect(faults.status == 422)
            #expect(faults.text.contains("<b>Line 2</b>") && faults.text.contains("<b>Line 3</b>"))
            #expect(faults.text.contains("2025-02-20,deposit,Main,USD,lots"))
            let good = "time,kind,wallet,asset,quantity,cash\n2025-02-20,deposit,Fresh,USD,77,\n"
            let preview = try await visitor.send(["do": "preview", "text": good, "create": "yes"], to: "/wallets/files")
            #expect(preview.status == 200)
            #expect(try await server.get("/v1/wallets/Fresh").status == 404)
            let pending = try #require(preview.text.firstMatch(of: /name="pending" value="([0-9a-f]+)"/)).output.1
            let done = try await visitor.send(["do": "import", "pending": String(pending), "create": "yes"], to: "/wallets/files")
            #expect(done.status == 200)
            #expect(try await server.get("/v1/wallets/Fresh").json["value"]?.string == "77")
            // What was recorded is no longer kept.
            let again = try await visitor.send(["do": "import", "pending": String(pending)], to: "/wallets/files")
            #expect(again.status == 422 && again.text.contains("older than 15 minutes"))
        }
    }

    @Test func aWalletThatHoldsSomethingIsDeletedByItsNameOnly() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let refused = try await visitor.send(["confirmation": "Mian"], to: "/wallets/Main/delete", on: "/wallets/Main/settings")
            #expect(refused.status == 422 && refused.text.contains(#"value="Mian""#))
            #expect(try await server.get("/v1/wallets/Main").status == 200)
            _ = try await visitor.send(["confirmation": "Main"], to: "/wallets/Main/delete", on: "/wallets/Main/settings")
            #expect(try await server.get("/v1/wallets/Main").status == 404)
        }
    }
}
