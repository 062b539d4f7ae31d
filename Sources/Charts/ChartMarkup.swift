/// A chart as SVG, from back to front: background of the future, grid, past fans, the fan, lines, the today line, marks, labels.
struct ChartMarkup {
    private let layout: ChartLayout
    private let id: String
    private var svg = SVGText()
    private var space = LabelSpace()

    /// - Parameter id: distinguishes the clip paths of charts on one page: letters, digits and hyphens.
    init(_ layout: ChartLayout, id: String) {
        self.layout = layout
        self.id = id
    }

    /// The elements within the `<svg>`.
    static func text(_ layout: ChartLayout, id: String) -> String {
        var markup = ChartMarkup(layout, id: id)
        markup.write()
        return markup.svg.text
    }

    private mutating func write() {
        let today = layout.todayLabel(&space)
        for (label, _) in layout.columns { _ = space.take(label.text, x: label.x, y: label.y, anchor: "middle") }
        ground()
        axis()
        svg.raw("<g clip-path=\"url(#\(id))\">")
        if let volumes = layout.bars { svg.path("volume", volumes) }
        fans()
        lines()
        trades()
        for place in layout.newsDays { svg.circle("news", x: place, y: layout.bottom - 6, radius: 3.5) }
        marksAndLevels()
        svg.close()
        issues()
        if let place = layout.today { svg.circle("now", x: place.x, y: place.y, radius: 4) }
        if let today { svg.words("today", x: today.x, y: today.y, today.text) }
        gutter()
    }

    private mutating func ground() {
        let (left, right, bottom) = (SVGText.number(layout.left), layout.right, layout.bottom)
        svg.raw("<clipPath id=\"\(id)\"><rect x=\"\(left)\" y=\"0\" width=\"\(SVGText.number(right - layout.left))\"")
        svg.raw(" height=\"\(SVGText.number(bottom + 1))\"/></clipPath>")
        guard let today = layout.today else { return }
        svg.rectangle("ahead", x: today.x, y: layout.top, width: right - today.x, height: bottom - layout.top)
    }

    private mutating func axis() {
        svg.open("axis")
        let span = "H\(SVGText.number(layout.right))"
        for row in layout.rows {
            svg.raw("<path d=\"M\(SVGText.point(layout.left, row.y))\(span)\"/>")
            if !layout.chart.hidesAmounts, layout.isFree(row) { svg.words("", x: row.x, y: row.y + 4, row.text) }
        }
        if layout.chart.isComparison, layout.range.low < 100, layout.range.high > 100 {
            svg.path("base", "M\(SVGText.point(layout.left, layout.y(100)))\(span)")
        }
        for (label, isStrong) in layout.columns { svg.words(isStrong ? "day strong" : "day", x: label.x, y: label.y, label.text) }
        svg.close()
    }

    private mutating func fans() {
        for fan in layout.chart.pastFans { draw(fan, isPast: true) }
        if let fan = layout.chart.fan { draw(fan, isPast: false) }
    }

    private mutating func draw(_ fan: ChartFan, isPast: Bool) {
        guard fan.isSeen(in: layout.view) else { return }
        let days = min(fan.middle.count, max(0, Int((layout.view.to - fan.start).rounded(.up))))
        svg.open(isPast ? "fan past" : "fan")
        for band in fan.bands { svg.path("band band-\(band.level)", layout.paths.band(band, of: fan, days: days)) }
        svg.path("middle", layout.paths.middle(of: fan, days: days))
        if isPast {
            svg.path("issued", "M\(SVGText.point(layout.x(fan.start), layout.top))V\(SVGText.number(layout.bottom))")
        }
        svg.close()
    }

    private mutating func lines() {
        let isCandles = !layout.chart.candles.isEmpty
        for line in layout.chart.lines.dropFirst(isCandles ? 1 : 0).reversed() {
            svg.path("line line-\(line.name)", layout.paths.line(line))
        }
        if isCandles {
            let candles = layout.candles
            svg.path("candle rise", candles.rises)
            svg.path("candle fall", candles.falls)
        }
        if let today = layout.today {
            svg.path("today", "M\(SVGText.point(today.x, layout.top - 6))V\(SVGText.number(layout.bottom))")
        }
    }

    /// A triangle below the line that points up, or above it that points down.
    private mutating func trades() {
        for trade in layout.trades {
            let way = trade.isPurchase ? 1.0 : -1
            let base = SVGText.point(trade.x - 5, trade.y + 14 * way)
            svg.path(
                trade.isPurchase ? "trade bought" : "trade sold",
                "M\(base)L\(SVGText.point(trade.x, trade.y + 5 * way))L\(SVGText.point(trade.x + 5, trade.y + 14 * way))Z")
        }
    }

    private mutating func marksAndLevels() {
        for mark in layout.marks(&space) {
            svg.circle("mark", x: mark.x, y: mark.y, radius: 3)
            guard mark.isNamed, !layout.chart.hidesAmounts else { continue }
            svg.words("mark", x: mark.label.x, y: mark.label.y, anchor: mark.anchor, mark.label.text)
        }
        for label in layout.levels(&space) { svg.words("level", x: label.x, y: label.y, label.text) }
    }

    private mutating func issues() {
        for fan in layout.chart.pastFans where fan.isSeen(in: layout.view) {
            guard let label = layout.issueLabel(of: fan, &space) else { continue }
            svg.words("today issue", x: label.x, y: label.y, label.text)
        }
    }

    private mutating func gutter() {
        for (label, name) in layout.ends { svg.words("end end-\(name)", x: label.x, y: label.y, label.text) }
        guard let tag = layout.tag, !layout.chart.hidesAmounts else { return }
        svg.open("tag")
        svg.rectangle(
            "", x: layout.right + 2, y: tag.y - 10,
            width: min(layout.width - layout.right - 2, LabelSpace.boldWidth(tag.text) + 12),
            height: 20, round: 5)
        svg.words("", x: tag.x, y: tag.y + 4, tag.text)
        svg.close()
    }
}
