import APIKit
import Market
import MarketData
import People
import Trading

/// The order of the caller's favourites, the preferred coin first, over HTTP and for pages. The API calls it a feed.
package struct FavouriteOrderOperations: Sendable {
    package let show: TypedOperation<FavouriteOrderRequest, FavouriteOrder>
    package let change: TypedOperation<FavouriteOrderInput, FavouriteOrder>

    /// - Parameter profiles: nil on one person's machine.
    package init(_ trading: Trading, _ market: MarketData, _ profiles: Profiles?) {
        let (path, tag) = ("/v1/trading/feed", Operation.tradingTag)
        let preferred = PreferredCoin(market: market, profiles: profiles)

        /// - Parameter coin: an id; nil for the caller's preferred coin.
        @Sendable func order(_ call: Call, preferring coin: String? = nil) async throws -> FavouriteOrder {
            var first = coin
            if first == nil { first = try await preferred.chosen(call) }
            return try await trading.accounts.favouriteOrder(of: call.caller.owner, preferring: first)
        }
        let answer = TypedAnswer<FavouriteOrder>.document(
            200, "Ids of assets.", TradingDocuments.favouriteOrder, again: { try await order($1) })
        show = TypedOperation(
            .get, path, id: "getFeed", tag: tag,
            "The order of the caller's favourites, and as pages show it, with the preferred coin first.",
            need: .scope(.read),
            refusals: [404: "There is no such coin.", 409: "Several assets have this ticker; name one by its id."],
            answer: answer
        ) { input, call in try await order(call, preferring: preferred.named(input.coin)?.id.description) }
        change = TypedOperation(
            .put, path, id: "setFeed", tag: tag, "Sets the order of the favourites.", need: .scope(.write),
            example: #"{"assets":["BTC","BNB"]}"#, answer: answer
        ) { input, call in
            var assets: [AssetID] = []
            for (index, name) in input.assets.enumerated() {
                assets.append(try await market.directory.namedAsset(name, field: "/assets/\(index)").id)
            }
            _ = try await trading.accounts.setFavouriteOrder(assets, of: call.caller.owner)
            return try await order(call)
        }
    }

    package func add(to api: inout API) {
        api.add(show, change)
    }
}
