import HTTPEdge
import HTTPTestSupport
import JSONText
import Ledger
import Market
import ServerWorld
import Services
import Testing
import Trading

/// Withdrawals on their page, without scripts: previewed, confirmed once, cancelled in time, sent, settled or returned.
@Suite struct WithdrawalPageTests {
    /// A server whose one person has 1,000 EUR and 200 USD; it is Wednesday, 5 March 2025, 12:00 UTC, also on the bank's clock.
    private static func funded(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            try await server.storeTradingPrices()
            try await server.fund()
            try await body(server, PageVisitor(server))
        }
    }

    static func card(_ server: ServerUnderTest, headers: [String: String] = [:]) async throws -> String {
        let body = #"{"number":"4242 4242 4242 4242","expires":"12/30","label":"Holiday card"}"#
        let card = try server.done(await server.post("/v1/trading/methods/cards", json: body, headers: headers))
        return try #require(card.json["id"]?.string)
    }

    private static let withdraw = "/trading/withdraw"

    @Test func aWithdrawalIsPreviewedConfirmedOnceSentAndSettled() async throws {
        try await Self.funded { server, visitor in
            let card = try await Self.card(server)
            let preview = try await visitor.post(
                Self.withdraw, from: Self.withdraw, ["amount": "100", "currency": "EUR", "method": card, "do": "preview"])
            for part in [
                "Withdraw 100.00 EUR?", "Holiday card", "4242", "0.50 EUR", "100.50 EUR", "899.50 EUR", "by the bank’s clock",
            ] {
                #expect(preview.status == 200 && preview.has(part), "\(part)")
            }
            #expect(try await server.free("eur") == "1000")
            var places: Set<String> = []
            for _ in 0..<3 {
                let answer = try await visitor.post(
                    Self.withdraw, ["amount": "100", "currency": "EUR", "method": card, "do": "confirm"], key: "one-withdrawal")
                #expect(answer.status == 303, "\(answer.text)")
                places.insert(try #require(answer["location"]))
            }
            let place = try #require(places.first)
            #expect(places.count == 1)
            #expect(try await server.free("eur") == "899.5")
            let accepted = try await visitor.get(place)
            #expect(accepted.has("Withdrawal of 100.00 EUR accepted"))
            // What the bank has not sent yet has no mark.
            #expect(accepted.has("<li class=\"done\"><span>Announced<") && accepted.has("<li><span>Sent<"), "\(accepted.text)")
            // The cut-off is at 14:00: the page says that the payment has left, even if that is not recorded yet.
            server.clock.advance(by: 3 * 3600)
            let sent = try await visitor.get(place)
            #expect(sent.has("100.00 EUR sent") && !sent.has("Cancel withdrawal"))
            let late = try await visitor.post(place, from: Self.withdraw)
            #expect(late.status == 409 && late.has("can no longer be cancelled"))
            server.clock.advance(by: 3 * 86_400)
            try await server.parts.trading.work.run()
            let settled = try await visitor.get(place)
            #expect(settled.has("100.00 EUR arrived") && settled.has("/trading/history/"))
            #expect(try await server.free("eur") == "899.5")
        }
    }

    @Test func aWithdrawalIsCancelledUntilItIsSent() async throws {
        try await Self.funded { server, visitor in
            let card = try await Self.card(server)
            let place = try #require(
                try await visitor.post(
                    Self.withdraw, from: Self.withdraw, ["amount": "100", "currency": "EUR", "method": card, "do": "confirm"])[
                        "location"])
            for _ in 0..<2 {
                let answer = try await visitor.post(place, from: Self.withdraw)
                #expect(answer["location"] == "\(place)?done=pay-cancelled")
            }
            let page = try await visitor.get(place)
            #expect(page.has("Withdrawal of 100.00 EUR cancelled") && !page.has("0.50 EUR"))
            #expect(try await server.free("eur") == "1000")
            // No arrival is expected any more, and no fee was paid.
            let id = try #require(place.split(separator: "/").last)
            let receipt = try await visitor.get("/trading/history/\(id)")
            #expect(receipt.has("100.00 EUR") && !receipt.has("Expected") && !receipt.has("0.50 EUR"))
            let file = try await visitor.get("/v1/trading/history/export?format=csv&kind=withdrawal")
            #expect(file.has("\(id),2025-03-05T12:00:00Z,withdrawal,cancelled,,,EUR,100,0,"), "\(file.text)")
        }
    }

    @Test func aWithdrawalToAClosedAccountComesBack() async throws {
        try await Self.funded { server, visitor in
            // The rules let accounts that end in 0404 return what they receive.
            let account = try server.done(
                await server.post("/v1/trading/methods/bank-accounts", json: #"{"iban":"DE50 3704 0044 0532 0104 04"}"#))
            let id = try #require(account.json["id"]?.string)
            let place = try #require(
                try await visitor.post(
                    Self.withdraw, from: Self.withdraw, ["amount": "50", "currency": "USD", "method": id, "do": "confirm"])[
                        "location"])
            server.clock.advance(by: 4 * 86_400)
            try await server.parts.trading.work.run()
            let page = try await visitor.get(place)
            #expect(page.has("Withdrawal of 50.00 USD returned") && page.has("The bank says that the account is closed."))
            #expect(try await server.free("usd") == "200")
        }
    }

    @Test func aRefusedWithdrawalSaysWhyAndKeepsWhatWasTyped() async throws {
        try await Self.funded { server, visitor in
            let none = try await visitor.get(Self.withdraw)
            #expect(none.has("No card or account to withdraw to"))
            #expect(none.has(#"href="/trading/methods?next=%2Ftrading%2Fwithdraw""#))
            let card = try await Self.card(server)
            let refused: [(amount: String, step: String, status: Int, sentence: String)] = [
                ("", "preview", 422, "Fill in this field."), ("ten", "preview", 422, "“ten” is not an amount."),
                ("9.99", "preview", 422, "This is too little: the minimum is 10.00 EUR."),
                ("1000", "preview", 409, "Available: 1,000.00 EUR. Needed with the fee: 1,000.50 EUR."),
                // The same without a preview.
                ("1000", "confirm", 409, "Available: 1,000.00 EUR. Needed with the fee: 1,000.50 EUR."),
            ]
            for (amount, step, status, sentence) in refused {
                let page = try await visitor.post(
                    Self.withdraw, from: Self.withdraw, ["amount": amount, "currency": "EUR", "method": card, "do": step])
                #expect(page.status == status && page.has(#"id="amount-error">\#(sentence)"#), "\(amount): \(page.text)")
                #expect(page.has(#"name="amount" value="\#(amount)""#) && page.has(#"<option value="\#(card)" selected>"#))
            }
            let unknown = try await visitor.post(
                Self.withdraw, from: Self.withdraw,
                ["amount": "20", "currency": "EUR", "method": "m_0000000000000000", "do": "preview"])
            #expect(unknown.has("This card or account is no longer linked."))
            #expect(try await server.free("eur") == "1000")
        }
    }

    @Test(arguments: [
        (4990, 0, "over your level’s limit for one day: 5,000.00 USD, of which 4,990.00 USD is used."),
        (10, 49_980, "over your level’s limit for one month: 50,000.00 USD, of which 49,990.00 USD is used."),
    ]) func aReachedLimitIsThatOfTheDayOrOfTheMonth(today: Int, earlier: Int, sentence: String) async throws {
        try await Self.funded { server, visitor in
            let card = try await Self.card(server)
            let day = Day(secondsSince1970: server.clock.now)
            try await server.database.changeTrading { records in
                try records.setUsage(FixedDecimal(today), of: "local", .withdrawal, on: day)
                try records.setUsage(FixedDecimal(earlier), of: "local", .withdrawal, on: day - 1)
            }
            let page = try await visitor.post(
                Self.withdraw, from: Self.withdraw, ["amount": "100", "currency": "EUR", "method": card, "do": "preview"])
            #expect(page.status == 403 && page.has(sentence) && page.has("See levels"), "\(page.text)")
        }
    }

    @Test func tooManyPaymentsAreRefusedAsPayments() async throws {
        try await Self.funded { server, visitor in
            let card = try await Self.card(server)
            for _ in 0..<server.parts.trading.parts.rules.mostPaymentsADay {
                _ = try await server.parts.trading.payments.deposit(.one, .eur, of: "local")
            }
            let page = try await visitor.post(
                Self.withdraw, from: Self.withdraw, ["amount": "20", "currency": "EUR", "method": card, "do": "confirm"])
            #expect(page.status == 429 && page.has("You made too many payments in 24 hours."), "\(page.text)")
        }
    }

    /// The preview names the dates; after the cut-off they change, and the confirmed preview no longer applies.
    @Test func aPreviewFromBeforeTheCutOffIsNotConfirmed() async throws {
        try await Self.funded { server, visitor in
            let card = try await Self.card(server)
            let preview = try await visitor.post(
                Self.withdraw, from: Self.withdraw, ["amount": "100", "currency": "EUR", "method": card, "do": "preview"])
            let dueAt = try #require(PageVisitor.value(of: "due_at", in: preview.text))
            server.clock.advance(by: 3 * 3600)
            let late = try await visitor.post(
                Self.withdraw, ["amount": "100", "currency": "EUR", "method": card, "due_at": dueAt, "do": "confirm"])
            #expect(late.status == 409 && late.has("cut-off has passed since the preview"), "\(late.text)")
            #expect(late.has(#"name="amount" value="100""#), "what was typed is kept")
            #expect(try await server.free("eur") == "1000")
            let again = try await visitor.post(
                Self.withdraw, from: Self.withdraw, ["amount": "100", "currency": "EUR", "method": card, "do": "preview"])
            let later = try #require(PageVisitor.value(of: "due_at", in: again.text))
            #expect(later > dueAt)
            let done = try await visitor.post(
                Self.withdraw, ["amount": "100", "currency": "EUR", "method": card, "due_at": later, "do": "confirm"])
            #expect(done.status == 303, "\(done.text)")
            #expect(try await server.free("eur") == "899.5")
        }
    }

    @Test func anExpiredCardIsRefusedAndLeadsToTheCards() async throws {
        try await Self.funded { server, visitor in
            let linked = try server.done(
                await server.post("/v1/trading/methods/cards", json: #"{"number":"4242 4242 4242 4242","expires":"03/25"}"#))
            let card = try #require(linked.json["id"]?.string)
            server.clock.advance(by: 27 * 86_400)
            for step in ["preview", "confirm"] {
                let page = try await visitor.post(
                    Self.withdraw, from: Self.withdraw, ["amount": "100", "currency": "EUR", "method": card, "do": step])
                #expect(page.status == 409 && page.has("The card that ends in 4242 expired at the end of 03/25."), "\(page.text)")
                #expect(page.has(#"<a class="button" href="/trading/methods?next=%2Ftrading%2Fwithdraw">"#), "\(step)")
            }
            let body = #"{"currency":"EUR","amount":"100","method":"\#(card)"}"#
            let refused = try await server.post("/v1/trading/withdrawals", json: body)
            #expect(refused.status == 409 && refused.json["code"]?.string == "method-expired")
            #expect(refused.json["last_four"]?.string == "4242" && refused.json["expires"]?.string == "03/25")
            #expect(try await server.free("eur") == "1000")
        }
    }

    @Test func whoIsNotVerifiedIsToldSoAndLedThere() async throws {
        try await Self.funded { server, visitor in
            let card = try await Self.card(server)
            try await server.setLevel(.basic)
            #expect(try await visitor.get(Self.withdraw).has("Your identity must be verified before you can withdraw."))
            let page = try await visitor.post(
                Self.withdraw, from: Self.withdraw, ["amount": "20", "currency": "EUR", "method": card, "do": "confirm"])
            #expect(page.status == 403 && page.has("Your identity must be verified first.") && page.has("/trading/verification"))
            #expect(try await server.free("eur") == "1000")
        }
    }

    @Test func whatWasTypedIsKeptWhenThePreviewIsLeft() async throws {
        try await Self.funded { server, visitor in
            let card = try await Self.card(server)
            let page = try await visitor.post(
                Self.withdraw, from: Self.withdraw, ["amount": "12.34", "currency": "USD", "method": card, "do": "change"])
            #expect(page.status == 200 && page.has(#"name="amount" value="12.34""#) && page.has(#"<option value="USD" selected>"#))
        }
    }
}
