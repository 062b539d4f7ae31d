import Foundation
import JSONText
import Market

/// Coin Metrics' community data (CC BY-NC 4.0). `PriceUSD` of day D is the price at the end of D. Small coins only have
/// `ReferenceRateUSD`, whose value for day D is the price at the start of D: the close of D - 1.
struct CoinMetricsFeed: PriceProvider {
    let connection: FeedConnection
    let provider = Provider.coinmetrics
    let needsKey = false
    /// More pages than this, of ten thousand days each, would mean a cycle of links.
    private static let longestChain = 20

    private enum Metric: String {
        case price = "PriceUSD"
        case rate = "ReferenceRateUSD"
        /// The number of days from a value's close to its timestamp.
        var lag: Int { self == .price ? 0 : 1 }
    }

    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer {
        let span = try connection.span(providerID, first, last, deadlineSeconds, progress)
        do throws(FeedError) {
            return try await series(.price, span)
        } catch {
            // A metric that the coin lacks is rejected, or has no values.
            guard Self.isWithoutMetric(error.reason) else { throw error }
        }
        return try await series(.rate, span)
    }

    private static func isWithoutMetric(_ reason: FeedError.Reason) -> Bool {
        switch reason {
        case .noData, .blocked(status: 403), .refused(status: 400, _), .unknownAsset: true
        default: false
        }
    }

    private func series(_ metric: Metric, _ span: CandleSpan) async throws(FeedError) -> FeedAnswer {
        var rows: [Candle] = []
        var next: URL?
        do throws(FeedError) {
            for _ in 0..<Self.longestChain {
                let json = try await connection.get(call(metric, span, next), until: span.deadline)
                rows += try connection.checked(span.asked) { () throws(FeedError.Reason) in try Self.candles(json, metric) }
                span.progress?(rows.count)
                let following = try connection.checked(span.asked) { () throws(FeedError.Reason) in
                    try Self.following(json, address: connection.source.address)
                }
                guard let following, following != next else { break }
                next = following
            }
        } catch {
            return try connection.answer(span, rows, cutShortBy: error)
        }
        return try connection.answer(span, rows)
    }

    private func call(_ metric: Metric, _ span: CandleSpan, _ next: URL?) -> FeedCall {
        let query = [
            ("assets", span.id), ("metrics", metric.rawValue), ("frequency", "1d"), ("start_time", "\(span.first + metric.lag)"),
            ("end_time", "\(span.last + metric.lag)"), ("page_size", "10000"), ("paging_from", "start"),
        ]
        return FeedCall(asked: span.asked, path: "/timeseries/asset-metrics", query: query, url: next) { reply in
            let error = reply.value?["error"]
            guard reply.status == 400, let text = error?["message"]?.string, text.contains("'assets'") else { return nil }
            return .unknownAsset(span.id)
        }
    }

    private static func candles(_ json: JSONValue, _ metric: Metric) throws(FeedError.Reason) -> [Candle] {
        var candles: [Candle] = []
        for (index, row) in try json.member("data", "the answer").rows("\"data\"").enumerated() {
            let place = "row \(index)"
            let seconds = try row.member("time", place).isoSeconds(place)
            // Absent if the coin lacks the metric, null if there is no value.
            guard let value = row[metric.rawValue], value != .null else { continue }
            let start = seconds - metric.lag * 86_400
            candles.append(try Candle(opening: start, open: nil, high: nil, low: nil, close: value, volume: nil, place: place))
        }
        return candles
    }

    /// Returns the address of the next page. It is used unchanged, but must lead to the same place as the first page.
    private static func following(_ json: JSONValue, address: URL) throws(FeedError.Reason) -> URL? {
        guard let text = json["next_page_url"]?.string else { return nil }
        guard let next = URL(string: text), Redirect.isAllowed(from: address, to: next) else {
            throw .redirected(host: Redirect.place(text, relativeTo: address))
        }
        return next
    }
}
