import Foundation
import HTTPEdge
import HTTPTestSupport
import JSONText
import Ledger
import Market
import ServerWorld
import Services
import Synchronization
import Testing
import Trading

/// Trades on pages, without scripts: each takes effect once, and a refusal gives its reason and loses nothing.
@Suite struct TradePageTests {
    /// A server whose one person has 1,000 EUR and 200 USD; the bitcoin costs 200 USD, the euro 1.25.
    private static func run(
        requiresToken: Bool = false, _ body: (ServerUnderTest) async throws -> Void
    ) async throws {
        try await ServerUnderTest.run(requiresToken: requiresToken, hasPages: true) { server async throws in
            try await server.storeTradingPrices()
            try await body(server)
        }
    }

    private static func funded(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await run { server async throws in
            try await server.fund()
            try await body(server, PageVisitor(server))
        }
    }

    private static let bitcoin = "/trading/trade/BTC"

    /// Asks for a preview and returns the page and the quote in it.
    private static func preview(
        _ visitor: PageVisitor, _ amount: String = "65", unit: String = "EUR", side: String = "buy"
    ) async throws -> (page: EdgeAnswer, quote: String) {
        let page = try await visitor.post(
            bitcoin, from: bitcoin, ["side": side, "tab": "now", "unit": unit, "amount": amount, "do": "preview"])
        try #require(page.status == 200, "\(page.text)")
        return (page, try #require(PageVisitor.value(of: "quote", in: page.text)))
    }

    private static func confirm(
        _ visitor: PageVisitor, _ quote: String, amount: String = "65", unit: String = "EUR", side: String = "buy"
    ) async throws -> EdgeAnswer {
        try await visitor.post(
            bitcoin,
            ["side": side, "tab": "now", "unit": unit, "amount": amount, "quote": quote, "do": "confirm"])
    }

    // MARK: Without fresh prices

    /// Nobody fills in a form that cannot succeed.
    @Test func withoutFreshPricesThePagesSaySoAndOfferSimulatedOnes() async throws {
        let isOn = Mutex(false)
        let bitcoin = try #require(KnownAssets.all.first { $0.ticker.description == "BTC" })
        let prices = PracticePrices(coins: { [bitcoin] }, turnOn: { isOn.withLock { $0 = true } })
        try await ServerUnderTest.run(practicePrices: prices, hasPages: true) { server async throws in
            try await server.store([200], of: "bitcoin", through: Day(secondsSince1970: server.clock.now) - 30)
            let visitor = PageVisitor(server)
            for path in ["/practice", "/trading/trade?side=buy", "/trading/deposit"] {
                let page = try await visitor.get(path)
                #expect(page.has("Nothing can be traded now.") && page.has("/trading/practice-prices"), "\(page.text)")
            }
            #expect(try await visitor.get(Self.bitcoin).has("/trading/practice-prices"))
            // These prices are not for this coin.
            let ether = try await visitor.get("/trading/trade/ETH")
            #expect(ether.has("href=\"/prices") && !ether.has("/trading/practice-prices"), "\(ether.text)")
            #expect(try await visitor.get("/trading/practice-prices").has("up to the current minute: BTC."))
            let done = try await visitor.post("/trading/practice-prices", from: "/trading/practice-prices")
            #expect(done["location"] == "/practice?done=practice-prices" && isOn.withLock { $0 })
            for (next, place) in [("/trading/deposit", "/trading/deposit"), ("//evil.example", "/practice")] {
                let back = try await visitor.post(
                    "/trading/practice-prices", from: "/trading/practice-prices", ["next": next])
                #expect(back["location"] == "\(place)?done=practice-prices")
            }
            // Coins have prices, but euros do not.
            try await server.store([200], of: "bitcoin", through: Day(secondsSince1970: server.clock.now) - 1)
            let deposit = try await visitor.get("/trading/deposit")
            #expect(deposit.has("EUR has no current price") && !deposit.has("Nothing can be traded now."), "\(deposit.text)")
            #expect(deposit.has("/trading/practice-prices?next=%2Ftrading%2Fdeposit"))
            try await server.storeTradingPrices()
            for path in ["/practice", "/trading/trade?side=buy"] {
                let page = try await visitor.get(path)
                #expect(!page.has("Nothing can be traded now.") && !page.has("EUR has no current price"), "\(page.text)")
            }
        }
    }

    // MARK: The home

    /// Prices are not limited, so a sum of two coins may exceed the largest amount.
    @Test func theHomeIsShownWhateverPricesAre() async throws {
        try await Self.funded { server, visitor async throws in
            let yesterday = Day(secondsSince1970: server.clock.now) - 1
            for (coin, ticker) in [("bitcoin", "BTC"), ("ethereum", "ETH")] {
                try await server.store([0.0001], of: coin, through: yesterday)
                let wish = #"{"side":"buy","asset":"\#(ticker)","currency":"USD","cash":"90"}"#
                let quote = try server.done(try await server.post("/v1/trading/quotes", json: wish)).json["id"]?.string
                try server.done(try await server.send("POST", "/v1/trading/quotes/\(try #require(quote))/confirmation"))
            }
            for coin in ["bitcoin", "ethereum"] { try await server.store([1.5e14], of: coin, through: yesterday) }
            let page = try await visitor.get("/practice")
            #expect(page.status == 200 && page.has("\u{2013}"), "\(page.text)")
        }
    }

    @Test func anEmptyAccountPointsToADeposit() async throws {
        try await Self.run { server async throws in
            let visitor = PageVisitor(server)
            let page = try await visitor.get("/practice")
            #expect(page.status == 200 && page.has("No money here yet") && page.has("Simulated money"))
            #expect(page.has(#"<a class="button main" href="/trading/deposit">"#))
            try await server.setLevel(.none)
            let first = try await visitor.get("/practice")
            #expect(first.has(#"<a class="button main" href="/trading/verification">"#) && first.has("Not verified"))
        }
    }

    @Test func theHomeShowsWhatThereIsAndWhatIsHeld() async throws {
        try await Self.funded { server, visitor in
            let (_, quote) = try await Self.preview(visitor)
            _ = try await Self.confirm(visitor, quote)
            _ = try await visitor.post(
                Self.bitcoin, from: Self.bitcoin + "?tab=limit",
                ["side": "buy", "tab": "limit", "unit": "EUR", "amount": "100", "price": "120", "days": "7", "do": "place"])
            let page = try await visitor.get("/practice")
            for part in [
                "935.00 EUR", "of which <span data-amount>100.00 EUR</span> reserved", "200.00 USD", "BTC",
                "Buy BTC for <span data-amount>100.00 EUR</span>",
                "at 120.00 EUR or lower", "Reserves <span data-amount>100.00 EUR</span>", "Simulated money",
            ] { #expect(page.has(part), "\(part)") }
            // Hidden with one touch, as in the wallet.
            _ = try await visitor.post("/settings", from: "/practice", ["hidden": "yes", "quietly": "yes", "next": "/practice"])
            let hidden = try await visitor.get("/practice")
            #expect(!hidden.text.replacing(/data-amount="[^"]*"/, with: "").contains("935.00") && hidden.has("\u{2022}\u{2022}"))
        }
    }

    @Test func cashIsNotBoughtAndSold() async throws {
        try await Self.funded { _, visitor in
            let (cash, coin) = (try await visitor.get("/coins/EUR"), try await visitor.get("/coins/BTC"))
            #expect(!cash.has("/trading/trade/EUR") && cash.has(#"<a class="button" href="/trading/deposit">"#), "\(cash.text)")
            #expect(coin.has(#"href="/trading/trade/BTC?side=buy""#) && coin.has(#"href="/trading/trade/BTC?side=sell""#))
        }
    }

    // MARK: Buying and selling

    @Test func aPurchaseIsPreviewedConfirmedAndDoneOnce() async throws {
        try await Self.funded { server, visitor in
            let (page, quote) = try await Self.preview(visitor)
            // 65 EUR less 0.65 EUR of fee, at 160 EUR.
            for part in ["Buy 0.4021875 BTC?", "160.00 EUR", "0.65 EUR", "64.35 EUR", "65.00 EUR", "until 12:00:30 UTC", "test,"] {
                #expect(page.has(part), "\(part)")
            }
            let answers = [
                try await Self.confirm(visitor, quote), try await Self.confirm(visitor, quote),
                try await Self.confirm(visitor, quote),
            ]
            let places = Set(answers.compactMap { $0["location"] })
            #expect(answers.allSatisfy { $0.status == 303 } && places.count == 1)
            let result = try await visitor.get(try #require(places.first))
            #expect(result.status == 200 && result.has("Bought 0.4021875 BTC for 65.00 EUR") && result.has("Simulated money"))
            let history = try await server.get("/v1/trading/history").json["data"]?.array ?? []
            #expect(history.count { $0["kind"]?.string == "buy" } == 1)
            #expect(try await server.free("eur") == "935")
        }
    }

    @Test func aSaleForCoins() async throws {
        try await Self.funded { server, visitor in
            let (_, bought) = try await Self.preview(visitor, "160")
            _ = try await Self.confirm(visitor, bought, amount: "160")
            let open = try await visitor.get(Self.bitcoin + "?side=sell&tab=limit")
            #expect(open.has(#"name="do" value="fill-100""#) && open.has("160.00 EUR"))
            // No typed value is lost, and nothing is placed.
            for (percentage, amount) in [(25, "0.2475"), (100, "0.99")] {
                let filled = try await visitor.post(
                    Self.bitcoin, from: Self.bitcoin,
                    [
                        "side": "sell", "tab": "limit", "unit": "coin-EUR", "amount": "", "price": "500", "days": "7",
                        "do": "fill-\(percentage)",
                    ])
                #expect(filled.status == 200 && filled.has(#"name="amount" value="\#(amount)""#), "\(percentage)")
                #expect(filled.has(#"type="text" value="500""#) && filled.has(#"<option value="7" selected>"#))
                #expect(filled.has(#"data-currency="EUR" selected>BTC"#))
            }
            #expect(try await server.free("bitcoin") == "0.99")
            let (page, quote) = try await Self.preview(visitor, "0.5", unit: "coin-USD", side: "sell")
            #expect(page.has("Sell 0.5 BTC?") && page.has("99.00 USD"))
            let done = try await Self.confirm(visitor, quote, amount: "0.5", unit: "coin-USD", side: "sell")
            let result = try await visitor.get(try #require(done["location"]))
            #expect(result.has("Sold 0.5 BTC for 99.00 USD"))
        }
    }

    @Test func partsOfTheCashAreFilledIn() async throws {
        try await Self.funded { _, visitor in
            // 1,000 EUR and 200 USD are available; an amount of coins becomes cash of its currency.
            for (unit, percentage, amount, chosen) in [
                ("EUR", "25", "250", "EUR"), ("USD", "75", "150", "USD"), ("coin-EUR", "50", "500", "EUR"), ("USD", "1", "", "USD"),
            ] {
                let page = try await visitor.post(
                    Self.bitcoin, from: Self.bitcoin,
                    ["side": "buy", "tab": "now", "unit": unit, "amount": "", "do": "fill-\(percentage)"])
                #expect(page.status == 200 && page.has(#"name="amount" value="\#(amount)""#), "\(unit) \(percentage)")
                #expect(page.has(#"data-cash data-currency="\#(chosen)" selected>"#), "\(unit) \(percentage)")
            }
            // The script converts what is typed by these prices.
            let page = try await visitor.get(Self.bitcoin)
            #expect(page.has(#"<option value="EUR" data-price="160" data-shown="160.00 EUR" data-cash"#))
            #expect(page.has(">Review</button>"))
        }
    }

    // MARK: Refusals of a preview

    struct Refused: Sendable {
        let amount: String
        var unit = "EUR"
        var tab = "now"
        var side = "buy"
        var price = ""
        var days = ""
        let status: Int
        let sentence: String
    }

    static let refused: [Refused] = [
        Refused(amount: "", status: 422, sentence: "Enter an amount."),
        Refused(amount: "12x", status: 422, sentence: "“12x” is not an amount."),
        Refused(amount: "0", status: 422, sentence: "This must be a number above zero with at most 2 decimals."),
        Refused(amount: "1.005", status: 422, sentence: "This must be a number above zero with at most 2 decimals."),
        Refused(amount: "0.5", status: 422, sentence: "This is too little: the smallest trade is 1.00 EUR"),
        Refused(amount: "20000", unit: "USD", status: 422, sentence: "This is too much: the largest trade is 10,000.00 USD"),
        Refused(amount: "0.00000001", unit: "coin-EUR", side: "sell", status: 422, sentence: "This is too little for any BTC"),
        Refused(
            amount: "5000", tab: "limit", price: "100", status: 409,
            sentence: "Available: 1,000.00 EUR. Needed: 5,000.00 EUR."),
        Refused(amount: "50", tab: "limit", status: 422, sentence: "Enter a price."),
        Refused(amount: "50", tab: "limit", price: "500", status: 422, sentence: "The price is already there: 160.00 EUR."),
        Refused(amount: "50", tab: "stop", price: "100", status: 422, sentence: "The price is already there: 160.00 EUR."),
        Refused(
            amount: "50", tab: "limit", price: "100", days: "9999", status: 422, sentence: "The end must be 1 to 365 days away."),
        Refused(amount: "0.2", tab: "recurring", status: 422, sentence: "This is too little: the smallest trade is 1.00 EUR"),
    ]

    @Test(arguments: refused.indices) func aRefusalSaysWhyAndLosesNothing(index: Int) async throws {
        let one = Self.refused[index]
        try await Self.funded { server, visitor in
            let before = try await server.get("/v1/trading/history").text
            let page = try await visitor.post(
                Self.bitcoin, from: Self.bitcoin,
                [
                    "side": one.side, "tab": one.tab, "unit": one.unit, "amount": one.amount, "price": one.price,
                    "days": one.days, "every": "month", "do": one.tab == "now" ? "preview" : "place",
                ])
            #expect(page.status == one.status, "\(page.status)")
            #expect(page.has(one.sentence), "\(page.text)")
            // The typed values are in their fields.
            #expect(page.has(#"name="amount" value="\#(one.amount)""#))
            if !one.price.isEmpty { #expect(page.has(#"name="price" type="text" value="\#(one.price)""#)) }
            #expect(try page.text.contains(Regex(#"<option value="\#(one.unit)"[^>]* selected>"#)))
            if one.tab == "recurring" { #expect(page.has(#"<option value="month" selected>"#)) }
            #expect(try await server.get("/v1/trading/history").text == before)
        }
    }

    /// A deposit of cash does not help if there are too few coins.
    @Test func aSaleOfMoreThanThereIsOffersNoDeposit() async throws {
        try await Self.funded { server, visitor in
            let (_, bought) = try await Self.preview(visitor, "160")
            _ = try await Self.confirm(visitor, bought, amount: "160")
            let sentence = "Available: 0.99 BTC. Needed: 5 BTC. Enter a smaller amount.<"
            let (warned, quote) = try await Self.preview(visitor, "5", unit: "coin-EUR", side: "sell")
            let failed = try await Self.confirm(visitor, quote, amount: "5", unit: "coin-EUR", side: "sell")
            let placed = try await visitor.post(
                Self.bitcoin, from: Self.bitcoin,
                ["side": "sell", "tab": "limit", "unit": "coin-EUR", "amount": "5", "price": "500", "do": "place"])
            for page in [warned, failed, placed] {
                #expect(page.has(sentence) && !page.has("/trading/deposit") && !page.has("/trading/receive"), "\(page.text)")
            }
            #expect(failed.status == 409 && placed.status == 409)
            // It does help with a purchase that exceeds the cash.
            let (dear, _) = try await Self.preview(visitor, "2000")
            #expect(dear.has("Enter a smaller amount, or make a deposit.") && dear.has(#"href="/trading/deposit""#))
            // So many that the sale would also be too large.
            for tab in ["now", "limit"] {
                let large = try await visitor.post(
                    Self.bitcoin, from: Self.bitcoin,
                    [
                        "side": "sell", "tab": tab, "unit": "coin-EUR", "amount": "1000", "price": "500",
                        "do": tab == "now" ? "preview" : "place",
                    ])
                #expect(large.has("Available: 0.99 BTC. Needed: 1,000 BTC.") && large.has(#"value="1000""#))
                #expect(!large.has("in parts"), "\(large.text)")
            }
            // A trade that would fail cannot be confirmed.
            let (fine, _) = try await Self.preview(visitor)
            #expect(!warned.has(#"id="confirm""#) && !dear.has(#"id="confirm""#) && fine.has(#"id="confirm""#))
        }
    }

    @Test func missingCoinsComeFromOtherPeopleWhereThereAreAny() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, _ in
            let ann = try await server.person("ann@example.com", accounts)
            try await server.storeTradingPrices()
            let page = try await PageVisitor(server, token: ann.token).post(
                Self.bitcoin, from: Self.bitcoin,
                ["side": "sell", "tab": "limit", "unit": "coin-EUR", "amount": "5", "price": "500", "do": "place"])
            #expect(page.status == 409 && page.has(#"<a class="button" href="/trading/receive/BTC">Receive coins</a>"#))
            #expect(!page.has("/trading/deposit"), "\(page.text)")
        }
    }

    @Test func withoutAPriceOfTodayNothingIsTraded() async throws {
        try await Self.funded { server, visitor in
            server.clock.advance(by: 3 * 86_400)
            let form = try await visitor.get(Self.bitcoin)
            #expect(form.has("You cannot trade at closes older than 36 hours, or at other prices older than 15 minutes."))
            let page = try await visitor.post(
                Self.bitcoin, ["side": "buy", "tab": "now", "unit": "EUR", "amount": "65", "do": "preview"])
            #expect(page.status == 409 && page.has("There is no recent price for BTC"))
            #expect(page.has(#"name="amount" value="65""#))
        }
    }

    /// A trade in euros also needs their rate: the message names the price that is too old.
    @Test func aMissingRateIsNotTheCoins() async throws {
        try await Self.funded { server, visitor in
            server.clock.advance(by: 3 * 86_400)
            let yesterday = Day(secondsSince1970: server.clock.now) - 1
            try await server.store([198, 200], of: "bitcoin", through: yesterday)
            #expect(try await visitor.get(Self.bitcoin + "?unit=EUR").has("The newest price of EUR is from"))
            for tab in ["now", "recurring", "limit"] {
                let page = try await visitor.post(
                    Self.bitcoin,
                    [
                        "side": "buy", "tab": tab, "unit": "EUR", "amount": "65", "price": "100", "every": "week",
                        "do": tab == "now" ? "preview" : "place",
                    ])
                #expect(page.status == 409 && page.has("There is no recent price for EUR"), "\(tab): \(page.text)")
                #expect(!page.has("There is no price of BTC"), "\(tab)")
            }
            let dollars = try await visitor.post(
                Self.bitcoin, ["side": "buy", "tab": "now", "unit": "USD", "amount": "65", "do": "preview"])
            #expect(dollars.status == 200 && dollars.has("This price is valid"))
        }
    }

    // MARK: Refusals of a confirmation

    @Test func aConfirmationThatIsRefusedSaysSoAndKeepsTheAmount() async throws {
        try await Self.funded { server, visitor in
            func refused(_ quote: String, _ status: Int, _ sentence: String, amount: String = "65") async throws {
                let page = try await Self.confirm(visitor, quote, amount: amount)
                #expect(page.status == status && page.has("BTC was not bought") && page.has(sentence), "\(page.text)")
                #expect(page.has(#"name="amount" value="\#(amount)""#) && page.has("Simulated money"))
            }
            _ = try await visitor.get(Self.bitcoin)
            try await refused("q_0000000000000000", 404, "This preview no longer exists.")
            let (_, late) = try await Self.preview(visitor)
            server.clock.advance(by: 31)
            try await refused(late, 409, "The preview was valid for 30 seconds and has expired.")
            let (_, moved) = try await Self.preview(visitor)
            try await server.storeTradingPrices(bitcoin: 203)
            try await refused(moved, 409, "The price of BTC moved from 160.00 EUR to 162.40 EUR")
            let (warned, dear) = try await Self.preview(visitor, "2000")
            #expect(warned.has("Available: 1,000.00 EUR. Needed: 2,000.00 EUR."))
            try await refused(dear, 409, "Needed: 2,000.00 EUR.", amount: "2000")
            let (_, unverified) = try await Self.preview(visitor)
            try await server.setLevel(.none)
            try await refused(unverified, 403, "Your identity must be verified")
            try await server.setLevel(.basic)
            let (_, large) = try await Self.preview(visitor, "990")
            try await refused(large, 403, "This exceeds your limits.", amount: "990")
            #expect(try await server.free("eur") == "1000")
            let again = try await Self.preview(visitor)
            #expect(try await Self.confirm(visitor, again.quote).status == 303)
        }
    }

    @Test(arguments: ["it", "ru", "kk"]) func refusalsAreInTheReadersLanguage(language: String) async throws {
        let wanted = ["it": "È troppo poco", "ru": "Слишком мало", "kk": "Тым аз"][language]!
        let chip = ["it": "Denaro simulato", "ru": "Учебные деньги", "kk": "Шартты ақша"][language]!
        try await Self.funded { server, _ in
            let visitor = PageVisitor(server, cookies: ["closecast-language": language])
            let page = try await visitor.post(
                Self.bitcoin, from: Self.bitcoin,
                ["side": "buy", "tab": "now", "unit": "EUR", "amount": "0,5", "do": "preview"])
            #expect(page.status == 422 && page.has(wanted) && page.has(chip) && page.has(#"value="0,5""#))
        }
    }

    @Test func theToleranceIsChanged() async throws {
        try await Self.funded { server, visitor in
            let wrong = try await visitor.post(
                "/trading/tolerance", from: "/trading/tolerance", ["tolerance": "200", "next": "/practice"])
            #expect(wrong.status == 422 && wrong.has("Enter a percentage from 0 to 100") && wrong.has(#"value="200""#))
            let changed = try await visitor.post(
                "/trading/tolerance", from: "/trading/tolerance", ["tolerance": "2.5", "next": "/trading/trade/BTC?side=buy"])
            #expect(changed["location"] == "/trading/trade/BTC?side=buy&done=trade-tolerance-changed")
            #expect(try await visitor.get(Self.bitcoin).has("more than 2.5%"))
            let elsewhere = try await visitor.post(
                "/trading/tolerance", from: "/trading/tolerance", ["tolerance": "2", "next": "//example.com"])
            #expect(elsewhere["location"] == "/practice?done=trade-tolerance-changed")
        }
    }
}
