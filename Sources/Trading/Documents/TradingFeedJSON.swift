import JSONText
import Market
import Records

/// A feed as JSON.
package enum TradingFeedJSON {
    package static func document(_ feed: CoinFeed, _ writer: inout JSONWriter) {
        ids("assets", feed.chosen, &writer)
        writer.member("preferred", feed.preferred?.description)
        ids("shown", feed.shown, &writer)
    }

    static func ids(_ name: String, _ assets: [AssetID], _ writer: inout JSONWriter) {
        writer.key(name)
        writer.array { writer in assets.forEach { writer.string($0.description) } }
    }
}

extension TradingSchemas {
    package static let feed = Schema.named(
        "CoinFeed",
        .object([
            .init("assets", .array(.assetID, count: 0...100), "The coins that the caller chose, in their order."),
            .init("preferred", .nullable(.assetID), "The preferred coin; null for none."),
            .init("shown", .array(.assetID, count: 0...101), "The preferred coin, chosen or not, and then the others."),
        ]))
}
