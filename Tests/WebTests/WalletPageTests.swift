import Foundation
import HTTPEdge
import HTTPTestSupport
import JSONText
import Market
import MarketData
import Platform
import ServerWorld
import Testing
import WalletsWeb

/// Pages of wallets show the stored data, refuse bad input beside its field, and show no data of others.
@Suite struct WalletPageTests {
    private static func run(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await PageVisitor.run(follows: true, body)
    }

    @Test func aWalletShowsItsTotalItsCoinsAndWhyItHasNoForecast() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let page = try await visitor.get("/wallets/Main")
            #expect(page.status == 200)
            let total = try #require(try await server.get("/v1/wallets/Main").json["value"]?.string)
            let whole = try #require(total.split(separator: ".").first)
            let shown = page.text.replacing(/\stitle="[^"]*"/, with: "")
            #expect(shown.contains("<span data-amount>\(Self.grouped(String(whole)))<span class=\"rest\">"))
            for ticker in ["BTC", "ETH"] { #expect(page.text.contains("<b>\(ticker)</b>")) }
            #expect(page.text.contains("the 500 daily closes that the model needs"))
            // The lots behind the figure lead to their transactions.
            #expect(page.text.contains("/history#t2\""))
        }
    }

    private static func grouped(_ digits: String) -> String {
        digits.count <= 3 ? digits : "\(digits.dropLast(3)),\(digits.suffix(3))"
    }

    @Test func theForecastIsThatOfTheAPI() async throws {
        var settings = EdgeSettings()
        // A debug build takes many seconds to compute 1,000 paths of 96 days.
        settings.requestSeconds = 300
        try await ServerUnderTest.run(settings: settings, hasPages: true) { server async throws in
            let visitor = PageVisitor(server, follows: true)
            try await server.store(ServerUnderTest.walk(1), of: "bitcoin")
            try await server.done(server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            try await server.done(
                server.post(
                    "/v1/wallets/Main/transactions",
                    json: #"{"kind":"set","holdings":[{"asset":"BTC","quantity":"2"},{"asset":"USD","quantity":"3000"}]}"#))
            // From now on the sample paths are in memory.
            let wanted = try await server.get("/v1/wallets/Main/forecast?above=5000").json
            let values = try #require(wanted["values"]?.array?.last)
            let odds = try #require(values["probability_above"]?.number)
            let answer = try await visitor.get("/wallets/Main/odds.json?above=5000&ahead=3M").json
            #expect(abs(try #require(answer["above"]?.number) - odds) < 1e-6)
            let chart = try await visitor.get("/wallets/Main/chart.json").json
            let middle = try #require(chart["fan"]?["middle"]?.array?.last?.number)
            #expect(abs(middle - (values["point"]?.number ?? 0)) < 0.0051)
            let page = try await visitor.get("/wallets/Main?above=5000&ahead=3M").text
            #expect(page.contains("\(Int((odds * 100).rounded())) of 100 simulated paths"))
            // Figures of other weights are no figures for these.
            let isMeasured = try #require(wanted["model_sha256"]?.string) == WalletQuestion.measuredSHA256
            #expect(page.contains("Wallet totals have not been measured with this model") == !isMeasured)
        }
    }

    @Test func theMeasuredWeightsAreThoseOfAModelOfThisRepository() throws {
        let config = try JSONValue(parsing: Files.read(ServerUnderTest.models + "/daily-average/config.json"))
        #expect(config["sha256"]?.string == WalletQuestion.measuredSHA256)
    }

    @Test func whatIsTypedWronglyIsRefusedBesideItsFieldAndKept() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let before = try await server.get("/v1/wallets/Main/transactions").text
            let cases: [(KeyValuePairs<String, String>, field: String)] = [
                (["kind": "buy", "asset": "BTC", "quantity": "1e3", "note": "kept note"], "quantity"),
                (["kind": "buy", "asset": "", "quantity": "1", "note": "kept note"], "asset"),
                (["kind": "buy", "asset": "NOSUCH", "quantity": "1", "note": "kept note"], "asset"),
                (["kind": "buy", "asset": "BTC", "quantity": "1", "cash": "2", "price": "3", "note": "kept note"], "quantity"),
                (["kind": "sell", "asset": "BTC", "quantity": "1000", "note": "kept note"], "quantity"),
                (["kind": "deposit", "asset": "BTC", "quantity": "1", "time": "2999-01-01", "note": "kept note"], "time"),
                (["kind": "transfer", "asset": "BTC", "quantity": "0.1", "to": "Main", "note": "kept note"], "to"),
            ]
            for (fields, field) in cases {
                let page = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", fields)
                #expect(page.status == 422, "\(fields)")
                #expect(page.text.contains(try Regex("<p class=\"error\" id=\"\(field)-error\">[^<]+</p>")), "\(fields)")
                #expect(page.text.contains("value=\"kept note\""), "\(fields)")
            }
            #expect(try await server.get("/v1/wallets/Main/transactions").text == before)
        }
    }

    /// A new wallet has no cash: its first purchase comes with the deposit that it needs.
    @Test func theFirstPurchaseRecordsItsDeposit() async throws {
        try await Self.run { server, visitor in
            try await server.done(server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let form = try await visitor.get("/wallets/Main/record").text
            #expect(form.contains(#"name="deposit" value="yes" checked"#))
            #expect(!form.contains("<details class=\"opens all\" open"))
            let order: KeyValuePairs = [
                "kind": "buy", "asset": "BTC", "quantity": "0.5", "price": "100", "fee": "2", "time": "2025-02-25",
                "deposit": "yes",
            ]
            for _ in 0..<2 {
                let page = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", order, key: "first")
                #expect(page.status == 200)
            }
            let listed = try await server.get("/v1/wallets/Main/transactions").json["data"]?.array ?? []
            #expect(Set(listed.compactMap { $0["kind"]?.string }) == ["deposit", "buy"] && listed.count == 2)
            let deposit = try #require(listed.first { $0["kind"]?.string == "deposit" })
            #expect(deposit["quantity"]?.string == "52" && deposit["asset"]?.string == "usd")
        }
    }

    /// The box is on in a wallet with some cash too, the preview says what is added, and so does the wallet afterwards.
    @Test func aPurchaseThatLacksCashComesWithItsDeposit() async throws {
        try await Self.run { server, visitor in
            try await server.done(server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let cash = #"{"kind":"deposit","asset":"USD","quantity":"10","time":"2025-02-24"}"#
            try await server.done(server.post("/v1/wallets/Main/transactions", json: cash))
            let path = "/wallets/Main/record"
            let form = try await visitor.get(path).text
            #expect(form.contains(#"name="deposit" value="yes" checked"#))
            let fields = PageForm.fields(of: "record", in: form).filter { !["asset", "quantity", "price", "time"].contains($0.0) }
            let typed = fields + [("asset", "BTC"), ("quantity", "3"), ("price", "100"), ("time", "2025-02-25")]
            let preview = try await visitor.sendForm(
                path, typed + [("do", "preview")], site: "same-origin", origin: visitor.origin)
            #expect(preview.has("1 deposit of missing cash is added: 290.00 USD."), "\(preview.text)")
            let done = try await visitor.sendForm(
                path, typed + [("do", "record")], site: "same-origin", origin: visitor.origin)
            #expect(done.status == 303 && done["location"]?.hasSuffix("?done=wallet-deposited") == true, "\(done.text)")
        }
    }

    /// Cash that is deposited and spent at once is no line of the preview.
    @Test func thePreviewNamesTheDepositInsteadOfCashThatStaysTheSame() async throws {
        try await Self.run { server, visitor in
            try await server.done(server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let page = try await visitor.get("/wallets/Main/record?kind=buy&asset=BTC&quantity=3&price=100&time=2025-02-25")
            #expect(page.has("1 deposit of missing cash is added: 300.00 USD."), "\(page.text)")
            #expect(page.has("<th scope=\"row\">BTC<small>") && !page.has("<th scope=\"row\">USD<small>"), "\(page.text)")
        }
    }

    @Test func aPurchaseIsRefusedIfItsDepositWasDeclined() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let fields: KeyValuePairs = [
                "kind": "buy", "asset": "BTC", "quantity": "900", "price": "100", "time": "2025-02-25", "offered": "yes",
            ]
            let page = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", fields)
            #expect(page.status == 422 && page.has("this needs 90,000"), "\(page.text)")
            #expect(page.has(#"name="deposit" value="yes""#) && !page.has(#"name="deposit" value="yes" checked"#))
        }
    }

    @Test func anAmountBelowZeroIsNamedAsSuchAndLimitsAgreeWithTheirHints() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let fields: KeyValuePairs = ["kind": "deposit", "asset": "", "quantity": "\u{2212}3", "time": "soon"]
            let page = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", fields)
            // All at once: the amount, the coin and the day.
            #expect(page.has("An amount cannot be below zero."), "\(page.text)")
            for field in ["asset", "quantity", "time"] {
                #expect(page.text.contains(try Regex("<p class=\"error\" id=\"\(field)-error\">[^<]+</p>")), "\(field)")
            }
            let name = String(repeating: "n", count: 65)
            let long = try await visitor.post("/wallets/new", from: "/wallets/new", ["name": name, "basis": "fifo"])
            #expect(long.status == 422 && long.has("1 to 64") && !long.has("1 to 80"), "\(long.text)")
        }
    }

    @Test func aPreviewRecordsNothingAndAFormSentTwiceRecordsOnce() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            func count() async throws -> Int {
                try await server.get("/v1/wallets/Main/transactions?limit=100").json["data"]?.array?.count ?? -1
            }
            let before = try await count()
            let order: KeyValuePairs = ["kind": "deposit", "asset": "ETH", "quantity": "2.5", "time": "2025-02-25"]
            let preview = try await visitor.post(
                "/wallets/Main/record", from: "/wallets/Main/record",
                ["kind": "deposit", "asset": "ETH", "quantity": "2.5", "time": "2025-02-25", "do": "preview"])
            #expect(preview.status == 200 && preview.text.contains("<span data-amount>2.5</span> ETH"))
            #expect(try await count() == before)
            for _ in 0..<2 {
                let page = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", order, key: "one-form")
                #expect(page.status == 200)
            }
            #expect(try await count() == before + 1)
        }
    }

    /// The typed value is the cost of income at the market only; other income has no cost.
    @Test func theValueOfIncomeIsTheOneThatWasTyped() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            for basis in ["market", "zero"] {
                let page = try await visitor.post(
                    "/wallets/Main/record", from: "/wallets/Main/record",
                    [
                        "kind": "income", "asset": "ETH", "quantity": "1", "basis": basis, "value": "5", "time": "2025-02-25",
                        "note": "by \(basis)",
                    ])
                #expect(page.status == 200)
                let listed = try await server.get("/v1/wallets/Main/transactions?limit=100").json["data"]?.array ?? []
                let income = try #require(listed.first { $0["note"]?.string == "by \(basis)" })
                #expect(income["value"]?.string == "5", "\(income)")
                #expect((income["at_market"] == .boolean(true)) == (basis == "market"))
            }
        }
    }

    @Test func labelsAreChosenInTheFormAndShownInTheHistory() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let form = try await visitor.get("/wallets/Main/record?kind=withdrawal")
            #expect(form.has("<option value=\"loss\"") && !form.has("<option value=\"staking\""))
            #expect(!(try await visitor.get("/wallets/Main/record?kind=buy")).has("name=\"label\""))
            let fields: KeyValuePairs = [
                "kind": "withdrawal", "asset": "BTC", "quantity": "0.1", "label": "loss", "time": "2025-02-28",
            ]
            #expect(
                try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record?kind=withdrawal", fields).status == 200)
            #expect((try await visitor.get("/wallets/Main/history")).has("Withdrawal · Loss"))
            let valued: KeyValuePairs = [
                "kind": "withdrawal", "asset": "BTC", "quantity": "0.1", "label": "loss", "value": "3", "time": "2025-02-28",
            ]
            let refused = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record?kind=withdrawal", valued)
            #expect(refused.has("Lost coins are worth 0"), "\(refused.text)")
        }
    }

    @Test func namesAndNotesAreTextAndNeverMarkup() async throws {
        try await Self.run { server, visitor in
            let name = #"<img src=x onerror=alert(1)>"'&"#
            let made = try await visitor.post("/wallets/new", from: "/wallets/new", ["name": name, "basis": "fifo"])
            #expect(made.status == 200)
            let id = try #require(try await server.get("/v1/wallets").json["data"]?.array?.first?["id"]?.string)
            _ = try await visitor.post(
                "/wallets/\(id)/record", from: "/wallets/\(id)/record",
                ["kind": "deposit", "asset": "USD", "quantity": "5", "note": "<script>alert(2)</script>"])
            for path in ["", "/history", "/settings", "/files", "/record"] {
                let text = try await visitor.get("/wallets/\(id)\(path)").text
                #expect(!text.contains("<img src=x") && !text.contains("<script>alert"), "\(path)")
                #expect(text.contains("&lt;img src=x"), "\(path)")
            }
        }
    }

    @Test func hiddenAmountsAreDotsInWhatIsShown() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let shown = try await visitor.get("/wallets/Main").text
            let amounts = shown.matches(of: /<span data-amount>([^<]+)</).map { String($0.output.1) }
            #expect(amounts.count > 10)
            let hidden = try await PageVisitor(server, cookies: ["closecast-hidden": "yes"]).get("/wallets/Main").text
            #expect(!hidden.contains("<span data-amount>"))
            // The text without its attributes is what people see and screen readers read.
            let seen = hidden.replacing(/[ ]data-amount="[^"]*"/, with: "")
            for amount in amounts where amount.count > 4 { #expect(!seen.contains(">\(amount)<"), "\(amount)") }
        }
    }

    @Test func hidingLeadsToPagesOfThisSiteOnly() async throws {
        try await Self.run { server, visitor in
            for (next, expected) in [
                ("/wallets/Main", "/wallets/Main"), ("//evil.example", "/settings"), ("https://evil.example", "/settings"),
            ] {
                let answer = try await PageVisitor(server).post(
                    "/settings", from: "/wallets/new", ["hidden": "yes", "next": next, "quietly": "yes"])
                #expect(answer.status == 303)
                #expect(answer["location"] == expected)
            }
        }
    }

    @Test func transactionsAreTakenBackTogetherOrNotAtAll() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            // The deposit alone is needed by the purchases.
            let refused = try await visitor.post("/wallets/Main/history", from: "/wallets/Main/history", ["id": "1"])
            #expect(refused.status == 409)
            #expect(refused.text.contains("of 24 Feb 2025 uses what these brought in. Select it as well."))
            #expect(refused.text.contains(#"value="1" checked"#))
            let none = try await visitor.post("/wallets/Main/history", from: "/wallets/Main/history", [:])
            #expect(none.status == 422)
            let fee = try await server.get("/v1/wallets/Main/transactions?kind=fee").json["data"]?.array?.first?["id"]?.integer
            let id = try #require(fee)
            let done = try await visitor.post("/wallets/Main/history", from: "/wallets/Main/history", ["id": "\(id)"])
            #expect(done.status == 200 && done.text.contains("removed by #"))
        }
    }

    @Test func aRefusedSwapOrSplitIsExplainedAtTheFieldThatIsWrong() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let cases: [(kind: String, asset: String, other: String, field: String, says: String)] = [
                ("swap", "USD", "BTC", "asset", "US dollars cannot be swapped."),
                ("swap", "BTC", "USD", "to_asset", "US dollars cannot be swapped."),
                ("swap", "BTC", "BTC", "to_asset", "A coin cannot be swapped for itself."),
                ("split", "BTC", "EUR", "to_asset", "A currency cannot be split."),
                ("split", "BTC", "BTC", "to_quantity", "The number of coins is the same as before."),
            ]
            for (kind, asset, other, field, says) in cases {
                let fields: KeyValuePairs = [
                    "kind": kind, "asset": asset, "quantity": "0.1", "to_asset": other, "to_quantity": "0.1",
                ]
                let page = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", fields)
                #expect(page.status == 422 && page.text.contains("id=\"\(field)-error\">\(says)"), "\(page.text)")
                #expect(!page.has("USD is cash"), "\(page.text)")
            }
        }
    }

    @Test func aPreviewOfACurrencyWithoutARateSaysHowToGetRates() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let fields: KeyValuePairs = [
                "kind": "deposit", "asset": "KZT", "quantity": "45000", "time": "2025-02-25", "do": "preview",
            ]
            let page = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", fields)
            #expect(page.has("closecast history import FILE --currency KZT --per USD"), "\(page.text)")
        }
    }

    @Test func theDayOfTheNewestCloseIsFilledIn() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            try await server.store([5, 6], of: "dogecoin", through: Day(iso: "2024-12-31")!)
            let fields: KeyValuePairs = ["kind": "buy", "asset": "DOGE", "quantity": "1", "offered": "yes", "deposit": "yes"]
            let page = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", fields)
            #expect(page.status == 422 && page.has("the newest is from 31 Dec 2024"), "\(page.text)")
            #expect(page.has(#"value="2024-12-31""#) && page.has("The day of the newest close."), "\(page.text)")
            let given: KeyValuePairs = ["kind": "buy", "asset": "DOGE", "quantity": "1", "time": "2025-02-25"]
            let other = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", given)
            #expect(other.status == 422 && other.has(#"value="2025-02-25""#) && !other.has("The day of the newest close."))
        }
    }

    /// Each row has its own button, which removes that row only, and a removal says what it takes away or brings back.
    @Test func aTransactionIsRemovedByTheButtonOfItsRow() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let path = "/wallets/Main/history"
            let fee = try await server.get("/v1/wallets/Main/transactions?kind=fee").json["data"]?.array?.first?["id"]?.integer
            let id = try #require(fee)
            let page = try await visitor.get(path)
            #expect(page.has(#"form="remove" name="remove" value="\#(id)" aria-label="Remove #\#(id)""#), "\(page.text)")
            let done = try await visitor.post(path, from: path, ["remove": "\(id)", "id": "1"])
            #expect(done.status == 200 && done.has("Removed. The history still shows it, crossed out."), "\(done.text)")
            // The wallet had a removed deposit before.
            #expect(done.text.ranges(of: "class=\"taken-back\"").count == 2, "\(done.text)")
            for (removed, sign) in [("removes #\(id)", "+"), ("<b>Correction</b>", "\u{2212}")] {
                let row = try #require(done.text.range(of: removed))
                let amount = try #require(done.text[row.upperBound...].firstMatch(of: /<td><span class="measure">([+−])/))
                #expect(amount.output.1 == sign)
            }
        }
    }

    @Test func whatWasTakenBackIsRecordedAgain() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let fee = try await server.get("/v1/wallets/Main/transactions?kind=fee").json["data"]?.array?.first?["id"]?.integer
            let id = try #require(fee)
            let holdings = try await server.get("/v1/wallets/Main").json["holdings"]
            let done = try await visitor.post("/wallets/Main/history", from: "/wallets/Main/history", ["id": "\(id)"])
            let undo = try #require(PageVisitor.value(of: "undo", in: done.text))
            #expect(try await server.get("/v1/wallets/Main").json["holdings"] != holdings)
            for _ in 0..<2 {
                let fields: KeyValuePairs = ["do": "undo", "undo": undo]
                let again = try await visitor.post("/wallets/Main/history", from: "/wallets/Main/history", fields)
                #expect(again.status == 200 && again.has("Recorded again."), "\(again.text)")
                #expect(try await server.get("/v1/wallets/Main").json["holdings"] == holdings)
            }
            let wrong: KeyValuePairs = ["do": "undo", "undo": "1"]
            let refused = try await visitor.post("/wallets/Main/history", from: "/wallets/Main/history", wrong)
            #expect(refused.status == 409, "\(refused.text)")
        }
    }

    /// An edited transaction keeps what was not changed, its time of day too.
    @Test func aTransactionIsEdited() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            func listed() async throws -> [JSONValue] {
                try await server.get("/v1/wallets/Main/transactions?limit=100").json["data"]?.array ?? []
            }
            let bought = try await listed().first { $0["kind"]?.string == "buy" && $0["fee"] != nil }
            let id = try #require(bought?["id"]?.integer)
            let form = try await visitor.get("/wallets/Main/record?replaces=\(id)")
            #expect(form.has("Edit a transaction") && form.has("name=\"replaces\" value=\"\(id)\""), "\(form.text)")
            let fields: KeyValuePairs = [
                "kind": "buy", "replaces": "\(id)", "asset": "bitcoin", "cash": "100", "price": "200", "fee": "0.5",
                "time": "2025-02-25", "note": "corrected",
            ]
            for _ in 0..<2 {
                let page = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", fields, key: "edit")
                #expect(page.status == 200 && page.has("Changed."), "\(page.text)")
            }
            let changed = try #require(try await listed().first { $0["note"]?.string == "corrected" })
            #expect(changed["fee"]?.string == "0.5" && changed["time"]?.string?.hasPrefix("2025-02-25T10:00") == true)
            #expect(try await listed().count { $0["note"]?.string == "corrected" } == 1)
            #expect(try await listed().first { $0["id"]?.integer == id }?["corrected_by"] != nil)
        }
    }

    @Test func aFileIsPreviewedThenRecordedAsItWasPreviewed() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let bad = "time,kind,wallet,asset,quantity,cash\n2025-02-20,deposit,Main,USD,lots,\n2025-02-20,deposit,Main,NOSUCH,1,\n"
            let faults = try await visitor.post("/wallets/files", from: "/wallets/files", ["do": "preview", "text": bad])
            #expect(faults.status == 422)
            #expect(faults.text.contains("<b>Line 2</b>") && faults.text.contains("<b>Line 3</b>"))
            #expect(faults.text.contains("2025-02-20,deposit,Main,USD,lots"))
            let russian = try await PageVisitor(server, cookies: ["closecast-language": "ru"])
                .post("/wallets/files", from: "/wallets/files", ["do": "preview", "text": bad])
            #expect(russian.text.contains("«lots» — не сумма.") && russian.text.contains("NOSUCH"), "\(russian.text)")
            let good = "time,kind,wallet,asset,quantity,cash\n2025-02-20,deposit,Fresh,USD,77,\n"
            let preview = try await visitor.post(
                "/wallets/files", from: "/wallets/files", ["do": "preview", "text": good, "create": "yes"])
            #expect(preview.status == 200)
            #expect(try await server.get("/v1/wallets/Fresh").status == 404)
            let pending = try #require(preview.text.firstMatch(of: /name="pending" value="([0-9a-f]+)"/)).output.1
            let done = try await visitor.post(
                "/wallets/files", from: "/wallets/files", ["do": "import", "pending": String(pending), "create": "yes"])
            #expect(done.status == 200)
            #expect(try await server.get("/v1/wallets/Fresh").json["value"]?.string == "77")
            // Confirmed twice, it is recorded once.
            let again = try await visitor.post(
                "/wallets/files", from: "/wallets/files", ["do": "import", "pending": String(pending)])
            #expect(again.status == 200 && again.text.contains("already recorded"), "\(again.text)")
            #expect(try await server.get("/v1/wallets/Fresh").json["value"]?.string == "77")
            let unknown = try await visitor.post("/wallets/files", from: "/wallets/files", ["do": "import", "pending": "0"])
            #expect(unknown.status == 422 && unknown.text.contains("older than 15 minutes"))
        }
    }

    @Test func aPreviewMarksTradesWhoseValueIsUnknown() async throws {
        try await Self.run { _, visitor in
            let text =
                "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\nL0,R0,2025-02-01 10:00:00,deposit,,currency,XETH,1,0,1\n"
                + "L1,R1,2025-02-02 10:00:00,trade,,currency,XETH,-0.5,0,0\nL2,R1,2025-02-02 10:00:00,trade,,currency,XLTC,9,0,0\n"
            func send(_ fields: KeyValuePairs<String, String>) async throws -> EdgeAnswer {
                try await visitor.post("/wallets/files", from: "/wallets/files", fields)
            }
            let preview = try await send(["do": "preview", "text": text, "wallet": "Kraken", "create": "yes"])
            #expect(preview.status == 200 && preview.text.contains("The value of 1 transaction is unknown"), "\(preview.text)")
            #expect(preview.text.components(separatedBy: "No close of ETH / LTC").count == 3, "\(preview.text)")
            // The deposit of the day before lacks its cost.
            #expect(preview.text.contains("closecast history fetch ETH --start 2025-02-01"), "\(preview.text)")
            #expect(!preview.has(#"value="import""#) && preview.has(#"name="leave" value="yes""#), "\(preview.text)")
            let pending = try #require(PageVisitor.value(of: "pending", in: preview.text))
            let left = try await send(["leave": "yes", "pending": pending, "wallet": "Kraken", "create": "yes"])
            #expect(left.status == 200 && left.has(#"value="import""#) && left.has("1 transaction"), "\(left.text)")
            let done = try await send(["do": "import", "leave": "yes", "pending": pending, "wallet": "Kraken", "create": "yes"])
            #expect(done.status == 200, "\(done.text)")
        }
    }

    @Test func filesOfExchangesGoToTheWalletOfTheField() async throws {
        try await Self.run { server, visitor in
            let first = try await visitor.get("/wallets/files")
            #expect(first.has(#"name="wallet" type="text" value="Main""#), "\(first.text)")
            let header = try await server.get("/v1/transactions/export?format=csv").text.prefix { !$0.isNewline }
            #expect(header.contains("to_asset") && first.has(header.replacing(",", with: ",<wbr>") + "</p>"), "\(first.text)")
            let text = "Date,Type,Coin,Amount,Price\n2025-02-03,Deposit,USD,500,\n2025-02-04,Buy,BTC,0.5,800\n"
            func send(_ fields: KeyValuePairs<String, String>) async throws -> EdgeAnswer {
                try await visitor.post("/wallets/files", from: "/wallets/files", fields)
            }
            let refused = try await send(["do": "preview", "text": text, "wallet": "", "create": "yes"])
            #expect(refused.status == 422 && refused.has("The row names no wallet."), "\(refused.text)")
            let preview = try await send(["do": "preview", "text": text, "wallet": "Exchange", "create": "yes"])
            #expect(preview.status == 200 && preview.has(#"<input type="hidden" name="wallet" value="Exchange">"#))
            let pending = try #require(PageVisitor.value(of: "pending", in: preview.text))
            let done = try await send(["do": "import", "pending": pending, "wallet": "Exchange", "create": "yes"])
            #expect(done.status == 200, "\(done.text)")
            let only = try await visitor.get("/wallets/files")
            #expect(only.has(#"name="wallet" type="text" value="Exchange""#))
        }
    }

    @Test func depositsOfMissingCashAreOfferedWithThePreviewAndCanBeDeclined() async throws {
        try await Self.run { server, visitor in
            try await server.done(server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let files = "/wallets/Main/files"
            func send(_ fields: KeyValuePairs<String, String>) async throws -> EdgeAnswer {
                try await visitor.post(files, from: files, fields)
            }
            let text = "Date,Type,Coin,Amount,Price,Total\n2025-02-03,Buy,BTC,0.5,200,100\n2025-02-04,Buy,BTC,0.5,200,900\n"
            let preview = try await send(["do": "preview", "text": text])
            #expect(preview.status == 200, "\(preview.text)")
            #expect(preview.has("2 deposits of missing cash are added: 1,000.00 USD in all."), "\(preview.text)")
            #expect(preview.has(#"name="deposit" value="yes" checked"#) && preview.has("4 transactions"))
            // A wrong column of prices shows in the rows, not only in the sums.
            #expect(preview.has("<td class=\"middle-size\">200.00 USD</td>"), "\(preview.text)")
            #expect(preview.has("<td class=\"middle-size\">1,800.00 USD</td>"), "\(preview.text)")
            #expect(preview.has("In 1 row (line 3), the total differs from price × amount"), "\(preview.text)")
            let pending = try #require(PageVisitor.value(of: "pending", in: preview.text))
            // Without the tick, the rows are refused, and the deposits can be chosen again.
            let declined = try await send(["do": "import", "pending": pending, "offered": "yes"])
            #expect(declined.status == 422 && declined.has("<b>Line 2</b>") && declined.has("this needs 100"), "\(declined.text)")
            #expect(declined.has(#"name="deposit" value="yes">"#), "\(declined.text)")
            let path = "/v1/wallets/Main/transactions"
            #expect(try await server.get(path).json["data"]?.array?.isEmpty == true)
            let again = try await send(["do": "preview", "pending": pending, "offered": "yes", "deposit": "yes"])
            #expect(again.status == 200 && again.has(#"name="deposit" value="yes" checked"#), "\(again.text)")
            let done = try await send(["do": "import", "pending": pending, "offered": "yes", "deposit": "yes"])
            #expect(done.status == 200, "\(done.text)")
            let kinds = try await server.get(path).json["data"]?.array?.compactMap { $0["kind"]?.string } ?? []
            #expect(kinds == ["buy", "deposit", "buy", "deposit"])
            // A file that lacks no cash offers nothing.
            let cash = try await send(["do": "preview", "text": "time,kind,asset,quantity\n2025-02-05,deposit,USD,5\n"])
            #expect(cash.status == 200 && !cash.has(#"name="deposit""#), "\(cash.text)")
        }
    }

    @Test func totalsWithPracticePricesSaySo() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let without = try await visitor.get("/wallets/Main")
            #expect(!without.has("simulated for practice"))
            let candle = Candle(day: ServerUnderTest.yesterday, close: 900)
            _ = try await server.database.store(
                [candle], of: AssetID("bitcoin")!, source: SampleMarkets.practiceSource, retrievedAt: 0, replaces: true)
            let with = try await visitor.get("/wallets/Main")
            #expect(with.has("The price of BTC is simulated for practice"), "\(with.text)")
        }
    }

    @Test func columnsOfAnotherProgramAreMatchedAndCorrected() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let files = "/wallets/Main/files"
            let text = "Date,Type,Coin,Amount,Price,Total\n03/02/2025,Deposit,USD,500,,\n04/02/2025,Buy,BTC-USD,0.5,,\"400.00\"\n"
            let asked = try await visitor.post(files, from: files, ["do": "preview", "text": text])
            #expect(asked.status == 422 && asked.has("The dates can be read in more than one way."), "\(asked.text)")
            let pending = try #require(PageVisitor.value(of: "pending", in: asked.text))
            let match: KeyValuePairs = [
                "do": "match", "pending": pending, "column-time": "0", "column-kind": "1", "column-asset": "2",
                "column-quantity": "3", "column-cash": "5", "date_format": "dd/MM/yyyy", "decimal": "point",
            ]
            let preview = try await visitor.post(files, from: files, match)
            #expect(preview.status == 200 && preview.has("2 transactions"), "\(preview.text)")
            let done = try await visitor.post(files, from: files, ["do": "import", "pending": pending])
            #expect(done.status == 200 && done.has("The file was recorded."), "\(done.text)")
            let listed = try await server.get("/v1/wallets/Main/transactions?since=2025-02-04&until=2025-02-04").json["data"]?.array
            #expect(listed?.first?["kind"]?.string == "buy" && listed?.first?["cash"]?.string == "400")
        }
    }

    /// A word that is not known is asked, and the answer is a part of the form with which the file is read.
    @Test func unknownWordsForKindsAreAsked() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let files = "/wallets/Main/files"
            func send(_ fields: KeyValuePairs<String, String>) async throws -> EdgeAnswer {
                try await visitor.post(files, from: files, fields)
            }
            let rows = "2025-02-04,Deposit,USD,512,\n2025-02-04,Vom Partner,BTC,0.5,100\n2025-02-04,Sperre,BTC,1,\n"
            let asked = try await send(["do": "preview", "text": "Date,Type,Coin,Amount,Total\n" + rows])
            #expect(asked.status == 422 && asked.has("“Vom Partner” means"), "\(asked.text)")
            #expect(asked.has(#"name="column-currency""#) && asked.has("None: US dollars if"), "\(asked.text)")
            // No label names another currency than that of the column.
            #expect(asked.has("Cash paid or received (without a currency: USD)") && !asked.has(", USD<"), "\(asked.text)")
            #expect(asked.has(#"<select class="input" id="kind-1-3" name="kind-1-3" aria-invalid="true""#), "\(asked.text)")
            #expect(
                asked.has(#"id="kind-1-4-hint">2025-02-04 · Sperre · BTC"#) && asked.has("Choose what these rows are."),
                "\(asked.text)")
            let pending = try #require(PageVisitor.value(of: "pending", in: asked.text))
            func match(_ partner: String, _ lock: String) async throws -> EdgeAnswer {
                try await send([
                    "do": "match", "pending": pending, "column-time": "0", "column-kind": "1", "column-asset": "2",
                    "column-quantity": "3", "column-cash": "4", "kind-1-3": partner, "kind-1-4": lock,
                ])
            }
            for choice in [
                ("staking", "Income · Staking"), ("gift", "Deposit · Gift"), ("gift sent", "Withdrawal · Gift"),
                ("loss", "Withdrawal · Loss"),
            ] { #expect(asked.has(#"<option value="\#(choice.0)">\#(choice.1)</option>"#), "\(asked.text)") }
            // An answer that no question offers is none.
            for (partner, lock) in [("buy", ""), ("trade", "leave out")] {
                let half = try await match(partner, lock)
                #expect(half.status == 422 && half.has("Choose what these rows are."), "\(half.text)")
            }
            let preview = try await match("buy", "leave out")
            #expect(preview.status == 200 && preview.has("2 transactions"), "\(preview.text)")
            #expect(
                preview.has(#"<option value="buy" selected>"#) && !preview.has("Choose what these rows are."), "\(preview.text)")
            #expect(preview.has("because you chose to leave them out (line numbers: 4)"), "\(preview.text)")
            let done = try await send(["do": "import", "pending": pending])
            #expect(done.status == 200 && done.has("The file was recorded."), "\(done.text)")
            let listed = try await server.get("/v1/wallets/Main/transactions?since=2025-02-04&until=2025-02-04").json["data"]?.array
            #expect(listed?.map { $0["kind"]?.string } == ["buy", "deposit"], "\(listed ?? [])")
        }
    }

    /// Of more words than can be asked, the file is refused.
    @Test func manyUnknownWordsAreNotAsked() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            func answer(_ count: Int) async throws -> EdgeAnswer {
                let words = (0..<count).map { "Wort\(Character(UnicodeScalar(UInt8(97 + $0))))" }
                let rows = words.map { "2025-02-04,\($0),BTC,1\n2025-02-04,Deposit,BTC,1\n" }.joined()
                let files = "/wallets/Main/files"
                return try await visitor.post(files, from: files, ["do": "preview", "text": "Date,Type,Coin,Amount\n" + rows])
            }
            let (few, many) = (try await answer(20), try await answer(21))
            #expect(few.status == 422 && few.text.components(separatedBy: "<select class=\"input\" id=\"kind-").count == 21)
            #expect(many.status == 422 && !many.has("id=\"kind-") && many.has("“Worta” is not a known kind"), "\(many.text)")
        }
    }

    @Test func aFileOfAKnownProgramNeedsNoColumns() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let files = "/wallets/Main/files"
            let header = "Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type\n"
            let text =
                header + "Deposit,\"Feb. 04, 2025, 10:00 AM\",Main Account,500.00 USD,,,,\n"
                + "Market,\"Feb. 04, 2025, 11:00 AM\",Main Account,0.01 BTC,400.00 USD,40000 USD,1.00 USD,Buy\n"
            let preview = try await visitor.post(files, from: files, ["do": "preview", "text": text])
            #expect(preview.status == 200 && preview.has("The file was read as a file of Bitstamp."), "\(preview.text)")
            #expect(!preview.has("column-time") && preview.has("Match the columns instead"))
            let pending = try #require(PageVisitor.value(of: "pending", in: preview.text))
            let columns = try await visitor.post(files, from: files, ["do": "columns", "pending": pending])
            #expect(columns.has("column-time"), "\(columns.text)")
            let again = try await visitor.post(files, from: files, ["do": "preview", "text": text])
            let kept = try #require(PageVisitor.value(of: "pending", in: again.text))
            let done = try await visitor.post(files, from: files, ["do": "import", "pending": kept])
            #expect(done.status == 200 && done.has("The file was recorded."), "\(done.text)")
            let listed = try await server.get("/v1/wallets/Main/transactions?since=2025-02-04&until=2025-02-04").json["data"]?.array
            #expect(listed?.map { $0["kind"]?.string } == ["buy", "deposit"], "\(listed ?? [])")
            let unknown = header + "Magic,\"Feb. 04, 2025, 10:00 AM\",Main Account,500.00 USD,,,,\n"
            let refused = try await visitor.post(files, from: files, ["do": "preview", "text": unknown])
            #expect(refused.status == 422 && refused.has("“Magic” is not a known kind of transaction."), "\(refused.text)")
        }
    }

    @Test func rowsThatCannotBeReadAreLeftOutByAButton() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let files = "/wallets/Main/files"
            let text =
                "Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type\n"
                + "Deposit,\"Feb. 04, 2025, 10:00 AM\",Main Account,500.00 USD,,,,\n"
                + "Deposit,\"Feb. 04, 2025, 11:00 AM\",Main Account,1.00 NOSUCH,,,,\n"
            let refused = try await visitor.post(files, from: files, ["do": "preview", "text": text])
            #expect(refused.status == 200 && refused.has("“NOSUCH” is not a known coin. Add its prices first"))
            #expect(refused.has(#"<a class="button" href="/prices/import">Add coins or prices</a>"#), "\(refused.text)")
            #expect(refused.has("Its rows (the first: line 3) are not shown") && refused.has("1 transaction"), "\(refused.text)")
            #expect(!refused.has(#"value="import""#) && refused.has("Leave these rows out"), "\(refused.text)")
            #expect(!refused.has("GET /v1"), "\(refused.text)")
            let sent = try #require(PageVisitor.value(of: "pending", in: refused.text))
            let preview = try await visitor.post(files, from: files, ["do": "preview", "pending": sent, "leave": "yes"])
            #expect(preview.status == 200 && preview.has("Rows that are not recorded (line numbers: 3)."), "\(preview.text)")
            #expect(preview.has(#"<input type="hidden" name="leave" value="yes">"#))
            let pending = try #require(PageVisitor.value(of: "pending", in: preview.text))
            let done = try await visitor.post(files, from: files, ["do": "import", "pending": pending, "leave": "yes"])
            #expect(done.status == 200 && done.has("The file was recorded."), "\(done.text)")
        }
    }

    /// The columns of JSON cannot be matched, and a page cannot run commands.
    @Test func errorsOfFilesSayWhatAPersonAtThePageCanDo() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let files = "/wallets/Main/files"
            let row = #"{"date":"2025-02-04","symbol":"BTC","unitPrice":1,"quantity":1,"fee":0,"currency":"USD","type":"MAGIC"}"#
            for text in ["{\"activities\":[\(row)]}", "Foo\nbar\n", "a,b\n"] {
                let page = try await visitor.post(files, from: files, ["do": "preview", "text": text])
                #expect(page.status == 422, "\(page.text)")
                for remedy in ["--map", "parameter map", "leave_out_unreadable", "GET /v1", "POST /v1"] {
                    #expect(!page.has(remedy), "\(text): \(remedy)")
                }
                #expect(!page.has("Match the columns"), "\(text)")
                if text.hasPrefix("{") { #expect(page.has("Correct the file and send it again."), "\(page.text)") }
            }
        }
    }

    @Test func rowsOfAnotherProgramThatCannotBeReadAreShownWithTheirFault() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let text = "Date,Type,Coin,Amount\n2025-02-25,swap,BTC,many\n2025-02-26,Deposit,BTC,1\n2025-02-27,Deposit,BTC,few\n"
            let page = try await visitor.post("/wallets/Main/files", from: "/wallets/Main/files", ["do": "preview", "text": text])
            #expect(page.has("Correct the choices below, or the file.") && !page.has("href=\"/prices/import\">"), "\(page.text)")
            #expect(page.status == 422 && page.has("<b>Line 2</b>") && page.has("2025-02-25 · swap · BTC · many"), "\(page.text)")
            #expect(page.has("“few” in the column “Amount” cannot be read."), "\(page.text)")
            #expect(page.has("“swap” is not a known kind of transaction.") && page.has("Leave these rows out"), "\(page.text)")
            let pending = try #require(PageVisitor.value(of: "pending", in: page.text))
            let left = try await visitor.post(
                "/wallets/Main/files", from: "/wallets/Main/files", ["do": "preview", "pending": pending, "leave": "yes"])
            #expect(left.status == 200 && left.has("1 transaction"), "\(left.text)")
            let template = try await visitor.get("/wallets/files/template.csv")
            #expect(template.text.hasPrefix("time,kind,wallet,asset,quantity,cash,fee"))
        }
    }

    @Test func aMatchWithFaultsDoesNotReplaceThePreviewedOne() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let files = "/wallets/Main/files"
            let text = "Date,Type,Coin,Amount,Other\n2025-02-04,Deposit,USD,512,many\n"
            let preview = try await visitor.post(files, from: files, ["do": "preview", "text": text])
            #expect(preview.status == 200, "\(preview.text)")
            let pending = try #require(PageVisitor.value(of: "pending", in: preview.text))
            let faulty = try await visitor.post(
                files, from: files,
                [
                    "do": "match", "pending": pending, "column-time": "0", "column-kind": "1", "column-asset": "2",
                    "column-quantity": "4",
                ])
            #expect(faulty.status == 422 && faulty.has("“many” in the column “Other” cannot be read."), "\(faulty.text)")
            let done = try await visitor.post(files, from: files, ["do": "import", "pending": pending])
            #expect(done.status == 200 && done.has("The file was recorded."), "\(done.text)")
            let listed = try await server.get("/v1/wallets/Main/transactions?since=2025-02-04&until=2025-02-04").json["data"]?.array
            #expect(listed?.map { $0["quantity"]?.string } == ["512"])
        }
    }

    @Test func moneyInOtherCurrenciesAndImpossibleAmountsAreRefused() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            func preview(_ row: String) async throws -> EdgeAnswer {
                let text = "Date,Type,Coin,Amount,Total\n\(row)\n"
                let files = "/wallets/Main/files"
                return try await visitor.post(files, from: files, ["do": "preview", "text": text])
            }
            let kronor = try await preview("2025-02-25,Buy,BTC,0.5,100.00 SEK")
            #expect(kronor.status == 200 && kronor.has("No rate of SEK: "), "\(kronor.text)")
            let page = try await preview("2025-02-25,Sell,BTC,-170141183460469231731.687303715884105728,1")
            #expect(
                page.status == 422
                    && page.has("“-170141183460469231731.687303715884105728” in the column “Amount” cannot be read."),
                "\(page.text)")
            let tether = try await visitor.post(
                "/wallets/Main/files", from: "/wallets/Main/files",
                ["do": "preview", "text": "Date,Type,Coin,Amount,Total\n2025-02-25,Deposit,BTC-USDT,0.001,100\n"])
            #expect(tether.status == 200 && tether.has("Amounts in USDT are recorded as US dollars, one to one."), "\(tether.text)")
        }
    }

    @Test func rowsThatWereNotCompletedAndFeesWithAMinusAreNotedInThePreview() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let files = "/wallets/Main/files"
            func preview(_ rows: String) async throws -> EdgeAnswer {
                let text = "Date,Type,Coin,Amount,Total,Fee,Status\n" + rows
                return try await visitor.post(files, from: files, ["do": "preview", "text": text])
            }
            let bought = "2025-02-28,Buy,BTC,0.001,1,-0.5,Filled\n"
            let page = try await preview(
                "2025-02-28,Deposit,USD,7,,,Pending\n2025-02-28,Deposit,USD,7,,,pending\n\(bought)2025-02-28,Deposit,USD,7,,,Pending\n"
            )
            #expect(
                page.status == 200 && page.has("Rows with the status “Pending” are not recorded (line numbers: 2–3, 5)."),
                "\(page.text)")
            #expect(page.has("All fees in the file are negative; they are recorded as costs.") && page.has("1 transaction"))
            let unknown = try await preview(bought + "2025-02-28,Buy,BTC,0.001,1,0.5,Half\n")
            #expect(unknown.status == 422 && unknown.has("The status “Half” is not known."), "\(unknown.text)")
            let nothing = try await preview("2025-02-28,Deposit,USD,7,,,Failed\n")
            #expect(nothing.has("The file has no transactions to record.") && !nothing.has("Nothing changes:"))
            #expect(nothing.status == 200 && nothing.has("“Failed” are not recorded (line numbers: 2)."), "\(nothing.text)")
        }
    }

    @Test func aLargeFileIsRecordedAsATask() async throws {
        try await Self.run { server, visitor in
            let rows = (1...6000).map { "2025-02-20,deposit,Main,USD,\($0),,,,,row \($0) of a file that is long\n" }
            let text = "time,kind,wallet,asset,quantity,cash,fee,to,value,note\n" + rows.joined()
            let preview = try await visitor.upload("/wallets/files", ["do": "preview", "create": "yes"], file: ("long.csv", text))
            #expect(preview.status == 200)
            let pending = try #require(PageVisitor.value(of: "pending", in: preview.text))
            _ = try await visitor.upload("/wallets/files", ["do": "import", "pending": pending, "create": "yes"])
            let path = visitor.path
            #expect(path.hasPrefix("/tasks/"))
            // The stream ends with the task.
            _ = try await visitor.get("\(path)/events")
            let page = try await visitor.get(path)
            #expect(page.has("Import long.csv") && page.has("?done=wallet-imported\""), "\(page.text)")
            #expect(try await server.get("/v1/wallets/Main").json["value"]?.string == "18003000")
        }
    }

    @Test func aWalletThatHoldsSomethingIsDeletedByItsNameOnly() async throws {
        try await Self.run { server, visitor in
            try await server.makeTradedWallet()
            let refused = try await visitor.post("/wallets/Main/delete", from: "/wallets/Main/settings", ["confirmation": "Mian"])
            #expect(refused.status == 422 && refused.text.contains(#"value="Mian""#))
            #expect(try await server.get("/v1/wallets/Main").status == 200)
            _ = try await visitor.post("/wallets/Main/delete", from: "/wallets/Main/settings", ["confirmation": "Main"])
            #expect(try await server.get("/v1/wallets/Main").status == 404)
        }
    }

    // MARK: The undo of a deletion

    /// Deletes the wallet Main.
    ///
    /// - Returns: the wallet's id.
    private static func delete(_ server: ServerUnderTest, _ visitor: PageVisitor) async throws -> String {
        try await server.makeTradedWallet()
        let id = try #require(try await server.get("/v1/wallets/Main").json["id"]?.string)
        let deleted = try await visitor.post("/wallets/Main/delete", from: "/wallets/Main/settings", ["confirmation": "Main"])
        #expect(deleted.status == 303 && deleted["location"] == "/portfolio?undo=\(id)")
        return id
    }

    @Test func aDeletionIsUndone() async throws {
        try await PageVisitor.run { server, visitor in
            let id = try await Self.delete(server, visitor)
            let list = "/portfolio?undo=\(id)"
            let page = try await visitor.get(list)
            #expect(page.has("Wallet Main was deleted.") && page.text.contains("action=\"/wallets/\(id)/restore\""), "\(page.text)")
            // The second time, it was restored already.
            for _ in 0..<2 {
                let undone = try await visitor.post("/wallets/\(id)/restore", from: "/settings", [:])
                #expect(undone["location"] == "/portfolio?done=wallet-undeleted", "\(undone.text)")
            }
            #expect(try await server.get("/v1/wallets/Main").json["id"]?.string == id)
            #expect(try await visitor.get("/portfolio?done=wallet-undeleted").has("Wallet restored."))
            let again = try await visitor.get(list)
            #expect(!again.has("was deleted") && !again.text.contains("/restore"))
            #expect(try await visitor.post("/wallets/nothing/restore", from: "/settings", [:]).status == 404)
        }
    }

    @Test(arguments: [
        ("en", "Another wallet is called MAIN now."), ("it", "Ora un altro portafoglio si chiama MAIN."),
        ("kk", "MAIN атауы енді басқа әмиянда."), ("ru", "Название MAIN теперь у другого кошелька."),
    ])
    func anUndoSaysThatTheNameIsTaken(language: String, sentence: String) async throws {
        try await PageVisitor.run { server, _ in
            let visitor = PageVisitor(server, cookies: ["closecast-language": language])
            let id = try await Self.delete(server, visitor)
            try server.done(await server.post("/v1/wallets", json: #"{"name":"MAIN"}"#))
            for _ in 0..<2 {
                // With one key: the stored refusal says the same.
                let refused = try await visitor.post("/wallets/\(id)/restore", from: "/settings", [:], key: "undo-of-main")
                #expect(refused.status == 409 && refused.has(sentence), "\(refused.text)")
                #expect(refused.text.contains("/wallets/\(id)/restore"), "the undo stays")
            }
        }
    }
}
