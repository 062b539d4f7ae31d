import Foundation
import JSONText
import Market

/// CoinGecko's average over many exchanges. Points have times in milliseconds. The point at 00:00 of a day is the close of the day
/// before. The last point is at the time of the request and is dropped. The volume is that of the 24 hours before the point.
///
/// Without a paid key only the last 365 days are available. Older days are omitted, and the answer is marked as cut short.
struct CoinGeckoFeed: PriceProvider {
    let connection: FeedConnection
    let provider = Provider.coingecko
    let needsKey = false
    /// Points of a day are at its first second, or slightly later if the provider was late.
    private static let latestSecond = 300
    private static let demoDays = 365
    /// The most coins of one answer.
    private static let mostCoins = 250

    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer {
        let span = try connection.span(providerID, first, last, deadlineSeconds, progress)
        let today = connection.clock.yesterday + 1
        let oldest = today - Self.demoDays
        let isCut = connection.settings.coinGeckoPlan == .demo && first < oldest
        let cut = isCut ? connection.error(span.asked, .outsideOfRange(oldest: oldest)) : nil
        if let cut, span.last < oldest { throw cut }
        let days = max(2, today - (isCut ? oldest : first))
        let json = try await chart(providerID, days: days, daily: true, asked: span.asked, until: span.deadline)
        let rows = try connection.checked(span.asked) { () throws(FeedError.Reason) in try Self.closes(json) }
        progress?(rows.count)
        return try connection.answer(span, rows, cutShortBy: cut)
    }

    func hourlyQuotes(of providerID: String, since: Int, deadlineSeconds: Double) async throws(FeedError) -> [Quote] {
        let asked = "hourly prices of \(FeedReply.plain(providerID, nil))"
        let seconds = connection.clock.now() - since
        // For 2 to 90 days the points are hourly.
        let days = min(90, max(2, seconds / 86_400 + 1))
        let deadline = connection.clock.deadline(in: deadlineSeconds)
        let json = try await chart(providerID, days: days, daily: false, asked: asked, until: deadline)
        let points = try connection.checked(asked) { () throws(FeedError.Reason) in
            try Self.points(json, "prices").map { (point) throws(FeedError.Reason) in
                (point.time, try point.value.price("\"prices\""))
            }
        }
        return try connection.quotes(points, since: since, asked: asked)
    }

    func details(of providerID: String, deadlineSeconds: Double) async throws(FeedError) -> AssetDetails {
        let asked = "details of \(FeedReply.plain(providerID, nil))"
        let call = call(asked, "/coins/markets", [("vs_currency", "usd"), ("ids", providerID), ("per_page", "1")], providerID)
        let json = try await connection.get(call, until: connection.clock.deadline(in: deadlineSeconds))
        return try connection.checked(asked) { () throws(FeedError.Reason) in
            guard let coin = try json.rows("the answer").first(where: { $0["id"]?.string == providerID }) else {
                throw .unknownAsset(providerID)
            }
            return AssetDetails(name: coin["name"]?.string, supply: coin["circulating_supply"]?.amount)
        }
    }

    func iconAddresses(of providerIDs: [String], deadlineSeconds: Double) async throws(FeedError) -> [String: URL] {
        let asked = "addresses of pictures"
        let ids = providerIDs.prefix(Self.mostCoins)
        let query = [("vs_currency", "usd"), ("ids", ids.joined(separator: ",")), ("per_page", "\(Self.mostCoins)")]
        let json = try await connection.get(
            call(asked, "/coins/markets", query, ids.first ?? ""), until: connection.clock.deadline(in: deadlineSeconds))
        let rows = try connection.checked(asked) { () throws(FeedError.Reason) in try json.rows("the answer") }
        return IconAddress.all(in: rows, id: "id", address: "image")
    }

    func icon(at address: URL, deadlineSeconds: Double) async throws(FeedError) -> [UInt8] {
        try await connection.icon(at: address, deadlineSeconds: deadlineSeconds)
    }

    private func chart(
        _ id: String, days: Int, daily: Bool, asked: String, until deadline: Deadline
    ) async throws(FeedError) -> JSONValue {
        let query = [("vs_currency", "usd"), ("days", "\(days)"), ("precision", "full")] + (daily ? [("interval", "daily")] : [])
        return try await connection.get(
            call(asked, "/coins/\(FeedCall.encoded(id))/market_chart", query, id), until: deadline)
    }

    private func call(_ asked: String, _ path: String, _ query: [(String, String)], _ id: String) -> FeedCall {
        let name = connection.settings.coinGeckoPlan == .pro ? "x-cg-pro-api-key" : "x-cg-demo-api-key"
        let key = connection.source.key
        return FeedCall(asked: asked, path: path, query: query, headers: key.map { [name: $0.secret] } ?? [:]) { reply in
            let status = reply.value?["error"]?["status"] ?? reply.value?["status"]
            switch (reply.status, status?["error_code"]?.integer) {
            case (_, 10_012): return .outsideOfRange(oldest: nil)
            case (404, _): return .unknownAsset(id)
            case (_, 429): return .rateLimited(retryAfterSeconds: reply.retryAfter(now: connection.clock.now()))
            case (400...403, .some(10_002...10_011)): return key == nil ? .needsKey : .keyRefused(status: reply.status)
            default: return nil
            }
        }
    }

    /// Returns times in seconds with their values.
    private static func points(_ json: JSONValue, _ name: String) throws(FeedError.Reason) -> [(time: Int, value: JSONValue)] {
        let rows = try json.member(name, "the answer").rows("\"\(name)\"")
        return try rows.enumerated().map { (index, row) throws(FeedError.Reason) in
            let fields = try row.row("point \(index) of \"\(name)\"", atLeast: 2)
            return (try fields[0].seconds("point \(index) of \"\(name)\"", unit: 1000), fields[1])
        }.filter { $0.value != .null }
    }

    private static func closes(_ json: JSONValue) throws(FeedError.Reason) -> [Candle] {
        let points = try points(json, "prices")
        let volumes = Dictionary(try Self.points(json, "total_volumes").map { ($0.time, $0.value.amount) }) { first, _ in first }
        var closes: [Candle] = []
        var seen = Set<Day>()
        for point in points where point.time % 86_400 < latestSecond {
            let day = Day(secondsSince1970: point.time) - 1
            guard seen.insert(day).inserted else { continue }
            closes.append(Candle(day: day, close: try point.value.price("\"prices\""), volume: volumes[point.time] ?? nil))
        }
        guard !closes.isEmpty || points.count < 2 else { throw .malformed(what: "no point at 00:00 UTC", place: "\"prices\"") }
        return closes
    }
}
