extension PriceFile {
    /// Which days of a file to use, and how to treat missing ones.
    public struct Selection: Sendable {
        /// The number of days that the model reads. Faults before them become notes, not errors.
        public var need: Int
        /// The first day that has not ended, by the caller's clock. This and later days are ignored.
        public var today: Day
        /// The cutoff; nil for the file's last day.
        public var asOf: Day?
        /// The first day to use; earlier days are ignored.
        public var since: Day?
        /// The last day to use; later days are ignored. The file need not have a close on this day.
        public var through: Day?
        /// Whether gaps and bad closes are filled with the previous close.
        public var fillsWithPrevious: Bool

        /// Creates a selection.
        public init(
            need: Int, today: Day, asOf: Day? = nil, since: Day? = nil, through: Day? = nil, fillsWithPrevious: Bool = false
        ) {
            self.need = need
            self.today = today
            self.asOf = asOf
            self.since = since
            self.through = through
            self.fillsWithPrevious = fillsWithPrevious
        }
    }

    /// The largest plausible ratio of consecutive closes, in either direction. A larger one means another coin or another unit.
    public static let largestDailyRatio = CloseJump.largestDailyRatio

    /// Returns the newest unbroken run of closes, at least `selection.need` of them.
    ///
    /// - Parameters:
    ///   - ticker: the history's ticker.
    ///   - selection: which days to use, and how to treat missing ones.
    /// - Returns: the history, and notes for the user about ignored or filled days.
    /// - Throws: ``PriceFileError`` if the last `need` days contain a gap, a bad close or a jump, or if there are fewer days.
    public func history(
        _ ticker: Ticker, _ selection: Selection
    ) throws(PriceFileError) -> (history: PriceHistory, notes: [String]) {
        var notes = self.notes + (symbolNote(for: ticker).map { [$0] } ?? [])
        let rows = try selected(selection, &notes)
        let run = Run(rows, fillsWithPrevious: selection.fillsWithPrevious)
        if run.closes.count < selection.need {
            let faults = run.faults(within: selection.need)
            if !faults.isEmpty {
                throw PriceFileError(problems: faults.map { .init(file: name, line: $0.line, kind: $0.kind) })
            }
            let kind = PriceFileError.Kind.tooShort(
                have: run.closes.count, need: selection.need, first: run.firstDay, last: rows[rows.count - 1].day,
                firstCutoff: firstCutoff(after: run.firstDay, selection))
            throw PriceFileError(problems: [.init(file: name, line: nil, kind: kind)])
        }
        if let obstacle = run.obstacle {
            notes.append(
                "\(obstacle.line.map { "\(name):\($0)" } ?? name): \(obstacle.note); used from \(run.firstDay) on (\(run.closes.count) closes)"
            )
        }
        if run.filled > 0 { notes.append("\(name): \(run.filled) missing or bad closes filled with the close before") }
        let history = PriceHistory(ticker: ticker, firstDay: run.firstDay, closes: run.closes)
        notes += doubts(history.suffix(max(selection.need, 1)))
        return (history, notes)
    }

    /// Notes about probable errors within the context. These closes are used nevertheless, because real markets can behave like
    /// this.
    private func doubts(_ context: PriceHistory) -> [String] {
        let candles = context.closes.enumerated().map { Candle(day: context.firstDay + $0, close: $1) }
        let notes = candles.indices.compactMap { HistoryFault.doubt(at: $0, in: candles) }.map { "\(name): \($0)" }
        let shown = 3
        return notes.count <= shown ? notes : notes.prefix(shown) + ["\(name): \(notes.count - shown) more closes like that"]
    }

    /// Returns the first possible cutoff if an earlier one was requested, or nil if there is none.
    private func firstCutoff(after first: Day, _ selection: Selection) -> Day? {
        let day = first + (selection.need - 1)
        let isThere = selection.asOf != nil && day < selection.today && rows.contains { $0.day == day }
        return isThere ? day : nil
    }

