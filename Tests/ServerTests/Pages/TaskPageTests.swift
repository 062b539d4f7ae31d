import Foundation
import HTTPTestSupport
import Market
import Testing

/// The pages of long work over HTTP: who sees a task, what comes of it, and how it ends.
@Suite struct TaskPageTests {
    /// A reader with a token, who opens pages and sends their forms.
    private struct Reader: Sendable {
        let server: ServerUnderTest
        let token: String

        func send(_ method: String, _ path: String, form: String? = nil, type: String = "application/x-www-form-urlencoded")
            async throws
            -> EdgeAnswer
        {
            var headers = [("Authorization", "Bearer \(token)"), ("Accept", "text/html")]
            if let form { headers += [("Content-Type", type), ("Content-Length", "\(form.utf8.count)")] }
            let (bytes, port) = (EdgeClient.request(method, path, headers: headers) + Array((form ?? "").utf8), server.port)
            return try await EdgeThread.run {
                let client = try EdgeClient(port: port, timeoutSeconds: 300)
                client.send(bytes)
                return try client.answer()
            }
        }

        func get(_ path: String) async throws -> EdgeAnswer { try await send("GET", path) }

        /// The hidden token of a page's forms.
        func formToken() async throws -> String {
            try #require(try await get("/settings").text.firstMatch(of: /name="csrf" value="([^"]+)"/).map { String($0.output.1) })
        }

        func post(_ path: String, _ fields: String = "") async throws -> EdgeAnswer {
            try await send("POST", path, form: "csrf=\(try await formToken())&" + fields)
        }

        /// Starts a measurement, and returns the address of its task.
        func measure(_ coin: String) async throws -> String {
            let answer = try await post("/coins/\(coin)/measure")
            try #require(answer.status == 303, "\(answer.text)")
            return try #require(answer["location"])
        }
    }

