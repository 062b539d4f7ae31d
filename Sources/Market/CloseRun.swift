/// The newest closes without a fault between them, found by walking back from the last row.
struct CloseRun {
    /// A fault that ended the run.
    struct Obstacle {
        let line: Int?
        let note: String
        /// Index of the first row after it.
        let goodFrom: Int
        let kind: (CloseSeriesError.Window) -> CloseSeriesError.Kind
    }

    private let rows: [CloseSeries.Row]
    /// Oldest first.
    private(set) var closes: [Double] = []
    private(set) var firstDay: Day
    private(set) var filled = 0
    private(set) var obstacle: Obstacle?

    init(_ rows: [CloseSeries.Row], fillsWithPrevious: Bool) {
        self.rows = fillsWithPrevious ? CloseRun.filled(rows) : rows
        firstDay = rows[rows.count - 1].day
        if fillsWithPrevious { filled = self.rows.count - rows.count { CloseRun.isGood($0.close) } }
        walkBack()
    }

    private static func isGood(_ close: Double) -> Bool { close > 0 && close.isFinite }

    /// Rows for every day from the first good close on.
    private static func filled(_ rows: [CloseSeries.Row]) -> [CloseSeries.Row] {
        var result: [CloseSeries.Row] = []
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
            if CloseRun.isGood(row.close) {
                newestFirst.append(row.close)
                firstDay = row.day
            }
            obstacle = fault(at: index)
            if obstacle != nil { break }
        }
        closes = newestFirst.reversed()
    }

    /// What is wrong with a row, or between it and the one before.
    private func fault(at index: Int) -> Obstacle? {
        let row = rows[index]
        guard CloseRun.isGood(row.close) else {
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
        guard CloseRun.isGood(before.close), CloseJump.isJump(from: before.close, to: row.close) else { return nil }
        let times = PriceText.significant(CloseJump.ratio(before.close, row.close), digits: 3)
        return Obstacle(
            line: row.line, note: "the close jumps \(times) times on \(row.day): another coin or unit", goodFrom: index,
            kind: { .jump(day: row.day, from: before.close, to: row.close, window: $0) })
    }

    /// The faults that keep the last `need` days from being whole, oldest first; none when the series simply begins there.
    func faults(within need: Int) -> [CloseSeriesError.Fault] {
        let last = rows[rows.count - 1].day
        return rows.indices.filter { rows[$0].day > last - need }.compactMap { index in
            fault(at: index).map { fault in
                let goodFrom = fault.goodFrom < rows.count ? rows[fault.goodFrom].day : last + 1
                let window = CloseSeriesError.Window(
                    need: need, goodFrom: goodFrom, closesFromThere: rows.count - fault.goodFrom)
                return CloseSeriesError.Fault(line: fault.line, kind: fault.kind(window))
            }
        }
    }
}
