import Alerts
import HTTPTestSupport
import Market
import ServerWorld
import Services
import Testing

/// Alerts and notices on pages, without scripts.
@Suite struct AlertPageTests {
    private static func evaluate(_ server: ServerUnderTest) async throws {
        try await server.parts.alertWork { Issue.record("\($0): \($1)") }.run()
    }

    @Test func anAlertIsSetFiresAndIsRead() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let today = Day(secondsSince1970: server.clock.now)
            try await server.store(Array(repeating: 150, count: 30), of: "bitcoin", through: today - 2)
            let visitor = PageVisitor(server)
            #expect(try await visitor.get("/alerts").has("No alerts yet."))
            let choice = try await visitor.get("/alerts/new?asset=BTC")
            #expect(choice.has("/alerts/new?measure=price&amp;asset=BTC"), "\(choice.text)")
            let form = "/alerts/new?measure=price&asset=BTC"
            let now = "<dt>Newest figure</dt><dd>150 USD ("
            #expect(try await visitor.get(form).has(now))
            #expect(!(try await visitor.get("/alerts/new?measure=price&asset=NOPE")).has("Newest figure"))
            let wrong = try await visitor.post(
                "/alerts/new", from: form,
                ["measure": "price", "asset": "BTC", "direction": "below", "threshold": "0", "currency": "USD", "margin": "1"])
            #expect(
                wrong.status == 422 && wrong.has("This threshold is not possible here") && wrong.has(#"value="BTC""#),
                "\(wrong.text)")
            let italian = PageVisitor(server, headers: ["Accept-Language": "it"])
            let limits = try await italian.post(
                "/alerts/new", from: "/alerts/new?measure=probability-below&asset=BTC&price=9",
                ["measure": "probability-below", "asset": "BTC", "price": "9", "days": "200", "threshold": "120", "margin": "1"])
            #expect(limits.status == 422 && limits.has("Da 1 a 96.") && limits.has("Da 0 a 100."), "\(limits.text)")
            let fields =
                [
                    "measure": "price", "asset": "BTC", "direction": "below", "threshold": "100", "currency": "USD", "margin": "1",
                    "note": "Sell <half>",
                ] as KeyValuePairs
            let set = try await visitor.post("/alerts/new", from: form, fields)
            let place = try #require(set["location"]?.split(separator: "?").first.map(String.init))
            let page = try await visitor.get(place)
            #expect(
                page.has(now) && page.has("BTC below 100 USD") && page.has("Sell &lt;half&gt;")
                    && page.has("It has not fired yet."), "\(page.text)")
            #expect(try await visitor.get("\(place)?trial=1").has("It would not have fired from"))
            try await server.store([95], of: "bitcoin", through: today - 1)
            try await Self.evaluate(server)
            #expect(try await visitor.get("/").has(#"Notices <span class="badge">1</span>"#))
            let notices = try await visitor.get("/notices")
            #expect(notices.has("BTC below 100 USD: 95 USD (28 Feb 2025). Sell &lt;half&gt;"), "\(notices.text)")
            let number = try #require(notices.text.firstMatch(of: /action="\/notices\/(n_[0-9a-f]+)"/).map { String($0.output.1) })
            let opened = try await visitor.post("/notices/\(number)", from: "/notices", ["do": "open"])
            #expect(opened["location"] == place)
            #expect(try await visitor.get("/notices?unread=true").has("You have read everything."))
            _ = try await visitor.post("/notices/\(number)", from: "/notices", ["do": "unread"])
            #expect(try await visitor.get("/notices?unread=true").has("95 USD"))
            let read = try #require(try await visitor.post("/notices/read", from: "/notices")["location"])
            let time = try #require(read.wholeMatch(of: /\/notices\?read=([0-9]+)/)).output.1
            let done = try await visitor.get(read)
            #expect(done.has("Everything is marked as read.") && done.has("Undo"), "\(done.text)")
            #expect(try await visitor.get("/notices?unread=true").has("You have read everything."))
            _ = try await visitor.post("/notices/unread", from: read, ["read": String(time)])
            #expect(try await visitor.get("/notices?unread=true").has("95 USD"))
            #expect(!(try await visitor.get(read)).has("Undo"))
            let marked = try await visitor.post(
                "/notices/\(number)", from: "/notices", ["do": "read", "next": "/notices?unread=true"])
            #expect(marked["location"] == "/notices?unread=true#\(number)")
            #expect(try await visitor.get("/alerts").has("has fired"))
        }
    }

    @Test func aRemovedAlertComesBack() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            try await server.store([150, 150], of: "bitcoin", through: Day(secondsSince1970: server.clock.now) - 2)
            let visitor = PageVisitor(server)
            let set = try await visitor.post(
                "/alerts/new", from: "/alerts/new?measure=highest&asset=BTC",
                ["measure": "highest", "asset": "BTC", "threshold": "0", "margin": "1", "repeats": "yes"])
            let place = try #require(set["location"]?.split(separator: "?").first.map(String.init), "\(set.text)")
            for (step, state) in [("pause", "paused"), ("resume", "watching")] {
                let answer = try await visitor.post("\(place)/\(step)", from: place)
                #expect(try await visitor.get(try #require(answer["location"])).has(state), "\(step)")
            }
            let removed = try await visitor.post("\(place)/remove", from: place)
            let afterwards = try #require(removed["location"])
            let list = try await visitor.get(afterwards)
            #expect(list.has("No alerts yet.") && list.has("\(place)/restore"), "\(list.text)")
            let restored = try await visitor.post("\(place)/restore", from: afterwards)
            #expect(try await visitor.get(try #require(restored["location"])).has("New highest price of BTC"))
        }
    }

    @Test(arguments: ["it", "ru", "kk"], AlertMeasure.allCases)
    func everyFormIsInTheReadersLanguage(language: String, measure: AlertMeasure) async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            try await server.store([150, 150], of: "bitcoin", through: Day(secondsSince1970: server.clock.now) - 1)
            let visitor = PageVisitor(server, cookies: ["closecast-language": language])
            let page = try await visitor.get("/alerts/new?measure=\(measure.rawValue)&asset=BTC")
            #expect(page.status == 200 && !page.has("Threshold"), "\(measure)")
        }
    }
}