    private static func run(_ body: (ServerUnderTest, _ ann: Reader, _ bob: Reader) async throws -> Void) async throws {
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            try await body(
                server, Reader(server: server, token: try await server.token(owner: "ann", scope: .admin)),
                Reader(server: server, token: try await server.token(owner: "bob")))
        }
    }

    @Test func aMeasurementIsSeenByItsOwnerAndNobodyElse() async throws {
        try await Self.run { server, ann, bob in
            // One day is left to measure on: the model knows days up to March 2024, and 96 days are compared.
            let last = Day(iso: "2024-07-08")!
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 620, through: last))
            let path = try await ann.measure("BTC")
            for (method, other) in [("GET", ""), ("GET", "/events"), ("POST", "/cancel"), ("POST", "/remove")] {
                let answer = method == "GET" ? try await bob.get(path + other) : try await bob.post(path + other)
                #expect(answer.status == 404, "\(method) \(other): \(answer.status)")
            }
            #expect(!(try await bob.get("/tasks").text.contains(path)))
            // The stream ends with the task.
            let events = try await ann.get(path + "/events")
            #expect(events["content-type"] == "text/event-stream" && events.text.contains("event: end"), "\(events.text)")
            let page = try await ann.get(path)
            #expect(page.status == 200 && page.text.contains("1 of 1 past day") && page.text.contains("prove"), "\(page.text)")
            #expect(page.text.contains("1 to 96") && page.text.contains("There are too few days for intervals."))
            #expect(try await ann.get("/tasks").text.contains(path))
            #expect(try await ann.post(path + "/remove").status == 303)
            #expect(try await ann.get(path).status == 404)
        }
    }

    @Test func aCoinWithTooFewClosesSaysSo() async throws {
        try await Self.run { server, ann, _ in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 510))
            let path = try await ann.measure("BTC")
            _ = try await ann.get(path + "/events")
            let page = try await ann.get(path)
            #expect(page.text.contains("Only 510 closes in a row are stored. A measurement needs 596"), "\(page.text)")
            #expect(try await ann.post("/coins/NOPE/measure").status == 404)
        }
    }

    @Test func aFormOfAnotherPageStartsNothing() async throws {
        try await Self.run { server, ann, _ in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 510))
            #expect(try await ann.send("POST", "/coins/BTC/measure", form: "csrf=1").status == 403)
            #expect(try await ann.get("/tasks").text.contains("Nothing is running"))
        }
    }

    /// A server that began again knows no task of before: the page says so, and what to do.
    @Test func aForgottenTaskHasAPage() async throws {
        try await Self.run { _, ann, _ in
            let page = try await ann.get("/tasks/0123456789abcdef0123456789abcdef")
            #expect(page.status == 404 && page.text.contains("This task is not known"), "\(page.text)")
        }
    }

    @Test func batchJobsAreListedWithTheirResult() async throws {
        try await Self.run { server, ann, bob in
            let lines = "{\"id\":\"a\",\"closes\":\(jsonCloses(simulatedHistory(0, days: 500)))}\n"
            let made = try await ann.send("POST", "/v1/jobs?days=2", form: lines, type: "application/x-ndjson")
            let id = try #require(made.json["id"]?.string)
            let page = try await ann.get("/tasks").text
            #expect(page.contains("Batch job of 1 series") && page.contains(id))
            #expect(!(try await bob.get("/tasks").text.contains(id)))
            #expect(try await bob.post("/tasks/jobs/\(id)/cancel").status == 404)
            #expect(try await ann.post("/tasks/jobs/\(id)/cancel").status == 303)
            #expect(try await ann.post("/tasks/jobs/\(id)/remove").status == 303)
            #expect(!(try await ann.get("/tasks").text.contains(id)))
        }
    }

    // MARK: Prices

    private static func upload(_ reader: Reader, _ fields: [(String, String)], file: String? = nil) async throws -> EdgeAnswer {
        var body = ""
        for (name, value) in fields + [("csrf", try await reader.formToken())] {
            body += "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        if let file {
            body +=
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"p.csv\"\r\nContent-Type: text/csv\r\n\r\n\(file)\r\n"
        }
        return try await reader.send("POST", "/prices/import", form: body + "--b--\r\n", type: "multipart/form-data; boundary=b")
    }

    @Test func closesAreShownBeforeTheyAreStored() async throws {
        try await Self.run { server, ann, bob in
            #expect(try await bob.get("/prices/import").status == 403)
            let history = simulatedHistory(0, days: 30)
            let preview = try await Self.upload(ann, [("coin", "BTC")], file: priceFile(history))
            #expect(preview.status == 200 && preview.text.contains("30 closes of BTC"), "\(preview.text)")
            #expect(try await server.parts.market.candles.coverage().isEmpty)
            let id = try #require(preview.text.firstMatch(of: /name="pending" value="([^"]+)"/).map { String($0.output.1) })
            let sent = try await Self.upload(ann, [("do", "import"), ("pending", id)])
            let path = try #require(sent["location"], "\(sent.text)")
            _ = try await ann.get(path + "/events")
            #expect(try await ann.get(path).text.contains("30 new closes are stored."))
            // The same form again stores nothing: its file is gone.
            #expect(try await Self.upload(ann, [("do", "import"), ("pending", id)]).status == 422)
        }
    }

    @Test func aBadFileIsRefusedBesideItsFieldAndTheCoinIsKept() async throws {
        try await Self.run { _, ann, _ in
            let bad = try await Self.upload(ann, [("coin", "BTC")], file: "nothing,here\n1,2\n")
            #expect(bad.status == 422 && bad.text.contains("This file cannot be read as closes."), "\(bad.text)")
            #expect(bad.text.contains("value=\"BTC\""))
            let none = try await Self.upload(ann, [("coin", "BTC")])
            #expect(none.status == 422 && none.text.contains("Choose a file first."))
            let unknown = try await Self.upload(ann, [("coin", "<b>")], file: priceFile(simulatedHistory(0, days: 30)))
            #expect(
                unknown.status == 404 && unknown.text.contains("There is no such coin here.") && unknown.text.contains("&lt;b&gt;"))
        }
    }
}
