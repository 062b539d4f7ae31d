/// Daily closes of one asset from a file or a store: at most one a day, oldest first, not yet checked for gaps and other faults.
///
/// ``history(_:_:)`` is the one check that all closes pass before a model reads them, wherever they come from.
public struct CloseSeries: Equatable, Sendable {
    /// A day and its close in the source.
    struct Row: Equatable, Sendable {
        /// The line of a file; nil for closes from a store.
        let line: Int?
        let day: Day
        /// NaN if the source has none.
        let close: Double
        /// The text in the source, if that is not a positive number; otherwise empty.
        let text: String
        /// When a file's close was known, in seconds since 1970-01-01 UTC: the end of the day, or an earlier time of it. Nil for closes
        /// from a store.
        var known: Int?
        var details = CandleDetails()

        /// One unit in the other of two currencies.
        var inverted: Row { Row(line: line, day: day, close: 1 / close, text: text, known: known) }
    }

    /// The days to use, and how to treat missing ones.
    public struct Selection: Sendable {
        /// The number of days that the model reads; faults before them are notes, not errors.
        public var need: Int
        /// The first day that has not ended, by the caller's clock; this day and later ones are left out.
        public var today: Day
        /// The cutoff; nil means the last day of the series.
        public var asOf: Day?
        /// Days before it are left out.
        public var since: Day?
        /// Days after it are left out, whether or not the series has a close on it.
        public var through: Day?
        /// Whether gaps and bad closes, including probably wrong ones, are filled with the previous close.
        public var fillsWithPrevious: Bool
        /// Days whose closes are left out; the previous close is used instead.
        public var skippedDays: Set<Day>

        /// A selection; only `need` and `today` are required.
        public init(
            need: Int, today: Day, asOf: Day? = nil, since: Day? = nil, through: Day? = nil, fillsWithPrevious: Bool = false,
            skippedDays: Set<Day> = []
        ) {
            self.need = need
            self.today = today
            self.asOf = asOf
            self.since = since
            self.through = through
            self.fillsWithPrevious = fillsWithPrevious
            self.skippedDays = skippedDays
        }
    }

    /// The name of the closes in errors and notes: a file's name, or `stored closes of BTC`.
    public let name: String
    /// Oldest first.
    let rows: [Row]

    init(name: String, rows: [Row]) { (self.name, self.rows) = (name, rows) }

    /// Closes from a store.
    ///
    /// - Parameters:
    ///   - candles: days ascending.
    ///   - name: the name of the closes in errors and notes.
    public init(_ candles: [Candle], name: String) {
        self.init(
            name: name, rows: candles.map { Row(line: nil, day: $0.day, close: $0.close, text: "", details: $0.details) })
    }

    /// Returns the newest unbroken run of closes, at least `selection.need` of them.
    ///
    /// - Parameters:
    ///   - ticker: the name of the history.
    ///   - selection: the days to use, and how to treat faults.
    /// - Returns: the history, and notes for people about closes that were left out or filled.
    /// - Throws: ``CloseSeriesError``: a gap, a bad close, a spike or a jump inside the last `need` days, or fewer days than that. Its
    ///   remedies were tried on these closes.
    public func history(
        _ ticker: Ticker, _ selection: Selection
    ) throws(CloseSeriesError) -> (history: PriceHistory, notes: [PriceNote]) {
        do throws(CloseSeriesError) {
            return try checked(ticker, selection)
        } catch {
            let search = RemedySearch(series: self, ticker: ticker, selection: selection)
            throw CloseSeriesError(
                name: name, faults: error.faults.map { $0.verified(search) }, remedies: search.remedies(for: error))
        }
    }

