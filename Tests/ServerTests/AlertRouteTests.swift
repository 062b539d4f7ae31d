import Alerts
import HTTPTestSupport
import JSONText
import Ledger
import Market
import ServerWorld
import Services
import Testing

/// Alerts through the API: what is accepted, what fires, and that nobody sees another's.
@Suite struct AlertRouteTests {
    private static let below = #"{"measure":"price","asset":"BTC","direction":"below","threshold":"100"}"#

    private static func evaluate(_ server: ServerUnderTest) async throws {
        try await server.parts.alertWork { Issue.record("\($0): \($1)") }.run()
    }

    /// Closes around 150 through the day before yesterday.
    private static func begin(_ server: ServerUnderTest) async throws -> Day {
        let today = Day(secondsSince1970: server.clock.now)
        try await server.store(
            (0..<600).map { 150 + 5 * (Double($0) * 0.7).truncatingRemainder(dividingBy: 1) }, of: "bitcoin", through: today - 2)
        return today
    }

    @Test func anAlertFiresOnceWhenANewCloseCrossesIt() async throws {
        try await ServerUnderTest.run { server async throws in
            let today = try await Self.begin(server)
            let alert = try server.done(await server.post("/v1/alerts", json: Self.below)).json
            let id = try #require(alert["id"]?.string)
            #expect(alert["state"]?.string == "armed" && alert["asset"]?.string == "bitcoin" && alert["margin"]?.string == "1")
            // Older closes are no news.
            try await server.store([90], of: "bitcoin", through: today - 700)
            try await Self.evaluate(server)
            #expect(try await server.get("/v1/notices/count").json["unread"] == .number(0))
            try await server.store([95], of: "bitcoin", through: today - 1)
            for _ in 0..<3 { try await Self.evaluate(server) }
            let firings = try server.done(await server.get("/v1/alerts/\(id)/firings")).json["data"]?.array ?? []
            #expect(firings.count == 1 && firings[0]["value"] == .number(95) && firings[0]["late"] == .boolean(false))
            #expect(try await server.get("/v1/alerts/\(id)").json["state"]?.string == "done")
            let notice = try #require(server.done(await server.get("/v1/notices")).json["data"]?.array?.first)
            #expect(notice["text"]?.string?.hasPrefix("BTC below 100 USD: 95 USD (") == true, "\(notice)")
            #expect(notice["link"]?.string == "/alerts/\(id)")
            let number = try #require(notice["id"]?.string)
            #expect(try await server.post("/v1/notices/\(number)/read", json: "{}").status == 200)
            #expect(try await server.get("/v1/notices/count").json["unread"] == .number(0))
            #expect(try await server.get("/v1/notices?unread=true").json["data"]?.array?.isEmpty == true)
        }
    }

