import HTTPEdge
import HTTPTestSupport
import JSONText
import Server
import ServerWorld
import Testing

/// The feed: coins in the person's order, the preferred one first, moved with buttons that work without scripts.
@Suite struct FeedPageTests {
    private static let path = "/trading/feed"

    private static func run(cookies: [String: String] = [:], _ body: (ServerUnderTest, PageVisitor) async throws -> Void)
        async throws
    {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            for (index, id) in ["bitcoin", "ethereum", "cardano"].enumerated() {
                try await server.storeCloses(of: id, simulatedHistory(index, days: 40))
            }
            try await body(server, PageVisitor(server, cookies: cookies))
        }
    }

    /// The coins that a page lists, in its order.
    private static func tickers(_ page: EdgeAnswer) -> [String] {
        page.text.matches(of: /<b>([A-Z]+)<\/b>/).map { String($0.output.1) }
    }

    private static func order(_ server: ServerUnderTest) async throws -> [String] {
        try await server.get("/v1/trading/feed").json["assets"]?.array?.compactMap(\.string) ?? []
    }

    private static func filled(_ server: ServerUnderTest) async throws {
        try server.done(await server.send("PUT", "/v1/trading/feed", body: #"{"assets":["BTC","ETH","ADA","DOT"]}"#))
    }

    /// Presses a button of the page as it was shown.
    private static func press(
        _ visitor: PageVisitor, _ button: String, _ coin: String, order: String? = nil, key: String? = nil
    ) async throws -> EdgeAnswer {
        let page = try await visitor.get(path)
        let shown = try order ?? #require(PageVisitor.value(of: "order", in: page.text))
        return try await visitor.post(path, [button: coin, "order": shown] as KeyValuePairs, key: key)
    }

    @Test func coinsAreAddedAndListedWithPriceAndChange() async throws {
        try await Self.run { server, visitor in
            #expect(try await visitor.get(Self.path).has("No coins in your feed yet"))
            for coin in ["btc", "cardano", "DOT"] {
                let page = try await visitor.get(Self.path)
                let order = try #require(PageVisitor.value(of: "order", in: page.text))
                let answer = try await visitor.post(Self.path, ["add": "yes", "asset": coin, "order": order])
                #expect(answer["location"] == "\(Self.path)?done=feed-added", "\(answer.text)")
            }
            #expect(try await Self.order(server) == ["bitcoin", "cardano", "polkadot"])
            let page = try await visitor.get(Self.path)
            #expect(Self.tickers(page) == ["BTC", "ADA", "DOT"] && page.has("no prices"))
            #expect(page.text.ranges(of: "class=\"spark").count >= 2 && page.has("class=\"move "))
            for (coin, sentence) in [("", "Fill in this field."), ("NOSUCH", "NOSUCH"), ("EUR", "EUR is cash. Choose a coin.")] {
                let refused = try await visitor.post(
                    Self.path, ["add": "yes", "asset": coin, "order": "bitcoin,cardano,polkadot"])
                #expect(refused.status == 422 && refused.has(sentence), "\(coin)")
            }
            #expect(try await Self.order(server) == ["bitcoin", "cardano", "polkadot"])
        }
    }

    @Test func coinsAreMovedAndRemoved() async throws {
        try await Self.run { server, visitor in
            try await Self.filled(server)
            _ = try await Self.press(visitor, "up", "ethereum")
            #expect(try await Self.order(server) == ["ethereum", "bitcoin", "cardano", "polkadot"])
            _ = try await Self.press(visitor, "down", "cardano")
            #expect(try await Self.order(server) == ["ethereum", "bitcoin", "polkadot", "cardano"])
            _ = try await Self.press(visitor, "remove", "bitcoin")
            #expect(try await Self.order(server) == ["ethereum", "polkadot", "cardano"])
            // The first cannot move up, nor the last down.
            _ = try await Self.press(visitor, "up", "ethereum")
            _ = try await Self.press(visitor, "down", "cardano")
            #expect(try await Self.order(server) == ["ethereum", "polkadot", "cardano"])
        }
    }

    @Test func aButtonThatIsPressedTwiceMovesOnce() async throws {
        try await Self.run { server, visitor in
            try await Self.filled(server)
            let shown = "bitcoin,ethereum,cardano,polkadot"
            for _ in 0..<2 {
                let answer = try await Self.press(visitor, "up", "cardano", order: shown, key: "pressed-twice")
                #expect(answer["location"] == "\(Self.path)?done=feed-moved", "\(answer.text)")
            }
            #expect(try await Self.order(server) == ["bitcoin", "cardano", "ethereum", "polkadot"])
        }
    }

    @Test func anOldPageUndoesNothing() async throws {
        try await Self.run { server, visitor in
            try await Self.filled(server)
            try server.done(await server.send("PUT", "/v1/trading/feed", body: #"{"assets":["ADA","BTC"]}"#))
            let page = try await Self.press(visitor, "remove", "bitcoin", order: "bitcoin,ethereum,cardano,polkadot")
            #expect(page.status == 409 && page.has("Your feed was changed elsewhere in the meantime."))
            #expect(Self.tickers(page) == ["ADA", "BTC"])
            #expect(try await Self.order(server) == ["cardano", "bitcoin"])
        }
    }

    @Test func thePreferredCoinStandsFirst() async throws {
        try await Self.run(cookies: ["closecast-coin": "cardano"]) { server, visitor in
            let alone = try await visitor.get(Self.path)
            #expect(Self.tickers(alone) == ["ADA"] && alone.has("Preferred"))
            try await Self.filled(server)
            #expect(Self.tickers(try await visitor.get(Self.path)) == ["ADA", "BTC", "ETH", "DOT"])
            // Other coins move past it: its place in the order does not change.
            _ = try await Self.press(visitor, "up", "polkadot")
            #expect(Self.tickers(try await visitor.get(Self.path)) == ["ADA", "BTC", "DOT", "ETH"])
            #expect(try await Self.order(server) == ["bitcoin", "polkadot", "cardano", "ethereum"])
        }
    }
}
