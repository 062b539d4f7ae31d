import HTTPEdge
import HTTPTestSupport
import JSONText
import ServerWorld
import Services
import Storage
import Testing

/// Reading changes nothing (OWASP ASVS 3.5.3): no GET of the API and of the pages writes to the file.
///
/// There are two exceptions: forecasts go into the diary, and an operator's look at a document is logged before it is answered. The
/// time of last use of a session or token is recorded once a minute or a day, which has already happened when these tests read.
@Suite struct ReadingTests {
    /// A server, and a counter that changes with every commit.
    private struct Reader {
        let server: ServerUnderTest
        let changes: ChangeCounter

        func expectNoWrite(_ target: String, _ get: () async throws -> Int) async throws {
            let before = try await changes.value()
            let status = try await get()
            #expect(try await changes.value() == before, "GET \(target) wrote something, with \(status)")
            #expect(status < 500, "GET \(target): \(status)")
        }

        func expectNoWrite(_ target: String, headers: [String: String] = [:]) async throws {
            try await expectNoWrite(target) { try await server.get(target, headers: headers).status }
        }

        func expectNoWrite(ofPage path: String, _ visitor: PageVisitor) async throws {
            try await expectNoWrite(path) { try await visitor.get(path).status }
        }
    }

    private func run(
        accounts: TestAccounts? = nil, _ body: (Reader, ServerUnderTest) async throws -> Void
    ) async throws {
        // On a busy machine, the server must not answer that it is busy.
        var settings = EdgeSettings()
        settings.requestSeconds = 300
        try await ServerUnderTest.run(settings: settings, accounts: accounts, hasPages: true) { server async throws in
            // Closes from which no model can forecast, so nothing is recorded in the diary.
            try await server.storeTradingPrices()
            let changes = try server.database.changeCounter()
            try await body(Reader(server: server, changes: changes), server)
            try changes.close()
        }
    }

    // MARK: Targets

    /// The operations that only read, with samples in their paths and in required query parameters.
    private func operations(_ server: ServerUnderTest) async throws -> [FuzzDocument.Operation] {
        let all = FuzzDocument(try await server.get("/openapi.json").json).operations
        // A stream of events lasts as long as its job.
        return all.filter { $0.method == "GET" && $0.id != "getJobEvents" }
    }

    private func target(_ operation: FuzzDocument.Operation, _ samples: [String: String]) -> String {
        var path = operation.path
        for parameter in operation.parameters where parameter.place == "path" {
            path = path.replacing("{\(parameter.name)}", with: samples[parameter.name] ?? "x")
        }
        let needed = operation.parameters.filter { $0.place == "query" && $0.isRequired }
        guard !needed.isEmpty else { return path }
        return path + "?" + needed.map { "\($0.name)=\(samples[$0.name] ?? "x")" }.joined(separator: "&")
    }

    /// The pages of a server, with samples in their paths, except streams of events.
    private func pages(_ server: ServerUnderTest, _ samples: [String: String]) -> [String] {
        server.routes.filter { $0.hasPrefix("GET /") }.map { String($0.dropFirst(4)) }
            .filter { path in
                !["/v1", "/v2", "/metrics", "/openapi", "/assets/"].contains { path.hasPrefix($0) } && !path.hasSuffix("/events")
                    || path == "/account/events"
            }
            .map { path in
                path.split(separator: "/", omittingEmptySubsequences: false).map { part in
                    let name = String(part.filter(\.isLetter))
                    return part.hasPrefix(":") || part.hasPrefix("{") ? samples[name] ?? "x" : String(part)
                }.joined(separator: "/")
            }
    }

    // MARK: A new person

    /// Neither the API nor a page opens an account, or writes anything else, for a person who has never written.
    @Test func nothingIsWrittenForSomebodyNew() async throws {
        try await run { reader, server in
            let samples = ["asset": "BTC", "assets": "BTC", "coin": "BTC", "model": "daily-close-t", "version": "1"]
            let (operations, visitor) = (try await operations(server), PageVisitor(server))
            let pages = pages(server, samples)
            #expect(operations.count > 30 && pages.count > 40, "\(operations.count), \(pages.count)")
            #expect(pages.contains("/trading/deposit") && pages.contains("/trading/trade/BTC"))
            for _ in 0..<2 {
                for operation in operations { try await reader.expectNoWrite(target(operation, samples)) }
                for page in pages { try await reader.expectNoWrite(ofPage: page, visitor) }
            }
            // The pages of the simulated account work without one.
            for page in [
                "/practice", "/trading/deposit", "/trading/withdraw", "/trading/trade/BTC", "/trading/tolerance", "/trading/orders",
                "/trading/history", "/trading/send/BTC", "/trading/receive/BTC", "/trading/methods", "/coins/BTC",
            ] { #expect(try await visitor.get(page).status == 200, "\(page)") }
            #expect(try await server.parts.trading.accounts.find(of: "local") == nil)
            // Writes are counted.
            let before = try await reader.changes.value()
            try server.done(await server.post("/v1/trading/deposits", json: #"{"currency":"EUR","amount":"100"}"#))
            #expect(try await reader.changes.value() != before)
        }
    }

    // MARK: A person with everything

    /// The same for a person who has one of everything, and for an operator.
    @Test func nothingIsWrittenForSomebodyWhoHasEverything() async throws {
        let accounts = TestAccounts()
        try await run(accounts: accounts) { reader, server in
            let ann = try await server.person("ann@example.com", accounts)
            let owned = try await OwnedWorld.make(on: server, token: ann.token)
            let document = try await server.submitPassport(ann, accounts)
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            let samples = OwnedWorld.common.merging(owned.query) { $1 }.merging(owned.ids) { $1 }
                .merging(["account": ann.id, "document": document]) { $1 }
            let operations = try await operations(server)
            let pages = pages(server, samples).filter { path in
                ["/trading", "/practice", "/account", "/help", "/portfolio", "/favourites", "/settings"].contains {
                    path.hasPrefix($0)
                }
            }
            let visitor = PageVisitor(server, token: ann.token)
            #expect(pages.contains("/trading/history/\(owned.ids["entry"] ?? "")") && pages.contains("/account"), "\(pages)")
            for _ in 0..<2 {
                for operation in operations where !operation.path.contains("forecast") && operation.id != "lookAtDocument" {
                    let reads = operation.path.hasPrefix("/v1/operator") ? keeper : ann
                    try await reader.expectNoWrite(target(operation, samples), headers: reads.headers)
                }
                for page in pages { try await reader.expectNoWrite(ofPage: page, visitor) }
            }
        }
    }
}
