import APIKit
import Access
import Forecasts
import HTTPTypes
import JSONText
import Market
import MarketData
import Portfolio
import Records
import Services
import Store

/// The known assets and their statistics, over HTTP and for pages.
package struct AssetsOperations: Sendable {
    package let create: TypedOperation<NewAsset, (asset: Asset, isNew: Bool)>
    package let delete: TypedOperation<AssetReference, Void>
    package let refresh: TypedOperation<AssetToRefresh, RefreshedAsset>
    private let market: MarketData
    private let favourites: @Sendable (Principal) -> Favourites

    package func add(to api: inout API) {
        api.add(Self.list, list)
        create.add(to: &api)
        api.add(Self.show, show)
        api.add(delete, refresh)
    }

    /// - Parameter refresh: nil if providers may not be asked.
    package init(_ market: MarketData, favourites: @escaping @Sendable (Principal) -> Favourites, refresh: AssetRefresh?) {
        (self.market, self.favourites) = (market, favourites)
        let tag = "Assets"
        create = TypedOperation(
            .post, "/v1/assets", id: "addAsset", tag: tag,
            "Adds an asset, or changes the one with this ticker or id. All owners share assets. USD and the built-in coins "
                + "keep their tickers and ids, and an id cannot be another asset's ticker.",
            need: .scope(.admin), example: #"{"ticker":"KAS","id":"kaspa","name":"Kaspa","providers":{"coingecko":"kaspa"}}"#,
            refusals: [409: "The ticker or id is reserved or belongs to another asset, or several assets have the ticker."],
            answer: .of(
                .json(200, "The changed asset.", MarketDocuments.asset.schema),
                .json(201, "The new asset.", MarketDocuments.asset.schema, headers: ["Location"])
            ) { output, _ in
                let reply = Reply(output.isNew ? .created : .ok) { MarketDocuments.asset.write(output.asset, &$0) }
                return output.isNew ? reply.with(.location, "/v1/assets/\(output.asset.id)") : reply
            }
        ) { input, _ in try await AssetProblem.telling { try await market.directory.add(input.entry) } }
        delete = TypedOperation(
            .delete, "/v1/assets/{asset}", id: "removeAsset", tag: tag,
            "Removes an asset without stored closes or transactions, also from all favourites.", need: .scope(.admin),
            answer: .done("The asset is removed.")
        ) { input, _ in
            let asset = try await market.directory.namedAsset(input.asset)
            try await AssetProblem.telling { try await market.directory.remove(asset) }
        }
        self.refresh = TypedOperation(
            .post, "/v1/assets/{asset}/refresh", id: "refreshAsset", tag: tag,
            "Fetches the closes since the last stored one from the providers that an administrator configured. Stored closes "
                + "do not change, so a token of scope write is enough.",
            need: .scope(.write), hasQuery: true, refusals: [502: "No provider answered; the stored closes are unchanged."],
            answer: .record(200, "The fetched closes.")
        ) { input, _ in
            let asset = try await market.directory.namedAsset(input.asset)
            guard let refresh else { throw AssetProblem.offline }
            guard !asset.providerIDs.isEmpty else { throw AssetProblem.noProvider(of: asset) }
            let refreshed = await refresh(asset, Double(input.timeout))
            if let failure = refreshed.failure { throw AssetProblem.noAnswer(of: asset, failure, newest: refreshed.newest) }
            return RefreshedAsset(asset, refreshed)
        }
    }

    // MARK: List

    private static let list = Operation(
        .get, "/v1/assets", id: "listAssets", tag: "Assets",
        "Known assets with prices, volumes, supplies and changes. Unknown values are null and sort last.",
        need: .scope(.read),
        parameters: [
            .query(
                "sort", .choice(["id"] + MarketField.allCases.map(\.rawValue)),
                "The value to sort by; 12h to 1mo are price changes.", default: .string("id")),
            .query(
                "order", .choice(["ascending", "descending"]), "Ascending: the largest last; descending: the largest first.",
                default: .string("ascending")),
            .query("search", .text(1...100), "Only assets whose ticker, id or name contains this text, ignoring case."),
            .query("favourites", .boolean, "Only the caller's favourites.", default: .boolean(false)),
            .query("stored", .boolean, "Only assets with stored closes.", default: .boolean(false)),
            .query("period", .integer(1...36_500), "The number of days for the highest and lowest price.", default: .number(30)),
        ] + Pagination.parameters,
        answers: [
            .json(
                200, "A page of assets.",
                Pagination.schema(of: MarketDocuments.listed.schema, [.init("period_days", .integer(1...36_500))]))
        ])

    private func list(_ call: Call) async throws -> Reply {
        let period = call.required("period", Call.integer)
        let marked = call.flag("favourites") ? try await favourites(call.caller).all() : nil
        let listed = try await market.assets(
            among: marked, matching: call.text("search"), hasCloses: call.flag("stored"), periodDays: period)
        let sorted = ListedAsset.sorted(
            listed, by: call.choice("sort"), descending: call.text("order") == "descending")
        let (page, next) = try Pagination.of(sorted, call) { "\($0.asset.id)" }
        return Reply { writer in
            writer.member("period_days", period)
            Pagination.write(page, next, &writer) { MarketDocuments.listed.write($0, &$1) }
        }
    }

    // MARK: One

    private static let show = Operation(
        .get, "/v1/assets/{asset}", id: "getAsset", tag: "Assets", "An asset, its statistics and the range of its stored closes.",
        need: .scope(.read),
        parameters: [
            .asset,
            .query("period", .integer(1...36_500), "The number of days for the highest and lowest price.", default: .number(30)),
        ],
        answers: [.json(200, "The asset.", MarketDocuments.shown.schema)])

    private func show(_ call: Call) async throws -> Reply {
        let asset = try await market.directory.asset(call)
        let statistics = try await market.statistics(of: asset, periodDays: call.required("period", Call.integer))
        let coverage = try await market.store.coverage()[asset.id]
        let isMarked = try await favourites(call.caller).contains(asset)
        let listed = ListedAsset(asset: asset, statistics: statistics)
        return Reply { MarketDocuments.shown.write((listed, isMarked, coverage), &$0) }
    }
}

/// An asset whose closes are fetched.
package struct AssetToRefresh: Record {
    package let asset: String
    package let timeout: Int

    package init(_ field: inout Fields<Self>) throws {
        asset = try field("asset", \.asset, Parameter.asset.schema, Parameter.asset.note)
        timeout = try field("timeout", \.timeout, .integer(1...60), "How long to wait for providers, in seconds.", default: 20)
    }
}
