import Languages
import Market

/// The positions of all parts of a chart, in pixels: scales, ticks and labels.
struct ChartLayout {
    /// A word at a place.
    struct Label {
        let x: Double
        let y: Double
        let text: String
    }

    /// The highest or the lowest visible close.
    struct Mark {
        let x: Double
        let y: Double
        let label: Label
        let anchor: String
        /// Whether there is room for its label.
        let isNamed: Bool
    }

    let chart: TimeChart
    let view: ChartView
    let conventions: Conventions
    let range: ChartRange
    let (left, top, right, bottom): (Double, Double, Double, Double)
    let width: Double
    let x: ChartScale
    let y: ChartScale
    let rows: [Label]

    init(_ chart: TimeChart, _ view: ChartView, _ size: ChartSize, isLogarithmic: Bool, _ conventions: Conventions) {
        let isNarrow = size.width < 560
        (self.chart, self.view, self.conventions, width) = (chart, view, conventions, size.width)
        range = ChartRange(chart, view, isLogarithmic: isLogarithmic)
        (left, top, bottom) = isNarrow ? (2, 28, size.height - 26) : (6, 30, size.height - 28)
        y = ChartScale(low: range.low, high: range.high, start: bottom, end: top, isLogarithmic: range.isLogarithmic)
        let ticks = ValueTicks(
            low: range.low, high: range.high, count: (bottom - top) / 56, isLogarithmic: range.isLogarithmic
        ).ticks.map { tick in (tick.value, conventions.tick(tick.value, step: tick.step)) }
        // The gutter has room for its widest label.
        let figures = chart.hidesAmounts ? [] : ticks.map { LabelSpace.width($0.1) }
        let tag = chart.hidesAmounts ? nil : Self.tag(chart, view, conventions)?.text
        let bold = (Self.endTexts(chart, conventions) + [tag ?? ""]).map(LabelSpace.boldWidth)
        let widest = (figures + bold).max() ?? 0
        right = size.width - max(isNarrow ? 54 : 60, widest + 16).rounded(.up)
        x = ChartScale(low: view.from, high: view.to, start: left, end: right)
        let (y, right) = (y, right)
        rows = ticks.map { Label(x: right + 8, y: y($0.0), text: $0.1) }
    }

    var paths: ChartPaths { ChartPaths(view: view, x: x, y: y) }

    /// The attributes by which `chart.js` finds the day and the value under a pointer: for each axis its ends, in days or values and
    /// in pixels.
    var scales: String {
        " data-x=\"\(view.from) \(view.to) \(left) \(right)\" data-y=\"\(range.low) \(range.high) \(bottom) \(top)\""
            + (range.isLogarithmic ? " data-log=\"true\"" : "")
    }

    /// Days with their labels. A single one would not say how long the time is: where names beside the picture leave little room, the
    /// labels are closer together, or those of both ends.
    var columns: [(label: Label, isStrong: Bool)] {
        var found = columns(gap: 76)
        if found.count < 2 { found = columns(gap: 56) }
        return found.count < 2 ? bothEnds ?? found : found
    }

    /// The first and the last day; nil if they do not fit beside each other.
    private var bothEnds: [(label: Label, isStrong: Bool)]? {
        let texts = [view.from, view.to].map {
            conventions.date(Day(daysSince1970: Int($0)), view.to - view.from > 365 ? .year : .day)
        }
        let widths = texts.map(LabelSpace.width)
        guard texts[0] != texts[1], widths[0] + widths[1] + 8 <= right - left else { return nil }
        return [
            (Label(x: left + widths[0] / 2, y: bottom + 19, text: texts[0]), false),
            (Label(x: right - widths[1] / 2, y: bottom + 19, text: texts[1]), false),
        ]
    }

    /// A label that would not fit next to the edge is left out.
    private func columns(gap: Double) -> [(label: Label, isStrong: Bool)] {
        DateTicks.ticks(view, width: right - left, gap: gap, conventions).compactMap { tick in
            let place = x(Double(tick.day.daysSince1970))
            let half = LabelSpace.width(tick.text) / 2
            guard place - half >= 0, place + half <= right + 4 else { return nil }
            return (Label(x: place, y: bottom + 19, text: tick.text), tick.isStrong)
        }
    }

    /// The start of the forecast, if it is visible.
    var today: (x: Double, y: Double)? {
        guard let fan = chart.fan, fan.start >= view.from, fan.start <= view.to else { return nil }
        return (x(fan.start), y(fan.lastValue))
    }

    // MARK: The gutter

    /// The last value on the axis, where the line ends or where a later forecast begins; from 10,000 on without decimals.
    var tag: Label? {
        guard let (value, text) = Self.tag(chart, view, conventions) else { return nil }
        return Label(x: right + 8, y: y(value), text: text)
    }

    private static func tag(_ chart: TimeChart, _ view: ChartView, _ conventions: Conventions) -> (value: Double, text: String)? {
        guard !chart.isComparison, var last = chart.lines.first?.last else { return nil }
        if let fan = chart.fan, fan.start > last.day { last = (fan.start, fan.lastValue) }
        guard last.day >= view.from, last.day <= view.to else { return nil }
        return (last.value, last.value >= 10_000 ? conventions.price(last.value, decimals: 0) : conventions.price(last.value))
    }

    private static func endText(_ line: ChartLine, _ conventions: Conventions) -> String {
        "\(line.title ?? line.name) \(line.last.map { conventions.price($0.value, decimals: 0) } ?? "")"
    }

    private static func endTexts(_ chart: TimeChart, _ conventions: Conventions) -> [String] {
        chart.isComparison ? chart.lines.map { endText($0, conventions) } : []
    }

