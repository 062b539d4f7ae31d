import HTTPEdge
import LoopbackServer
import ServerWorld
import Store
import Testing
import Versions

/// What the page About says about newer versions, without scripts.
@Suite struct NewestVersionTests {
    private static func run(
        accounts: TestAccounts? = nil, _ body: (LoopbackServer, PageVisitor) async throws -> Void
    ) async throws {
        let publisher = LoopbackServer { _, _ in .json("{}") }
        defer { publisher.stop() }
        let key = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
        let source = try #require(VersionSource(address: "http://127.0.0.1:\(publisher.port)/v", key: key))
        var settings = EdgeSettings()
        settings.requestSeconds = 300
        try await ServerUnderTest.run(
            settings: settings, accounts: accounts, hasPages: true, versions: { Versions($0, source) }
        ) { server async throws in
            try await body(publisher, PageVisitor(server))
        }
    }

    @Test func thePageAsksOnlyWhenItIsTold() async throws {
        try await Self.run { publisher, client async throws in
            let page = try await client.get("/about")
            #expect(page.has("action=\"/about/check\"") && page.has("The address has not been asked yet."))
            #expect(publisher.requests.isEmpty)
            for _ in 0..<2 {
                let answer = try await client.post("/about/check", from: "/about")
                #expect(answer.status == 303 && answer["location"] == "/about")
            }
            #expect(publisher.requests.count == 1)
            let refused = try await client.get("/about")
            #expect(refused.has("The answer is not a file of versions.") && refused.has("Last asked on"))
        }
    }

    @Test func strangersLearnNothing() async throws {
        try await Self.run(accounts: TestAccounts()) { publisher, client async throws in
            #expect(try await !client.get("/about").has("id=\"newest\""))
            #expect(publisher.requests.isEmpty)
        }
    }

    @Test func withoutAnAddressThereIsNoCard() async throws {
        try await PageVisitor.run { _, client async throws in #expect(try await !client.get("/about").has("id=\"newest\"")) }
    }
}
