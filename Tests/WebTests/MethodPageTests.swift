import HTTPEdge
import HTTPTestSupport
import JSONText
import ServerWorld
import Testing

/// Cards and bank accounts on their page: checked when they are typed, and never shown again.
@Suite struct MethodPageTests {
    private static let path = "/trading/methods"

    private static func linked(_ server: ServerUnderTest) async throws -> [JSONValue] {
        try await server.get("/v1/trading/methods").json["data"]?.array ?? []
    }

    @Test func aCardIsLinkedOnceRenamedAndRemoved() async throws {
        try await PageVisitor.run { server, visitor in
            #expect(try await visitor.get(Self.path).has("No cards or accounts yet."))
            for _ in 0..<3 {
                let answer = try await visitor.post(
                    Self.path, from: Self.path,
                    ["kind": "card", "number": "4242-4242 42424242", "expires": "09/29", "label": "Holiday card"], key: "one-card")
                #expect(answer["location"] == "\(Self.path)?done=pay-card-linked", "\(answer.text)")
            }
            let card = try #require(try await Self.linked(server).first)
            #expect(try await Self.linked(server).count == 1)
            let id = try #require(card["id"]?.string)
            let page = try await visitor.get(Self.path)
            #expect(page.has("Holiday card") && page.has("\u{2022}\u{2022}\u{2022}\u{2022} 4242, until 09/29"))
            #expect(!page.has("42424242") && !page.has("4242 4242 4242 4242</"))
            let unnamed = try await visitor.post("\(Self.path)/\(id)", from: Self.path, ["label": "", "do": "rename"])
            #expect(unnamed.status == 422 && unnamed.has("A name has 1 to 60 visible characters."))
            let renamed = try await visitor.post("\(Self.path)/\(id)", from: Self.path, ["label": "Groceries", "do": "rename"])
            #expect(renamed["location"] == "\(Self.path)?done=pay-method-renamed")
            #expect(try await Self.linked(server).first?["label"]?.string == "Groceries")
            let removed = try await visitor.post("\(Self.path)/\(id)", from: Self.path, ["do": "remove"])
            #expect(removed["location"] == "\(Self.path)?done=pay-method-removed")
            #expect(try await Self.linked(server).isEmpty)
            #expect(try await visitor.post("\(Self.path)/\(id)", from: Self.path, ["do": "remove"]).status == 404)
        }
    }

    /// Who lacks a card comes from the form of a withdrawal, and goes back there.
    @Test func aLinkedCardLeadsBackToTheWithdrawalAndNowhereElse() async throws {
        try await PageVisitor.run { _, visitor in
            let page = try await visitor.get("\(Self.path)?next=%2Ftrading%2Fwithdraw")
            #expect(page.has(#"<input type="hidden" name="next" value="/trading/withdraw">"#), "\(page.text)")
            let card = [("kind", "card"), ("number", "4242424242424242"), ("expires", "09/29")]
            for (next, place) in [
                ("/trading/withdraw", "/trading/withdraw?done=pay-card-linked"),
                ("//evil.example", "\(Self.path)?done=pay-card-linked"),
            ] {
                let hidden = ["csrf", "key"].compactMap { name in PageVisitor.value(of: name, in: page.text).map { (name, $0) } }
                let fields = card + hidden.map { ($0.0, $0.0 == "key" ? $0.1 + place : $0.1) } + [("next", next)]
                let answer = try await visitor.sendForm(Self.path, fields, site: "same-origin", origin: visitor.origin)
                #expect(answer["location"] == place, "\(answer.text)")
            }
        }
    }

    @Test func anAccountIsLinked() async throws {
        try await PageVisitor.run { server, visitor in
            let answer = try await visitor.post(
                Self.path, from: Self.path, ["kind": "bank-account", "iban": "de89 3704 0044 0532 0130 00", "label": ""])
            #expect(answer["location"] == "\(Self.path)?done=pay-account-linked", "\(answer.text)")
            let page = try await visitor.get(Self.path)
            #expect(page.has("DE 3000") && !page.has("0532013000"))
        }
    }