    /// The names of compared lines at their ends, moved apart where the ends are close.
    var ends: [(label: Label, name: String)] {
        guard chart.isComparison else { return [] }
        let known = chart.lines.compactMap { line in line.last.map { (line, y($0.value)) } }.sorted { $0.1 < $1.1 }
        var places = known.map { min(max($0.1, top + 6), bottom - 6) }
        for index in places.indices.dropFirst() { places[index] = max(places[index], places[index - 1] + 15) }
        for index in places.indices.reversed() {
            let limit = index + 1 < places.count ? places[index + 1] - 15 : bottom - 6
            places[index] = min(places[index], limit)
        }
        return zip(known, places).map { end, place in
            (Label(x: right + 8, y: place + 4, text: Self.endText(end.0, conventions)), end.0.name)
        }
    }

    /// Whether the gutter next to a row is free.
    func isFree(_ row: Label) -> Bool {
        if let tag, (row.y - tag.y).magnitude <= 13 { return false }
        return !ends.contains { (row.y + 4 - $0.label.y).magnitude <= 13 }
    }

    // MARK: Marks within the picture

    /// The place of each purchase and sale: on its close, or on the last known one before it. Two of a kind on one place are one.
    var trades: [(x: Double, y: Double, isPurchase: Bool)] {
        guard let line = chart.lines.first else { return [] }
        var taken: Set<ChartTrade> = []
        return chart.trades.compactMap { trade in
            let index = trade.day - line.firstDay
            let place = Double(trade.day.daysSince1970)
            guard taken.insert(trade).inserted, view.holds(trade.day), line.values.indices.contains(index),
                let value = line.values[...index].suffix(8).last(where: { $0 != nil }), let value
            else { return nil }
            return (x(place), y(value), trade.isPurchase)
        }
    }

    /// The places of days with much news.
    var newsDays: [Double] { chart.newsDays.filter(view.holds).map { x(Double($0.daysSince1970)) } }

    // MARK: Labels within the picture

    /// The highest and the lowest visible close, in a chart of one line.
    func marks(_ space: inout LabelSpace) -> [Mark] {
        guard !chart.isComparison, chart.lines.count == 1, let line = chart.lines.first else { return [] }
        var low: (index: Int, value: Double)?
        var high: (index: Int, value: Double)?
        for index in line.indices(in: view) {
            guard let value = line.values[index] else { continue }
            if value < low?.value ?? .infinity { low = (index, value) }
            if value > high?.value ?? -.infinity { high = (index, value) }
        }
        guard let low, let high, low.index != high.index else { return [] }
        return [(high, -9.0), (low, 15.0)].map { mark, offset in
            let (markX, markY) = (x(line.start + Double(mark.index)), y(mark.value))
            let text = conventions.price(mark.value)
            let (labelX, anchor) = place(of: text, besides: markX)
            // The axis shows the last value.
            let isLast = tag != nil && line.start + Double(mark.index) == line.last?.day
            // The other side of the line if the first is taken, such as by a label of the axis.
            let free = [offset, 8 - offset].first {
                !isLast && markY + $0 <= bottom + 1 && space.take(text, x: labelX, y: markY + $0, anchor: anchor)
            }
            return Mark(
                x: markX, y: markY, label: Label(x: labelX, y: markY + (free ?? offset), text: text), anchor: anchor,
                isNamed: free != nil)
        }
    }

    /// The place and the anchor of a mark's label: around the mark, but within the picture, and beside the today line instead of on it.
    private func place(of text: String, besides markX: Double) -> (x: Double, anchor: String) {
        if markX < left + 40 { return (markX, "start") }
        let width = LabelSpace.width(text)
        if let line = today?.x, markX <= line, markX + width / 2 > line - 4, line - 6 - width >= left { return (line - 6, "end") }
        return (markX, markX > right - 40 ? "end" : "middle")
    }

    /// Each band has its name at its end, if there is room between its edge and the next.
    func levels(_ space: inout LabelSpace) -> [Label] {
        guard let fan = chart.fan else { return [] }
        let end = min(fan.middle.count, Int((view.to - fan.start).rounded(.down)))
        guard end >= 2, x(fan.start + Double(end)) - x(fan.start) >= 44 else { return [] }
        let inner = max(0, end - Int((36 / x.unit).rounded(.up)))
        let place = x(fan.start + Double(end)) - 6
        var labels: [Label] = []
        for (index, band) in fan.bands.enumerated() {
            let edge = y(band.high[inner])
            let next = index + 1 < fan.bands.count ? y(fan.bands[index + 1].high[inner]) : y(fan.middle[inner])
            let text = conventions.share(Double(band.level) / 100)
            guard next - edge > 17, space.take(text, x: place, y: edge + 14, anchor: "end") else { continue }
            labels.append(Label(x: place, y: edge + 14, text: text))
        }
        return labels
    }

    /// The words above the today line, kept within the picture.
    func todayLabel(_ space: inout LabelSpace) -> Label? {
        guard let today, !chart.todayText.isEmpty else { return nil }
        let half = LabelSpace.boldWidth(chart.todayText) / 2 + 2
        let middle = min(max(today.x, left + half), max(left + half, right - half))
        _ = space.take(chart.todayText, x: middle, y: top - 13, anchor: "middle")
        return Label(x: middle, y: top - 13, text: chart.todayText)
    }

    /// The day of a past forecast above its line, unless another label is in the way.
    func issueLabel(of fan: ChartFan, _ space: inout LabelSpace) -> Label? {
        let (place, text) = (x(fan.start), conventions.date(fan.cutoff, .day))
        let half = LabelSpace.width(text) / 2
        guard place - half >= left, place + half <= right, space.take(text, x: place, y: top - 13, anchor: "middle") else {
            return nil
        }
        return Label(x: place, y: top - 13, text: text)
    }
}
