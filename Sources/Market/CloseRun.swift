/// The newest closes without a fault between them, found by walking back from the last row.
struct CloseRun {
    /// A fault that ended the run.
    struct Obstacle {
        let line: Int?
        /// Index of the first row after it.
        let goodFrom: Int
        let kind: (CloseSeriesError.Window) -> CloseSeriesError.Kind
    }

    private let rows: [CloseSeries.Row]
    /// The faults of the closes, by the index of the row.
    private let odd: [Int: OddClose]
    /// Oldest first.
    private(set) var closes: [Double] = []
    /// The other values of the same days; empty if no day has any.
    private(set) var details: [CandleDetails] = []
    private(set) var firstDay: Day
    /// The number of days filled with the previous close, and those of them that had a probably wrong close.
    private(set) var filled = 0
    private(set) var replaced: [CloseSeries.Row] = []
    private(set) var obstacle: Obstacle?

    /// - Parameter rows: not empty.
    init(_ rows: [CloseSeries.Row], fillsWithPrevious: Bool) {
        let found = CloseRun.odd(rows)
        if fillsWithPrevious {
            let spikes = Set(found.filter { $0.value.shape == .spike && $0.value.isCertain }.keys)
            self.rows = CloseRun.filled(rows, without: spikes)
            replaced = spikes.sorted().map { rows[$0] }
            filled = self.rows.count - rows.count { CloseRun.isGood($0.close) } + spikes.count
            odd = CloseRun.odd(self.rows)
        } else {
            (self.rows, odd) = (rows, found)
        }
        firstDay = self.rows[self.rows.count - 1].day
        walkBack()
    }

    private static func isGood(_ close: Double) -> Bool { close > 0 && close.isFinite }

    /// The implausible closes, by the index of the row.
    private static func odd(_ rows: [CloseSeries.Row]) -> [Int: OddClose] {
        let good = rows.indices.filter { isGood(rows[$0].close) }
        var found: [Int: OddClose] = [:]
        for odd in OddClose.all(days: good.map { rows[$0].day }, closes: good.map { rows[$0].close }) where odd.isCertain {
            for index in odd.indices { found[good[index]] = odd.placed(good) }
        }
        return found
    }

    /// Rows for every day from the first good close on.
    ///
    /// - Parameter spikes: the indices of further bad closes.
    private static func filled(_ rows: [CloseSeries.Row], without spikes: Set<Int>) -> [CloseSeries.Row] {
        var result: [CloseSeries.Row] = []
        for (index, row) in rows.enumerated() {
            let isGood = isGood(row.close) && !spikes.contains(index)
            guard let previous = result.last else {
                if isGood { result.append(row) }
                continue
            }
            for missing in 1..<max(1, row.day - previous.day) {
                result.append(.init(line: row.line, day: previous.day + missing, close: previous.close, text: ""))
            }
            result.append(isGood ? row : .init(line: row.line, day: row.day, close: previous.close, text: row.text))
        }
        return result.isEmpty ? rows : result
    }

    private mutating func walkBack() {
        var first = rows.count
        for index in rows.indices.reversed() {
            let row = rows[index]
            obstacle = fault(at: index)
            if obstacle == nil || obstacle?.goodFrom == index {
                first = index
                firstDay = row.day
            }
            if obstacle != nil { break }
        }
        closes = rows[first...].map(\.close)
        details = rows[first...].map(\.details)
        if details.allSatisfy({ $0 == CandleDetails() }) { details = [] }
    }

    /// The fault of a row, or between it and the previous one.
    private func fault(at index: Int) -> Obstacle? {
        let row = rows[index]
        guard CloseRun.isGood(row.close) else {
            return Obstacle(line: row.line, goodFrom: index + 1, kind: { .badClose(day: row.day, text: row.text, window: $0) })
        }
        let odd = odd[index]
        if let odd, odd.shape == .spike {
            let (before, after) = (rows[odd.before].close, rows[odd.indices.upperBound].close)
            return Obstacle(
                line: row.line, goodFrom: index + 1,
                kind: { .spike(day: row.day, close: row.close, before: before, after: after, window: $0) })
        }
        guard index > 0 else { return nil }
        let before = rows[index - 1]
        if row.day - before.day > 1 {
            return Obstacle(line: row.line, goodFrom: index, kind: { .gap(after: before.day, before: row.day, window: $0) })
        }
        guard let odd else { return nil }
        let from = rows[odd.before].close
        return Obstacle(line: row.line, goodFrom: index, kind: { .jump(day: row.day, from: from, to: row.close, window: $0) })
    }

    /// The faults that make the last `need` days incomplete, oldest first; empty if the series simply begins there.
    func faults(within need: Int) -> [CloseSeriesError.Fault] {
        let last = rows[rows.count - 1].day
        return rows.indices.filter { rows[$0].day > last - need }.compactMap { index in
            fault(at: index).map { fault in
                let goodFrom = fault.goodFrom < rows.count ? rows[fault.goodFrom].day : last + 1
                let window = CloseSeriesError.Window(need: need, goodFrom: goodFrom, closesFromThere: rows.count - fault.goodFrom)
                return CloseSeriesError.Fault(line: fault.line, kind: fault.kind(window))
            }
        }
    }
}
