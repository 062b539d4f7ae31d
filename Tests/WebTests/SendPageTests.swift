import Banking
import HTTPEdge
import HTTPTestSupport
import JSONText
import Ledger
import Market
import ServerWorld
import Services
import Testing
import Trading

/// Coins sent from one person to another on pages: only to existing addresses, once, and not to a wrong person.
@Suite struct SendPageTests {
    /// Ann has bitcoins, Bob has an address.
    private struct Two {
        let server: ServerUnderTest
        let ann: PageVisitor
        let bob: PageVisitor
        let anns: [String: String]
        let bobs: [String: String]
        let address: String
    }

    private static func run(_ body: (Two) async throws -> Void) async throws {
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            let tokens = [try await server.token(owner: "ann"), try await server.token(owner: "bob")]
            let headers = tokens.map { ["Authorization": "Bearer \($0)"] }
            try await server.storeTradingPrices()
            try await server.fund(headers: headers[0])
            let quote = try server.done(
                await server.post(
                    "/v1/trading/quotes", json: #"{"side":"buy","asset":"BTC","currency":"EUR","quantity":"2"}"#,
                    headers: headers[0]))
            let id = try #require(quote.json["id"]?.string)
            try server.done(await server.send("POST", "/v1/trading/quotes/\(id)/confirmation", headers: headers[0]))
            let bob = PageVisitor(server, token: tokens[1])
            let made = try await bob.post("/trading/receive/BTC", from: "/trading/receive/BTC")
            #expect(made["location"] == "/trading/receive/BTC")
            let address = try server.done(await server.send("PUT", "/v1/trading/addresses/BTC", headers: headers[1]))
            try await body(
                Two(
                    server: server, ann: PageVisitor(server, token: tokens[0]), bob: bob, anns: headers[0], bobs: headers[1],
                    address: try #require(address.json["address"]?.string)))
        }
    }

    private static let send = "/trading/send/BTC"

    @Test func onlyThePageThatSendsMayUseTheCamera() async throws {
        try await Self.run { two in
            for (path, camera) in [(Self.send, "(self)"), ("/trading/receive/BTC", "()"), ("/practice", "()"), ("/", "()")] {
                #expect(try await two.ann.get(path)["permissions-policy"] == "geolocation=(self), camera=\(camera)", "\(path)")
            }
            // The page with errors reads codes too.
            let refused = try await two.ann.post(Self.send, from: Self.send, ["address": "", "quantity": "1", "do": "preview"])
            #expect(refused["permissions-policy"] == "geolocation=(self), camera=(self)")
        }
    }

    @Test func anAddressIsMadeOnceAndShownWithItsCode() async throws {
        try await Self.run { two in
            let before = try await two.ann.get("/trading/receive/BTC")
            #expect(before.has("No address yet") && !before.has("<code"))
            let page = try await two.bob.get("/trading/receive/BTC")
            #expect(page.has(#"id="address">\#(two.address)</code>"#) && page.has(#"data-copy="\#(two.address)""#))
            #expect(page.has("<div class=\"qr\"><svg") && page.has("This address is on no real blockchain."))
            _ = try await two.bob.post("/trading/receive/BTC", from: "/trading/send/BTC")
            #expect(try await two.bob.get("/trading/receive/BTC").has(two.address))
            #expect(!(try await two.ann.get("/trading/receive/BTC")).has(two.address))
            #expect(try await two.bob.get("/trading/receive/EUR").status == 422)
            #expect(try await two.bob.get("/trading/receive/NOSUCH").status == 404)
        }
    }

    @Test func coinsAreSentOnceAfterAPreview() async throws {
        try await Self.run { two in
            let fields: KeyValuePairs<String, String> = [
                "address": two.address.lowercased(), "quantity": "0.5", "note": "for lunch", "do": "preview",
            ]
            let preview = try await two.ann.post(Self.send, from: Self.send, fields)
            for part in [
                "Send 0.5 BTC?", two.address, "0.0005 BTC", "0.5005 BTC", "1.4995 BTC", "for lunch", "This cannot be undone.",
            ] {
                #expect(preview.status == 200 && preview.has(part), "\(part)")
            }
            #expect(try await two.server.free("bitcoin", headers: two.anns) == "2")
            var places: Set<String> = []
            for _ in 0..<3 {
                let answer = try await two.ann.post(
                    Self.send, ["address": two.address, "quantity": "0.5", "note": "for lunch", "do": "confirm"],
                    key: "one-transfer")
                #expect(answer.status == 303, "\(answer.text)")
                places.insert(try #require(answer["location"]))
            }
            let place = try #require(places.first)
            #expect(places.count == 1)
            let done = try await two.ann.get(place)
            #expect(done.has("Sent 0.5 BTC") && done.has("for lunch") && done.has(two.address))
            #expect(try await two.server.free("bitcoin", headers: two.anns) == "1.4995")
            #expect(try await two.server.free("bitcoin", headers: two.bobs) == "0.5")
            #expect(try await two.bob.get(place).has("Received 0.5 BTC"))
            let carol = PageVisitor(two.server, token: try await two.server.token(owner: "carol"))
            #expect(try await carol.get(place).status == 404)
        }
    }

    @Test func theWholeOfItLeavesRoomForTheFee() async throws {
        try await Self.run { two in
            let page = try await two.ann.get(Self.send)
            #expect(page.has(#"name="do" value="all""#))
            let filled = try await two.ann.post(
                Self.send, from: Self.send, ["address": two.address, "quantity": "1", "note": "for lunch", "do": "all"])
            #expect(filled.status == 200 && filled.has(#"name="address" value="\#(two.address)""#) && filled.has("for lunch"))
            let most = try #require(filled.text.firstMatch(of: /name="quantity" value="([^"]+)"/)?.output.1)
            // 2 / 1.001, rounded down.
            #expect(most == "1.99800199")
            let sent = try await two.ann.post(
                Self.send, from: Self.send, ["address": two.address, "quantity": String(most), "do": "confirm"])
            #expect(sent.status == 303, "\(sent.text)")
        }
    }

    @Test func aRefusalStandsBesideItsFieldAndNothingIsHeld() async throws {
        try await Self.run { two in
            let other = try two.server.done(await two.server.send("PUT", "/v1/trading/addresses/ETH", headers: two.bobs))
            let ethereum = try #require(other.json["address"]?.string)
            let own = try two.server.done(await two.server.send("PUT", "/v1/trading/addresses/BTC", headers: two.anns))
            let anns = try #require(own.json["address"]?.string)
            // One character is changed.
            let last = two.address.last! == "Q" ? "P" : "Q"
            let mistyped = String(two.address.dropLast()) + last
            let refused: [(address: String, quantity: String, field: String, status: Int, sentence: String)] = [
                ("", "0.5", "address", 422, "Fill in this field."),
                (mistyped, "0.5", "address", 422, "This is not an address for BTC on this server."),
                (
                    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "0.5", "address", 422,
                    "This is not an address for BTC on this server."
                ),
                (ethereum, "0.5", "address", 422, "This is an address for ETH, not for BTC."),
                (anns, "0.5", "address", 422, "This is your own address."),
                (two.address, "", "quantity", 422, "Fill in this field."),
                (two.address, "a bit", "quantity", 422, "is not an amount."),
                (two.address, "0", "quantity", 422, "This must be a number above zero."),
                (two.address, "2", "quantity", 409, "Available: 2 BTC. Needed with the fee: 2.002 BTC."),
            ]
            for (address, quantity, field, status, sentence) in refused {
                for step in ["preview", "confirm"] {
                    let page = try await two.ann.post(
                        Self.send, from: Self.send, ["address": address, "quantity": quantity, "note": "", "do": step])
                    #expect(page.status == status, "\(sentence): \(page.status)")
                    let start = try #require(page.text.firstRange(of: #"id="\#(field)-error">"#))
                    #expect(page.text[start.upperBound...].prefix { $0 != "<" }.contains(sentence), "\(sentence)")
                    #expect(page.has(#"name="quantity" value="\#(quantity)""#))
                }
            }
            #expect(try await two.server.free("bitcoin", headers: two.anns) == "2")
        }
    }

    @Test func allWrongFieldsAreMarkedAtOnce() async throws {
        try await Self.run { two in
            let unknown = "\(CoinAddress(ticker: Ticker("BTC")!, payload: Array(1...10)))"
            for (address, sentence) in [
                ("SIM-BTC-7KQ2", "This is not an address for BTC on this server."),
                (unknown, "No account on this server has this address."), ("", "Fill in this field."),
            ] {
                for (quantity, amount) in [
                    ("5", "Available: 2 BTC."), ("0", "This must be a number above zero."), ("x", "is not an amount."),
                ] {
                    let page = try await two.ann.post(
                        Self.send, from: Self.send,
                        ["address": address, "quantity": quantity, "note": String(repeating: "a", count: 300), "do": "preview"])
                    #expect(page.status == 422 && page.has(sentence) && page.has(amount), "\(address), \(quantity): \(page.text)")
                    #expect(page.text.ranges(of: "aria-invalid=\"true\"").count >= 2, "\(page.text)")
                }
            }
        }
    }

    @Test func anAddressThatNobodyHasIsRefused() async throws {
        try await Self.run { two in
            // Its checksum is valid.
            let address = CoinAddress(ticker: Ticker("BTC")!, payload: Array(1...10))
            let page = try await two.ann.post(
                Self.send, from: Self.send,
                ["address": "\(address)", "quantity": "0.5", "do": "preview"])
            #expect(page.status == 422 && page.has("No account on this server has this address."), "\(page.text)")
        }
    }

    @Test func tooManyTransfersAreRefusedAsTransfers() async throws {
        try await Self.run { two in
            let (trading, bitcoin) = (two.server.parts.trading, AssetID("bitcoin")!)
            for _ in 0..<trading.parts.rules.mostTransfersADay {
                _ = try await trading.transfers.send(FixedDecimal("0.001")!, bitcoin, to: two.address, of: "ann")
            }
            let page = try await two.ann.post(
                Self.send, from: Self.send, ["address": two.address, "quantity": "0.5", "do": "preview"])
            #expect(page.status == 429 && page.has("You made too many transfers in 24 hours."), "\(page.text)")
            #expect(!page.has("payments in"))
        }
    }

    @Test func whoIsNotVerifiedSendsNothing() async throws {
        try await Self.run { two in
            try await two.server.setLevel(.basic, of: "ann")
            #expect(try await two.ann.get(Self.send).has("Your identity must be verified before you can send."))
            let page = try await two.ann.post(
                Self.send, from: Self.send, ["address": two.address, "quantity": "0.5", "do": "confirm"])
            #expect(page.status == 403 && page.has("Your identity must be verified first."))
            #expect(try await two.server.free("bitcoin", headers: two.anns) == "2")
        }
    }

    @Test func theCoinIsChosenFirst() async throws {
        try await Self.run { two in
            let page = try await two.ann.get("/trading/send")
            #expect(page.has(#"href="/trading/send/BTC""#) && page.has("Which coin do you want to send?"))
            #expect(try await two.ann.get("/trading/send?asset=bitcoin")["location"] == "/trading/send/BTC")
            let cash = try await two.ann.get("/trading/receive?asset=EUR")
            #expect(cash.status == 422 && cash.has("EUR is cash. Choose a coin."))
            let unknown = try await two.ann.get("/trading/send?asset=NOSUCH")
            #expect(unknown.status == 422 && unknown.has(#"value="NOSUCH""#))
        }
    }
}
