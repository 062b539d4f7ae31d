import ServerWorld
import Testing

/// The conditions for a form, checked before any work is done for it.
@Suite struct FormTests {
    @Test func aFormIsSmallAndPlainAndOurs() async throws {
        try await PageVisitor.run { _, client async throws in
            _ = try await client.get("/settings")
            let type = ("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
            for encoding in ["gzip", "X-GZIP"] {
                let packed = try await client.send("POST", "/settings", [type, ("Content-Encoding", encoding)], body: "a=b")
                #expect(packed.status == 415 && packed.has("forms are not decompressed"), "\(packed.text)")
            }
            let letters = String(repeating: "a ", count: 33_000)
            #expect(try await client.post("/settings", ["language": letters]).status == 413)
            // A foreign form is not read further.
            let forged = try await client.sendForm(
                "/settings", [("csrf", String(letters.prefix(20_000)))], site: "same-origin", origin: client.origin)
            #expect(forged.status == 403 && forged.has("open it again"), "\(forged.text)")
        }
    }

    /// A program with the same person's session has no forms. (Only release builds, in which CI runs this, keep rendered pages.)
    @Test func aPageThatWasShownToAProgramIsNotShownToTheBrowser() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, browser async throws in
            try await browser.join("ann@example.com", accounts)
            let program = PageVisitor(server, token: try await server.signIn("ann@example.com").token)
            for path in ["/portfolio", "/favourites"] {
                #expect(try await program.get(path).status == 200)
                #expect(program.formToken.isEmpty, "\(path)")
                #expect(try await browser.get(path).status == 200)
                #expect(!browser.formToken.isEmpty, "\(path)")
            }
        }
    }
}
