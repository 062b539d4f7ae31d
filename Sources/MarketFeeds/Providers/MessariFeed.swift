import JSONText
import Market

/// Messari's first API, which Messari has retired; for servers that still offer it, and for recorded answers. Candles have
/// opening times in milliseconds, columns are found by name, and the volume is in US dollars.
struct MessariFeed: PriceProvider {
    let connection: FeedConnection
    let provider = Provider.messari
    let needsKey = false
    private static let pageLimit = 2000

    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer {
        let span = try connection.span(providerID, first, last, deadlineSeconds, progress)
        return try await connection.collect(span, pages: span.pages(days: Self.pageLimit)) { (page) async throws(FeedError) in
            let path = "/api/v1/assets/\(FeedCall.encoded(providerID))/metrics/price/time-series"
            let query = [("start", "\(page.lowerBound)"), ("end", "\(page.upperBound)"), ("interval", "1d")]
            let headers = connection.source.key.map { ["x-messari-api-key": $0.secret] } ?? [:]
            let call = FeedCall(asked: span.asked, path: path, query: query, headers: headers) { reply in
                let code = reply.value?["status"]?["error_code"]?.integer
                if reply.status == 404 || code == 404 { return .unknownAsset(providerID) }
                if code == 429 { return .rateLimited(retryAfterSeconds: reply.retryAfter(now: connection.clock.now())) }
                return nil
            }
            let json = try await connection.get(call, until: span.deadline)
            return try connection.checked(span.asked) { () throws(FeedError.Reason) in try Self.candles(json) }
        }
    }

    private static func candles(_ json: JSONValue) throws(FeedError.Reason) -> [Candle] {
        let data = try json.member("data", "the answer")
        let values = try data.member("values", "\"data\"")
        // Null instead of an empty array.
        if values == .null { return [] }
        let names = try data.member("parameters", "\"data\"").member("columns", "\"parameters\"").rows("\"columns\"").map(\.string)
        guard let time = names.firstIndex(of: "timestamp"), let close = names.firstIndex(of: "close") else {
            throw .malformed(what: "neither \"timestamp\" nor \"close\"", place: "\"columns\"")
        }
        return try values.rows("\"values\"").enumerated().map { (index, row) throws(FeedError.Reason) in
            let place = "row \(index)"
            let fields = try row.row(place, atLeast: names.count)
            func field(_ name: String) -> JSONValue? { names.firstIndex(of: name).map { fields[$0] } }
            return try Candle(
                opening: fields[time].seconds(place, unit: 1000), open: field("open"), high: field("high"), low: field("low"),
                close: fields[close], volume: field("volume")?.amount, place: place)
        }
    }
}
