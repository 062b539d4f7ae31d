import Documents
import Market
import MarketData
import Portfolio

/// The caller's favourite assets.
struct FavouritesController: Sendable {
    let directory: AssetDirectory
    let favourites: any FavouriteRepository

    func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(Self.removeSeveral, removeSeveral)
        api.add(Self.mark, mark)
        api.add(Self.remove, remove)
    }

    private static let list = Operation(
        .get, "/v1/favourites", id: "listFavourites", tag: "Favourites", "The assets that the caller marked, by name.",
        scope: .read, parameters: Page.parameters,
        answers: [
            .json(200, "A page of them.", Page.schema(of: AssetSchemas.asset))
        ])

    private func list(_ call: Call) async throws -> Reply {
        let (page, next) = try Page.of(try await favourites.favourites(of: call.caller.owner), call) { "\($0.id)" }
        return Reply { Page.write(page, next, &$0) { MarketJSON.members(of: $0, &$1) } }
    }

    private static let mark = Operation(
        .put, "/v1/favourites/{asset}", id: "addFavourite", tag: "Favourites", "Marks an asset; one that is marked stays so.",
        scope: .write, parameters: [.asset], answers: [.empty(204, "It is marked.")])

    private func mark(_ call: Call) async throws -> Reply {
        let asset = try await directory.asset(call)
        try await favourites.addFavourites([asset.id], of: call.caller.owner)
        return .nothing
    }

    private static let remove = Operation(
        .delete, "/v1/favourites/{asset}", id: "removeFavourite", tag: "Favourites",
        "Removes a mark; of an asset without one there is nothing to do.", scope: .write, parameters: [.asset],
        answers: [.empty(204, "It is not marked.")])

    private func remove(_ call: Call) async throws -> Reply {
        let asset = try await directory.asset(call)
        _ = try await favourites.removeFavourites([asset.id], of: call.caller.owner)
        return .nothing
    }

    private static let removeSeveral = Operation(
        .delete, "/v1/favourites", id: "removeFavourites", tag: "Favourites", "Removes several marks at once: all or none.",
        scope: .write,
        parameters: [.query("assets", .array(.assetName, count: 1...500), "Tickers or ids.", isRequired: true)],
        answers: [
            .json(
                200, "Which were marked.",
                .object([
                    .init("removed", .array(.assetID, count: 0...500)), .init("not_marked", .array(.assetID, count: 0...500)),
                ])),
            .problem(404, "At least one of them is not a known asset."),
        ])

    private func removeSeveral(_ call: Call) async throws -> Reply {
        var assets: [AssetID] = []
        for name in call.required("assets", Call.texts) {
            let id = try await directory.namedAsset(name, field: "assets").id
            if !assets.contains(id) { assets.append(id) }
        }
        let removed = try await favourites.removeFavourites(assets, of: call.caller.owner)
        return Reply { writer in
            writer.key("removed")
            writer.array { writer in removed.forEach { writer.string($0.description) } }
            writer.key("not_marked")
            writer.array { writer in assets.filter { !removed.contains($0) }.forEach { writer.string($0.description) } }
        }
    }
}
