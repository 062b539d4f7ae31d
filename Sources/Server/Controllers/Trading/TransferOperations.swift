import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import Ledger
import Market
import MarketData
import NIOCore
import Records
import Trading

/// Coins sent between people, and the history.
struct TransfersController: Sendable {
    let trading: Trading
    let market: MarketData
    /// Draws a text as a QR code in SVG.
    let qrCode: @Sendable (_ text: String, _ title: String) throws -> String

    func add(to api: inout API) {
        api.add(Self.makeAddress, makeAddress)
        api.add(Self.addressQR, addressQR)
        api.add(Self.preview, preview)
        api.add(Self.send, send)
        api.add(Self.history, history)
        api.add(Self.export, export)
        api.add(Self.entry, entry)
    }

    // MARK: Addresses

    private static let makeAddress = Operation(
        .put, "/v1/trading/addresses/{asset}", id: "makeCoinAddress", tag: Operation.tradingTag,
        "The caller's address for a coin: created by the first request, then always the same. It is on no real blockchain.",
        scope: .write, parameters: [.asset], answers: [.json(200, "The address.", TradingSchemas.address)])

    private func makeAddress(_ call: Call) async throws -> Reply {
        let asset = try await market.directory.asset(call)
        let address = try await trading.transfers.address(of: call.caller.owner, asset: asset.id)
        return Reply { TradingJSON.address(address, of: asset.id, &$0) }
    }

    private static let addressQR = Operation(
        .get, "/v1/trading/addresses/{asset}/qr", id: "getCoinAddressQR", tag: Operation.tradingTag,
        "The caller's address for a coin as a QR code.", scope: .read, parameters: [.asset],
        answers: [
            .contents(200, "The code.", [("image/svg+xml", .any)]), .problem(404, "There is no address yet; create one with PUT."),
        ])

    private func addressQR(_ call: Call) async throws -> Reply {
        let asset = try await market.directory.asset(call)
        guard let address = try await trading.transfers.knownAddress(of: call.caller.owner, asset: asset.id) else {
            throw Problem.notFound(
                "there is no address for \(asset.ticker) yet; create one: PUT /v1/trading/addresses/\(asset.ticker)")
        }
        return Reply(.ok, ByteBuffer(string: try qrCode(address, address)), type: "image/svg+xml")
    }

    // MARK: Transfers

    private static let transfer: [Schema.Member] = [
        .init("asset", .assetName), .init("quantity", .decimal(.positive), "The quantity that arrives; the fee comes on top."),
        .init("address", .text(1...100), "The receiver's address."),
    ]

    private static let preview = Operation(
        .post, "/v1/trading/transfers/preview", id: "previewTransfer", tag: Operation.tradingTag,
        "Previews what sending coins would cost. Nothing is sent.", scope: .read,
        body: .json(.named("TransferWish", .object(transfer))).showing(
            #"{"asset":"BNB","quantity":"0.05","address":"SIM-BNB-7KQ2-9XTM-4VHD-PZ3C-8FJX-Q2"}"#),
        answers: [
            .json(200, "The preview.", TradingSchemas.transferPreview), .problem(409, "The available balance is too low."),
        ], isWrite: false)

    private func preview(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let asset = try await market.directory.namedAsset(try body.read("asset", .text), field: "/asset")
        let preview = try await trading.transfers.preview(
            try body.read("quantity", .decimal), asset.id, to: try body.read("address", .text), of: call.caller.owner)
        return Reply { TradingJSON.preview(preview, &$0) }
    }

    private static let send = Operation(
        .post, "/v1/trading/transfers", id: "sendCoins", tag: Operation.tradingTag,
        "Sends coins to another person, who receives them at once.", scope: .write,
        body: .json(.named("NewTransfer", .object(transfer + [.optional("note", .kept(0...200), "A note for both people.")])))
            .showing(
                #"{"asset":"BNB","quantity":"0.05","address":"SIM-BNB-7KQ2-9XTM-4VHD-PZ3C-8FJX-Q2","note":"for lunch"}"#),
        answers: [
            .json(201, "The transfer.", TradingSchemas.transfer),
            .problem(409, "The available balance is too low, or there is no price for today."),
            .problem(403, "The caller is not verified, a limit is exceeded, or the password must be confirmed first."),
        ])

    private func send(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let asset = try await market.directory.namedAsset(try body.read("asset", .text), field: "/asset")
        let transfer = try await trading.transfers.send(
            try body.read("quantity", .decimal), asset.id, to: try body.read("address", .text),
            note: try body.read("note", .text, default: ""), of: call.caller.owner,
            isConfirmed: trading.isConfirmed(call))
        return Reply(.created) { TradingJSON.transfer(transfer, &$0) }
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
        "All past and pending entries of the simulated account, newest first.", scope: .read,
        parameters: filters + Pagination.parameters,
        answers: [.json(200, "A page of entries.", Pagination.schema(of: TradingSchemas.entry))])

    private func history(_ call: Call) async throws -> Reply {
        var query = try await query(call)
        if let key = try Pagination.key(call) {
            let parts = key.split(separator: " ")
            guard parts.count == 2, let time = Int(parts[0]) else { throw Pagination.bad(call.text("cursor") ?? "") }
            query.after = (time, String(parts[1]))
        }
        let limit = Pagination.limit(call)
        query.limit = limit + 1
        let entries = try await trading.accounts.history(of: call.caller.owner, query)
        let page = entries.prefix(limit)
        let next = entries.count > limit ? page.last.map { Pagination.cursor(after: "\($0.time) \($0.id)") } : nil
        return Reply { Pagination.write(page, next, &$0) { TradingJSON.entry($0, &$1) } }
    }

    private static let entry = Operation(
        .get, "/v1/trading/history/{entry}", id: "getHistoryEntry", tag: Operation.tradingTag, "One entry of the history.",
        scope: .read, parameters: [.path("entry", .text(1...64), "The id of an order, payment, transfer or reward.")],
        answers: [.json(200, "The entry.", TradingSchemas.entry)])

    private func entry(_ call: Call) async throws -> Reply {
        let entry = try await trading.accounts.entry(call.required("entry", Call.text), of: call.caller.owner)
        return Reply { TradingJSON.entry(entry, &$0) }
    }

    private static let export = Operation(
        .get, "/v1/trading/history/export", id: "exportTradingHistory", tag: Operation.tradingTag,
        "The history as a file, newest first. Entries that end while you download a long file may be missing.", scope: .read,
        parameters: filters + [
            .query("format", .choice(["json", "csv"]), "JSON, or CSV with a header.", default: .string("json"))
        ],
        answers: [
            .contents(
                200, "The entries.",
                [
                    (
                        "application/json",
                        .object([TradingSchemas.simulated, .init("entries", .array(TradingSchemas.entry, count: 0...100_000_000))])
                    ),
                    ("text/csv", .csv(TradingHistoryCSV.columns, length: 0...1_000_000_000)),
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
