import Access
import Market
import MarketData
import Portfolio

/// The caller's favourite assets.
struct FavouritesController: Sendable {
    let favourites: @Sendable (Principal) -> Favourites

    func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(Self.removeSeveral, removeSeveral)
        api.add(Self.mark, mark)
        api.add(Self.remove, remove)
    }

    private static let list = Operation(
        .get, "/v1/favourites", id: "listFavourites", tag: "Favourites", "The caller's favourites, by name.",
        scope: .read, parameters: Pagination.parameters,
        answers: [
            .json(200, "A page of assets.", Pagination.schema(of: AssetSchemas.asset))
        ])

    private func list(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(try await favourites(call.caller).all(), call) { "\($0.id)" }
        return Reply { Pagination.write(page, next, &$0) { MarketJSON.members(of: $0, &$1) } }
    }

    private static let mark = Operation(
        .put, "/v1/favourites/{asset}", id: "addFavourite", tag: "Favourites",
        "Makes an asset a favourite; no effect if it is one.",
        scope: .write, parameters: [.asset], answers: [.empty(204, "The asset is a favourite.")])

    private func mark(_ call: Call) async throws -> Reply {
        try await favourites(call.caller).add([call.required("asset", Call.text)])
        return .nothing
    }

    private static let remove = Operation(
        .delete, "/v1/favourites/{asset}", id: "removeFavourite", tag: "Favourites",
        "Removes an asset from the favourites; no effect if it is not one.", scope: .write, parameters: [.asset],
        answers: [.empty(204, "The asset is not a favourite.")])

    private func remove(_ call: Call) async throws -> Reply {
        try await favourites(call.caller).remove([call.required("asset", Call.text)])
        return .nothing
    }

    private static let removeSeveral = Operation(
        .delete, "/v1/favourites", id: "removeFavourites", tag: "Favourites", "Removes several favourites, all or none.",
        scope: .write,
        parameters: [.query("assets", .array(.assetName, count: 1...500), "Tickers or ids.", isRequired: true)],
        answers: [
            .json(
                200, "The assets that were favourites, and those that were not.",
                .object([
                    .init("removed", .array(.assetID, count: 0...500)), .init("not_marked", .array(.assetID, count: 0...500)),
                ])),
            .problem(404, "At least one of them is not a known asset."),
        ])

    private func removeSeveral(_ call: Call) async throws -> Reply {
        do {
            let (removed, unmarked) = try await favourites(call.caller).remove(call.required("assets", Call.texts))
            return Reply { writer in
                writer.key("removed")
                writer.array { writer in removed.forEach { writer.string($0.id.description) } }
                writer.key("not_marked")
                writer.array { writer in unmarked.forEach { writer.string($0.id.description) } }
            }
        } catch let error as AssetError {
            throw error.problem(of: "assets")
        }
    }
}
