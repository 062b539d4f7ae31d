import JSONText
import Market

/// Binance's spot market. Prices are in USDT, a token that tracks the US dollar within a few tenths of a per cent on most days,
/// and count as US dollars. Candles have opening times in milliseconds.
struct BinanceFeed: PriceProvider {
    let connection: FeedConnection
    let provider = Provider.binance
    let needsKey = false
    private static let pageLimit = 1000

    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer {
        let span = try connection.span(providerID, first, last, deadlineSeconds, progress)
        return try await connection.collect(span, pages: span.pages(days: Self.pageLimit)) { (page) async throws(FeedError) in
            let start = page.lowerBound.daysSince1970 * 86_400
            let end = (page.upperBound.daysSince1970 + 1) * 86_400
            let rows = try await rows(providerID, "1d", start, end, asked: span.asked, until: span.deadline)
            return try connection.checked(span.asked) { () throws(FeedError.Reason) in
                try rows.enumerated().map { (index, row) throws(FeedError.Reason) in try Self.candle(row, "candle \(index)") }
            }
        }
    }

    func hourlyQuotes(of providerID: String, since: Int, deadlineSeconds: Double) async throws(FeedError) -> [Quote] {
        let asked = "hourly prices of \(FeedReply.plain(providerID, nil))"
        let end = connection.clock.now()
        let rows = try await rows(
            providerID, "1h", max(since - 3600, end - 3600 * (Self.pageLimit - 1)), end, asked: asked,
            until: connection.clock.deadline(in: deadlineSeconds))
        let prices = try connection.checked(asked) { () throws(FeedError.Reason) in
            try rows.enumerated().map { (index, row) throws(FeedError.Reason) in
                let fields = try row.row("candle \(index)", atLeast: 8)
                return (try fields[0].seconds("candle \(index)", unit: 1000) + 3600, try fields[4].price("candle \(index)"))
            }
        }
        return try connection.quotes(prices, since: since, asked: asked)
    }

    private func rows(
        _ symbol: String, _ interval: String, _ start: Int, _ end: Int, asked: String, until deadline: Deadline
    ) async throws(FeedError) -> [JSONValue] {
        let query = [
            ("symbol", symbol), ("interval", interval), ("startTime", "\(start * 1000)"), ("endTime", "\(end * 1000 - 1)"),
            ("limit", "\(Self.pageLimit)"),
        ]
        let call = FeedCall(asked: asked, path: "/api/v3/klines", query: query) { reply in
            guard reply.status == 400, reply.value?["code"]?.integer == -1121 else { return nil }
            return .unknownAsset(symbol)
        }
        let json = try await connection.get(call, until: deadline)
        return try connection.checked(asked) { () throws(FeedError.Reason) in try json.rows("the answer") }
    }

    private static func candle(_ row: JSONValue, _ place: String) throws(FeedError.Reason) -> Candle {
        let fields = try row.row(place, atLeast: 8)
        return try Candle(
            opening: fields[0].seconds(place, unit: 1000), open: fields[1], high: fields[2], low: fields[3], close: fields[4],
            volume: fields[7].amount, place: place)
    }
}
