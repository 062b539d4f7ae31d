import HTTPEdge
import HTTPTestSupport
import JSONText
import Server
import Testing
import Trading

/// Paying in and out on pages, without scripts: each payment once, each refusal with its reason, nothing of anybody else.
@Suite struct PaymentPageTests {
    /// A server whose one person has 1,000 EUR and 200 USD; it is Wednesday, 5 March 2025, 12:00 UTC, by the bank's clock too.
    private static func funded(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            try await server.storeTradingPrices()
            try await server.fund()
            try await body(server, PageVisitor(server))
        }
    }

    private static func card(_ server: ServerUnderTest, headers: [String: String] = [:]) async throws -> String {
        let body = #"{"number":"4242 4242 4242 4242","expires":"12/30","label":"Holiday card"}"#
        let card = try server.done(await server.post("/v1/trading/methods/cards", json: body, headers: headers))
        return try #require(card.json["id"]?.string)
    }

    private static func payments(_ server: ServerUnderTest) async throws -> [JSONValue] {
        let history = try await server.get("/v1/trading/history?kind=deposit,withdrawal&limit=100")
        return history.json["data"]?.array ?? []
    }

    // MARK: Deposits

    @Test func theDetailsAreTextThatCanBeCopied() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let page = try await PageVisitor(server).get("/trading/deposit")
            let details = try await server.get("/v1/trading/deposits").json
            #expect(page.status == 200 && page.has("Simulated money") && page.has("Never send real money here."))
            for member in ["recipient", "bank", "iban", "reference"] {
                let text = try #require(details[member]?.string)
                #expect(page.has(#"<span class="copied">\#(text)</span>"#), "\(member)")
                let copied = ["iban", "reference"].contains(member) ? text.replacing(" ", with: "") : text
                #expect(page.has(#"data-copy="\#(copied)""#), "\(member)")
            }
            // The clock runs as ours does.
            #expect(!page.has("times as fast"))
        }
    }

    @Test func aDepositIsAnnouncedOnceAndArrives() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let visitor = PageVisitor(server)
            var places: Set<String> = []
            for _ in 0..<3 {
                let answer = try await visitor.post(
                    "/trading/deposit", from: "/trading/deposit", ["amount": "100", "currency": "EUR"], key: "one-deposit")
                #expect(answer.status == 303, "\(answer.text)")
                places.insert(try #require(answer["location"]))
            }
            let place = try #require(places.first)
            #expect(places.count == 1)
            #expect(try await Self.payments(server).count == 1)
            let waits = try await visitor.get(place)
            #expect(waits.has("100.00 EUR are on their way") && waits.has("I did not send it: cancel"))
            server.clock.advance(by: 4 * 86_400)
            try await server.parts.trading.work.run()
            let arrived = try await visitor.get(place)
            #expect(arrived.has("100.00 EUR arrived") && !arrived.has("cancel</button>"))
            #expect(try await server.free("eur") == "100")
            let late = try await visitor.post(place, from: "/trading/deposit")
            #expect(late.status == 409 && late.has("can no longer be cancelled"))
        }
    }

    @Test func aDepositThatWasNotSentIsCancelled() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let visitor = PageVisitor(server)
            let place = try #require(
                try await visitor.post("/trading/deposit", from: "/trading/deposit", ["amount": "70", "currency": "USD"])[
                    "location"])
            let answer = try await visitor.post(place, from: place)
            #expect(answer["location"] == "\(place)?done=pay-cancelled")
            #expect(try await visitor.get(place).has("Deposit of 70.00 USD cancelled"))
            server.clock.advance(by: 4 * 86_400)
            try await server.parts.trading.work.run()
            #expect(try await server.free("usd") == nil)
        }
    }

    @Test(arguments: [
        ("", "Fill in this field."), ("12x", "“12x” is not an amount."), ("0.5", "This is too little: the least is 1.00 EUR."),
        ("1.005", "This must be a number above zero."), ("60000", "This is too much: the most is 50,000.00 EUR."),
    ]) func aRefusedDepositSaysWhyBesideItsField(amount: String, sentence: String) async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let page = try await PageVisitor(server).post(
                "/trading/deposit", from: "/trading/deposit", ["amount": amount, "currency": "EUR"])
            #expect(page.status == 422, "\(page.status)")
            #expect(page.has(#"id="amount-error">\#(sentence)"#), "\(page.text)")
            #expect(page.has(#"name="amount" value="\#(amount)""#) && page.has(#"<option value="EUR" selected>"#))
            #expect(try await Self.payments(server).isEmpty)
        }
    }

    // MARK: Withdrawals

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
            #expect(try await visitor.get(place).has("Withdrawal of 100.00 EUR accepted"))
            // The cut-off is at 14:00: what has left is said to have left, though nobody has written it down yet.
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
                let answer = try await visitor.post(place, from: place == "" ? nil : Self.withdraw)
                #expect(answer["location"] == "\(place)?done=pay-cancelled")
            }
            #expect(try await visitor.get(place).has("Withdrawal of 100.00 EUR cancelled"))
            #expect(try await server.free("eur") == "1000")
        }
    }

    @Test func aWithdrawalToAClosedAccountComesBack() async throws {
        try await Self.funded { server, visitor in
            // The rules let accounts that end in 0404 return what they get.
            let account = try server.done(
                await server.post("/v1/trading/methods/bank-accounts", json: #"{"iban":"DE51 3704 0044 0532 0104 04"}"#))
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
            #expect(none.has("No card or account to withdraw to") && none.has(#"href="/trading/methods""#))
            let card = try await Self.card(server)
            let refused: [(amount: String, step: String, status: Int, sentence: String)] = [
                ("", "preview", 422, "Fill in this field."), ("ten", "preview", 422, "“ten” is not an amount."),
                ("9.99", "preview", 422, "This is too little: the least is 10.00 EUR."),
                ("1000", "preview", 409, "1,000.00 EUR are free in the account; with the fee this takes 1,000.50 EUR."),
                // The same without a preview.
                ("1000", "confirm", 409, "1,000.00 EUR are free in the account; with the fee this takes 1,000.50 EUR."),
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
            #expect(unknown.has("This card or account is not linked any more."))
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

    // MARK: Others

    @Test func nothingOfSomebodyElseIsShownOrChanged() async throws {
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            let anns = ["Authorization": "Bearer \(try await server.token(owner: "ann"))"]
            let bob = PageVisitor(server, token: try await server.token(owner: "bob"))
            try await server.storeTradingPrices()
            try await server.fund(headers: anns)
            let card = try await Self.card(server, headers: anns)
            let body = #"{"currency":"EUR","amount":"100","method":"\#(card)"}"#
            let payment = try server.done(await server.post("/v1/trading/withdrawals", json: body, headers: anns))
            let id = try #require(payment.json["id"]?.string)
            let before = try await server.get("/v1/trading/account", headers: anns).text
            #expect(try await bob.get("/trading/payments/\(id)").status == 404)
            #expect(try await bob.post("/trading/payments/\(id)", from: "/trading/deposit").status == 404)
            let methods = try await bob.get("/trading/methods")
            #expect(!methods.has("Holiday card") && !methods.has("4242</p>"))
            for step in ["rename", "remove"] {
                let answer = try await bob.post(
                    "/trading/methods/\(card)", from: "/trading/methods", ["label": "Mine", "do": step])
                #expect(answer.status == 404, "\(step)")
            }
            let withdrawal = try await bob.post(
                "/trading/withdraw", from: "/trading/methods",
                ["amount": "10", "currency": "EUR", "method": card, "do": "confirm"])
            #expect(withdrawal.status != 303 && !withdrawal.has("Holiday card"))
            #expect(try await server.get("/v1/trading/account", headers: anns).text == before)
            #expect(try await server.get("/v1/trading/methods", headers: anns).text.contains("Holiday card"))
        }
    }

    @Test(arguments: [
        ("it", "È troppo poco: il minimo è 1,00 EUR.", "Denaro simulato"),
        ("ru", "Это слишком мало: самое меньшее 1,00 EUR.", "Учебные деньги"),
        ("kk", "Бұл тым аз: ең азы 1,00 EUR.", "Шартты ақша"),
    ]) func refusalsAreInTheReadersLanguage(language: String, sentence: String, chip: String) async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let visitor = PageVisitor(server, cookies: ["closecast-language": language])
            let page = try await visitor.post(
                "/trading/deposit", from: "/trading/deposit", ["amount": "0,5", "currency": "EUR"])
            #expect(page.status == 422 && page.has(sentence) && page.has(chip) && page.has(#"value="0,5""#), "\(page.text)")
        }
    }
}
