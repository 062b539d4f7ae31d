import HTTPTestSupport
import ServerWorld
import Testing

/// The pages of the expense journal, without scripts.
@Suite struct ExpensePageTests {
    /// The day of the test's clock: 1 March 2025.
    private static let today = "2025-03-01"

    private static let parts = [
        "", "/list", "/places", "/overview", "/budgets", "/recurring", "/categories", "/import", "/lasting",
    ]

    /// Adds a transaction with the form, and returns its page's address.
    private static func add(
        _ visitor: PageVisitor, _ name: String, _ amount: String, currency: String = "EUR", day: String = today,
        category: String = "", place: String = "", kind: String = "expense"
    ) async throws -> String {
        let answer = try await visitor.post(
            "/expenses/new", from: "/expenses/new",
            [
                "do": "save", "name": name, "amount": amount, "currency": currency, "day": day, "time": "18:30", "kind": kind,
                "category": "*", "new_category": category, "place": place.isEmpty ? "*" : place, "method": "*",
            ])
        try #require(answer["location"] == "/expenses?done=expense-added", "\(answer.text)")
        return try #require(try await address(of: name, in: visitor))
    }

    private static func address(of name: String, in visitor: PageVisitor) async throws -> String? {
        let list = try await visitor.get("/expenses/list").text
        let links = list.matches(of: /href="(\/expenses\/x_[0-9a-f]{16})" dir="auto">([^<]*)</)
        return links.first { $0.output.2 == name }.map { String($0.output.1) }
    }

    private static func addPlace(_ visitor: PageVisitor, _ name: String) async throws -> String {
        let answer = try await visitor.post(
            "/expenses/places/new", from: "/expenses/places/new", ["do": "save", "place_name": name])
        return try #require(answer["location"]?.split(separator: "?").first.map(String.init), "\(answer.text)")
    }

    private static func id(_ address: String) -> String { String(address.split(separator: "/").last ?? "") }

    // MARK: The first screen

    @Test func anEmptyJournalSaysWhatToDo() async throws {
        try await PageVisitor.run { _, visitor in
            let page = try await visitor.get("/expenses")
            #expect(page.status == 200 && page.has("No transactions yet") && page.has("/expenses/new"), "\(page.text)")
            #expect(page.has("Reading on budgeting") && page.has("rel=\"noopener noreferrer nofollow\""), "\(page.text)")
            #expect(page.has(#"<a class="item" href="/portfolio" aria-current="true">"#))
        }
    }

    @Test(arguments: ["en", "it", "ru", "kk"]) func everyPageIsInTheReadersLanguage(language: String) async throws {
        try await PageVisitor.run { server, _ in
            let visitor = PageVisitor(server, cookies: ["closecast-language": language])
            for part in Self.parts + ["/new", "/new?kind=income", "/places/new", "/recurring/new"] {
                let page = try await visitor.get("/expenses\(part)")
                #expect(page.status == 200, "\(part): \(page.text)")
                #expect(language == "en" || !page.has(">Save<") && !page.has(">Amount<"), "\(part)")
            }
        }
    }

    @Test func theMonthHasATotalOfEachCurrency() async throws {
        try await PageVisitor.run { _, visitor in
            _ = try await Self.add(visitor, "Lunch", "12.50")
            _ = try await Self.add(visitor, "Dinner", "20")
            _ = try await Self.add(visitor, "Taxi", "1,500", currency: "KZT")
            _ = try await Self.add(visitor, "Salary", "2000", kind: "income")
            let page = try await visitor.get("/expenses")
            #expect(page.has("32.50 EUR") && page.has("1,500.00 KZT") && page.has("+2,000.00 EUR"), "\(page.text)")
            #expect(page.has("Lunch") && page.has("Card · 18:30"), "\(page.text)")
        }
    }

