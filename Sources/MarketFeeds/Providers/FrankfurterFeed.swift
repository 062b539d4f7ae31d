import JSONText
import Market

/// Frankfurter, which publishes the reference rates of the European Central Bank: units of each currency for one euro, on working days.
///
/// Closes are US dollars for one unit: the dollars for one euro divided by the units of the currency, both as published. Frankfurter's
/// own cross rates are rounded to five digits.
struct FrankfurterFeed: PriceProvider {
    let connection: FeedConnection
    let provider = Provider.frankfurter
    let needsKey = false
    /// About ten years: an answer of 150 KB.
    private static let pageLimit = 3660

    func candles(
        of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
    ) async throws(FeedError) -> FeedAnswer {
        let span = try connection.span(providerID, first, last, deadlineSeconds, progress)
        return try await connection.collect(span, pages: span.pages(days: Self.pageLimit)) { (page) async throws(FeedError) in
            let json = try await connection.get(call(page, span), until: span.deadline)
            return try connection.checked(span.asked) { () throws(FeedError.Reason) in try Self.candles(json, providerID) }
        }
    }

    private func call(_ page: ClosedRange<Day>, _ span: CandleSpan) -> FeedCall {
        let symbols = span.id == "EUR" ? "USD" : "USD,\(span.id)"
        let query = [("base", "EUR"), ("symbols", symbols)]
        return FeedCall(asked: span.asked, path: "/v1/\(page.lowerBound)..\(page.upperBound)", query: query) { reply in
            reply.status == 404 || reply.status == 422 ? .unknownAsset(span.id) : nil
        }
    }

    private static func candles(_ json: JSONValue, _ code: String) throws(FeedError.Reason) -> [Candle] {
        guard json["base"]?.string == "EUR" else { throw .malformed(what: "another base than EUR", place: "the answer") }
        guard let days = try json.member("rates", "the answer").members else {
            throw .malformed(what: "no object", place: "\"rates\"")
        }
        var candles: [Candle] = []
        for (text, rates) in days.map({ ($0.key, $0.value) }) {
            guard let day = Day(iso: text) else { throw .malformed(what: "no day", place: "\"rates\"") }
            // A currency that was not quoted on a day is absent.
            guard let dollars = rates["USD"], let units = code == "EUR" ? .number(1) : rates[code] else { continue }
            let close = try dollars.price("\(day)") / units.price("\(day)")
            guard CloseJump.possibleCloses.contains(close) else { throw .malformed(what: "the rate \(close)", place: "\(day)") }
            candles.append(Candle(day: day, open: nil, high: nil, low: nil, close: close, volume: nil))
        }
        return candles
    }
}
