import JSONText
import Market

/// CryptoCompare's (CoinDesk Data's) average over many exchanges; requires a key. Candles have opening times in seconds. Each
/// answer has one row more than `limit`. Days before the coin's first trade are rows of zeros, which are dropped.
struct CryptoCompareFeed: PriceProvider {
    let connection: FeedConnection
    let provider = Provider.cryptocompare
    var needsKey: Bool { connection.source.key == nil }
    private static let pageLimit = 2000

    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer {
        let span = try connection.span(providerID, first, last, deadlineSeconds, progress)
        guard let key = connection.source.key else { throw connection.error(span.asked, .needsKey) }
        // An answer has one row more than the limit: the limit for a page of n days is n - 1, but never 0, which means the default.
        return try await connection.collect(span, pages: span.pages(days: Self.pageLimit)) { (page) async throws(FeedError) in
            let days = page.upperBound - page.lowerBound
            let query = [
                ("fsym", providerID), ("tsym", "USD"), ("limit", "\(max(1, days))"),
                ("toTs", "\(page.upperBound.daysSince1970 * 86_400)"),
            ]
            let call = FeedCall(
                asked: span.asked, path: "/data/v2/histoday", query: query, headers: ["Authorization": "Apikey \(key.secret)"]
            ) { reply in
                guard reply.value?["Response"]?.string == "Error" else { return nil }
                return Self.problem(reply, providerID)
            }
            let json = try await connection.get(call, until: span.deadline)
            return try connection.checked(span.asked) { () throws(FeedError.Reason) in
                try Self.candles(json).filter { page.contains($0.day) }
            }
        }
    }

    /// Classifies errors by their text, because they come with HTTP 200.
    private static func problem(_ reply: FeedReply, _ symbol: String) -> FeedError.Reason {
        let text = reply.value?["Message"]?.string?.lowercased() ?? ""
        if text.contains("rate limit") { return .rateLimited(retryAfterSeconds: nil) }
        if text.contains("api key") || text.contains("api_key") || text.contains("apikey") || text.contains("auth") {
            return .keyRefused(status: reply.status)
        }
        if text.contains("does not exist") || text.contains("no data for the symbol") || text.contains("market does not") {
            return .unknownAsset(symbol)
        }
        return .refused(status: reply.status, message: reply.message)
    }

    private static func candles(_ json: JSONValue) throws(FeedError.Reason) -> [Candle] {
        let data = try json.member("Data", "the answer")
        // The older interface has the rows one level higher.
        let rows = try (data["Data"] ?? data).rows("\"Data\"")
        var candles: [Candle] = []
        for (index, row) in rows.enumerated() {
            let place = "row \(index)"
            let close = try row.member("close", place)
            let seconds = try row.member("time", place).seconds(place)
            if close.decimal == 0 { continue }
            candles.append(
                try Candle(
                    opening: seconds, open: row["open"], high: row["high"], low: row["low"], close: close,
                    volume: row["volumeto"]?.amount, place: place))
        }
        return candles
    }
}
