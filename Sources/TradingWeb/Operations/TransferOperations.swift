import APIKit
import HTTPTypes
import Hummingbird
import JSONText
import Market
import MarketData
import NIOCore
import Platform
import QRCodes
import Records
import Store
import Trading

/// Coins sent between people, and the history, over HTTP and for pages.
package struct TransferOperations: Sendable {
    package let makeAddress: TypedOperation<AssetReference, OwnCoinAddress>
    /// The address as a QR code in SVG.
    package let addressQR: TypedOperation<AssetReference, String>
    package let preview: TypedOperation<TransferWish, Transfers.Preview>
    package let send: TypedOperation<NewTransfer, CoinTransfer>
    package let entry: TypedOperation<HistoryEntryReference, HistoryEntry>
    private let trading: Trading
    private let market: MarketData

    package func add(to api: inout API) {
        api.add(makeAddress, addressQR, preview, send)
        api.add(Self.history, history)
        api.add(Self.export, export)
        entry.add(to: &api)
    }

    package init(_ trading: Trading, _ market: MarketData) {
        let tag = Operation.tradingTag
        (self.trading, self.market) = (trading, market)

        // MARK: Addresses

        @Sendable func address(_ coin: String, _ call: Call) async throws -> OwnCoinAddress {
            let asset = try await market.directory.namedAsset(coin)
            return (asset.id, try await trading.transfers.address(of: call.caller.owner, asset: asset.id))
        }
        makeAddress = TypedOperation(
            .put, "/v1/trading/addresses/{asset}", id: "makeCoinAddress", tag: tag,
            "The caller's address for a coin: created by the first request, then always the same. It is on no real blockchain.",
            need: .scope(.write),
            answer: .document(
                200, "The address.", TradingDocuments.address, again: { try await address($0["asset"]?.string ?? "", $1) })
        ) { input, call in try await address(input.asset, call) }
        addressQR = TypedOperation(
            .get, "/v1/trading/addresses/{asset}/qr", id: "getCoinAddressQR", tag: tag,
            "The caller's address for a coin as a QR code.", need: .scope(.read),
            refusals: [404: "There is no address yet; create one with PUT."],
            answer: .of(.contents(200, "The code.", [("image/svg+xml", .any)])) { code, _ in
                Reply(.ok, ByteBuffer(string: code), type: "image/svg+xml")
            }
        ) { input, call in
            let asset = try await market.directory.namedAsset(input.asset)
            guard let address = try await trading.transfers.knownAddress(of: call.caller.owner, asset: asset.id) else {
                throw Problem.notFound(
                    "there is no address for \(asset.ticker) yet; create one: PUT /v1/trading/addresses/\(asset.ticker)")
            }
            return try QRCode.svg(of: address, title: address)
        }

        // MARK: Transfers

        preview = TypedOperation(
            .post, "/v1/trading/transfers/preview", id: "previewTransfer", tag: tag,
            "Previews what sending coins would cost. Nothing is sent.", need: .scope(.read), .none,
            example: #"{"asset":"BNB","quantity":"0.05","address":"SIM-BNB-7KQ2-9XTM-4VHD-PZ3C-8FJX-Q2"}"#,
            refusals: [409: "The available balance is too low."],
            answer: .document(200, "The preview.", TradingDocuments.transferPreview)
        ) { wish, call in
            let asset = try await market.directory.namedAsset(wish.asset, field: "/asset")
            return try await trading.transfers.preview(wish.quantity, asset.id, to: wish.address, of: call.caller.owner)
        }
        send = TypedOperation(
            .post, "/v1/trading/transfers", id: "sendCoins", tag: tag, "Sends coins to another person, who receives them at once.",
            need: .scope(.write),
            example: #"{"asset":"BNB","quantity":"0.05","address":"SIM-BNB-7KQ2-9XTM-4VHD-PZ3C-8FJX-Q2","note":"for lunch"}"#,
            refusals: [
                409: "The available balance is too low, or there is no price for today.",
                403: "The caller is not verified, a limit is exceeded, or the password must be confirmed first.",
            ],
            answer: .document(
                201, "The transfer.", TradingDocuments.transfer,
                again: { try await trading.transfers.transfer(try $0.id, sentBy: $1.caller.owner) })
        ) { input, call in
            let asset = try await market.directory.namedAsset(input.wish.asset, field: "/asset")
            return try await trading.transfers.send(
                input.wish.quantity, asset.id, to: input.wish.address, note: input.note, of: call.caller.owner,
                isConfirmed: trading.isConfirmed(call))
        }

        // MARK: An entry of the history

        entry = TypedOperation(
            .get, "/v1/trading/history/{entry}", id: "getHistoryEntry", tag: tag, "One entry of the history.", need: .scope(.read),
            answer: .document(200, "The entry.", TradingDocuments.entry)
        ) { input, call in try await trading.accounts.entry(input.entry, of: call.caller.owner) }
    }

    // MARK: History

    private static let filters: [Parameter] = [
        .query(
            "kind", .array(.choice(HistoryEntry.Kind.allCases.map(\.rawValue)), count: 1...HistoryEntry.Kind.allCases.count),
            "Only these kinds."),
        .query("asset", .assetName, "Only entries of this coin."), .query("since", .day, "Only entries from this day on."),
        .query("until", .day, "Only entries up to this day."),
    ]

    private func query(_ call: Call) async throws -> HistoryQuery {
        var query = HistoryQuery()
        query.kinds = Set((call.texts("kind") ?? []).compactMap(HistoryEntry.Kind.init(rawValue:)))
        if let name = call.text("asset") { query.asset = try await market.directory.namedAsset(name).id }
        query.since = call.day("since").map { $0.daysSince1970 * 86_400 }
        query.before = call.day("until").map { ($0.daysSince1970 + 1) * 86_400 }
        return query
    }

    private static let history = Operation(
        .get, "/v1/trading/history", id: "listTradingHistory", tag: Operation.tradingTag,
        "All past and pending entries of the simulated account, newest first.", need: .scope(.read),
        parameters: filters + Pagination.parameters,
        answers: [.json(200, "A page of entries.", Pagination.schema(of: TradingDocuments.entry.schema))])

    private func history(_ call: Call) async throws -> Reply {
        var query = try await query(call)
        query.after = try Pagination.key(call) { key -> (time: Int, id: String)? in
            let parts = key.split(separator: " ")
            guard parts.count == 2, let time = Int(parts[0]) else { return nil }
            return (time, String(parts[1]))
        }
        let limit = Pagination.limit(call)
        query.limit = limit + 1
        let page = Page(try await trading.accounts.history(of: call.caller.owner, query)[...], limit: limit)
        return Pagination.reply(page, of: TradingDocuments.entry) { "\($0.time) \($0.id)" }
    }

    private static let export = Operation(
        .get, "/v1/trading/history/export", id: "exportTradingHistory", tag: Operation.tradingTag,
        "The history as a file, newest first. Entries that end while you download a long file may be missing.", need: .scope(.read),
        parameters: filters + [
            .query("format", .choice(["json", "csv"]), "JSON, or CSV with a header.", default: .string("json"))
        ],
        answers: [
            .contents(
                200, "The entries.",
                [
                    ("application/json", TradingDocuments.history.schema),
                    ("text/csv", .csv(TradingDocuments.entryLine.csvColumns, length: 0...1_000_000_000)),
                ], headers: ["Content-Disposition"])
        ])

    private func export(_ call: Call) async throws -> Reply {
        let (query, owner) = (try await query(call), call.caller.owner)
        let format: TradingHistoryFile.Format = call.text("format") == "csv" ? .csv : .json
        let file = TradingHistoryFile(format: format, accounts: trading.accounts, market: market)
        let stream = ResponseBody { writer in
            try await file.write(query, of: owner) { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        return Reply(stream: stream, type: file.format == .csv ? "text/csv; charset=utf-8" : "application/json")
            .with(.contentDisposition, "attachment; filename=\"simulated-history.\(file.format.rawValue)\"")
            .with(.cacheControl, "private, no-store")
    }
}
