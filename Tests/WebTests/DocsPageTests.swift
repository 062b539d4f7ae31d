import APIKit
import Access
import HTTPTestSupport
import ServerWorld
import Testing

/// The page about the API.
@Suite struct DocsPageTests {
    @Test func everyOperationIsThereWithARequestThatCanBeSent() async throws {
        try await PageVisitor.run(accounts: TestAccounts()) { server, client async throws in
            let page = try await client.get("/docs")
            #expect(page.status == 200)
            let operations = server.operations
            #expect(operations.count > 60)
            let parts = page.text.split(separator: "<details class=\"route\" ")
            for operation in operations {
                let part = try #require(parts.first { $0.hasPrefix("id=\"\(operation.id)\">") }, "no \(operation.id)")
                let url = "http://127.0.0.1:\(server.port)" + operation.path.prefix { $0 != "{" }
                #expect(part.contains("curl ") && part.contains(url), "no request of \(operation.id)")
            }
            // A path breaks after its slashes.
            #expect(page.has("<span>/v1/</span><span>assets/</span><span>{asset}/</span><span>forecast</span></code>"))
            #expect(page.has("<span>forecasts[].</span><span>closes.</span><span>age_days</span></th>"))
            // Only requests that change nothing are sent from the page.
            let forms = page.text.matches(of: /<form class="try[^>]*method="(\w+)" action="([^"]+)"/)
            #expect(forms.count > 20 && forms.allSatisfy { $0.output.1 == "get" })
        }
    }

    @Test func tokensAreNamedOnlyWhereTheyAreNeeded() async throws {
        try await PageVisitor.run { _, client async throws in
            let page = try await client.get("/docs")
            #expect(page.has("On this machine no token is needed.") && !page.has("Bearer $TOKEN"))
        }
        try await PageVisitor.run(accounts: TestAccounts()) { _, client async throws in
            let page = try await client.get("/docs")
            #expect(page.has("Bearer $TOKEN") && page.has("/account/tokens"))
        }
    }

    /// A person opens the page under a name of their choice and copies a line into a shell.
    @Test func aHostThatAShellWouldReadIsNotRepeated() async throws {
        // If no token is needed, other hosts are refused.
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            let token = try await server.token(owner: "ann")
            let lines =
                "GET /docs HTTP/1.1\r\nHost: $(reboot):80\r\nAccept: text/html\r\nAuthorization: Bearer \(token)\r\n\r\n"
            let port = server.port
            let page = try await EdgeThread.run {
                let browser = try EdgeClient(port: port, timeoutSeconds: 120)
                browser.send(Array(lines.utf8))
                return try browser.answer(isHead: false)
            }
            #expect(page.status == 200 && page.text.contains("curl "), "\(page.status)")
            #expect(!page.text.contains("reboot"))
        }
    }

    @Test func withoutPagesThereIsTheDocumentForPrograms() async throws {
        try await ServerUnderTest.run { server async throws in
            #expect(try await server.get("/openapi.json").status == 200)
        }
    }
}