    /// ``history(_:_:)`` without remedies.
    func checked(
        _ ticker: Ticker, _ selection: Selection
    ) throws(CloseSeriesError) -> (history: PriceHistory, notes: [PriceNote]) {
        var notes: [PriceNote] = []
        let rows = try withoutSkipped(try selected(selection, &notes), selection.skippedDays, &notes)
        let run = CloseRun(rows, fillsWithPrevious: selection.fillsWithPrevious)
        if run.closes.count < selection.need {
            let faults = run.faults(within: selection.need)
            guard faults.isEmpty else { throw CloseSeriesError(name: name, faults: faults) }
            throw failure(
                .tooShort(
                    have: run.closes.count, need: selection.need, first: run.firstDay, last: rows[rows.count - 1].day,
                    firstCutoff: firstCutoff(after: run.firstDay, selection)))
        }
        if let obstacle = run.obstacle {
            let window = CloseSeriesError.Window(need: selection.need, goodFrom: run.firstDay, closesFromThere: run.closes.count)
            let kind = PriceNote.Kind.usedFrom(run.firstDay, closes: run.closes.count, after: obstacle.kind(window))
            notes.append(PriceNote(kind, of: name, line: obstacle.line))
        }
        if run.filled > 0 {
            let replaced = run.replaced.prefix(Self.shown).map { SkippedDays.Close(day: $0.day, close: $0.close) }
            notes.append(PriceNote(.filled(count: run.filled, replaced: replaced), of: name))
        }
        let history = PriceHistory(ticker: ticker, firstDay: run.firstDay, closes: run.closes, details: run.details)
        notes += doubts(in: history, from: history.suffix(max(selection.need, 1)).firstDay)
        return (history, notes)
    }

    private func failure(_ kind: CloseSeriesError.Kind) -> CloseSeriesError {
        CloseSeriesError(name: name, faults: [.init(line: nil, kind: kind)])
    }

    /// The number of days that notes name.
    private static let shown = 3

    /// Closes inside the context that may be wrong. They are still used, because a market can move like this.
    private func doubts(in history: PriceHistory, from first: Day) -> [PriceNote] {
        let candles = history.closes.enumerated().map { Candle(day: history.firstDay + $0, close: $1) }
        let notes = HistoryFault.doubts(in: candles, after: first).map { PriceNote(.doubt($0), of: name) }
        return notes.count <= Self.shown
            ? notes : notes.prefix(Self.shown) + [PriceNote(.moreDoubts(notes.count - Self.shown), of: name)]
    }

    /// The rows without the closes that the caller leaves out; each such day gets the previous close.
    private func withoutSkipped(
        _ rows: [Row], _ skipped: Set<Day>, _ notes: inout [PriceNote]
    ) throws(CloseSeriesError) -> [Row] {
        guard !skipped.isEmpty else { return rows }
        var kept: [Row] = []
        var left: [SkippedDays.Close] = []
        for row in rows {
            guard skipped.contains(row.day) else {
                kept.append(row)
                continue
            }
            left.append(.init(day: row.day, close: row.close))
            // The first close has no previous one.
            if let before = kept.last { kept.append(Row(line: row.line, day: row.day, close: before.close, text: before.text)) }
        }
        if kept.isEmpty { throw failure(.noRows(reason: "other than those left out")) }
        notes += SkippedDays.notes(on: left, of: skipped, in: name, isFilled: true)
        return kept
    }

    /// The first day with enough closes up to it, if a cutoff before it was requested.
    private func firstCutoff(after first: Day, _ selection: Selection) -> Day? {
        let day = first + (selection.need - 1)
        let isThere = selection.asOf != nil && day < selection.today && rows.contains { $0.day == day }
        return isThere ? day : nil
    }

    private func selected(_ selection: Selection, _ notes: inout [PriceNote]) throws(CloseSeriesError) -> [Row] {
        var rows = self.rows
        let unfinished = rows.count { $0.day >= selection.today }
        if unfinished > 0 {
            notes.append(PriceNote(.notEnded(rows[rows.count - unfinished].day), of: name))
            rows.removeLast(unfinished)
        }
        guard let first = rows.first, let last = rows.last else { throw failure(.noRows(reason: "of days that have ended")) }
        if let through = selection.through, first.day <= through { rows.removeAll { $0.day > through } }
        if let asOf = selection.asOf {
            guard rows.contains(where: { $0.day == asOf }) else {
                // Before the first close: the first day with enough closes up to it.
                let enough = rows.count >= selection.need ? rows[max(selection.need, 1) - 1].day : nil
                let nearest = rows.last { $0.day < asOf }?.day ?? enough
                throw failure(.asOfMissing(asOf: asOf, nearest: nearest, first: first.day, last: last.day))
            }
            rows.removeAll { $0.day > asOf }
        }
        if let since = selection.since {
            let end = rows[rows.count - 1].day
            rows.removeAll { $0.day < since }
            if rows.isEmpty { throw failure(.noRows(reason: "from \(since) on; the last one is from \(end)")) }
        }
        return rows
    }
}
