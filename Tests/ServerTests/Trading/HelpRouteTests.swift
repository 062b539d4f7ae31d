import HTTPTestSupport
import Identity
import JSONText
import ServerWorld
import Services
import Testing
import Trading

/// Questions, answers and rules through the API: those of the help page.
@Suite struct HelpRouteTests {
    private static let path = "/v1/trading/help"

    private static func ids(_ document: JSONValue) -> [String] {
        document["questions"]?.array?.compactMap { $0["id"]?.string } ?? []
    }

    /// The questions that a page lists, in its order, without the tags around them.
    private static func questions(_ page: EdgeAnswer) -> [String] {
        page.text.matches(of: /<details class="opens"[^>]*><summary>([^<]*)<\/summary>/).map { String($0.output.1) }
    }

    @Test(arguments: ["", "withdraw", "fees", "how do I send coins", "zebra"])
    func theQuestionsFoundAreThoseOfThePage(search: String) async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let query = search.replacing(" ", with: "%20")
            let document = try server.done(await server.get("\(Self.path)?query=\(query)")).json
            let page = try await PageVisitor(server).get("/help?search=\(query)")
            let asked = document["questions"]?.array?.compactMap { $0["question"]?.string } ?? []
            #expect(asked == Self.questions(page).map { $0.replacing("&#39;", with: "'") }, "\(search)")
            #expect(asked.isEmpty == (search == "zebra"))
            #expect(document["simulated"] == .boolean(true) && document["language"]?.string == "en")
            #expect(document["community_links"]?.array?.isEmpty == true)
        }
    }

    @Test(arguments: [("en", "withdrawal"), ("it", "prelievo"), ("ru", "вывод"), ("kk", "шығару")])
    func helpIsSearchedInEachLanguage(language: String, search: String) async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let encoded = search.utf8.map { "%" + String($0, radix: 16) }.joined()
            let found = try server.done(await server.get("\(Self.path)?language=\(language)&query=\(encoded)")).json
            #expect(found["language"]?.string == language && Self.ids(found).contains("withdrawal"), "\(Self.ids(found))")
            let all = try server.done(await server.get("\(Self.path)?language=\(language)")).json
            #expect(Self.ids(all).first == "coins" && Self.ids(all).contains("simulated") && Self.ids(all).count == 42)
            // Figures of the rules are filled in.
            let answers = all["questions"]?.array?.compactMap { $0["answer"]?.string } ?? []
            #expect(answers.allSatisfy { !$0.contains("{") && !$0.isEmpty })
        }
    }

    @Test(arguments: [
        ("language=fr", "language"), ("query=\(String(repeating: "a", count: 201))", "query"),
    ]) func aRefusedParameterIsNamed(query: String, field: String) async throws {
        try await ServerUnderTest.run { server async throws in
            let answer = try await server.get("\(Self.path)?\(query)")
            #expect(answer.status == 422 && answer.json["field"]?.string == field, "\(answer.text)")
            #expect(try await server.get("\(Self.path)?search=x").json["code"]?.string == "unknown-parameter")
            // Without pages there are no texts; the rest is unchanged.
            let empty = try server.done(await server.get(Self.path)).json
            #expect(Self.ids(empty).isEmpty && empty["community_links"] != nil)
        }
    }

    @Test func thePersonsLanguageIsUsed() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, _ in
            let ann = try await server.person("ann@example.com", accounts)
            try server.done(await server.send("PATCH", "/v1/account", body: #"{"language":"it"}"#, headers: ann.headers))
            let own = try server.done(await server.get(Self.path, headers: ann.headers)).json
            #expect(
                own["language"]?.string == "it"
                    && own["questions"]?.array?.first?["question"]?.string == "Come aggiungo monete e prezzi?")
            let chosen = try server.done(await server.get(Self.path + "?language=kk", headers: ann.headers)).json
            #expect(chosen["language"]?.string == "kk")
            #expect(try await server.get(Self.path).status == 401)
        }
    }

    @Test func theRulesAreThoseInForce() async throws {
        try await ServerUnderTest.run { server async throws in
            let (rules, inForce) = (
                try server.done(await server.get("/v1/trading/rules")).json, server.parts.trading.parts.rules
            )
            func text(_ name: String) -> String? { rules[name]?.string }
            func number(_ name: String) -> Int? { rules[name]?.integer }
            #expect(rules["simulated"] == .boolean(true))
            #expect(text("trade_fee_percent") == "1" && text("transfer_fee_percent") == "0.1" && text("withdrawal_fee") == "0.5")
            #expect(text("least_trade") == "1" && text("most_trade") == "10000" && text("tolerance_percent") == "1")
            #expect(text("least_deposit") == "1" && text("most_deposit") == "50000" && text("least_withdrawal") == "10")
            #expect(number("quote_seconds") == 30 && number("largest_quote_age_minutes") == 15)
            #expect(number("largest_close_age_hours") == 36 && number("longest_order_days") == 365)
            #expect(number("deposit_days") == inForce.depositDays && number("withdrawal_days") == inForce.withdrawalDays)
            #expect(number("cut_off_minutes") == inForce.cutOffMinutes && text("returned_account_ending") == "0404")
            #expect(number("most_orders_an_hour") == 200 && number("most_payments_a_day") == 50)
            #expect(number("most_transfers_a_day") == 100 && text("password_above_usd") == "1000")
            #expect(number("document_days") == 30 && text("referral_reward_usd") == "10")
            let levels = rules["levels"]?.array ?? []
            #expect(levels.compactMap { $0["level"]?.string } == VerificationLevel.allCases.map(\.rawValue))
            for (level, document) in zip(VerificationLevel.allCases, levels) {
                let limits = document["limits"]?.array ?? []
                #expect(limits.compactMap { $0["purpose"]?.string } == UsagePurpose.allCases.map(\.rawValue))
                for (purpose, limit) in zip(UsagePurpose.allCases, limits) {
                    let most = inForce.limits(level, purpose)
                    #expect(limit["day_usd"]?.string == "\(most.day)" && limit["month_usd"]?.string == "\(most.month)")
                }
            }
        }
    }
}
