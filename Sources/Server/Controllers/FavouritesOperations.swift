import Access
import JSONText
import Market
import MarketData
import Portfolio
import Records
import Store

/// The caller's favourite assets, over HTTP and for pages.
package struct FavouritesOperations: Sendable {
    package let list: TypedOperation<Nothing, [Asset]>
    package let removeSeveral: TypedOperation<AssetNames, (removed: [Asset], unmarked: [Asset])>
    package let mark, remove: TypedOperation<AssetReference, Nothing>

    package func add(to api: inout API) {
        api.add(list, removeSeveral, mark, remove)
    }

    package init(_ favourites: @escaping @Sendable (Principal) -> Favourites) {
        let tag = "Favourites"
        list = TypedOperation(
            .get, "/v1/favourites", .init("listFavourites", tag: tag, "The caller's favourites, by name."), need: .scope(.read),
            answer: .pages("A page of assets.", of: MarketDocuments.asset, key: { "\($0.id)" })
        ) { _, call in try await favourites(call.caller).all() }
        removeSeveral = TypedOperation(
            .delete, "/v1/favourites",
            .init(
                "removeFavourites", tag: tag, "Removes several favourites, all or none.",
                refusals: [.problem(404, "At least one of them is not a known asset.")]),
            need: .scope(.write),
            answer: .document(200, "The assets that were favourites, and those that were not.", Self.removed, write: Self.write)
        ) { input, call in
            do {
                return try await favourites(call.caller).remove(input.assets)
            } catch let error as AssetError {
                throw error.problem(of: "assets")
            }
        }
        mark = TypedOperation(
            .put, "/v1/favourites/{asset}",
            .init("addFavourite", tag: tag, "Makes an asset a favourite; no effect if it is one."), need: .scope(.write),
            answer: .record(204, "The asset is a favourite.")
        ) { input, call in
            try await favourites(call.caller).add([input.asset])
            return Nothing()
        }
        remove = TypedOperation(
            .delete, "/v1/favourites/{asset}",
            .init("removeFavourite", tag: tag, "Removes an asset from the favourites; no effect if it is not one."),
            need: .scope(.write), answer: .record(204, "The asset is not a favourite.")
        ) { input, call in
            try await favourites(call.caller).remove([input.asset])
            return Nothing()
        }
    }

    private static let removed = Schema.object([
        .init("removed", .array(.assetID, count: 0...500)), .init("not_marked", .array(.assetID, count: 0...500)),
    ])

    @Sendable private static func write(_ output: (removed: [Asset], unmarked: [Asset]), _ writer: inout JSONWriter) {
        for (name, assets) in [("removed", output.removed), ("not_marked", output.unmarked)] {
            writer.key(name)
            writer.array { writer in for asset in assets { writer.string("\(asset.id)") } }
        }
    }
}

/// Assets to remove together.
package struct AssetNames: Record {
    package let assets: [String]

    package init(_ field: inout Fields<AssetNames>) throws {
        assets = try field("assets", \.assets, .array(.assetName, count: 1...500), "Tickers or ids.")
    }
}
