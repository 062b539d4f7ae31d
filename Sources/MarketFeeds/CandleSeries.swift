import Market

/// Normalizes the candles of all providers by one rule: a close is the price at the end of its day.
enum CandleSeries {
    /// Returns the candles from `first` through `last`, ascending, one for each day.
    ///
    /// - Throws: `malformed` if two candles of the same day have different closes.
    static func normalised(_ rows: [Candle], from first: Day, through last: Day) throws(FeedError.Reason) -> [Candle] {
        var kept: [Candle] = []
        for row in rows.filter({ $0.day >= first && $0.day <= last }).sorted(by: { $0.day < $1.day }) {
            guard kept.last?.day == row.day else {
                kept.append(row)
                continue
            }
            guard kept.last!.close == row.close else {
                throw .malformed(what: "two closes, \(kept.last!.close) and \(row.close)", place: "the candles of \(row.day)")
            }
        }
        return kept
    }

    /// Returns the missing days between ascending days.
    static func gaps(_ days: [Day]) -> [ClosedRange<Day>] {
        zip(days, days.dropFirst()).filter { $1 - $0 > 1 }.map { $0 + 1...$1 - 1 }
    }
}

/// The requested days, and the deadline.
struct CandleSpan: Sendable {
    let id: String
    let first: Day
    /// At most yesterday.
    let last: Day
    let deadline: Deadline
    let progress: (@Sendable (Int) -> Void)?

    var asked: String { "daily candles of \(FeedReply.plain(id, nil)) from \(first) through \(last)" }
    var count: Int { last - first + 1 }

    /// Splits the span into ranges of at most `days` days, newest first, so that the newest days have arrived if a later
    /// request fails.
    func pages(days: Int) -> [ClosedRange<Day>] {
        stride(from: last.daysSince1970, through: first.daysSince1970, by: -days).map { end in
            max(first, Day(daysSince1970: end - days + 1))...Day(daysSince1970: end)
        }
    }
}

extension FeedConnection {
    /// Returns the span of requested days that have ended.
    func span(
        _ id: String, _ first: Day, _ last: Day, _ seconds: Double, _ progress: (@Sendable (Int) -> Void)?
    ) throws(FeedError) -> CandleSpan {
        let last = min(last, clock.yesterday)
        let span = CandleSpan(id: id, first: first, last: last, deadline: clock.deadline(in: seconds), progress: progress)
        guard first <= last else { throw error(span.asked, .noData) }
        return span
    }

    /// Collects pages until all are done, one fails, or the provider's history is exhausted.
    ///
    /// - Parameters:
    ///   - pages: in the order of requests.
    ///   - endsWhenEmpty: whether an empty page after one with candles means the end of the history.
    func collect<Page>(
        _ span: CandleSpan, pages: [Page], endsWhenEmpty: Bool = true,
        page: (Page) async throws(FeedError) -> [Candle]
    ) async throws(FeedError) -> FeedAnswer {
        var rows: [Candle] = []
        for next in pages {
            do throws(FeedError) {
                let more = try await page(next)
                if more.isEmpty, endsWhenEmpty, !rows.isEmpty { break }
                rows += more
                span.progress?(rows.count)
            } catch {
                return try answer(span, rows, cutShortBy: error)
            }
        }
        return try answer(span, rows)
    }

    /// Builds an answer from everything that arrived, without impossible values, by the rule of imports. Throws if nothing arrived.
    func answer(_ span: CandleSpan, _ rows: [Candle], cutShortBy cut: FeedError? = nil) throws(FeedError) -> FeedAnswer {
        let now = clock.now()
        let last = min(span.last, Day(secondsSince1970: now) - 1)
        let ended = min(last, skew.yesterday(now: now))
        let cut = cut ?? (ended < last ? error(span.asked, .clockAhead(seconds: skew.aheadSeconds)) : nil)
        let candles = try checked(span.asked) { () throws(FeedError.Reason) in
            try CandleSeries.normalised(rows, from: span.first, through: ended)
        }
        guard !candles.isEmpty else { throw cut ?? error(span.asked, .noData) }
        return FeedAnswer(
            candles: candles.map(\.withoutImpossibleValues), impossible: HistoryFault.impossibleCandles(in: candles),
            cutShortBy: cut, source: provider.rawValue, retrievedAt: now)
    }

    /// Adds the provider and the request to an error of parsing.
    func checked<Value>(_ asked: String, _ read: () throws(FeedError.Reason) -> Value) throws(FeedError) -> Value {
        do throws(FeedError.Reason) { return try read() } catch { throw self.error(asked, error) }
    }

    /// Returns the quotes since a time, oldest first, one for each time.
    func quotes(_ rows: [(time: Int, price: Double)], since: Int, asked: String) throws(FeedError) -> [Quote] {
        let now = clock.now()
        var latest: [Int: Double] = [:]
        for row in rows { latest[min(row.time, now)] = row.price }
        let quotes = latest.filter { $0.key >= since }.sorted { $0.key < $1.key }.map { Quote(time: $0.key, price: $0.value) }
        guard !quotes.isEmpty else { throw error(asked, .noData) }
        return quotes
    }
}
