import APIKit
import Access
import Market
import MarketData
import Portfolio
import Records
import Store

/// The caller's favourite assets, over HTTP and for pages.
package struct FavouritesOperations: Sendable {
    package let list: TypedOperation<Nothing, [Asset]>
    package let removeSeveral: TypedOperation<AssetNames, (removed: [Asset], unmarked: [Asset])>
    package let mark, remove: TypedOperation<AssetReference, Void>

    package func add(to api: inout API) {
        api.add(list, removeSeveral, mark, remove)
    }

    package init(_ favourites: @escaping @Sendable (Principal) -> Favourites) {
        let tag = "Favourites"
        list = TypedOperation(
            .get, "/v1/favourites", id: "listFavourites", tag: tag, "The caller's favourites, by name.", need: .scope(.read),
            answer: .pages("A page of assets.", of: MarketDocuments.asset, key: { "\($0.id)" })
        ) { _, call in try await favourites(call.caller).all() }
        removeSeveral = TypedOperation(
            .delete, "/v1/favourites", id: "removeFavourites", tag: tag, "Removes several favourites, all or none.",
            need: .scope(.write), refusals: [404: "At least one of them is not a known asset."],
            answer: .document(200, "The assets that were favourites, and those that were not.", Self.removed)
        ) { input, call in
            do {
                return try await favourites(call.caller).remove(input.assets)
            } catch let error as AssetError {
                throw error.problem(of: "assets")
            }
        }
        mark = TypedOperation(
            .put, "/v1/favourites/{asset}", id: "addFavourite", tag: tag, "Makes an asset a favourite; no effect if it is one.",
            need: .scope(.write), answer: .done("The asset is a favourite.")
        ) { input, call in _ = try await favourites(call.caller).add([input.asset]) }
        remove = TypedOperation(
            .delete, "/v1/favourites/{asset}", id: "removeFavourite", tag: tag,
            "Removes an asset from the favourites; no effect if it is not one.", need: .scope(.write),
            answer: .done("The asset is not a favourite.")
        ) { input, call in _ = try await favourites(call.caller).remove([input.asset]) }
    }

    private static let ids = Schema.array(.assetID, count: 0...500)
    private static let removed = Document<(removed: [Asset], unmarked: [Asset])>(
        nil, .values("removed", ids) { $0.removed.map(\.id.description) },
        .values("not_marked", ids) { $0.unmarked.map(\.id.description) })
}

/// Assets to remove together.
package struct AssetNames: Record {
    package let assets: [String]

    package init(_ field: inout Fields<Self>) throws {
        assets = try field("assets", \.assets, .array(.assetName, count: 1...500), "Tickers or ids.")
    }
}
