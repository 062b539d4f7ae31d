import Market
import MarketData
import People
import Trading

/// The followed coins in their order, the preferred coin first, over HTTP and for pages.
package struct FeedOperations: Sendable {
    package let show: TypedOperation<FeedRequest, CoinFeed>
    package let change: TypedOperation<FeedOrder, CoinFeed>

    /// - Parameter profiles: nil on one person's machine.
    package init(_ trading: Trading, _ market: MarketData, _ profiles: Profiles?) {
        let (path, tag) = ("/v1/trading/feed", Operation.tradingTag)
        let preferred = PreferredCoin(market: market, profiles: profiles)

        /// - Parameter coin: an id; nil for the caller's preferred coin.
        @Sendable func feed(_ call: Call, preferring coin: String? = nil) async throws -> CoinFeed {
            var first = coin
            if first == nil { first = try await preferred.chosen(call) }
            return try await trading.accounts.feed(of: call.caller.owner, preferring: first)
        }
        let answer = TypedAnswer<CoinFeed>.document(200, "Ids of assets.", TradingDocuments.feed, again: { try await feed($1) })
        show = TypedOperation(
            .get, path, id: "getFeed", tag: tag,
            "The coins of the caller's feed: in the caller's order, and as pages show them, with the preferred coin first.",
            need: .scope(.read),
            refusals: [404: "There is no such coin.", 409: "Several assets have this ticker; name one by its id."],
            answer: answer
        ) { input, call in try await feed(call, preferring: preferred.named(input.coin)?.id.description) }
        change = TypedOperation(
            .put, path, id: "setFeed", tag: tag, "Sets the coins of the feed and their order.", need: .scope(.write),
            example: #"{"assets":["BTC","BNB"]}"#, answer: answer
        ) { input, call in
            var assets: [AssetID] = []
            for (index, name) in input.assets.enumerated() {
                assets.append(try await market.directory.namedAsset(name, field: "/assets/\(index)").id)
            }
            _ = try await trading.accounts.setFeed(assets, of: call.caller.owner)
            return try await feed(call)
        }
    }

    package func add(to api: inout API) {
        api.add(show, change)
    }
}
