/// Paths of lines and bands.
struct ChartPaths {
    let view: ChartView
    let x: ChartScale
    let y: ChartScale

    /// The path of a line within the view, extended to the neighbouring days.
    ///
    /// Where days are closer than half a pixel, each pixel is drawn by its lowest and highest values, so that no peak is lost.
    func line(_ line: ChartLine) -> String {
        let from = max(0, Int((view.from - line.start).rounded(.down)) - 1)
        let to = min(line.values.count - 1, Int((view.to - line.start).rounded(.up)) + 1)
        guard from <= to else { return "" }
        let daysAPixel = 1 / max(1e-9, x.unit)
        return daysAPixel <= 2 ? everyDay(line, from...to) : extremes(line, from...to, bucket: Int(daysAPixel))
    }

    private func everyDay(_ line: ChartLine, _ days: ClosedRange<Int>) -> String {
        var pen = ChartPen()
        for index in days {
            guard let value = line.values[index] else {
                pen.lift()
                continue
            }
            let place = x(line.start + Double(index))
            if line.isStepped { pen.goAcross(to: place) }
            pen.go(to: place, y(value))
        }
        return pen.finished
    }

    /// The start days of buckets do not depend on the view, so that a line does not shimmer while it is moved.
    private func extremes(_ line: ChartLine, _ days: ClosedRange<Int>, bucket: Int) -> String {
        let phase = ((line.firstDay.daysSince1970 + days.lowerBound) % bucket + bucket) % bucket
        var pen = ChartPen()
        for start in stride(from: days.lowerBound - phase, through: days.upperBound, by: bucket) {
            let found = extremes(line.values, max(days.lowerBound, start)...min(days.upperBound, start + bucket - 1))
            if found.isEmpty { pen.lift() }
            for index in found {
                guard let value = line.values[index] else { continue }
                pen.go(to: x(line.start + Double(index)), y(value))
            }
        }
        return pen.finished
    }

    /// The indices of the lowest and the highest value in the order of days: none, one or two.
    private func extremes(_ values: [Double?], _ range: ClosedRange<Int>) -> [Int] {
        var low: (index: Int, value: Double)?
        var high: (index: Int, value: Double)?
        for index in range {
            guard let value = values[index] else { continue }
            if value < low?.value ?? .infinity { low = (index, value) }
            if value > high?.value ?? -.infinity { high = (index, value) }
        }
        guard let low, let high else { return [] }
        return low.index == high.index ? [low.index] : [min(low.index, high.index), max(low.index, high.index)]
    }

    /// A band opens at the last close and has its own value on each day after it.
    func band(_ band: ChartBand, of fan: ChartFan, days: Int) -> String {
        var pen = ChartPen()
        pen.go(to: x(fan.start), y(fan.lastValue))
        for step in 0..<days { pen.go(to: x(fan.start + Double(step + 1)), y(band.high[step])) }
        for step in (0..<days).reversed() { pen.go(to: x(fan.start + Double(step + 1)), y(band.low[step])) }
        return pen.finished + "Z"
    }

    /// The middle line of a fan, starting at the last close.
    func middle(of fan: ChartFan, days: Int) -> String {
        line(ChartLine(firstDay: fan.cutoff, values: [fan.lastValue] + fan.middle.prefix(days)))
    }
}
