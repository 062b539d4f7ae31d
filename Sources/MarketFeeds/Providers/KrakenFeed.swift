import JSONText
import Market

/// Kraken's spot market. It returns the newest 720 candles and nothing earlier, regardless of the request. Candles have opening
/// times in seconds. The volume in dollars is the volume in coins times the volume-weighted average price, by the definition of
/// that average.
struct KrakenFeed: PriceProvider {
    let connection: FeedConnection
    let provider = Provider.kraken
    let needsKey = false

    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer {
        let span = try connection.span(providerID, first, last, deadlineSeconds, progress)
        return try await connection.collect(span, pages: [0]) { (_) async throws(FeedError) in
            // It is undocumented whether a candle that starts exactly at `since` is included; one second earlier it is.
            let rows = try await rows(
                providerID, minutes: 1440, since: first.daysSince1970 * 86_400 - 1, asked: span.asked, until: span.deadline)
            return try connection.checked(span.asked) { () throws(FeedError.Reason) in
                try rows.enumerated().map { (index, row) throws(FeedError.Reason) in try Self.candle(row, "candle \(index)") }
            }
        }
    }

    func hourlyQuotes(of providerID: String, since: Int, deadlineSeconds: Double) async throws(FeedError) -> [Quote] {
        let asked = "hourly prices of \(FeedReply.plain(providerID, nil))"
        let rows = try await rows(
            providerID, minutes: 60, since: since - 3601, asked: asked, until: connection.clock.deadline(in: deadlineSeconds))
        let prices = try connection.checked(asked) { () throws(FeedError.Reason) in
            try rows.enumerated().map { (index, row) throws(FeedError.Reason) in
                let fields = try row.row("candle \(index)", atLeast: 7)
                return (try fields[0].seconds("candle \(index)") + 3600, try fields[4].price("candle \(index)"))
            }
        }
        return try connection.quotes(prices, since: since, asked: asked)
    }

    private func rows(
        _ pair: String, minutes: Int, since: Int, asked: String, until deadline: Deadline
    ) async throws(FeedError) -> [JSONValue] {
        let query = [("pair", pair), ("interval", "\(minutes)"), ("since", "\(max(0, since))")]
        let call = FeedCall(asked: asked, path: "/0/public/OHLC", query: query) { reply in
            // Errors come with HTTP 200.
            reply.value?["error"]?.array?.first?.string.flatMap { problem($0, pair, reply) }
        }
        let json = try await connection.get(call, until: deadline)
        return try connection.checked(asked) { () throws(FeedError.Reason) in
            // The answer may use another name for the pair: XXBTZUSD for XBTUSD.
            let members = try json.member("result", "the answer").members ?? []
            guard let series = members.first(where: { $0.key != "last" }) else {
                throw .malformed(what: "no candles", place: "\"result\"")
            }
            return try series.value.rows("\"result\"")
        }
    }

    private func problem(_ text: String, _ pair: String, _ reply: FeedReply) -> FeedError.Reason? {
        if text.contains("Unknown asset") || text.contains("Invalid asset") { return .unknownAsset(pair) }
        if text.contains("Rate limit") || text.contains("Too many requests") || text.contains("Temporary lockout") {
            return .rateLimited(retryAfterSeconds: nil)
        }
        let message = FeedReply.plain(text, connection.source.key)
        if text.hasPrefix("EService") || text.contains("Internal error") {
            return .unavailable(status: reply.status, message: message)
        }
        return reply.status == 200 ? .refused(status: reply.status, message: message) : nil
    }

    private static func candle(_ row: JSONValue, _ place: String) throws(FeedError.Reason) -> Candle {
        let fields = try row.row(place, atLeast: 7)
        let (average, coins) = (fields[5].amount, fields[6].amount)
        let volume = average.flatMap { average in coins.map { average * $0 } }
        return try Candle(
            opening: fields[0].seconds(place), open: fields[1], high: fields[2], low: fields[3], close: fields[4], volume: volume,
            place: place)
    }
}
