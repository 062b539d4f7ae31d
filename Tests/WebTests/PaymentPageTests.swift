import HTTPEdge
import HTTPTestSupport
import JSONText
import ServerWorld
import Services
import Testing
import Trading

/// Deposits and withdrawals on pages, without scripts: each payment once, each refusal with its reason, and no data of other
/// people.
@Suite struct PaymentPageTests {
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
            // The bank's clock runs like ours.
            #expect(!page.has("times as fast"))
        }
    }

    @Test func theFirstDepositIsThereAtOnce() async throws {
        try await ServerUnderTest.run(instantDeposits: 1, hasPages: true) { server async throws in
            let visitor = PageVisitor(server)
            let form = try await visitor.get("/trading/deposit")
            #expect(form.has("the simulated money arrives at once") && !form.has("by the bank’s clock"))
            let answer = try await visitor.post(
                "/trading/deposit", from: "/trading/deposit", ["amount": "100", "currency": "EUR"])
            #expect(try await visitor.get(try #require(answer["location"])).has("100.00 EUR arrived"))
            #expect(try await server.free("eur") == "100")
            #expect(try await visitor.get("/trading/deposit").has("by the bank’s clock"))
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
            #expect(waits.has("100.00 EUR on the way") && waits.has("Cancel the deposit"))
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
        ("", "Fill in this field."), ("12x", "“12x” is not an amount."), ("0.5", "This is too little: the minimum is 1.00 EUR."),
        ("1.005", "This must be a number above zero."), ("60000", "This is too much: the maximum is 50,000.00 EUR."),
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

    // MARK: Others

    @Test func nothingOfSomebodyElseIsShownOrChanged() async throws {
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            let anns = ["Authorization": "Bearer \(try await server.token(owner: "ann"))"]
            let bob = PageVisitor(server, token: try await server.token(owner: "bob"))
            try await server.storeTradingPrices()
            try await server.fund(headers: anns)
            let card = try await WithdrawalPageTests.card(server, headers: anns)
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
        ("ru", "Это слишком мало: минимум — 1,00 EUR.", "Учебные деньги"),
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
