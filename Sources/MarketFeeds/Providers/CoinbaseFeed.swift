import Foundation
import JSONText
import Market

/// Coinbase's exchange. Candles have opening times in seconds, are ordered newest first, and come in pages of at most 300; days
/// without trades are absent. Volume is omitted, because it is in coins.
struct CoinbaseFeed: PriceProvider {
    let connection: FeedConnection
    let provider = Provider.coinbase
    let needsKey = false
    private static let pageLimit = 300

    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer {
        let span = try connection.span(providerID, first, last, deadlineSeconds, progress)
        // An empty page is not the end: a coin may have been suspended for longer than a page.
        return try await connection.collect(
            span, pages: span.pages(days: Self.pageLimit), endsWhenEmpty: false
        ) { (page) async throws(FeedError) in
            let rows = try await rows(
                providerID, 86_400, page.lowerBound.daysSince1970 * 86_400, page.upperBound.daysSince1970 * 86_400,
                asked: span.asked, until: span.deadline)
            let candles = try connection.checked(span.asked) { () throws(FeedError.Reason) in
                try rows.enumerated().map { (index, row) throws(FeedError.Reason) in try Self.candle(row, "candle \(index)") }
            }
            // An answer may include candles before its start; the next page contains them, too.
            return candles.filter { page.contains($0.day) }
        }
    }

    func hourlyQuotes(of providerID: String, since: Int, deadlineSeconds: Double) async throws(FeedError) -> [Quote] {
        let asked = "hourly prices of \(FeedReply.plain(providerID, nil))"
        let deadline = connection.clock.deadline(in: deadlineSeconds)
        let now = connection.clock.now()
        let hour = now / 3600 * 3600
        // One page of 300 hours covers more than the three days that are stored.
        let start = max((since - 3600) / 3600 * 3600, hour - 3600 * (Self.pageLimit - 1))
        let rows = try await rows(providerID, 3600, start, hour, asked: asked, until: deadline)
        let prices = try connection.checked(asked) { () throws(FeedError.Reason) in
            try rows.enumerated().map { (index, row) throws(FeedError.Reason) in
                let fields = try row.row("candle \(index)", atLeast: 6)
                return (try fields[0].seconds("candle \(index)") + 3600, try fields[4].price("candle \(index)"))
            }
        }
        return try connection.quotes(prices, since: since, asked: asked)
    }

    private func rows(
        _ product: String, _ granularity: Int, _ start: Int, _ end: Int, asked: String, until deadline: Deadline
    ) async throws(FeedError) -> [JSONValue] {
        let query = [("granularity", "\(granularity)"), ("start", MomentText.iso(start)), ("end", MomentText.iso(end))]
        let call = FeedCall(asked: asked, path: "/products/\(FeedCall.encoded(product))/candles", query: query) { reply in
            reply.status == 404 ? .unknownAsset(product) : nil
        }
        let json = try await connection.get(call, until: deadline)
        return try connection.checked(asked) { () throws(FeedError.Reason) in try json.rows("the answer") }
    }

    /// Time, low, high, open, close, volume: low and high come before open.
    private static func candle(_ row: JSONValue, _ place: String) throws(FeedError.Reason) -> Candle {
        let fields = try row.row(place, atLeast: 6)
        return try Candle(
            opening: fields[0].seconds(place), open: fields[3], high: fields[2], low: fields[1], close: fields[4], volume: nil,
            place: place)
    }
}