    @Test(arguments: [
        (#"{"measure":"price","asset":"BTC","direction":"below"}"#, "alert-incomplete", "/threshold"),
        (#"{"measure":"price","asset":"BTC","threshold":"5"}"#, "alert-incomplete", "/direction"),
        (#"{"measure":"price","direction":"below","threshold":"5"}"#, "alert-incomplete", "/asset"),
        (#"{"measure":"price","asset":"BTC","direction":"below","threshold":"0"}"#, "bad-threshold", "/threshold"),
        (#"{"measure":"price","asset":"BTC","direction":"below","threshold":"-5"}"#, "bad-threshold", "/threshold"),
        (#"{"measure":"price","asset":"BTC","direction":"below","threshold":"999999999999999999"}"#, "bad-threshold", "/threshold"),
        (#"{"measure":"price","asset":"BTC","direction":"below","threshold":"5","days":3}"#, "alert-unused-field", "/days"),
        (
            #"{"measure":"price","asset":"BTC","direction":"below","threshold":"5","wallet":"Main"}"#, "alert-unused-field",
            "/wallet"
        ),
        (#"{"measure":"price","asset":"BTC","direction":"below","threshold":"5","margin":"101"}"#, "bad-margin", "/margin"),
        (
            #"{"measure":"price","asset":"BTC","direction":"below","threshold":"5","ends_on":"2020-01-01"}"#, "ends-in-past",
            "/ends_on"
        ),
        (#"{"measure":"highest","asset":"BTC","since":"2030-01-01"}"#, "since-in-future", "/since"),
        (#"{"measure":"highest","asset":"BTC","direction":"below"}"#, "bad-direction", "/direction"),
        (#"{"measure":"band","asset":"BTC","days":97}"#, "bad-days", "/days"),
        (
            #"{"measure":"probability-below","asset":"BTC","direction":"above","threshold":"101","price":"9","days":5}"#,
            "bad-threshold", "/threshold"
        ),
        (#"{"measure":"share","direction":"above","threshold":"50"}"#, "alert-incomplete", "/asset"),
    ]) func whatCannotBeWatchedIsRefused(body: String, code: String, field: String) async throws {
        try await ServerUnderTest.run { server async throws in
            _ = try await Self.begin(server)
            for path in ["/v1/alerts", "/v1/alert-trials"] {
                let answer = try await server.post(path, json: body)
                #expect(answer.status == 422 && answer.json["code"]?.string == code, "\(path) \(body): \(answer.text)")
                #expect(answer.json["field"]?.string == field, "\(answer.text)")
            }
        }
    }

    @Test(arguments: [
        #"{"measure":"price","asset":"NOPE","direction":"below","threshold":"5"}"#,
        #"{"measure":"total","wallet":"Nope","direction":"below","threshold":"5"}"#,
    ]) func unknownNamesAreRefused(body: String) async throws {
        try await ServerUnderTest.run { server async throws in
            let answer = try await server.post("/v1/alerts", json: body)
            #expect((400..<500).contains(answer.status), "\(answer.text)")
        }
    }

    @Test func everyMeasureCanBeSetAndTried() async throws {
        try await ServerUnderTest.run { server async throws in
            let today = try await Self.begin(server)
            let bodies = [
                Self.below, #"{"measure":"change","asset":"BTC","days":7,"direction":"above","threshold":"5"}"#,
                #"{"measure":"highest","asset":"BTC"}"#, #"{"measure":"lowest","asset":"BTC","since":"2024-06-01"}"#,
                #"{"measure":"probability-below","asset":"BTC","price":"120","days":14,"direction":"above","threshold":"30"}"#,
                #"{"measure":"probability-above","asset":"BTC","price":"170","days":14,"direction":"below","threshold":"30"}"#,
                #"{"measure":"band","asset":"BTC","days":7}"#,
                #"{"measure":"range","asset":"BTC","days":7,"direction":"above","threshold":"20"}"#,
                #"{"measure":"coverage","asset":"BTC"}"#, #"{"measure":"staleness","asset":"BTC"}"#,
                #"{"measure":"total","direction":"above","threshold":"10000"}"#,
                #"{"measure":"total","account":"practice","direction":"above","threshold":"10000","currency":"EUR"}"#,
                #"{"measure":"total-change","days":7,"direction":"below","threshold":"-10"}"#,
                #"{"measure":"share","asset":"BTC","direction":"above","threshold":"50"}"#,
            ]
            for body in bodies {
                let alert = try server.done(await server.post("/v1/alerts", json: body)).json
                let id = try #require(alert["id"]?.string)
                _ = try server.done(await server.get("/v1/alerts/\(id)/trial"))
            }
            try await server.store([60], of: "bitcoin", through: today - 1)
            try await Self.evaluate(server)
            server.clock.advance(by: 4 * 86_400)
            try await Self.evaluate(server)
            let alerts = try server.done(await server.get("/v1/alerts?limit=100")).json["data"]?.array ?? []
            let fired = Set(alerts.filter { $0["fired_count"] != .number(0) }.compactMap { $0["measure"]?.string })
            #expect(alerts.count == bodies.count)
            // A fall by more than half in a day.
            #expect(fired.isSuperset(of: ["price", "lowest", "probability-below", "band", "staleness"]), "\(fired)")
            #expect(!fired.contains("highest") && !fired.contains("total"))
        }
    }

    @Test func aTotalFiresForNewClosesAndNotForATransactionOfThePast() async throws {
        try await ServerUnderTest.run { server async throws in
            let today = try await Self.begin(server)
            try await server.store([10, 10, 10], of: "ethereum", through: today - 1)
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            func record(_ kind: String, _ asset: String, _ quantity: Int, _ day: Day) async throws {
                let body = #"{"kind":"\#(kind)","asset":"\#(asset)","quantity":"\#(quantity)","time":"\#(day)"}"#
                try server.done(await server.post("/v1/wallets/Main/transactions", json: body))
            }
            func unread() async throws -> Int? {
                try await Self.evaluate(server)
                return try await server.get("/v1/notices/count").json["unread"]?.integer
            }
            try await record("deposit", "BTC", 1, today - 20)
            let alert = #"{"measure":"total","direction":"above","threshold":"1000","repeats":true}"#
            try server.done(await server.post("/v1/alerts", json: alert))
            // The total of yesterday is known now, and above: from closes that were stored long before.
            try await record("withdrawal", "BTC", 1, today - 2)
            try await record("deposit", "ETH", 1000, today - 2)
            #expect(try await unread() == 0)
            server.clock.advance(by: 86_400)
            try await server.store([11], of: "ethereum", through: today, retrievedAt: server.clock.now)
            #expect(try await unread() == 1)
        }
    }

    @Test func pausedAndRemovedAlertsAreSilent() async throws {
        try await ServerUnderTest.run { server async throws in
            let today = try await Self.begin(server)
            let id = try #require(server.done(await server.post("/v1/alerts", json: Self.below)).json["id"]?.string)
            #expect(try await server.post("/v1/alerts/\(id)/pause", json: "{}").json["state"]?.string == "paused")
            try await server.store([95], of: "bitcoin", through: today - 1)
            try await Self.evaluate(server)
            // What happened during the pause is no news.
            #expect(try await server.post("/v1/alerts/\(id)/resume", json: "{}").json["state"]?.string == "waiting")
            #expect(try await server.send("DELETE", "/v1/alerts/\(id)").status == 204)
            #expect(try await server.get("/v1/alerts/\(id)").status == 404)
            #expect(try await server.post("/v1/alerts/\(id)/restore", json: "{}").status == 200)
            #expect(try await server.post("/v1/alerts/\(id)/restore", json: "{}").status == 404)
            try await Self.evaluate(server)
            #expect(try await server.get("/v1/notices/count").json["unread"] == .number(0))
        }
    }

    @Test func manyTrialsOfOnePersonAreRefusedAtOnce() async throws {
        try await ServerUnderTest.run { server async throws in
            _ = try await Self.begin(server)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for days in 1...30 {
                    let draft = #"{"measure":"change","asset":"BTC","direction":"below","threshold":"-5","days":\#(days)}"#
                    group.addTask { try await server.post("/v1/alert-trials", json: draft).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(statuses).isSubset(of: [200, 503]) && statuses.contains(200), "\(statuses)")
            #expect(try await server.post("/v1/alert-trials", json: Self.below).status == 200)
        }
    }

    @Test func nobodySeesAnothersAlertsAndNotices() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            let today = try await Self.begin(server)
            let anns = ["Authorization": "Bearer \(try await server.token(owner: "ann"))"]
            let bobs = ["Authorization": "Bearer \(try await server.token(owner: "bob"))"]
            let id = try #require(
                server.done(await server.post("/v1/alerts", json: Self.below, headers: anns)).json["id"]?.string)
            for step in ["", "/firings", "/trial"] {
                #expect(try await server.get("/v1/alerts/\(id)\(step)", headers: bobs).status == 404, "\(step)")
            }
            for step in ["pause", "resume", "restore"] {
                #expect(try await server.post("/v1/alerts/\(id)/\(step)", json: "{}", headers: bobs).status == 404, "\(step)")
            }
            #expect(try await server.send("DELETE", "/v1/alerts/\(id)", headers: bobs).status == 404)
            #expect(try await server.get("/v1/alerts", headers: bobs).json["data"]?.array?.isEmpty == true)
            try await server.store([95], of: "bitcoin", through: today - 1)
            try await Self.evaluate(server)
            let notices = try await server.get("/v1/notices", headers: anns).json["data"]?.array ?? []
            let notice = try #require(notices.first?["id"]?.string)
            #expect(try await server.get("/v1/notices", headers: bobs).json["data"]?.array?.isEmpty == true)
            #expect(try await server.post("/v1/notices/\(notice)/read", json: "{}", headers: bobs).status == 404)
            #expect(try await server.post("/v1/notices/read", json: "{}", headers: bobs).status == 204)
            #expect(try await server.get("/v1/notices/count", headers: anns).json["unread"] == .number(1))
        }
    }
}
