import HTTPTestSupport
import ServerWorld
import Testing

/// Every page of the practice account says once that its money is not real, and has its accent.
@Suite struct SimulatedBadgeTests {
    private static func isMarked(_ page: EdgeAnswer) -> Bool {
        page.has("<body class=\"framed practice\">") && page.text.ranges(of: "class=\"practice-line\"").count == 1
            && page.has("Simulated money")
    }

    @Test func everyPageOfThePracticeAccountIsMarked() async throws {
        try await PageVisitor.run { server, client async throws in
            try await server.storeTradingPrices()
            for path in [
                "/practice", "/trading/trade", "/trading/trade/BTC", "/trading/orders", "/trading/plans", "/trading/history",
                "/trading/deposit", "/trading/withdraw", "/trading/methods", "/trading/send", "/trading/send/BTC",
                "/trading/receive/BTC", "/trading/tolerance", "/trading/earnings", "/trading/verification", "/paper",
                "/?of=practice",
            ] {
                let page = try await client.get(path)
                #expect(page.status == 200 && Self.isMarked(page), "\(path): \(page.status)")
            }
        }
    }

    @Test func pagesOfRealFiguresAreNotMarked() async throws {
        try await PageVisitor.run { _, client async throws in
            for path in ["/", "/markets", "/portfolio", "/more", "/settings", "/compare"] {
                #expect(!(try await client.get(path)).has("framed practice"), "\(path)")
            }
        }
    }

    @Test func thePagesOfAPersonsVerificationAreMarked() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, _ in
            let ann = PageVisitor(server, headers: try await server.person("ann@example.com", accounts).headers)
            for path in ["/trading/verification", "/trading/referral"] {
                #expect(Self.isMarked(try await ann.get(path)), "\(path)")
            }
            let op = PageVisitor(server, headers: try await server.makeOperator("op@example.com", accounts).person.headers)
            #expect(Self.isMarked(try await op.get("/operators/verifications")))
        }
    }
}
