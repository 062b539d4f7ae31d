import JSONText
import ServerWorld
import Testing

/// The page on which a person makes links to a wallet, and the page that their readers see.
@Suite struct SharePageTests {
    /// The link that a page shows once.
    private static func link(_ page: String) -> String? {
        page.firstMatch(of: /http[^<"]*\/shared\/(closecast_share_[0-9a-f]{64})/).map { String($0.output.1) }
    }

    @Test func aLinkIsMadeShownOnceReadAndRevoked() async throws {
        try await PageVisitor.run(follows: true) { server, visitor in
            try await server.makeTradedWallet()
            let path = "/wallets/Main/share"
            #expect(try await visitor.get("/wallets/Main").has("/share\""))
            let empty = try await visitor.get(path)
            #expect(empty.status == 200 && empty.has("Nobody else can see this wallet."), "\(empty.text)")
            let made = try await visitor.post(path, ["share-title": "Our <b>savings</b>", "shows": "percent", "days": "30"])
            let token = try #require(Self.link(made.text), "\(made.text)")
            #expect(made.has("Our &lt;b&gt;savings&lt;/b&gt;") && made.has("Percentages only") && made.has("never used"))
            let again = try await visitor.get(path)
            #expect(Self.link(again.text) == nil && again.has("Our &lt;b&gt;savings"), "\(again.text)")
            let shared = try await visitor.get("/shared/\(token)")
            #expect(shared.status == 200 && shared.has("Our &lt;b&gt;savings") && shared.has("<b>BTC</b>"), "\(shared.text)")
            #expect(!shared.has("USD") && !shared.has("Main") && !shared.has("<nav"), "\(shared.text)")
            let id = try #require(try await server.get("/v1/wallets/Main/shares").json["data"]?.array?.first?["id"]?.string)
            _ = try await visitor.get(path)
            let revoked = try await visitor.post("\(path)/revocation", ["id": id])
            #expect(revoked.has("The link no longer works.") && revoked.has("Nobody else can see this wallet."), "\(revoked.text)")
            let over = try await visitor.get("/shared/\(token)")
            #expect(over.status == 404 && over.has("no-shared-wallet"), "\(over.text)")
        }
    }

    @Test func amountsAreShownWhereTheLinkShowsThem() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            let body = #"{"label":"All of it","shows":"amounts"}"#
            let token = try #require(server.done(await server.post("/v1/wallets/Other/shares", json: body)).json["token"]?.string)
            let page = try await visitor.get("/shared/\(token)")
            #expect(page.has("USD") && page.has("<b>ETH</b>") && page.has("Quantity"), "\(page.text)")
        }
    }

    @Test func theReadersLanguageIsThatOfThePage() async throws {
        try await PageVisitor.run { server, _ in
            try await server.makeTradedWallet()
            let deposit = #"{"kind":"deposit","asset":"USD","quantity":"100","time":"2025-02-28"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: deposit))
            let body = #"{"label":"Tutto"}"#
            let token = try #require(server.done(await server.post("/v1/wallets/Main/shares", json: body)).json["token"]?.string)
            let page = try await PageVisitor(server, cookies: ["closecast-language": "it"]).get("/shared/\(token)")
            #expect(page.has("<b>Contanti</b>") && !page.has("ollar"), "\(page.text)")
        }
    }

    @Test func aMissingPriceIsSaidToReadersAndToTheOwner() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            let sentence = "the parts cannot be computed"
            let body = #"{"label":"All of it"}"#
            let token = try #require(server.done(await server.post("/v1/wallets/Main/shares", json: body)).json["token"]?.string)
            let before = try await visitor.get("/shared/\(token)")
            #expect(!before.has(sentence), "\(before.text)")
            #expect(try await visitor.get("/wallets/Main/share").has("No price of the last day") == false)
            // Nobody has stored a close of it.
            let deposit = #"{"kind":"deposit","asset":"DOGE","quantity":"1","time":"2025-02-28"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: deposit))
            let after = try await visitor.get("/shared/\(token)")
            #expect(after.has(sentence), "\(after.text)")
            #expect(try await visitor.get("/wallets/Main/share").has("No price of the last day: DOGE."))
        }
    }

    @Test func whatIsWrongStandsBesideItsField() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            let path = "/wallets/Main/share"
            _ = try await visitor.get(path)
            let refused = try await visitor.post(path, ["share-title": "", "shows": "amounts", "days": "90"])
            #expect(refused.status == 422 && refused.has("Use 1 to 60 characters."), "\(refused.text)")
            #expect(try await server.get("/v1/wallets/Main/shares").json["data"] == .array([]))
            #expect(try await visitor.get("/wallets/Nobody/share").status == 404)
        }
    }
}