    @Test func currenciesAreAddedAtStoredRates() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.store([1.25, 1.25, 1.25], of: "eur")
            _ = try await Self.add(visitor, "Lunch", "10")
            _ = try await Self.add(visitor, "Taxi", "4,500", currency: "KZT")
            let first = try await visitor.get("/expenses")
            let leftOut = "Left out: 1 transaction without a stored rate"
            let partial = "Only transactions with a stored rate, in USD"
            #expect(first.has("All currencies together") && first.has("12.50 USD") && first.has(leftOut), "\(first.text)")
            #expect(first.has(partial) && first.has("closecast history import FILE --currency KZT --per USD"), "\(first.text)")
            let kept = #"<p class="value"><span data-amount>4,500.00 KZT</span></p>"#
            let overview = try await visitor.get("/expenses/overview?months=3&total=USD")
            #expect(overview.has("12.50 USD") && overview.has(leftOut) && overview.has("stored rate EUR/USD"), "\(overview.text)")
            #expect(overview.has(partial) && overview.has(kept), "what is left out weighs as much: \(overview.text)")
            #expect(!overview.has("by-category") && overview.has("All in EUR"), "\(overview.text)")
            #expect(try await visitor.get("/expenses/overview?currency=EUR").has("by-category"))
        }
    }

    @Test func aTotalOfNothingIsNotShown() async throws {
        try await PageVisitor.run { _, visitor in
            _ = try await Self.add(visitor, "Taxi", "4,500", currency: "KZT")
            let tenge = try await visitor.get("/expenses/overview?total=USD")
            #expect(tenge.has("4,500.00 KZT") && !tenge.has("0.00 USD") && !tenge.has("history fetch"), "\(tenge.text)")
            _ = try await Self.add(visitor, "Lunch", "10")
            let euros = try await visitor.get("/expenses/overview?total=USD")
            #expect(euros.has("10.00 EUR") && euros.has("closecast history fetch EUR") && !euros.has("0.00 USD"), "\(euros.text)")
        }
    }

    @Test func aMonthWithoutARangeSaysWhy() async throws {
        try await PageVisitor.run { _, visitor in
            _ = try await Self.add(visitor, "Lunch", "10")
            let page = try await visitor.get("/expenses")
            #expect(page.has("needs six complete months with spending in EUR; you have 0."), "\(page.text)")
        }
    }

    @Test func aWalletsCashPays() async throws {
        try await PageVisitor.run { server, visitor in
            #expect(!(try await visitor.get("/expenses/new").has("wallet:")))
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let deposit = #"{"kind":"deposit","asset":"USD","quantity":"100","time":"2025-01-20"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: deposit))
            let form = try await visitor.get("/expenses/new")
            let choice = form.text.firstMatch(of: /value="(wallet:[^"]+)"[^>]*>Wallet Main</)
            let wallet = try #require(choice.map { String($0.output.1) }, "\(form.text)")
            func send(_ amount: String, _ currency: String) async throws -> EdgeAnswer {
                try await visitor.post(
                    "/expenses/new", from: "/expenses/new",
                    [
                        "do": "save", "name": "Lunch", "amount": amount, "currency": currency, "day": "2025-02-20",
                        "kind": "expense", "method": wallet,
                    ])
            }
            let poor = try await send("101", "USD")
            #expect(poor.status == 422 && poor.has("101"), "\(poor.text)")
            #expect(!(try await visitor.get("/expenses/list").has("Lunch")))
            #expect(try await send("1", "KZT").status == 422)
            #expect(try await send("40", "USD")["location"] == "/expenses?done=expense-added")
            let address = try #require(try await Self.address(of: "Lunch", in: visitor))
            let paid = try await visitor.get(address)
            #expect(
                paid.has("Main: transaction #") && paid.has("<dd>Wallet Main</dd>") && !paid.has("<dd>Card</dd>"), "\(paid.text)")
            let history = try await visitor.get("/wallets/Main/history")
            #expect(history.has(#"href="\#(address)" dir="auto">Lunch</a>"#) && !history.has("· x_"), "\(history.text)")
            #expect(try await visitor.get("/expenses/list").has("Wallet Main · "))
            let edit = try await visitor.get("\(address)/edit")
            #expect(edit.has(">Wallet Main</option>") && !edit.has(">Cash</option>"), "\(edit.text)")
            let ended = try await visitor.post("\(address)/wallet", from: address, ["wallet": ""])
            #expect(ended["location"] == "\(address)?done=saved", "\(ended.text)")
            #expect(!(try await visitor.get(address).has("Main: transaction #")))
            #expect(try await visitor.post("\(address)/wallet", from: address, ["wallet": "Nothing"]).status == 422)
        }
    }

    // MARK: A transaction

    @Test func whatIsLeftOpenIsAsUsualForTheName() async throws {
        try await PageVisitor.run { _, visitor in
            let place = try await Self.addPlace(visitor, "Corner <Shop>")
            _ = try await Self.add(visitor, "Coffee", "3", category: "Drinks", place: Self.id(place))
            let again = try await Self.add(visitor, "coffee", "3.20")
            let page = try await visitor.get(again)
            #expect(page.has("3.20 EUR") && page.has("Drinks") && page.has("Corner &lt;Shop&gt;"), "\(page.text)")
            #expect(try await visitor.get("/expenses/new").text.ranges(of: #"value="*" selected"#).count == 3)
            let form = try await visitor.get("/expenses/new?name=Coffee")
            #expect(form.has(#"value="Coffee""#) && form.has(">Drinks</option>"), "\(form.text)")
            #expect(try await visitor.get("/expenses/new?place=\(Self.id(place))").has("\(Self.id(place))\" selected"))
        }
    }

    @Test func anEntryIsEditedAndDuplicatedAndRemovedAndComesBack() async throws {
        try await PageVisitor.run { _, visitor in
            let address = try await Self.add(visitor, "Lunch", "12.50")
            let edit = "\(address)/edit"
            let fields =
                [
                    "do": "save", "version": "1", "name": "Late lunch", "amount": "13", "currency": "EUR", "day": "2025-02-28",
                    "time": "14:05", "kind": "expense", "method": "cash", "category": "", "place": "",
                ] as KeyValuePairs
            let edited = try await visitor.post(edit, from: edit, fields)
            #expect(edited["location"] == "\(address)?done=saved", "\(edited.text)")
            let page = try await visitor.get(address)
            #expect(page.has("Late lunch") && page.has("13.00 EUR") && page.has("28 Feb 2025, 14:05") && page.has("Cash"))
            let late = try await visitor.post(edit, from: edit, fields)
            #expect(late.status == 409 && late.has("changed elsewhere"), "\(late.text)")

            let copied = try await visitor.post("\(address)/duplicate", from: address)
            let copy = try #require(copied["location"], "\(copied.text)")
            #expect(try await visitor.get(copy).has(#"value="2025-03-01""#))

            let removed = try await visitor.post("\(address)/remove", from: address)
            let afterwards = try #require(removed["location"])
            #expect(try await visitor.get(afterwards).has("The transaction was removed."))
            #expect(try await visitor.get(address).status == 404)
            let restored = try await visitor.post("\(address)/restore", from: afterwards)
            #expect(restored["location"] == "\(address)?done=expense-restored")
            #expect(try await visitor.get(address).status == 200)
        }
    }

    @Test func aRefusedFormKeepsWhatWasTyped() async throws {
        try await PageVisitor.run { _, visitor in
            for (amount, sentence) in [
                ("", "Fill in this field."), ("much", "“much” is not an amount."),
                ("1.234", "This currency has fewer decimals."),
                ("-3", "An amount cannot be below zero."), ("0", "Enter an amount above 0"), ("1.23456", "Enter an amount above 0"),
            ] {
                let answer = try await visitor.post(
                    "/expenses/new", from: "/expenses/new",
                    ["do": "save", "name": "A <b>", "amount": amount, "currency": "EUR", "day": Self.today, "kind": "expense"])
                #expect(answer.status == 422 && answer.has(sentence) && answer.has("A &lt;b&gt;"), "\(amount): \(answer.text)")
            }
            let answer = try await visitor.post(
                "/expenses/new", from: "/expenses/new",
                ["do": "save", "amount": "1", "currency": "EUR", "day": "soon", "time": "25:00", "kind": "expense"])
            #expect(answer.status == 422 && answer.has("Enter a time such as 18:30."), "\(answer.text)")
            #expect(!(try await visitor.get("/expenses/list")).has("expense-day"))
        }
    }

    @Test func aReceiptIsSplitOverCategories() async throws {
        try await PageVisitor.run { _, visitor in
            _ = try await visitor.post("/expenses/categories", from: "/expenses/categories", ["category_name": "Food"])
            let list = try await visitor.get("/expenses/categories").text
            let food = try #require(list.firstMatch(of: /categories\/(c_[0-9a-f]{16})/).map { String($0.output.1) })
            let split = try await visitor.post(
                "/expenses/new", from: "/expenses/new", ["do": "split", "name": "Market", "amount": "10", "day": Self.today])
            #expect(split.has("part-amount-1") && !split.has("part-amount-2") && split.has(#"value="Market""#), "\(split.text)")
            let more = try await visitor.post(
                "/expenses/new", ["do": "split", "amount": "10", "part-amount-0": "4", "part-amount-1": "6"])
            #expect(more.has("part-amount-2"))
            func send(_ second: String) async throws -> EdgeAnswer {
                try await visitor.post(
                    "/expenses/new", from: "/expenses/new",
                    [
                        "do": "save", "name": "Market", "amount": "10", "currency": "EUR", "day": Self.today, "kind": "expense",
                        "method": "card", "part-amount-0": "4", "part-category-0": food, "part-amount-1": second,
                        "part-category-1": "", "part-amount-2": "", "part-category-2": food,
                    ])
            }
            let wrong = try await send("5")
            #expect(wrong.status == 422 && wrong.has("The parts do not add up to the amount."), "\(wrong.text)")
            #expect(try await send("6")["location"] == "/expenses?done=expense-added")
            let address = try #require(try await Self.address(of: "Market", in: visitor))
            let page = try await visitor.get(address)
            #expect(page.has("Food: 4.00 EUR") && page.has("No category: 6.00 EUR"), "\(page.text)")
            #expect(try await visitor.get("\(address)/edit").has("part-amount-1"))
        }
    }

    @Test func aPartCanHaveANewCategory() async throws {
        try await PageVisitor.run { _, visitor in
            let new = "/expenses/new"
            let split = try await visitor.upload(
                new, ["do": "split", "amount": "10", "day": Self.today, "category": "*", "new_category": "Toys"],
                file: (name: "a.jpg", content: "x"), field: "photo")
            #expect(split.has("part-new-category-1") && split.has("Choose the photo again"), "\(split.text)")
            #expect(split.text.contains(/name="part-new-category-0"[^>]* value="Toys"/), "\(split.text)")
            let added = try await visitor.post(
                new, from: new,
                [
                    "do": "save", "name": "Market", "amount": "10", "currency": "EUR", "day": Self.today, "kind": "expense",
                    "method": "card", "part-amount-0": "4", "part-category-0": "", "part-new-category-0": "Food",
                    "part-amount-1": "6", "part-category-1": "", "part-new-category-1": "Soap", "part-new-category-2": "Unused",
                ])
            #expect(added["location"] == "/expenses?done=expense-added", "\(added.text)")
            let page = try await visitor.get(try #require(try await Self.address(of: "Market", in: visitor)))
            #expect(page.has("Food: 4.00 EUR") && page.has("Soap: 6.00 EUR"), "\(page.text)")
            #expect(!(try await visitor.get("/expenses/categories").has("Unused")))
        }
    }

    @Test func aTextThatIsTooLongIsRefusedWithItsLimit() async throws {
        try await PageVisitor.run { _, visitor in
            let long = String(repeating: "я", count: 2001)
            let places = "/expenses/places/new"
            for (page, name, most) in [
                ("/expenses/new", "name", 200), ("/expenses/new", "description", 2000), ("/expenses/new", "new_category", 60),
                ("/expenses/recurring/new", "description", 2000), (places, "place_name", 200), (places, "address", 500),
                (places, "description", 2000), (places, "new_category", 60),
            ] {
                let fields = ["do": "save", "amount": "1", "currency": "EUR", "day": Self.today, name: long] as KeyValuePairs
                let answer = try await visitor.post(page, from: page, fields)
                let sentence = "Use at most \(most == 2000 ? "2,000" : "\(most)") characters; this text has 2,001."
                #expect(answer.status == 422 && answer.has(sentence) && answer.has(long), "\(page) \(name): \(answer.text)")
                let cut = try Regex("name=\"\(name)\"[^>]*maxlength")
                #expect(!answer.text.contains(cut), "browsers would cut it: \(page) \(name)")
            }
            #expect(!(try await visitor.get("/expenses/list")).has("expense-day"))
        }
    }

    @Test func thePlacesCategoryIsUsualForANewName() async throws {
        try await PageVisitor.run { _, visitor in
            let new = "/expenses/places/new"
            let added = try await visitor.post(new, from: new, ["do": "save", "place_name": "Cafe", "new_category": "Snacks"])
            let place = Self.id(try #require(added["location"]?.split(separator: "?").first.map(String.init), "\(added.text)"))
            #expect(try await visitor.get(try await Self.add(visitor, "Tea", "3", place: place)).has("Snacks"))
            let other = try await Self.add(visitor, "Rent", "3", category: "Home", place: place)
            #expect(!(try await visitor.get(other).has("Snacks")))
            let again = try await Self.add(visitor, "rent", "4", place: place)
            #expect(try await visitor.get(again).has("Home"), "the name's own category comes first")
        }
    }

    @Test func withoutATimeZoneTheFormNamesUTC() async throws {
        try await PageVisitor.run { server, visitor in
            let form = try await visitor.get("/expenses/new")
            #expect(form.has("Day and time are in UTC") && form.has("/notices/settings#time_zone"), "\(form.text)")
            #expect(form.has("data-fills") && form.has("/expense-form."), "\(form.text)")
            let refused = try await visitor.post("/expenses/new", from: "/expenses/new", ["do": "save", "day": Self.today])
            #expect(refused.has("zone-note") && !refused.has("data-fills"), "a refused form keeps what was typed")
            let recurring = try await visitor.get("/expenses/recurring/new")
            #expect(recurring.has("Day and time are in UTC") && recurring.has("data-fills"), "\(recurring.text)")
            #expect(try await visitor.get("/expenses/places/new").has("zone-note"))
            try server.done(await server.send("PUT", "/v1/notices/settings", body: #"{"time_zone":"Asia/Tokyo"}"#))
            let chosen = try await visitor.get("/expenses/new")
            // Noon in UTC.
            #expect(!chosen.has("zone-note") && chosen.has(#"value="21:00""#), "\(chosen.text)")
        }
    }

    @Test func theZoneOfADeviceIsKeptUntilOneIsChosen() async throws {
        try await PageVisitor.run { server, visitor in
            func zone() async throws -> String? {
                try await server.get("/v1/notices/settings").json["time_zone"]?.string
            }
            func add(_ device: String) async throws {
                let fields =
                    [
                        "do": "save", "name": "Tea", "amount": "1", "currency": "EUR", "day": Self.today, "device_zone": device,
                    ] as KeyValuePairs
                #expect(try await visitor.post("/expenses/new", from: "/expenses/new", fields)["location"] != nil)
            }
            for (device, kept) in [("Mars/Base", "UTC"), ("Asia/Almaty", "Asia/Almaty"), ("Europe/Rome", "Asia/Almaty")] {
                try await add(device)
                #expect(try await zone() == kept)
            }
            #expect(!(try await visitor.get("/expenses/recurring/new").has("zone-note")))
            let quiet = #"{"time_zone":"UTC","quiet_from":1320,"quiet_until":420}"#
            try server.done(await server.send("PUT", "/v1/notices/settings", body: quiet))
            try await add("Asia/Almaty")
            #expect(try await zone() == "UTC", "it would move the quiet hours")
        }
    }

    @Test func aNameKeepsTheTypedAmountAndAConflictLinksToTheEntry() async throws {
        try await PageVisitor.run { _, visitor in
            let address = try await Self.add(visitor, "Tea", "3")
            #expect(try await visitor.get("/expenses/new?name=Tea").has(#"value="3""#))
            #expect(try await visitor.get("/expenses/new?name=Tea&amount=777").has(#"value="777""#))
            let fields =
                [
                    "do": "save", "name": "Tea", "amount": "4", "currency": "EUR", "day": Self.today, "version": "1",
                ] as KeyValuePairs
            #expect(try await visitor.post("\(address)/edit", from: address, fields)["location"] != nil)
            let refused = try await visitor.post("\(address)/edit", from: address, fields)
            #expect(refused.status == 409 && refused.has("href=\"\(address)/edit\">Open it again</a>"), "\(refused.text)")
        }
    }

    @Test func theFormOffersTheNamesOfItsKind() async throws {
        try await PageVisitor.run { _, visitor in
            _ = try await Self.add(visitor, "Tea", "3")
            _ = try await Self.add(visitor, "Salary", "2000", kind: "income")
            let (expense, income) = (try await visitor.get("/expenses/new"), try await visitor.get("/expenses/new?kind=income"))
            #expect(expense.has("kind=expense&amp;name=Tea") && !expense.has("name=Salary"), "\(expense.text)")
            #expect(income.has("kind=income&amp;name=Salary") && !income.has("name=Tea"), "\(income.text)")
            #expect(expense.text.ranges(of: ">Save<").count == 1, "\(expense.text)")
        }
    }

    @Test func anIncomeThatWasSpentSaysWhatToDo() async throws {
        try await PageVisitor.run { server, visitor in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let income = #"{"name":"Salary","amount":"100","currency":"USD","kind":"income","day":"2025-02-01","wallet":"Main"}"#
            try server.done(await server.post("/v1/expenses", json: income))
            let spent = #"{"kind":"withdrawal","asset":"USD","quantity":"80","time":"2025-02-20"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: spent))
            let address = try #require(try await Self.address(of: "Salary", in: visitor))
            let refused = try await visitor.post("\(address)/remove", from: address)
            #expect(refused.status >= 400 && refused.has("<h1 dir=\"auto\">Salary</h1>"), "\(refused.text)")
            #expect(refused.has("would be left") && refused.has("in the wallet’s history first."), "\(refused.text)")
            #expect(try await visitor.get(address).status == 200)
        }
    }

    // MARK: The list

    @Test func theListIsFilteredAndHasTheTotalsOfItsDays() async throws {
        try await PageVisitor.run { _, visitor in
            _ = try await Self.add(visitor, "Lunch", "12.50", category: "Food")
            _ = try await Self.add(visitor, "Bread", "2.50", category: "Food")
            _ = try await Self.add(visitor, "Rent", "800", day: "2025-02-01", category: "Home")
            let all = try await visitor.get("/expenses/list")
            #expect(all.has("15.00 EUR") && all.has("1 Feb 2025"), "\(all.text)")
            let some = try await visitor.get("/expenses/list?search=bre")
            #expect(some.has("Bread") && !some.has("Lunch") && some.has("Reset"), "\(some.text)")
            #expect(some.has("1 transaction: ") && !all.has("3 transactions"), "\(some.text)")
            let food = try await visitor.get("/expenses/list?least=2&most=100")
            #expect(food.has("2 transactions: ") && food.text.ranges(of: "15.00 EUR").count == 2, "\(food.text)")
            let large = try await visitor.get("/expenses/list?least=100")
            #expect(large.has("Rent") && !large.has("Bread"))
            #expect(try await visitor.get("/expenses/list?until=2025-02-28").has("Rent"))
            let none = try await visitor.get("/expenses/list?search=nothing")
            #expect(none.has("No transactions match the search and filters"), "\(none.text)")
            #expect(none.text.ranges(of: ">Reset<").count == 1, "\(none.text)")
            #expect(try await visitor.get("/expenses/list?kind=neither").has("Choose one from the list."))
            for wrong in [
                "least=much", "since=soon", "category=c_0000000000000000", "search=" + String(repeating: "a", count: 201),
            ] {
                let page = try await visitor.get("/expenses/list?\(wrong)")
                #expect(page.status == 422 || page.status == 404, "\(wrong): \(page.status)")
            }
        }
    }

    @Test func longListsHaveSeveralPages() async throws {
        try await PageVisitor.run { server, visitor in
            let entries = (0..<55).map { #"{"name":"Entry \#($0)","amount":"1","currency":"EUR","day":"2025-02-10"}"# }
            let body = #"{"expenses":["# + entries.joined(separator: ",") + "]}"
            _ = try server.done(await server.post("/v1/expenses/batch", json: body))
            let first = try await visitor.get("/expenses/list")
            #expect(first.has("55.00 EUR") && first.has("Older") && first.has("50 of 55 shown"), "\(first.text)")
            let older = try #require(
                first.text.firstMatch(of: /href="(\/expenses\/list\?after=[^"]+)"/).map { String($0.output.1) })
            let second = try await visitor.get(older)
            #expect(second.has("55.00 EUR") && second.has("Newest") && !second.has("Older"), "\(second.text)")
            #expect(second.has("5 of 55 shown"), "\(second.text)")
            #expect(try await visitor.get("/expenses").has("12 of 55 shown"))
            #expect(try await visitor.get("/expenses/list?select=yes").has("of 55 shown") == false)
        }
    }

    // MARK: Several at once

    /// The values of the boxes, in the order of the page.
    private static func boxes(_ page: EdgeAnswer) -> [String] {
        page.text.matches(of: /name="id" value="(x_[0-9a-f]{16}:[0-9]+)"/).map { String($0.output.1) }
    }

    /// The number of transactions on the list.
    private static func count(_ visitor: PageVisitor) async throws -> Int {
        try await visitor.get("/expenses/list").text.matches(of: /href="\/expenses\/x_[0-9a-f]{16}" dir/).count
    }

    @Test func severalAreRemovedAndComeBack() async throws {
        try await PageVisitor.run { _, visitor in
            for name in ["Lunch", "Dinner", "Taxi"] { _ = try await Self.add(visitor, name, "10", category: "Food") }
            #expect(try await visitor.get("/expenses/list?search=n").has("/expenses/list?search=n&amp;select=yes"))
            let select = try await visitor.get("/expenses/list?search=n&select=yes")
            let boxes = Self.boxes(select)
            #expect(boxes.count == 2 && !select.has(" checked>") && select.has("Select Dinner"), "\(select.text)")
            #expect(try await visitor.get("/expenses/list?select=all").text.ranges(of: " checked>").count == 3)
            let none = try await visitor.post("/expenses/list?search=n", ["do": "remove"])
            #expect(none.status == 422 && none.has("Select at least one transaction."), "\(none.text)")
            #expect(none.has("class=\"pick\""))
            let removed = try await visitor.post(
                "/expenses/list?search=n", ["do": "remove", "common": "", "id": boxes[0], "id": boxes[1]])
            let afterwards = try #require(removed["location"], "\(removed.text)")
            let page = try await visitor.get(afterwards)
            #expect(page.has("2 transactions removed.") && page.has("No transactions match the search and filters"), "\(page.text)")
            #expect(try await Self.count(visitor) == 1)
            let ids = boxes.map { String($0.prefix(18)) }.joined(separator: ",")
            let restored = try await visitor.post("/expenses/list?search=n", from: afterwards, ["do": "undo", "undo": ids])
            #expect(restored["location"] == "/expenses/list?search=n&done=expenses-restored", "\(restored.text)")
            #expect(try await Self.count(visitor) == 3)
        }
    }

    @Test func severalGetACategoryOrAPlace() async throws {
        try await PageVisitor.run { server, visitor in
            _ = try await Self.add(visitor, "Lunch", "10", category: "Food")
            _ = try await Self.add(visitor, "Dinner", "20")
            let place = Self.id(try await Self.addPlace(visitor, "Corner"))
            let page = try await visitor.get("/expenses/list?select=yes")
            let food = try #require(page.text.firstMatch(of: /value="(category:c_[0-9a-f]{16})"/).map { String($0.output.1) })
            let boxes = Self.boxes(page)
            func set(_ common: String, _ boxes: [String]) async throws -> EdgeAnswer {
                try await visitor.post(
                    "/expenses/list", from: "/expenses/list?select=yes",
                    ["do": "set", "common": common, "id": boxes[0], "id": boxes[1]])
            }
            let open = try await set("", boxes)
            #expect(open.status == 422 && open.has("Choose a category or a place.") && open.has(" checked>"), "\(open.text)")
            #expect(try await set(food, boxes)["location"] == "/expenses/list?done=expenses-changed")
            let late = try await set("place:\(place)", boxes)
            #expect(late.status == 409 && late.has("changed elsewhere"), "\(late.text)")
            let now = Self.boxes(try await visitor.get("/expenses/list?select=yes"))
            #expect(try await set("place:\(place)", now)["location"] == "/expenses/list?done=expenses-changed")
            #expect(try await visitor.get("/expenses/list").text.ranges(of: "Food\u{A0}· Corner").count == 2)
            #expect(try await set("category:c_0000000000000000", now).status >= 400)
        }
    }

    // MARK: Places

    @Test func aPlaceHasOpeningTimesOverMidnightAndAPosition() async throws {
        try await PageVisitor.run { _, visitor in
            let new = "/expenses/places/new"
            let row = try await visitor.post(new, from: new, ["do": "hours", "place_name": "Bar"])
            #expect(row.has("opens-0") && row.has(#"value="Bar""#), "\(row.text)")
            let fields =
                [
                    "do": "save", "place_name": "Bar", "address": "Via Roma 1", "first-0": "1", "last-0": "7", "opens-0": "10:00",
                    "closes-0": "02:00", "latitude": "43.238", "longitude": "-76.889", "favourite": "yes", "new_category": "Drinks",
                ] as KeyValuePairs
            let added = try await visitor.post(new, from: new, fields)
            let address = try #require(added["location"]?.split(separator: "?").first.map(String.init), "\(added.text)")
            let page = try await visitor.get(address)
            // It is noon.
            #expect(page.has("every day 10:00–02:00") && page.has("open") && page.has("Drinks"), "\(page.text)")
            #expect(page.has(#"href="geo:43.238,-76.889""#) && page.has("Remove from favourites"), "\(page.text)")
            let form = try await visitor.get("\(address)/edit")
            #expect(form.has(#"value="10:00""#) && form.text.contains(/name="last-0".*value="7" selected/), "\(form.text)")
            let wrong = try await visitor.post(
                "\(address)/edit", from: "\(address)/edit",
                [
                    "do": "save", "version": "1", "place_name": "Bar", "first-0": "1", "last-0": "1", "opens-0": "10",
                    "closes-0": "12:00",
                ])
            #expect(wrong.status == 422 && wrong.has("Enter a time such as 18:30."), "\(wrong.text)")
            let half = try await visitor.post(new, from: new, ["do": "save", "place_name": "Bar", "latitude": "43"])
            #expect(half.status == 422 && half.has("A position has a latitude"), "\(half.text)")
            let unnamed = try await visitor.post(new, from: new, ["do": "save", "place_name": " "])
            #expect(unnamed.status == 422 && unnamed.has("Use 1 to 200 visible characters."), "\(unnamed.text)")
        }
    }

    @Test func degreesAreWrittenAsInTheReadersLanguageAndReadInBoth() async throws {
        try await PageVisitor.run { server, _ in
            let visitor = PageVisitor(server, cookies: ["closecast-language": "it"])
            let new = "/expenses/places/new"
            let fields = ["do": "save", "place_name": "Bar", "latitude": "43.238", "longitude": "-76,889"] as KeyValuePairs
            let added = try await visitor.post(new, from: new, fields)
            let address = try #require(added["location"]?.split(separator: "?").first.map(String.init), "\(added.text)")
            #expect(try await visitor.get(address).has(#"href="geo:43.238,-76.889""#))
            let form = try await visitor.get("\(address)/edit")
            #expect(form.has(#"value="43,238""#) && form.has(#"value="−76,889""#), "\(form.text)")
        }
    }

    @Test func anUnknownNumberOfTransactionsIsRefusedInWords() async throws {
        try await PageVisitor.run { _, visitor in
            let page = try await visitor.get("/expenses/places?number=7")
            #expect(page.status == 422 && page.has("Choose a number of transactions from the list."), "\(page.text)")
        }
    }

    @Test func aSingleDayReplacesTheDayOfARange() async throws {
        try await PageVisitor.run { _, visitor in
            let new = "/expenses/places/new"
            func save(_ rows: [(first: Int, last: Int, opens: String, closes: String)]) async throws -> EdgeAnswer {
                let hidden = [("csrf", PageVisitor.value(of: "csrf", in: try await visitor.get(new).text) ?? "")]
                let fields = rows.enumerated().flatMap { number, row in
                    [
                        ("first-\(number)", "\(row.first)"), ("last-\(number)", "\(row.last)"), ("opens-\(number)", row.opens),
                        ("closes-\(number)", row.closes),
                    ]
                }
                return try await visitor.sendForm(
                    new, [("do", "save"), ("place_name", "Bar")] + hidden + fields, site: "same-origin", origin: visitor.origin)
            }
            func lines(_ rows: [(first: Int, last: Int, opens: String, closes: String)]) async throws -> [String] {
                let added = try await save(rows)
                let page = try await visitor.get(try #require(added["location"], "\(added.text)")).text
                return page.matches(of: /<dd>([A-Za-z–]+(?: day)? [0-9:]{5}–[0-9:]{5})<\/dd>/).map { String($0.output.1) }
            }
            #expect(
                try await lines([(1, 5, "09:00", "22:00"), (5, 5, "09:00", "02:00")])
                    == ["Monday–Thursday 09:00–22:00", "Friday 09:00–02:00"])
            #expect(
                try await lines([(1, 4, "09:00", "13:00"), (1, 4, "15:00", "19:00")])
                    == ["Monday–Thursday 09:00–13:00", "Monday–Thursday 15:00–19:00"])
            #expect(try await lines([(6, 1, "10:00", "12:00")]) == ["Monday 10:00–12:00", "Saturday–Sunday 10:00–12:00"])
            let twice = try await save([(5, 5, "09:00", "22:00"), (5, 5, "09:00", "02:00")])
            #expect(twice.status == 422 && twice.has("The times of two lines overlap: Friday."), "\(twice.text)")
            let night = try await save([(1, 1, "20:00", "02:00"), (2, 2, "01:00", "09:00")])
            #expect(night.status == 422 && night.has("The times of two lines overlap: Tuesday."), "\(night.text)")
            #expect(night.text.contains(/name="opens-1"[^>]*aria-invalid/), "beside the field: \(night.text)")
            let equal = try await save([(1, 1, "10:00", "10:00")])
            #expect(equal.status == 422 && equal.has("For all day, enter 00:00 to 00:00."), "\(equal.text)")
            #expect(try await lines([(1, 1, "00:00", "00:00")]) == ["Monday 00:00–24:00"])
        }
    }

    @Test func placesAreFilteredMergedAndRemoved() async throws {
        try await PageVisitor.run { _, visitor in
            let shop = try await Self.addPlace(visitor, "Shop")
            let market = try await Self.addPlace(visitor, "Market")
            let spent = try await Self.add(visitor, "Bread", "2.50", place: Self.id(shop))
            let list = try await visitor.get("/expenses/places")
            #expect(list.has("2 places") && list.has("1 transaction · 2.50 EUR · last on 1 Mar 2025"), "\(list.text)")
            let few = try await visitor.get("/expenses/places?number=1-10")
            #expect(few.has("1 place<") && few.has(shop) && !few.has(market) && few.has("Reset"), "\(few.text)")
            #expect(try await visitor.get("/expenses/places?number=26-").has("No places match these filters."))
            #expect(try await visitor.get("/expenses/places?open_now=yes").has("No places match these filters."))
            #expect(try await visitor.get("/expenses/places?since=2025-03-01").has(shop))
            #expect(try await visitor.get("/expenses/places?number=5").status == 422)

            _ = try await visitor.post("\(market)/favourite", from: market, ["favourite": "true"])
            let favourites = try await visitor.get("/expenses/places?favourites=yes")
            #expect(favourites.has(market) && !favourites.has(shop))
            let open = try await visitor.post("\(shop)/merge", from: shop, ["into": ""])
            #expect(open.status == 422 && open.has("Choose with which one to merge it."), "\(open.text)")
            let asked = try await visitor.post("\(shop)/merge", from: shop, ["into": Self.id(market)])
            #expect(asked.status == 200 && asked.has("Merge Shop into Market?") && asked.has("1 transaction"), "\(asked.text)")
            #expect(try await visitor.get(shop).status == 200, "nothing happens before the confirmation")
            let merged = try await visitor.post("\(shop)/merge", from: shop, ["into": Self.id(market), "confirmed": "yes"])
            #expect(merged["location"] == "\(market)?done=places-merged", "\(merged.text)")
            #expect(try await visitor.get(shop).status == 404)
            #expect(try await visitor.get(spent).has("Market"))
            let sure = try await visitor.post("\(market)/remove", from: market)
            #expect(sure.has("Remove Market?") && sure.has("This cannot be undone."), "\(sure.text)")
            let removed = try await visitor.post("\(market)/remove", ["confirmed": "yes"])
            #expect(removed["location"] == "/expenses/places?done=place-removed")
            #expect(try await visitor.get(spent).has("Market"), "its transactions keep its name")
        }
    }

    // MARK: Photos

    private static func fields(_ name: String) -> KeyValuePairs<String, String> {
        [
            "do": "save", "version": "1", "name": name, "amount": "12.50", "currency": "EUR", "day": today, "time": "18:30",
            "kind": "expense",
            "category": "*", "place": "*", "method": "*", "description": "two\r\nlines",
        ]
    }

    @Test func aPhotoComesWithTheForm() async throws {
        try await PageVisitor.run { server, visitor in
            let new = "/expenses/new"
            let form = try await visitor.get(new)
            #expect(form.has(#"enctype="multipart/form-data""#) && form.has(#"type="file" accept="image/"#), "\(form.text)")
            #expect(!form.has("capture"), "a phone offers its photos too")
            #expect(!(try await visitor.get("/expenses/recurring/new")).has("multipart/form-data"))
            let plain = try await visitor.upload(new, Self.fields("Bread"))
            #expect(plain["location"] == "/expenses?done=expense-added", "\(plain.text)")
            #expect(!(try await visitor.get("/expenses/list")).has("#image"))
            let picture = (name: "receipt.webp", content: ServerUnderTest.photo)
            let added = try await visitor.upload(new, Self.fields("Lunch <1>"), file: picture, field: "photo")
            #expect(added["location"] == "/expenses?done=expense-added", "\(added.text)")
            let list = try await visitor.get("/expenses/list")
            #expect(list.text.ranges(of: "#image").count == 1 && list.has(#"<span class="hidden">Photo</span>"#), "\(list.text)")
            let address = try #require(list.text.firstMatch(of: /(\/expenses\/x_[0-9a-f]{16})" dir="auto">Lunch/)).output.1
            let page = try await visitor.get(String(address))
            #expect(page.has(#"src="/v1\#(address)/photo" alt="Photo of Lunch &lt;1&gt;""#), "\(page.text)")
            #expect(try await visitor.get("/v1\(address)/photo").text == ServerUnderTest.photo)
            let hidden = PageVisitor(server, cookies: ["closecast-hidden": "yes"])
            let veiled = try await hidden.get(String(address))
            #expect(!veiled.has("/photo\"") && veiled.has("The photo is hidden together with the amounts."), "\(veiled.text)")

            let removed = try await visitor.post("\(address)/photo/removal", from: String(address))
            #expect(removed["location"] == "\(address)?done=photo-removed", "\(removed.text)")
            #expect(!(try await visitor.get(String(address))).has("/photo\""))
            let edit = "\(address)/edit"
            let changed = try await visitor.upload(
                edit, Self.fields("Dinner"), file: picture, field: "photo")
            #expect(changed["location"] == "\(address)?done=saved", "\(changed.text)")
            #expect(try await visitor.get(String(address)).has("Photo of Dinner"))
        }
    }

    @Test func aRefusedPhotoLosesNoTransaction() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { _, visitor in
            try await visitor.join("ann@example.com", accounts)
            let new = "/expenses/new"
            let wrong = try await visitor.upload(
                new, Self.fields("Lunch"), file: (name: "receipt.jpg", content: "GIF89a"), field: "photo")
            #expect(wrong.status == 422 && wrong.has("This picture cannot be read.") && wrong.has("New expense"), "\(wrong.text)")
            let list = try await visitor.get("/expenses/list")
            #expect(wrong.has(#"value="Lunch""#) && !list.has("Lunch"))
            accounts.setPicturesBusy(true)
            let busy = try await visitor.upload(
                new, Self.fields("Lunch"), file: (name: "receipt.webp", content: ServerUnderTest.photo), field: "photo")
            #expect(busy.status == 503 && busy.has("The transaction is saved, but not the chosen photo."), "\(busy.text)")
            #expect(busy.has("The server is busy.") && busy.has("Edit the transaction") && busy.has(#"name="version" value="1""#))
            #expect(try await visitor.get("/expenses/list").has("Lunch"))
            accounts.setPicturesBusy(false)
            let address = try #require(try await Self.address(of: "Lunch", in: visitor))
            let saved = try await visitor.upload(
                "\(address)/edit", Self.fields("Lunch"),
                file: (name: "receipt.webp", content: ServerUnderTest.photo), field: "photo")
            #expect(saved["location"] == "\(address)?done=saved", "\(saved.text)")
            #expect(try await visitor.get("/v1\(address)/photo").text == ServerUnderTest.photo)
        }
    }

    // MARK: Categories, budgets, recurring ones

    @Test func categoriesAreRenamedMergedAndRemoved() async throws {
        try await PageVisitor.run { _, visitor in
            let path = "/expenses/categories"
            for name in ["Food", "Drinks"] { _ = try await visitor.post(path, from: path, ["category_name": name]) }
            let twice = try await visitor.post(path, from: path, ["category_name": "FOOD"])
            #expect(twice.status == 409 && twice.has("There is a category of this name."), "\(twice.text)")
            let empty = try await visitor.post(path, from: path, ["category_name": ""])
            #expect(empty.status == 422, "\(empty.text)")
            let links = try await visitor.get(path).text.matches(of: /href="(\/expenses\/categories\/c_[0-9a-f]{16})"/)
            let addresses = links.map { String($0.output.1) }
            try #require(addresses.count == 2)
            _ = try await visitor.post("\(addresses[1])/rename", from: addresses[1], ["category_name": "Groceries"])
            #expect(try await visitor.get(path).has("Groceries"))
            _ = try await visitor.post("\(addresses[0])/merge", from: addresses[0], ["into": Self.id(addresses[1])])
            #expect(visitor.page.contains("Merge Drinks into Groceries?"))
            _ = try await visitor.post("\(addresses[0])/merge", ["into": Self.id(addresses[1]), "confirmed": "yes"])
            #expect(!(try await visitor.get(path)).has("Drinks"))
            _ = try await visitor.post("\(addresses[1])/remove", from: addresses[1])
            #expect(try await visitor.get(path).has("Groceries"), "nothing happens before the confirmation")
            _ = try await visitor.post("\(addresses[1])/remove", from: addresses[1], ["confirmed": "yes"])
            #expect(try await visitor.get(path).has("No categories yet."))
        }
    }

    @Test func aBudgetShowsWhatIsLeft() async throws {
        try await PageVisitor.run { _, visitor in
            let path = "/expenses/budgets"
            func set(_ amount: String) async throws -> EdgeAnswer {
                let page = try await visitor.get(path).text
                let category = page.firstMatch(of: /value="(c_[0-9a-f]{16})"/).map { String($0.output.1) } ?? "Food"
                return try await visitor.post(
                    path, from: path, ["category": category, "amount": amount, "currency": "EUR", "from_month": "2025-03"])
            }
            #expect(try await set("100")["location"] == "\(path)?done=budget-set")
            _ = try await Self.add(visitor, "Lunch", "30", category: "Food")
            #expect(try await visitor.get(path).has("30.00 EUR of 100.00 EUR · 70.00 EUR left"))
            _ = try await Self.add(visitor, "Dinner", "75", category: "Food")
            let over = try await visitor.get("/expenses")
            #expect(over.has("5.00 EUR over") && over.has("105%"), "\(over.text)")
            let notices = try await visitor.get("/notices")
            #expect(notices.has("of the budget for") && notices.text.contains(/[0-9]{2}:[0-9]{2} UTC/), "\(notices.text)")
            let ways = "/notices/settings"
            _ = try await visitor.post(ways, from: ways, ["time_zone": "Asia/Almaty"])
            let own = try await visitor.get("/notices")
            #expect(own.has("of the budget for") && !own.text.contains(/[0-9]{2}:[0-9]{2} UTC/), "\(own.text)")
            let before = try await visitor.get("\(path)?month=2025-02")
            #expect(!before.has("month=2025-01") && before.has("month=2025-03"), "\(before.text)")
            #expect(try await set("nothing").status == 422)
            let page = try await visitor.get(path).text
            let remove = try #require(page.firstMatch(of: /action="(\/expenses\/budgets\/b_[0-9a-f]{16}\/remove)"/))
            _ = try await visitor.post(String(remove.output.1), from: path)
            #expect(try await visitor.get(path).has("No budgets for this month."))
        }
    }

    @Test func aRecurringTransactionIsPausedAndEnds() async throws {
        try await PageVisitor.run { _, visitor in
            let new = "/expenses/recurring/new"
            func fields(until: String) -> KeyValuePairs<String, String> {
                [
                    "do": "save", "name": "Rent", "amount": "800", "currency": "EUR", "kind": "expense", "method": "card",
                    "day": "2025-02-15", "time": "12:00", "every": "1", "unit": "month", "until": until, "category": "",
                    "place": "",
                ]
            }
            let wrong = try await visitor.post(new, from: new, fields(until: "2025-01-01"))
            #expect(wrong.status == 422 && wrong.has("The last day is before the first."), "\(wrong.text)")
            #expect(try await visitor.post(new, from: new, fields(until: ""))["location"] == "/expenses/recurring?done=saved")
            let list = try await visitor.get("/expenses/recurring")
            #expect(list.has("Rent · 800.00 EUR") && list.has("every month · on day 15 · next on 15 Mar 2025"), "\(list.text)")
            #expect(try await visitor.get("/expenses/list").has("15 Feb 2025"), "what was due is entered")
            let long = KeyValuePairs(
                dictionaryLiteral: ("do", "save"), ("amount", "5"), ("currency", "EUR"), ("kind", "expense"), ("method", "card"),
                ("day", "2025-01-31"), ("every", "1"), ("unit", "month"), ("until", "2025-12-31"))
            #expect(try await visitor.post(new, from: new, long)["location"] == "/expenses/recurring?done=saved")
            let both = try await visitor.get("/expenses/recurring")
            #expect(both.has("on day 31, or the last day of the month") && both.has("last day: 31 Dec 2025"), "\(both.text)")
            let form = try await visitor.get(new).text
            let places = ["day", "until", "do"].compactMap { form.firstRange(of: "name=\"\($0)\"")?.lowerBound }
            #expect(places.count == 3 && places == places.sorted(), "first and last day stand above the button")
            let link = try #require(list.text.firstMatch(of: /href="(\/expenses\/recurring\/y_[0-9a-f]{16})"/))
            let address = String(link.output.1)
            #expect(try await visitor.get(address).has(#"value="Rent""#))
            _ = try await visitor.post("\(address)/pause", from: address, ["paused": "true"])
            #expect(try await visitor.get("/expenses/recurring").has("paused"))
            _ = try await visitor.post("\(address)/remove", from: address)
            #expect(!(try await visitor.get("/expenses/recurring").has("Rent · ")))
            #expect(try await visitor.get("/expenses/list").has("Rent"), "what was entered stays")
        }
    }

    // MARK: Overview, statements, how long it lasts

    @Test func theOverviewComparesMonthsCategoriesAndPlaces() async throws {
        try await PageVisitor.run { _, visitor in
            let place = try await Self.addPlace(visitor, "Shop")
            _ = try await Self.add(visitor, "Bread", "30", category: "Food", place: Self.id(place))
            _ = try await Self.add(visitor, "Rent", "60", day: "2025-02-01", category: "Home")
            let page = try await visitor.get("/expenses/overview")
            #expect(page.has("90.00 EUR") && page.has("67%") && page.has("Shop"), "\(page.text)")
            #expect(page.has("<svg"))
            #expect(page.has("Feb 2025: 60.00 EUR · month before: 0.00 EUR") && !page.has("through=2025-04"), "\(page.text)")
            let month = try await visitor.get("/expenses/overview?months=1&through=2025-02")
            #expect(month.has("60.00 EUR") && !month.has("Bread") && !month.has("by-place"), "\(month.text)")
            #expect(!month.has("through=2025-01") && month.has("through=2025-03"), "the journal begins in this month")
            #expect(page.has("through=2025-02") && page.text.contains(/‹<\/span> Feb 2025/), "\(page.text)")
            #expect(month.text.contains(/Mar 2025 <span aria-hidden="true">›/), "\(month.text)")
            _ = try await Self.add(visitor, "Rent", "120", day: "2025-01-01", category: "Home")
            let compared = try await visitor.get("/expenses/overview")
            #expect(compared.has("−50%") && !compared.has("−75%"), "the running month is not compared: \(compared.text)")
            _ = try await visitor.post("\(place)/remove", from: place, ["confirmed": "yes"])
            let kept = try await visitor.get("/expenses/overview")
            #expect(kept.has("by-place") && kept.has("/expenses/list?search=Shop"), "\(kept.text)")
            #expect(try await visitor.get("/expenses/overview?kind=income").has("Nothing recorded in this time."))
            #expect(try await visitor.get("/expenses/overview?months=nonsense&through=never&kind=x").status == 200)
        }
    }

    @Test func aStatementIsShownAndImportedOnce() async throws {
        try await PageVisitor.run { _, visitor in
            let path = "/expenses/import"
            let file = (
                name: "bank.csv",
                content: "Date,Description,Amount,Currency\n2025-02-20,Bakery,-3.20,EUR\n2025-02-21,Salary,2500.00,EUR\n"
            )
            let preview = try await visitor.upload(path, ["do": "check"], file: file)
            #expect(preview.status == 200 && preview.has("2 new transactions") && preview.has("Bakery"), "\(preview.text)")
            #expect(!(try await visitor.get("/expenses/list")).has("Bakery"), "nothing is added before the confirmation")
            let again = try await visitor.upload(path, ["do": "check"], file: file)
            let pending = try #require(PageVisitor.value(of: "pending", in: again.text))
            let done = try await visitor.post(path, ["do": "import", "pending": pending, "method": "card", "category": ""])
            #expect(done.has("2 transactions added"), "\(done.text)")
            #expect(try await visitor.get("/expenses/list").has("Bakery"))
            let known = try await visitor.upload(path, ["do": "check"], file: file)
            #expect(known.has("0 new transactions") && known.has("2 imported before, skipped"), "\(known.text)")

            let open = try await visitor.upload(
                path, ["do": "check"], file: (name: "open.csv", content: "Date,Description,Amount\n01/02/2025,Bakery,-3.20\n"))
            #expect(open.status == 422 && open.has("can be read in more than one way") && open.has("states no currency"))
            #expect(
                open.text.contains(/name="currency"[^>]*><option value=""[^>]*>–<\/option><option value="USD">/),
                "the currency of the reader's language is first: \(open.text)")
            let kept = try #require(PageVisitor.value(of: "pending", in: open.text))
            let answered = try await visitor.post(
                path,
                [
                    "do": "match", "pending": kept, "date_format": "dd/MM/yyyy", "currency": "EUR", "column-date": "1",
                    "column-text": "2", "column-amount": "3",
                ])
            #expect(answered.has("1 Feb 2025") && answered.has("1 new transaction"), "\(answered.text)")

            let nothing = try await visitor.upload(path, ["do": "check"])
            #expect(nothing.status == 422 && nothing.has("Choose a file."), "\(nothing.text)")
            let empty = try await visitor.upload(path, ["do": "check"], file: (name: "empty.csv", content: ""))
            #expect(empty.status == 422 && empty.has("The file is empty."), "\(empty.text)")
            #expect(empty.has("data-chosen") && empty.has("/drop."), "a script shows the name of the chosen file")
            let noTable = try await visitor.upload(path, ["do": "check"], file: (name: "a.csv", content: "hello\n"))
            #expect(noTable.status == 422 && noTable.has("cannot be read as a statement"), "\(noTable.text)")
            let expired = try await visitor.post(path, from: path, ["do": "import", "pending": "nothing"])
            #expect(expired.status == 422 && expired.has("older than 15 minutes"), "\(expired.text)")
        }
    }

    @Test func howLongItLastsNeedsSpending() async throws {
        try await PageVisitor.run { _, visitor in
            #expect(try await visitor.get("/expenses/lasting").has("How long does it last?"))
            let asked = "/expenses/lasting?ask=yes&currency=USD&spending_currency=USD&fee_percent=0"
            let page = try await visitor.get(asked)
            #expect(page.status == 409 || page.status == 422, "\(page.text)")
            let other = try await visitor.get("/expenses/lasting?ask=yes&currency=USD&spending_currency=KZT&monthly=100000")
            #expect(other.status == 422 && other.has("Enter the exchange rate."), "\(other.text)")
            #expect(try await visitor.get("\(asked)&monthly=much").has("“much” is not an amount."))
        }
    }

    // MARK: Others

    @Test func whatIsAnothersIsNotThere() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, ann in
            try await ann.join("ann@example.com", accounts)
            let place = try await Self.addPlace(ann, "Shop")
            let entry = try await Self.add(ann, "Bread", "2", category: "Food", place: Self.id(place))
            let list = try await ann.get("/expenses/categories").text
            let category = try #require(list.firstMatch(of: /categories\/c_[0-9a-f]{16}/).map { "/expenses/\($0.output)" })
            let bob = PageVisitor(server)
            try await bob.join("bob@example.com", accounts)
            for path in [entry, "\(entry)/edit", place, "\(place)/edit", category, "/expenses/recurring/y_0000000000000000"] {
                #expect(try await bob.get(path).status == 404, "\(path)")
            }
            for path in ["\(entry)/remove", "\(entry)/duplicate", "\(place)/remove", "\(category)/remove"] {
                #expect(try await bob.post(path, from: "/expenses/new").status == 404, "\(path)")
            }
            #expect(!(try await bob.get("/expenses/places")).has("Shop"))
            let stolen = try await bob.post(
                "/expenses/new", from: "/expenses/new",
                ["do": "save", "amount": "1", "currency": "EUR", "day": Self.today, "kind": "expense", "place": Self.id(place)])
            #expect(stolen.status == 422 && stolen.has("There is no such place."), "\(stolen.text)")
            #expect(try await ann.get(entry).status == 200)
        }
    }

    @Test func hiddenAmountsAreDots() async throws {
        try await PageVisitor.run { server, visitor in
            let entry = try await Self.add(visitor, "Bread", "87.65")
            let hidden = PageVisitor(server, cookies: ["closecast-hidden": "yes"])
            #expect(!(try await hidden.get(entry)).has("87.65"))
            let page = try await hidden.get("/expenses")
            #expect(page.has("•••••") && !page.has(">87.65"), "\(page.text)")
        }
    }
}
