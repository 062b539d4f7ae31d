import APIKit
import Expenses
import JSONText
import Platform
import ServerWorld
import Testing

/// The expense journal through the API: what is kept and refused, keys, limits, files, and that nobody sees another's.
@Suite(.serialized) struct ExpenseRouteTests {
    private static func draft(_ name: String, _ amount: String = "10", _ day: String = "2025-02-20", _ more: String = "") -> String
    {
        #"{"name":"\#(name)","amount":"\#(amount)","currency":"EUR","day":"\#(day)"\#(more)}"#
    }

    @Test func aJournalIsKept() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/expenses/categories", json: #"{"name":"Food"}"#))
            try server.done(await server.post("/v1/places", json: #"{"name":"Corner","categories":["Food"]}"#))
            let lunch = Self.draft("Lunch", "12.50", "2025-02-20", #","category":"food","place":"corner""#)
            let added = try server.done(await server.post("/v1/expenses", json: lunch)).json
            let id = try #require(added["id"]?.string)
            #expect(added["amount"]?.string == "12.5" && added["version"] == .number(1) && added["place_name"]?.string == "Corner")
            let batch = #"{"expenses":[\#((0..<5).map { Self.draft("n\($0)", "1", "2025-02-1\($0)") }.joined(separator: ","))]}"#
            #expect(try server.done(await server.post("/v1/expenses/batch", json: batch)).json["data"]?.array?.count == 5)
            let first = try server.done(await server.get("/v1/expenses?limit=4")).json
            #expect(first["data"]?.array?.compactMap { $0["name"]?.string } == ["Lunch", "n4", "n3", "n2"])
            #expect(first["totals"]?.array?.count == 4 && first["totals"]?.array?.first?["amount"]?.string == "12.5")
            let cursor = try #require(first["next_cursor"]?.string)
            let second = try server.done(await server.get("/v1/expenses?limit=4&cursor=\(cursor)")).json
            #expect(second["data"]?.array?.count == 2 && second["next_cursor"] == .null)
            #expect(try await server.get("/v1/expenses/usual?name=LUNCH").json["amount"]?.string == "12.5")
            let place = try server.done(await server.get("/v1/places/Corner")).json
            #expect(place["count"] == .number(1) && place["last_visit"]?.string == "2025-02-20")
            let edit = #"{"version":1,"# + Self.draft("Dinner", "20").dropFirst()
            let edited = try server.done(await server.send("PUT", "/v1/expenses/\(id)", body: edit)).json
            #expect(edited["version"] == .number(2) && edited["name"]?.string == "Dinner")
            let stale = try await server.send("PUT", "/v1/expenses/\(id)", body: edit)
            #expect(stale.status == 409 && stale.json["code"]?.string == "changed-meanwhile", "\(stale.text)")
            let copy = try server.done(await server.post("/v1/expenses/\(id)/duplicate", json: #"{"day":"2025-02-21"}"#)).json
            #expect(copy["name"]?.string == "Dinner" && copy["day"]?.string == "2025-02-21" && copy["id"]?.string != id)
            #expect(try await server.send("DELETE", "/v1/expenses/\(id)").status == 204)
            #expect(try await server.get("/v1/expenses/\(id)").status == 404)
            #expect(try await server.post("/v1/expenses/\(id)/restore", json: "{}").status == 200)
            let overview = try server.done(await server.get("/v1/expenses/overview?from=2025-02&through=2025-02")).json
            #expect(overview["months"]?.array?.first?["amount"]?.string == "45", "\(overview)")
        }
    }

    @Test func recurringOnesAndBudgetsAreKept() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/expenses/categories", json: #"{"name":"Home"}"#))
            let rent = #"{"name":"Rent","amount":"800","currency":"EUR","category":"Home","unit":"month","first":"2025-01-31"}"#
            let recurring = try server.done(await server.post("/v1/expenses/recurring", json: rent)).json
            #expect(recurring["next_on"]?.string == "2025-03-31")
            let id = try #require(recurring["id"]?.string)
            #expect(try await server.get("/v1/expenses").json["data"]?.array?.count == 2)
            let paused = try server.done(await server.post("/v1/expenses/recurring/\(id)/pause", json: #"{"paused":true}"#)).json
            #expect(paused["paused"] == .boolean(true))
            let budget = #"{"category":"Home","amount":"500","currency":"EUR","from_month":"2025-02"}"#
            let set = try server.done(await server.send("PUT", "/v1/expenses/budgets", body: budget)).json
            let listed = try server.done(await server.get("/v1/expenses/budgets?month=2025-02")).json["data"]?.array
            #expect(listed?.first?["spent"]?.string == "800" && listed?.first?["left"]?.string == "-300")
            let number = try #require(set["id"]?.string)
            #expect(try await server.send("DELETE", "/v1/expenses/budgets/\(number)").status == 204)
            #expect(try await server.send("DELETE", "/v1/expenses/recurring/\(id)").status == 204)
            let month = try server.done(await server.get("/v1/expenses/month?currency=EUR")).json
            #expect(month["month"]?.string == "2025-03" && month["spent"]?.string == "0" && month["low"] == .null, "\(month)")
        }
    }

    @Test func aKeyGivesTheSameAnswer() async throws {
        try await ServerUnderTest.run { server async throws in
            let headers = ["Idempotency-Key": "lunch"]
            let first = try await server.post("/v1/expenses", json: Self.draft("Lunch"), headers: headers)
            let second = try await server.post("/v1/expenses", json: Self.draft("Lunch"), headers: headers)
            #expect(first.status == 201 && second.status == 201 && first.text == second.text)
            #expect(try await server.post("/v1/expenses", json: Self.draft("Other"), headers: headers).status == 422)
            let batch = #"{"expenses":[\#(Self.draft("a")),\#(Self.draft("b"))]}"#
            for _ in 0..<2 {
                let answer = try await server.post("/v1/expenses/batch", json: batch, headers: ["Idempotency-Key": "batch"])
                #expect(answer.status == 201 && answer.json["data"]?.array?.count == 2, "\(answer.text)")
            }
            #expect(try await server.get("/v1/expenses").json["data"]?.array?.count == 3)
        }
    }

    @Test func refusalsNameTheField() async throws {
        try await ServerUnderTest.run { server async throws in
            for (body, status, code) in [
                (Self.draft("x", "1.234"), 422, "bad-amount"), (Self.draft("x", "0"), 422, "invalid-value"),
                (Self.draft("x", "1", "2025-02-20", #","category":"None""#), 404, "no-category"),
                (Self.draft("x", "1", "2025-02-20", #","place":"None""#), 404, "no-place"),
                (Self.draft("x", "1", "2025-02-20", #","more":1"#), 400, "unknown-member"),
            ] {
                let answer = try await server.post("/v1/expenses", json: body)
                #expect(answer.status == status && answer.json["code"]?.string == code, "\(body): \(answer.text)")
            }
            let many = Array(repeating: Self.draft("x"), count: Expenses.mostAtOnce + 1).joined(separator: ",")
            #expect(try await server.post("/v1/expenses/batch", json: #"{"expenses":[\#(many)]}"#).status == 422)
            for path in ["?limit=0", "?cursor=zz", "?cursor=7", "?since=yesterday", "?least=-1", "?currency=euro"] {
                #expect(try await server.get("/v1/expenses\(path)").status == 422, "\(path)")
            }
            #expect(try await server.get("/v1/expenses?place=None").status == 404)
            #expect(try await server.get("/v1/expenses/overview?from=2025-03&through=2025-02").status == 422)
            #expect(try await server.get("/v1/expenses?limit=100000").status == 200)
        }
    }

    /// Rows of another person are not found, whatever is asked for.
    @Test func anotherPersonsRowsAreNotFound() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            func made(_ method: String, _ path: String, _ body: String) async throws -> String {
                try #require(server.done(await server.send(method, path, body: body, headers: ann.headers)).json["id"]?.string)
            }
            let category = try await made("POST", "/v1/expenses/categories", #"{"name":"Food"}"#)
            let place = try await made("POST", "/v1/places", #"{"name":"Corner"}"#)
            let expense = try await made("POST", "/v1/expenses", Self.draft("Lunch"))
            let recurring = try await made(
                "POST", "/v1/expenses/recurring",
                #"{"name":"Rent","amount":"8","currency":"EUR","unit":"month","first":"2025-05-01"}"#)
            let budget = try await made(
                "PUT", "/v1/expenses/budgets", #"{"category":"Food","amount":"5","currency":"EUR","from_month":"2025-02"}"#)
            _ = try await made("POST", "/v1/wallets", #"{"name":"Purse"}"#)
            let edit = #"{"version":1,"# + Self.draft("x").dropFirst()
            for (method, path, body) in [
                ("GET", "/v1/expenses/\(expense)", nil), ("PUT", "/v1/expenses/\(expense)", edit),
                ("DELETE", "/v1/expenses/\(expense)", nil), ("POST", "/v1/expenses/\(expense)/restore", "{}"),
                ("GET", "/v1/expenses/\(expense)/photo", nil), ("DELETE", "/v1/expenses/\(expense)/photo", nil),
                ("POST", "/v1/expenses/\(expense)/duplicate", #"{"day":"2025-02-20"}"#),
                ("POST", "/v1/expenses/\(expense)/wallet", #"{"wallet":"Purse"}"#),
                ("DELETE", "/v1/expenses/\(expense)/wallet", nil),
                ("POST", "/v1/expenses", Self.draft("x", "1", "2025-02-20", #","wallet":"Purse""#)),
                ("PATCH", "/v1/expenses/categories/\(category)", #"{"name":"x"}"#),
                ("POST", "/v1/expenses/categories/\(category)/merge", #"{"into":"\#(category)"}"#),
                ("DELETE", "/v1/expenses/categories/\(category)", nil), ("GET", "/v1/expenses/recurring/\(recurring)", nil),
                (
                    "PUT", "/v1/expenses/recurring/\(recurring)",
                    #"{"version":1,"name":"x","amount":"8","currency":"EUR","unit":"month","first":"2025-05-01"}"#
                ), ("POST", "/v1/expenses/recurring/\(recurring)/pause", #"{"paused":true}"#),
                ("DELETE", "/v1/expenses/recurring/\(recurring)", nil), ("DELETE", "/v1/expenses/budgets/\(budget)", nil),
                ("GET", "/v1/places/\(place)", nil), ("PUT", "/v1/places/\(place)", #"{"version":1,"name":"x"}"#),
                ("POST", "/v1/places/\(place)/favourite", "{}"), ("POST", "/v1/places/\(place)/merge", #"{"into":"\#(place)"}"#),
                ("DELETE", "/v1/places/\(place)", nil), ("GET", "/v1/expenses?place=\(place)", nil),
                ("GET", "/v1/expenses?category=\(category)", nil), ("GET", "/v1/expenses/export?category=\(category)", nil),
                ("POST", "/v1/expenses", Self.draft("x", "1", "2025-02-20", #","place":"\#(place)""#)),
            ] as [(String, String, String?)] {
                let answer = try await server.send(method, path, body: body, headers: eve.headers)
                #expect(answer.status == 404, "\(method) \(path): \(answer.status) \(answer.text)")
            }
            for path in ["/v1/expenses", "/v1/places", "/v1/expenses/categories", "/v1/expenses/recurring"] {
                #expect(try await server.get(path, headers: eve.headers).json["data"]?.array?.isEmpty == true, "\(path)")
                #expect(try await server.get(path, headers: ann.headers).json["data"]?.array?.count == 1, "\(path)")
            }
        }
    }

    // MARK: Photos

    private static func setPhoto(
        _ server: ServerUnderTest, _ expense: String, _ body: String = ServerUnderTest.photo, type: String = "image/webp",
        headers: [String: String] = [:]
    ) async throws -> ServerUnderTest.Answer {
        try await server.send(
            "PUT", "/v1/expenses/\(expense)/photo", body: body, headers: headers.merging(["Content-Type": type]) { $1 })
    }

    @Test func aPhotoIsSetShownAndRemoved() async throws {
        try await ServerUnderTest.run { server async throws in
            let added = try server.done(await server.post("/v1/expenses", json: Self.draft("Lunch"))).json
            let id = try #require(added["id"]?.string)
            let photo = "/v1/expenses/\(id)/photo"
            #expect(added["photo_at"] == .null)
            let none = try await server.get(photo)
            #expect(none.status == 404 && none.json["code"]?.string == "no-photo", "\(none.text)")
            for _ in 0..<2 { #expect(try await Self.setPhoto(server, id).status == 204, "it may be sent again") }
            #expect(try await server.get("/v1/expenses/\(id)").json["photo_at"]?.string == "2025-03-01T12:00:00Z")
            let shown = try await server.get(photo)
            #expect(shown.status == 200 && shown.text == ServerUnderTest.photo && shown.header("Content-Type") == "image/jpeg")
            #expect(shown.header("Cache-Control") == "private, no-cache" && shown.header("X-Content-Type-Options") == "nosniff")
            #expect(shown.header("Content-Security-Policy")?.contains("sandbox") == true)
            let again = try await server.get(photo, headers: ["If-None-Match": try #require(shown.header("ETag"))])
            #expect(again.status == 304)
            for (body, type, status, code) in [
                ("GIF89a", "image/png", 422, "not-a-picture"), ("x", "image/gif", 415, "content-type"),
            ] {
                let refused = try await Self.setPhoto(server, id, body, type: type)
                #expect(refused.status == status && refused.json["code"]?.string == code, "\(type): \(refused.text)")
            }
            #expect(server.operations.first { $0.id == "setExpensePhoto" }?.body?.maximumBytes == 10 << 20)
            #expect(try await server.get(photo).text == ServerUnderTest.photo)
            #expect(try await Self.setPhoto(server, "x_0000000000000000").status == 404)
            for _ in 0..<2 { #expect(try await server.send("DELETE", photo).status == 204) }
            #expect(try await server.get(photo).status == 404)
        }
    }

    /// A photo is its owner's alone, not kept by a browser that may be shared, and counted with the other pictures of a person.
    @Test func aPhotoIsItsOwnersAlone() async throws {
        let accounts = TestAccounts()
        let quotas = StorageQuotas(pictureBytes: 2500)
        try await ServerUnderTest.run(accounts: accounts, quotas: quotas) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            func added(_ name: String) async throws -> String {
                let answer = try await server.post("/v1/expenses", json: Self.draft(name), headers: ann.headers)
                return try #require(answer.json["id"]?.string)
            }
            let (lunch, dinner) = (try await added("Lunch"), try await added("Dinner"))
            #expect(try await Self.setPhoto(server, lunch, headers: ann.headers).status == 204)
            #expect(try await Self.setPhoto(server, lunch, headers: eve.headers).status == 404)
            let shown = try await server.get("/v1/expenses/\(lunch)/photo", headers: ann.headers)
            #expect(shown.text == ServerUnderTest.photo && shown.header("Cache-Control") == "no-store")
            let full = try await Self.setPhoto(server, dinner, headers: ann.headers)
            #expect(full.status == 413 && full.json["code"]?.string == "quota-exceeded", "\(full.text)")
            accounts.setPicturesBusy(true)
            let busy = try await Self.setPhoto(server, lunch, headers: ann.headers)
            #expect(busy.status == 503 && busy.json["code"]?.string == "busy", "\(busy.text)")
            accounts.setPicturesBusy(false)
            // A token counts with its person.
            let token = try await server.post(
                "/v1/account/tokens", json: #"{"name":"t","scope":"write","days":1}"#, headers: ann.headers)
            let bearer = ["Authorization": "Bearer \(try #require(token.json["token"]?.string))"]
            for _ in 0..<18 { #expect(try await Self.setPhoto(server, lunch, headers: bearer).status == 204) }
            let late = try await Self.setPhoto(server, lunch, headers: ann.headers)
            #expect(late.status == 429, "\(late.text)")
        }
    }

    // MARK: Wallets and rates

    @Test func aWalletsCashPays() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let deposit = #"{"kind":"deposit","asset":"USD","quantity":"100","time":"2025-01-20"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: deposit))
            func draft(_ amount: String, _ currency: String = "USD", _ more: String = "") -> String {
                #"{"name":"Lunch","amount":"\#(amount)","currency":"\#(currency)","day":"2025-02-20"\#(more)}"#
            }
            let added = try server.done(await server.post("/v1/expenses", json: draft("40", "USD", #","wallet":"main""#))).json
            let id = try #require(added["id"]?.string)
            #expect(added["wallet"]?.string?.isEmpty == false && added["wallet_transaction"]?.number != nil, "\(added)")
            let log = try server.done(await server.get("/v1/wallets/Main/transactions")).json
            #expect(log["data"]?.array?.first?["note"]?.string == "Lunch · \(id)", "\(log)")
            for (body, status, code) in [
                (draft("61", "USD", #","wallet":"Main""#), 409, "insufficient"),
                (draft("1", "KZT", #","wallet":"Main""#), 409, "insufficient"),
                (draft("1", "USD", #","wallet":"None""#), 404, "no-such-wallet"),
            ] {
                let answer = try await server.post("/v1/expenses", json: body)
                #expect(answer.status == status && answer.json["code"]?.string == code, "\(body): \(answer.text)")
            }
            #expect(try await server.get("/v1/expenses").json["data"]?.array?.count == 1)
            #expect(try await server.send("DELETE", "/v1/expenses/\(id)/wallet").status == 204)
            #expect(try await server.get("/v1/expenses/\(id)").json["wallet"] == .null)
            let headers = ["Idempotency-Key": "pay"]
            let body = #"{"wallet":"Main"}"#
            let first = try await server.post("/v1/expenses/\(id)/wallet", json: body, headers: headers)
            let second = try await server.post("/v1/expenses/\(id)/wallet", json: body, headers: headers)
            #expect(first.status == 200 && first.text == second.text, "\(first.text)")
        }
    }

    @Test func currenciesAreAddedAtStoredRates() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.store([1.25, 1.25], of: "eur")
            let day = "\(ServerUnderTest.yesterday)"
            try server.done(await server.post("/v1/expenses", json: Self.draft("Lunch", "10", day)))
            let taxi = #"{"amount":"4500","currency":"KZT","day":"\#(day)"}"#
            try server.done(await server.post("/v1/expenses", json: taxi))
            let path = "/v1/expenses/overview?from=2025-01&through=2025-12"
            let plain = try server.done(await server.get(path)).json
            #expect(plain["total_currency"] == .null && plain["totals"]?.array?.isEmpty == true)
            let dollars = try server.done(await server.get("\(path)&total_currency=USD")).json
            #expect(dollars["totals"]?.array?.first?["amount"]?.string == "12.5", "\(dollars)")
            #expect(dollars["rates"]?.array?.first?["pair"]?.string == "EUR/USD")
            #expect(dollars["rates"]?.array?.first?["last_day"]?.string == day)
            #expect(dollars["left_out"]?.array?.first?["amount"]?.string == "4500")
            #expect(try await server.get("\(path)&total_currency=BTC").status == 422)
        }
    }

    // MARK: Files

    private static let statement =
        "Datum;Verwendungszweck;Betrag\n01.02.2025;Brot;-3,50\n13.02.2025;Milch;-1,20\n13.02.2025;Offen;\n"

    @Test func aStatementIsShownAddedAndExported() async throws {
        try await ServerUnderTest.run { server async throws in
            func send(_ path: String, _ body: String = Self.statement, key: String? = nil) async throws -> ServerUnderTest.Answer {
                var headers = ["Content-Type": "text/csv"]
                headers["Idempotency-Key"] = key
                return try await server.send("POST", "/v1/expenses/import\(path)", body: body, headers: headers)
            }
            let open = try server.done(await send("/preview")).json
            #expect(open["questions"]?.array?.compactMap { $0["parameter"]?.string } == ["currency"], "\(open)")
            let refused = try await send("")
            #expect(refused.status == 422 && refused.json["code"]?.string == "open-questions", "\(refused.text)")
            let shown = try server.done(await send("/preview?currency=EUR")).json
            #expect(shown["new"] == .number(2) && shown["rows"]?.array?.first?["name"]?.string == "Brot", "\(shown)")
            #expect(shown["faults"]?.array?.first?["code"]?.string == "no-amount")
            #expect(try await server.get("/v1/expenses").json["data"]?.array?.isEmpty == true)
            for _ in 0..<2 {
                let added = try server.done(await send("?currency=EUR", key: "statement")).json
                #expect(added["added"] == .number(2) && added["faulty"] == .number(1))
            }
            #expect(try server.done(await send("?currency=EUR")).json["known"] == .number(2))
            let file = try await server.get("/v1/expenses/export?since=2025-02-10")
            #expect(file.header("Content-Disposition")?.contains("expenses.csv") == true)
            #expect(file.text.hasPrefix("date,time,") && file.text.split(separator: "\n").count == 2, "\(file.text)")
            #expect(try server.done(await send("", file.text)).json["known"] == .number(1))
            for (path, body, code) in [
                ("", "nothing\n", "bad-statement"), ("?columns=date%3D9", Self.statement, "bad-columns"),
                ("?currency=euro", Self.statement, "invalid-value"),
            ] {
                let answer = try await send(path, body)
                #expect(answer.status == 422 && answer.json["code"]?.string == code, "\(path): \(answer.text)")
            }
        }
    }

    // MARK: How long it lasts

    @Test func aWalletLastsAsLongAsItsPathsSay() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.store(ServerUnderTest.walk(1), of: "bitcoin")
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            try server.done(
                await server.post(
                    "/v1/wallets/Main/transactions", json: #"{"kind":"set","holdings":[{"asset":"BTC","quantity":"0.5"}]}"#))
            let path = "/v1/expenses/lasting?wallet=Main"
            let early = try await server.get(path)
            #expect(early.status == 409 && early.json["code"]?.string == "no-complete-month", "\(early.text)")
            let rich = try server.done(await server.get("\(path)&monthly=0.01")).json
            func chances(_ document: JSONValue) -> [JSONValue?] { (document["chances"]?.array ?? []).map { $0["probability"] } }
            #expect(
                chances(rich) == [.number(1), .number(1), .number(1), .null, .null] && rich["half_gone_day"] == .null, "\(rich)")
            #expect(rich["alive"]?.array?.count == 96 && rich["horizon"] == .number(96) && rich["months"] == .number(0))
            let value = try #require(rich["value"]?.number)
            let poor = try server.done(await server.get("\(path)&monthly=\(Int(value * 2))")).json
            #expect(chances(poor).last == .number(0) && poor["half_gone_month"] == .number(1), "\(poor)")
            // The same, in another currency at a rate.
            let other = try server.done(
                await server.get("\(path)&monthly=\(Int(value * 2) * 500)&spending_currency=KZT&rate=500")
            ).json
            #expect(chances(other) == chances(poor) && other["spending_currency"]?.string == "KZT")
            for (query, status, code) in [
                ("&spending_currency=KZT&monthly=5", 422, "no-rate"), ("&monthly=5&fee_percent=100", 422, "bad-fee"),
                ("&monthly=0", 422, "invalid-value"),
            ] {
                let answer = try await server.get(path + query)
                #expect(answer.status == status && answer.json["code"]?.string == code, "\(query): \(answer.text)")
            }
            #expect(try await server.get("/v1/expenses/lasting?wallet=None&monthly=5").status == 404)
        }
    }
}