    @Test func aCardFormShowsAllErrorsAtOnce() async throws {
        try await PageVisitor.run { _, visitor in
            let page = try await visitor.post(
                Self.path, from: Self.path,
                ["kind": "card", "number": "42424242", "expires": "13/29", "label": String(repeating: "a", count: 61)])
            for sentence in ["this one has 8.", "There is no month 13.", "A name has 1 to 60 visible characters."] {
                #expect(page.status == 422 && page.has(sentence), "\(sentence)")
            }
        }
    }

    static let refused: [(fields: KeyValuePairs<String, String>, field: String, sentence: String)] = [
        (
            ["kind": "card", "number": "4242424242424241", "expires": "09/29"], "card-number",
            "The number that ends in 4241 is mistyped"
        ),
        (["kind": "card", "number": "", "expires": "09/29"], "card-number", "Fill in this field."),
        (["kind": "card", "number": "4242x", "expires": "09/29"], "card-number", "cannot be in a card number"),
        (["kind": "card", "number": "42424242", "expires": "09/29"], "card-number", "this one has 8."),
        (["kind": "card", "number": "4242424242424242", "expires": "13/29"], "card-expires", "There is no month 13."),
        (["kind": "card", "number": "4242424242424242", "expires": "soon"], "card-expires", "Enter a month and a year"),
        // It is March 2025.
        (
            ["kind": "card", "number": "4242424242424242", "expires": "02/25"], "card-expires",
            "This card expired at the end of 02/25."
        ),
        (["kind": "bank-account", "iban": "DE89370400440532013001"], "account-iban", "its check digits do not match"),
        (
            ["kind": "bank-account", "iban": "DE8937040044053201300"], "account-iban",
            "IBANs of DE have 22 characters; this one has 21."
        ),
        (["kind": "bank-account", "iban": "XX89370400440532013000"], "account-iban", "No country with the code XX has IBANs."),
        (["kind": "bank-account", "iban": "12345678"], "account-iban", "An IBAN starts with two letters"),
    ]

    @Test(arguments: refused.indices) func aNumberIsRefusedBesideItsFieldAndNotShownAgain(index: Int) async throws {
        let (fields, field, sentence) = Self.refused[index]
        try await PageVisitor.run { server, visitor in
            let page = try await visitor.post(Self.path, from: Self.path, fields)
            #expect(page.status == 422, "\(page.status)")
            let shown = page.text.firstRange(of: #"id="\#(field)-error">"#).map { page.text[$0.upperBound...].prefix { $0 != "<" } }
            #expect(shown?.contains(sentence) == true, "\(shown ?? "")")
            #expect(page.has(#"id="\#(field)" name="\#(field.split(separator: "-")[1])""#) && page.has(#"aria-invalid="true""#))
            for (name, value) in fields where name == "number" || name == "iban" {
                #expect(value.utf8.count < 6 || !page.has(value), "\(value)")
            }
            for (name, value) in fields where name == "expires" { #expect(page.has(#"value="\#(value)""#)) }
            #expect(try await Self.linked(server).isEmpty)
        }
    }

    /// On a server with accounts, the password must have been given recently; the page says so before a number is typed.
    @Test func withAccountsThePasswordIsAskedForFirst() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, visitor in
            try await visitor.join("ann@example.com", accounts)
            #expect(try await visitor.get(Self.path).has(#"name="number""#))
            server.clock.advance(by: 11 * 60)
            let page = try await visitor.get(Self.path)
            #expect(page.has("Your password first") && !page.has(#"name="number""#))
            #expect(page.has(#"href="/confirm?next=%2Ftrading%2Fmethods""#))
            let answer = try await visitor.post(
                Self.path, from: "/trading/deposit", ["kind": "card", "number": "4242424242424242", "expires": "09/29"])
            #expect(answer.status == 303 && answer["location"]?.hasPrefix("/confirm") == true)
        }
    }
}
