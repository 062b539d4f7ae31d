import Records

/// The feed to show.
package struct FeedRequest: Record {
    package let coin: String?

    package init(_ field: inout Fields<Self>) throws {
        coin = try field("coin", \.coin, .assetName, "The coin to show first (default: the caller's preferred coin).")
    }
}

/// The coins of a feed in their order.
package struct FeedOrder: Record {
    package static let schemaName: String? = "Feed"

    package let assets: [String]

    package init(_ field: inout Fields<Self>) throws { assets = try field("assets", \.assets, .array(.assetName, count: 0...100)) }
}
