import Market

/// The daily limits between which a forecast expects a share of the paths.
package struct ChartBand: Sendable {
    /// The share in percent: 50, 80, 95.
    package var level: Int
    package var low: [Double]
    package var high: [Double]

    package init(level: Int, low: [Double], high: [Double]) {
        precondition(low.count == high.count, "\(low.count) low ends and \(high.count) high ends")
        self.level = level
        self.low = low
        self.high = high
    }
}

/// A forecast as a picture: bands that open at the last close.
package struct ChartFan: Sendable {
    /// The last day that the forecast has seen.
    package var cutoff: Day
    package var lastValue: Double
    /// One value a day, from the day after the cutoff.
    package var middle: [Double]
    /// Widest first.
    package var bands: [ChartBand]

    package init(cutoff: Day, lastValue: Double, middle: [Double], bands: [ChartBand]) {
        precondition(bands.allSatisfy { $0.low.count == middle.count }, "each band has as many days as the middle")
        self.cutoff = cutoff
        self.lastValue = lastValue
        self.middle = middle
        self.bands = bands
    }

    /// The cutoff as a number on the horizontal scale.
    var start: Double { Double(cutoff.daysSince1970) }

    /// Whether a part of the fan is within a view.
    func isSeen(in view: ChartView) -> Bool { start < view.to && start + Double(middle.count) > view.from }

    /// The steps, counted from 0, whose days are within a view.
    func steps(in view: ChartView) -> Range<Int> {
        let first = max(0, Int((view.from - start - 1).rounded(.up)))
        let end = min(middle.count, Int((view.to - start).rounded(.down)))
        return first < end ? first..<end : 0..<0
    }

    /// The fan of the first days only.
    package func prefix(_ days: Int) -> ChartFan {
        ChartFan(
            cutoff: cutoff, lastValue: lastValue, middle: Array(middle.prefix(days)),
            bands: bands.map { ChartBand(level: $0.level, low: Array($0.low.prefix(days)), high: Array($0.high.prefix(days))) })
    }
}
