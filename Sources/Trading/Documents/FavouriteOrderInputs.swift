import Records

/// Whose order is asked for.
package struct FavouriteOrderRequest: Record {
    package let coin: String?

    package init(_ field: inout Fields<Self>) throws {
        coin = try field("coin", \.coin, .assetName, "The coin to show first (default: the caller's preferred coin).")
    }
}

/// The favourites in their new order. The API calls it a feed.
package struct FavouriteOrderInput: Record {
    package static let schemaName: String? = "Feed"

    package static let mostAssets = 100

    package let assets: [String]

    package init(_ field: inout Fields<Self>) throws {
        assets = try field("assets", \.assets, .array(.assetName, count: 0...Self.mostAssets))
    }
}
