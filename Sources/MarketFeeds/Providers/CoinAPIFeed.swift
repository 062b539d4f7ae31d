import Foundation
import JSONText
import Market

/// CoinAPI's candles of one market; requires a key. Candles have opening times with seven fractional digits. Volume is omitted,
/// because it is in coins. All days are fetched with one request, which is charged for each hundred of them.
struct CoinAPIFeed: PriceProvider {
    let connection: FeedConnection
    let provider = Provider.coinapi
    var needsKey: Bool { connection.source.key == nil }
    private static let pageLimit = 100_000
    /// The size of pictures that is requested.
    private static let iconPixels = 128

    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer {
        let span = try connection.span(providerID, first, last, deadlineSeconds, progress)
        return try await connection.collect(span, pages: span.pages(days: Self.pageLimit)) { (page) async throws(FeedError) in
            let query = [
                ("period_id", "1DAY"), ("time_start", "\(page.lowerBound)T00:00:00"),
                ("time_end", "\(page.upperBound + 1)T00:00:00"), ("limit", "\(page.upperBound - page.lowerBound + 1)"),
                ("include_empty_items", "false"),
            ]
            let path = "/v1/ohlcv/\(FeedCall.encoded(providerID))/history"
            let json = try await get(path, query, providerID, asked: span.asked, until: span.deadline)
            return try connection.checked(span.asked) { () throws(FeedError.Reason) in
                try json.rows("the answer").enumerated().map { (index, row) throws(FeedError.Reason) in
                    try Self.candle(row, "candle \(index)")
                }
            }
        }
    }

    /// Fetches the asset's name, supply and days of trade.
    ///
    /// - Parameter providerID: a market such as `BITSTAMP_SPOT_BTC_USD`, whose third part is the asset, or an asset code.
    func details(of providerID: String, deadlineSeconds: Double) async throws(FeedError) -> AssetDetails {
        let code = Self.assetCode(of: providerID)
        let asked = "details of \(FeedReply.plain(code, nil))"
        let json = try await get(
            "/v1/assets", [("filter_asset_id", code)], code, asked: asked, until: connection.clock.deadline(in: deadlineSeconds))
        return try connection.checked(asked) { () throws(FeedError.Reason) in
            guard let asset = try json.rows("the answer").first(where: { $0["asset_id"]?.string == code }) else {
                throw .unknownAsset(code)
            }
            func day(_ name: String) throws(FeedError.Reason) -> Day? {
                guard let text = asset[name], text != .null else { return nil }
                return Day(secondsSince1970: try text.isoSeconds("\"\(name)\""))
            }
            return AssetDetails(
                name: asset["name"]?.string, supply: asset["supply_current"]?.amount,
                firstTrade: try day("data_trade_start"), lastTrade: try day("data_trade_end"))
        }
    }

    func iconAddresses(of providerIDs: [String], deadlineSeconds: Double) async throws(FeedError) -> [String: URL] {
        let asked = "addresses of pictures"
        let json = try await get(
            "/v1/assets/icons/\(Self.iconPixels)", [], "", asked: asked, until: connection.clock.deadline(in: deadlineSeconds))
        let rows = try connection.checked(asked) { () throws(FeedError.Reason) in try json.rows("the answer") }
        let addresses = IconAddress.all(in: rows, id: "asset_id", address: "url")
        var found: [String: URL] = [:]
        for id in providerIDs { found[id] = addresses[Self.assetCode(of: id)] }
        return found
    }

    func icon(at address: URL, deadlineSeconds: Double) async throws(FeedError) -> [UInt8] {
        try await connection.icon(at: address, deadlineSeconds: deadlineSeconds)
    }

    /// The third part of a market such as `BITSTAMP_SPOT_BTC_USD`; other ids are asset codes.
    private static func assetCode(of providerID: String) -> String {
        let parts = providerID.split(separator: "_")
        return parts.count == 4 ? String(parts[2]) : providerID
    }

    private func get(
        _ path: String, _ query: [(String, String)], _ id: String, asked: String, until deadline: Deadline
    ) async throws(FeedError) -> JSONValue {
        guard let key = connection.source.key else { throw connection.error(asked, .needsKey) }
        let call = FeedCall(asked: asked, path: path, query: query, headers: ["X-CoinAPI-Key": key.secret]) { reply in
            switch reply.status {
            case 403: return .keyRefused(status: 403)
            case 404: return .unknownAsset(id)
            case 400 where reply.message.lowercased().contains("symbol"): return .unknownAsset(id)
            // CoinAPI's own status for a market without data.
            case 550: return .noData
            default: return nil
            }
        }
        return try await connection.get(call, until: deadline)
    }

    private static func candle(_ row: JSONValue, _ place: String) throws(FeedError.Reason) -> Candle {
        try Candle(
            opening: row.member("time_period_start", place).isoSeconds(place), open: row["price_open"],
            high: row["price_high"], low: row["price_low"], close: row.member("price_close", place), volume: nil,
            place: place)
    }
}
