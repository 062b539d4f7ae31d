import Market
import MarketData
import Trading

/// The followed coins in their order, the preferred coin first.
struct FeedController: Sendable {
    let trading: Trading
    let market: MarketData
    let preferred: PreferredCoin

    func add(to api: inout API) {
        api.add(Self.feed, feed)
        api.add(Self.setFeed, setFeed)
    }

    private static let feed = Operation(
        .get, "/v1/trading/feed", id: "getFeed", tag: Operation.tradingTag,
        "The coins of the caller's feed: in the caller's order, and as pages show them, with the preferred coin first.",
        scope: .read,
        parameters: [
            .query("coin", .assetName, "The coin to show first (default: the caller's preferred coin).")
        ],
        answers: [
            .json(200, "Ids of assets.", TradingSchemas.feed), .problem(404, "There is no such coin."),
            .problem(409, "Several assets have this ticker; name one by its id."),
        ])

    private func feed(_ call: Call) async throws -> Reply {
        try await reply(call, preferring: preferred.named(call)?.id.description)
    }

    private static let setFeed = Operation(
        .put, "/v1/trading/feed", id: "setFeed", tag: Operation.tradingTag, "Sets the coins of the feed and their order.",
        scope: .write,
        body: .json(.named("Feed", .object([.init("assets", .array(.assetName, count: 0...100))]))).showing(
            #"{"assets":["BTC","BNB"]}"#),
        answers: [.json(200, "Ids of assets.", TradingSchemas.feed)])

    private func setFeed(_ call: Call) async throws -> Reply {
        var assets: [AssetID] = []
        for (index, name) in try BodyObject(call.body).values("assets", .text).enumerated() {
            assets.append(try await market.directory.namedAsset(name, field: "/assets/\(index)").id)
        }
        _ = try await trading.accounts.setFeed(assets, of: call.caller.owner)
        return try await reply(call, preferring: nil)
    }

    /// - Parameter coin: an id; nil for the caller's preferred coin.
    private func reply(_ call: Call, preferring coin: String?) async throws -> Reply {
        var first = coin
        if first == nil { first = try await preferred.chosen(call) }
        let feed = try await trading.accounts.feed(of: call.caller.owner, preferring: first)
        return Reply { TradingFeedJSON.document(feed, &$0) }
    }
}
