import Expenses
import JSONText
import ServerWorld
import Testing

/// Several transactions at once, and the reading list, through the API.
@Suite(.serialized) struct ReadingRouteTests {
    private static let path = "/v1/expenses/reading"
    private static let topic = #"{"number":1,"texts":[{"language":"en","title":"Budgets","link":"https://example.org/a"}]}"#

    private static func add(_ server: ServerUnderTest, _ name: String, _ headers: [String: String] = [:]) async throws -> String {
        let draft = #"{"name":"\#(name)","amount":"10","currency":"EUR","day":"2025-02-20"}"#
        return try #require(server.done(await server.post("/v1/expenses", json: draft, headers: headers)).json["id"]?.string)
    }

    @Test func severalAreChangedTogether() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/expenses/categories", json: #"{"name":"Food"}"#))
            let ids = [try await Self.add(server, "a"), try await Self.add(server, "b")]
            let seen = ids.map { #"{"expense":"\#($0)","version":1}"# }.joined(separator: ",")
            let set = #"{"expenses":[\#(seen)],"set":"category","to":"Food"}"#
            for _ in 0..<2 {
                let answer = try await server.post("/v1/expenses/batch/set", json: set, headers: ["Idempotency-Key": "set"])
                #expect(answer.json["data"]?.array?.compactMap { $0["version"] } == [.number(2), .number(2)], "\(answer.text)")
            }
            let stale = try await server.post("/v1/expenses/batch/set", json: set)
            #expect(stale.status == 409 && stale.json["code"]?.string == "changed-meanwhile", "\(stale.text)")
            let chosen = #"{"expenses":["\#(ids[0])","\#(ids[1])"]}"#
            #expect(try await server.post("/v1/expenses/batch/remove", json: chosen).status == 204)
            #expect(try await server.get("/v1/expenses").json["data"]?.array?.isEmpty == true)
            #expect(try await server.post("/v1/expenses/batch/remove", json: chosen).status == 404)
            #expect(try server.done(await server.post("/v1/expenses/batch/restore", json: chosen)).json["data"]?.array?.count == 2)
            #expect(try await server.get("/v1/expenses?category=Food").json["data"]?.array?.count == 2)
            #expect(try await server.post("/v1/expenses/batch/remove", json: #"{"expenses":[]}"#).status == 422)
        }
    }

    /// Rows of another person are not found, and the person's own beside them do not change.
    @Test func anotherPersonsAreNotFound() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            let (hers, own) = (try await Self.add(server, "Lunch", ann.headers), try await Self.add(server, "Own", eve.headers))
            let seen = [own, hers].map { #"{"expense":"\#($0)","version":1}"# }.joined(separator: ",")
            for (path, body) in [
                ("remove", #"{"expenses":["\#(own)","\#(hers)"]}"#), ("restore", #"{"expenses":["\#(hers)"]}"#),
                ("set", #"{"expenses":[\#(seen)],"set":"place"}"#),
            ] {
                let answer = try await server.post("/v1/expenses/batch/\(path)", json: body, headers: eve.headers)
                #expect(answer.status == 404 && answer.json["code"]?.string == "no-expense", "\(path): \(answer.text)")
            }
            for (id, person) in [(hers, ann), (own, eve)] {
                let kept = try await server.get("/v1/expenses/\(id)", headers: person.headers)
                #expect(kept.json["version"] == .number(1), "\(kept.text)")
            }
        }
    }

    // MARK: The reading list

    @Test func onlyOperatorsChangeTheList() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let op = try await server.makeOperator("op@example.com", accounts).person
            let ann = try await server.person("ann@example.com", accounts)
            let added = try server.done(await server.post(Self.path, json: Self.topic, headers: op.headers)).json
            let own = "\(Self.path)/\(try #require(added["id"]?.string))"
            let photo = op.headers.merging(["Content-Type": "image/webp"]) { $1 }
            #expect(try await server.send("PUT", "\(own)/picture", body: ServerUnderTest.photo, headers: photo).status == 204)
            let before = try await server.get(Self.path, headers: ann.headers)
            #expect(before.json["shown"]?.string == "own" && before.json["topics"]?.array?.count == 1, "\(before.text)")
            let picture = try await server.get("\(own)/picture?version=2", headers: ann.headers)
            #expect(picture.status == 200 && picture.header("Content-Type") == "image/jpeg")
            let edit = #"{"version":2,"# + Self.topic.dropFirst()
            for (method, path, body) in [
                ("PUT", Self.path, #"{"shown":"none"}"#), ("POST", Self.path, Self.topic), ("PUT", own, edit), ("DELETE", own, nil),
                ("DELETE", "\(own)/picture", nil),
            ] as [(String, String, String?)] {
                let answer = try await server.send(method, path, body: body, headers: ann.headers)
                let said = "\(method) \(path): \(answer.text)"
                #expect(answer.status == 403 && answer.json["code"]?.string == "scope-too-small", "\(said)")
            }
            let hers = ann.headers.merging(["Content-Type": "image/webp"]) { $1 }
            #expect(try await server.send("PUT", "\(own)/picture", body: ServerUnderTest.photo, headers: hers).status == 403)
            #expect(try await server.get(Self.path, headers: ann.headers).text == before.text)
            #expect(try await server.get(Self.path).status == 401)
            #expect(try await server.send("PUT", own, body: edit, headers: op.headers).status == 200)
            let bad = try await server.send("PUT", "\(own)/picture", body: "no picture", headers: photo)
            #expect(bad.status == 422 && bad.json["code"]?.string == "not-a-picture", "\(bad.text)")
            #expect(try await server.send("DELETE", "\(own)/picture", headers: op.headers).status == 204)
            #expect(try await server.get("\(own)/picture", headers: ann.headers).status == 404)
            #expect(try await server.send("DELETE", own, headers: op.headers).status == 204)
        }
    }

    @Test func onePersonIsTheirOwnOperator() async throws {
        try await ServerUnderTest.run { server async throws in
            #expect(try await server.get(Self.path).json["shown"]?.string == "sample")
            try server.done(await server.post(Self.path, json: Self.topic))
            let none = try await server.send("PUT", Self.path, body: #"{"shown":"none"}"#)
            #expect(none.json["shown"]?.string == "none" && none.json["topics"]?.array?.count == 1, "\(none.text)")
            let bad = try await server.post(Self.path, json: Self.topic.replacing("https:", with: "http:"))
            #expect(bad.status == 422 && bad.json["code"]?.string == "bad-link", "\(bad.text)")
        }
    }
}