    private func selected(_ selection: Selection, _ notes: inout [String]) throws(PriceFileError) -> [Row] {
        func fail(_ kind: PriceFileError.Kind) -> PriceFileError {
            PriceFileError(problems: [.init(file: name, line: nil, kind: kind)])
        }
        var rows = self.rows
        let unfinished = rows.count { $0.day >= selection.today }
        if unfinished > 0 {
            notes.append("\(name): the close of \(rows[rows.count - unfinished].day) is left out: that day has not ended in UTC")
            rows.removeLast(unfinished)
        }
        guard let first = rows.first, let last = rows.last else { throw fail(.noRows(reason: "of days that have ended")) }
        if let through = selection.through, first.day <= through { rows.removeAll { $0.day > through } }
        if let asOf = selection.asOf {
            guard rows.contains(where: { $0.day == asOf }) else {
                // The cutoff precedes the first close: suggest the first cutoff with enough closes.
                let enough = rows.count >= selection.need ? rows[max(selection.need, 1) - 1].day : nil
                let nearest = rows.last { $0.day < asOf }?.day ?? enough
                throw fail(.asOfMissing(asOf: asOf, nearest: nearest, first: first.day, last: last.day))
            }
            rows.removeAll { $0.day > asOf }
        }
        if let since = selection.since {
            let end = rows[rows.count - 1].day
            rows.removeAll { $0.day < since }
            if rows.isEmpty { throw fail(.noRows(reason: "from \(since) on; the last one is of \(end)")) }
        }
        return rows
    }
}

/// The newest run of closes without a fault, found by walking back from the last row.
private struct Run {
    /// The fault that ends the run.
    struct Obstacle {
        let line: Int?
        let note: String
        /// The index of the first row after the fault.
        let goodFrom: Int
        let kind: (PriceFileError.Window) -> PriceFileError.Kind
    }

    private let rows: [PriceFile.Row]
    /// The run's closes, oldest first.
    private(set) var closes: [Double] = []
    private(set) var firstDay: Day
    private(set) var filled = 0
    private(set) var obstacle: Obstacle?

    init(_ rows: [PriceFile.Row], fillsWithPrevious: Bool) {
        self.rows = fillsWithPrevious ? Run.filled(rows) : rows
        firstDay = rows[rows.count - 1].day
        if fillsWithPrevious { filled = self.rows.count - rows.count { Run.isGood($0.close) } }
        walkBack()
    }

    private static func isGood(_ close: Double) -> Bool { close > 0 && close.isFinite }

    /// Returns a row for every day since the first good close.
    private static func filled(_ rows: [PriceFile.Row]) -> [PriceFile.Row] {
        var result: [PriceFile.Row] = []
        for row in rows {
            guard let previous = result.last else {
                if isGood(row.close) { result.append(row) }
                continue
            }
            for missing in 1..<max(1, row.day - previous.day) {
                result.append(.init(line: row.line, day: previous.day + missing, close: previous.close, text: ""))
            }
            let close = isGood(row.close) ? row.close : previous.close
            result.append(.init(line: row.line, day: row.day, close: close, text: row.text))
        }
        return result.isEmpty ? rows : result
    }

    private mutating func walkBack() {
        var newestFirst: [Double] = []
        for index in rows.indices.reversed() {
            let row = rows[index]
            if Run.isGood(row.close) {
                newestFirst.append(row.close)
                firstDay = row.day
            }
            obstacle = fault(at: index)
            if obstacle != nil { break }
        }
        closes = newestFirst.reversed()
    }

    /// Returns the fault of a row, or of the step from the previous row to it.
    private func fault(at index: Int) -> Obstacle? {
        let row = rows[index]
        guard Run.isGood(row.close) else {
            let shown = row.text.isEmpty ? "missing" : row.text
            return Obstacle(
                line: row.line, note: "the close of \(row.day) is \(shown)", goodFrom: index + 1,
                kind: { .badClose(day: row.day, text: row.text, window: $0) })
        }
        guard index > 0 else { return nil }
        let before = rows[index - 1]
        if row.day - before.day > 1 {
            return Obstacle(
                line: row.line, note: "no closes between \(before.day) and \(row.day) (\(row.day - before.day - 1) missing)",
                goodFrom: index, kind: { .gap(after: before.day, before: row.day, window: $0) })
        }
        guard Run.isGood(before.close), CloseJump.isJump(from: before.close, to: row.close) else { return nil }
        let times = PriceText.significant(CloseJump.ratio(before.close, row.close), digits: 3)
        return Obstacle(
            line: row.line, note: "the close jumps \(times) times on \(row.day): another coin or unit", goodFrom: index,
            kind: { .jump(day: row.day, from: before.close, to: row.close, window: $0) })
    }

    /// Returns the faults within the last `need` days, oldest first. Empty if the file simply starts within them.
    func faults(within need: Int) -> [(line: Int?, kind: PriceFileError.Kind)] {
        let last = rows[rows.count - 1].day
        return rows.indices.filter { rows[$0].day > last - need }.compactMap { index in
            fault(at: index).map { fault in
                let goodFrom = fault.goodFrom < rows.count ? rows[fault.goodFrom].day : last + 1
                let window = PriceFileError.Window(
                    need: need, goodFrom: goodFrom, closesFromThere: rows.count - fault.goodFrom)
                return (fault.line, fault.kind(window))
            }
        }
    }
}
