import Charts
import Languages
import Market
import Testing

@Suite struct TimeChartTests {
    // MARK: Axes

    private func rowTexts(_ values: [Double?], isLogarithmic: Bool = false) throws -> [String] {
        let chart = TimeChart(lines: [SampleCharts.line(values + [nil])])
        let drawn = try #require(SampleCharts.elements(chart, past: values.count, ahead: 0, isLogarithmic: isLogarithmic))
        return drawn.named("text").filter { $0.attributes["class"] == nil }.map(\.text)
    }

    @Test func anAxisHasRoundSteps() throws {
        #expect(try Set(rowTexts([103, 197])).isSuperset(of: ["120", "140", "160", "180"]))
        #expect(try Set(rowTexts([0.012, 0.019])).isSuperset(of: ["0.012", "0.014", "0.016", "0.018"]))
        #expect(try Set(rowTexts([61_000, 99_000])).isSuperset(of: ["70,000", "80,000", "90,000"]))
        #expect(try Set(rowTexts([-185, 181])).isSuperset(of: ["−100", "0", "100"]))
    }

    /// Without a limit, counting in steps below the precision of a double would not end.
    @Test(arguments: [1, 5e10, 1e12, 9e17, 1e20, -9e17]) func valuesThatDifferByRoundingHaveAnAxis(value: Double) throws {
        for other in [value.nextUp, value * (1 + 1e-14), value * (1 + 1e-10), value * (1 + 1e-8)] {
            let texts = try rowTexts([value, other])
            #expect(!texts.isEmpty && texts.count <= 20, "\(value), \(other): \(texts)")
        }
    }

    @Test func aLogarithmicAxisHasPowersOfTen() throws {
        #expect(
            try Set(rowTexts([1.5, 800], isLogarithmic: true)).isSuperset(of: ["2", "5", "10", "20", "50", "100", "200", "500"]))
        let wide = try rowTexts([0.000_1, 1e9], isLogarithmic: true)
        #expect(wide.contains("1,000,000") && wide.count <= 12, "\(wide)")
    }

    /// Equal factors are equal distances.
    @Test func aLogarithmicScaleIsOne() throws {
        let chart = TimeChart(lines: [SampleCharts.line([1, 10, 100, 1000])])
        let drawn = try #require(SampleCharts.elements(chart, past: 3, ahead: 0, isLogarithmic: true))
        let path = try #require(drawn.named("path", "line").first?.attributes["d"])
        let y = stride(from: 1, to: 8, by: 2).map { SVGElements.numbers(path)[$0] }
        #expect(abs((y[0] - y[1]) - (y[1] - y[2])) < 0.11 && abs((y[1] - y[2]) - (y[2] - y[3])) < 0.11, "\(y)")
    }

    /// Scripts read days and values from a place in the picture by its attributes.
    @Test func aPictureHasItsScales() throws {
        let chart = TimeChart(lines: [SampleCharts.line([1, 5, 10])])
        let drawn = try #require(SampleCharts.elements(chart, past: 2, ahead: 0))
        let path = SVGElements.numbers(try #require(drawn.named("path", "line").first?.attributes["d"]))
        let svg = drawn.elements[0].attributes
        let (x, y) = (SVGElements.numbers(svg["data-x"] ?? ""), SVGElements.numbers(svg["data-y"] ?? ""))
        try #require(x.count == 4 && y.count == 4)
        #expect(x[1] == Double(SampleCharts.lastDay.daysSince1970) && x[1] - x[0] == 2)
        #expect(path[0] == x[2] && path[4] == x[3])
        let middle = y[2] + (5 - y[0]) / (y[1] - y[0]) * (y[3] - y[2])
        #expect(abs(path[3] - middle) < 0.06)
        #expect(svg["data-log"] == nil)
        #expect(SampleCharts.elements(chart, past: 2, ahead: 0, isLogarithmic: true)?.elements[0].attributes["data-log"] == "true")
    }

    @Test func aCloserLookStaysWithinTheChart() {
        let (chart, last) = (SampleCharts.coin(), SampleCharts.lastDay)
        #expect(chart.days(within: (last - 9)...(last + 9)) == (last - 9)...(last + 9))
        let all = Day(daysSince1970: .min)...Day(daysSince1970: .max)
        #expect(chart.days(within: all) == (last - 499)...(last + 96))
        #expect(chart.days(within: (last + 96)...(last + 99)) == nil && TimeChart(lines: []).days(within: all) == nil)
    }

    @Test func valuesOfZeroMakeALogarithmicChartLinear() throws {
        let chart = TimeChart(lines: [SampleCharts.line([0, 5, 10])])
        #expect(
            SampleCharts.elements(chart, past: 2, ahead: 0, isLogarithmic: true)?.named("path", "line").first?.attributes["d"]
                == SampleCharts.elements(chart, past: 2, ahead: 0)?.named("path", "line").first?.attributes["d"])
    }

    @Test(arguments: [1.0, 0, -3, 97_000, 1e-7]) func constantValuesAreDrawn(value: Double) throws {
        let chart = TimeChart(lines: [SampleCharts.line(Array(repeating: value, count: 30))])
        let drawn = try #require(SampleCharts.elements(chart, past: 29, ahead: 0))
        let numbers = SVGElements.numbers(try #require(drawn.named("path", "line").first?.attributes["d"]))
        #expect(numbers.count == 60 && Set(stride(from: 1, to: 60, by: 2).map { numbers[$0] }).count == 1)
        #expect((30...392).contains(numbers[1]))
    }

    // MARK: Lines

    @Test func aGapIsAGapAndASingleValueADot() throws {
        let chart = TimeChart(lines: [SampleCharts.line([1, 2, nil, 3, nil, nil, 4, 5])])
        let drawn = try #require(SampleCharts.elements(chart, past: 7, ahead: 0))
        let path = try #require(drawn.named("path", "line").first?.attributes["d"])
        #expect(path.filter { $0 == "M" }.count == 3 && path.filter { $0 == "L" }.count == 2 && path.contains("h0M"), "\(path)")
    }

    @Test func aChartOfNothingIsEmpty() throws {
        for values: [Double?] in [[], [nil], [nil, nil, nil]] {
            let drawn = try #require(SampleCharts.elements(TimeChart(lines: [SampleCharts.line(values)]), past: 30, ahead: 0))
            #expect(drawn.named("path", "line").first?.attributes["d"] == "")
            #expect(drawn.named("g", "tag").isEmpty && drawn.named("circle").isEmpty)
        }
        #expect(SampleCharts.elements(TimeChart(lines: [])) != nil)
    }

    /// The oracle: the visible values, drawn one by one, reach as high and as low.
    @Test(arguments: [0, 1, 5, 13]) func aCrowdedLineLosesNoPeak(shift: Int) throws {
        let values = SampleCharts.closes(5000, seed: 7)
        let chart = TimeChart(lines: [SampleCharts.line(values)])
        let drawn = try #require(SampleCharts.elements(chart, past: 4999 - shift, ahead: shift))
        let path = try #require(drawn.named("path", "line").first?.attributes["d"])
        let numbers = SVGElements.numbers(path)
        #expect(numbers.count < 2 * 2 * 736, "\(numbers.count)")
        let marks = drawn.named("circle", "mark").map { $0.number("cy") }
        let y = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
        #expect(marks.count == 2 && y.min() == marks.min() && y.max() == marks.max())
    }

    @Test func aStepHoldsItsValue() throws {
        var line = SampleCharts.line([1, 1, 2])
        line.isStepped = true
        let drawn = try #require(SampleCharts.elements(TimeChart(lines: [line]), past: 2, ahead: 0))
        let path = try #require(drawn.named("path", "line").first?.attributes["d"])
        #expect(path.filter { $0 == "H" }.count == 2, "\(path)")
    }

    // MARK: Purchases, candles, volumes

    @Test func purchasesAreBelowTheLineAndSalesAboveIt() throws {
        var chart = TimeChart(lines: [SampleCharts.line([5, 6, nil, 8, 9])])
        let last = SampleCharts.lastDay
        chart.trades = [
            ChartTrade(day: last - 3, isPurchase: true), ChartTrade(day: last - 3, isPurchase: true),
            ChartTrade(day: last - 2, isPurchase: false), ChartTrade(day: last + 1, isPurchase: true),
            ChartTrade(day: last - 900, isPurchase: true),
        ]
        let drawn = try #require(SampleCharts.elements(chart, past: 4, ahead: 0))
        let line = SVGElements.numbers(try #require(drawn.named("path", "line").first?.attributes["d"]))
        let bought = drawn.named("path", "bought").compactMap { $0.attributes["d"] }.map(SVGElements.numbers)
        let sold = drawn.named("path", "sold").compactMap { $0.attributes["d"] }.map(SVGElements.numbers)
        try #require(bought.count == 1 && sold.count == 1)
        // The second close is known on the day of the sale too.
        #expect(bought[0][3] > line[3] && sold[0][3] < line[3] && bought[0][1] > bought[0][3] && sold[0][1] < sold[0][3])
    }

    @Test func daysWithMuchNewsAreMarkedAtTheBottom() throws {
        var chart = TimeChart(lines: [SampleCharts.line([5, 6, 7, 8, 9])])
        let last = SampleCharts.lastDay
        chart.newsDays = [last, last - 2, last - 900]
        let drawn = try #require(SampleCharts.elements(chart, past: 4, ahead: 0))
        let rings = drawn.named("circle", "news").compactMap { $0.attributes["cx"].flatMap(Double.init) }
        let line = SVGElements.numbers(try #require(drawn.named("path", "line").first?.attributes["d"]))
        #expect(rings.count == 2 && abs(rings[1] - line[4]) < 0.1, "\(rings) \(line)")
    }

    /// A rise, a fall, and a day of which only the close is known.
    private static let candles = [(1.0, 4.0, 0.5, 2.0), (3, 3, 1, 1.5), (1.5, 1.5, 1.5, 1.5)].enumerated().map { index, prices in
        Candle(
            day: SampleCharts.lastDay - (2 - index), open: index == 2 ? nil : prices.0, high: index == 2 ? nil : prices.1,
            low: index == 2 ? nil : prices.2, close: prices.3, volume: index == 2 ? nil : Double(index + 1) * 100)
    }

    @Test func candlesReplaceTheLineAndFitThePicture() throws {
        var chart = TimeChart(lines: [SampleCharts.line(Self.candles.map(\.close))])
        (chart.candles, chart.volumes) = (Self.candles, Self.candles)
        let drawn = try #require(SampleCharts.elements(chart, past: 2, ahead: 0))
        #expect(drawn.named("path", "line").isEmpty)
        let rises = try #require(drawn.named("path", "rise").first?.attributes["d"])
        let falls = try #require(drawn.named("path", "fall").first?.attributes["d"])
        #expect(rises.filter { $0 == "Z" }.count == 2 && falls.filter { $0 == "Z" }.count == 1, "\(rises) \(falls)")
        let y = SVGElements.numbers(drawn.elements[0].attributes["data-y"] ?? "")
        #expect(y.count == 4 && y[0] <= 0.5 && y[1] >= 4)
        #expect(drawn.named("path", "volume").first?.attributes["d"]?.filter { $0 == "Z" }.count == 2)
    }

    @Test func crowdedCandlesAreDrawnTogether() throws {
        var chart = TimeChart(lines: [SampleCharts.line(SampleCharts.closes(2000))])
        let first = chart.lines[0].firstDay
        chart.candles = chart.lines[0].values.enumerated().compactMap { index, close in
            close.map { Candle(day: first + index, open: $0 * 0.99, high: $0 * 1.02, low: $0 * 0.97, close: $0) }
        }
        let drawn = try #require(SampleCharts.elements(chart, past: 1999, ahead: 0))
        let count = drawn.named("path", "candle").compactMap { $0.attributes["d"] }.joined().filter { $0 == "Z" }.count
        #expect((100...190).contains(count), "\(count)")
    }

    // MARK: The fan

    @Test func theFanIsNeverCutOrSmoothed() throws {
        let chart = SampleCharts.coin()
        let drawn = try #require(SampleCharts.elements(chart))
        for band in chart.fan!.bands {
            let path = try #require(drawn.named("path", "band-\(band.level)").first?.attributes["d"])
            let numbers = SVGElements.numbers(path)
            #expect(numbers.count == 2 + 2 * 2 * 96)
            for y in stride(from: 1, to: numbers.count, by: 2).map({ numbers[$0] }) { #expect((30...392).contains(y)) }
        }
        #expect(drawn.named("text", "level").map(\.text) == ["95%", "80%", "50%"])
    }

    @Test func aFanOfOneDayIsAWedge() throws {
        let drawn = try #require(SampleCharts.elements(SampleCharts.coin(days: 1), past: 20, ahead: 1))
        let path = try #require(drawn.named("path", "band-95").first?.attributes["d"])
        #expect(SVGElements.numbers(path).count == 6 && path.hasSuffix("Z"))
        #expect(drawn.named("text", "level").isEmpty)
    }

    @Test func aForecastOutOfSightIsNotDrawn() throws {
        let drawn = try #require(SampleCharts.elements(SampleCharts.coin(), past: 300, ahead: -100))
        #expect(drawn.named("g", "fan").isEmpty && drawn.named("rect", "ahead").isEmpty && drawn.named("text", "today").isEmpty)
    }

    /// The value of today, even if the line ends earlier.
    @Test func theAxisShowsTheNewestValue() throws {
        let line = SampleCharts.line([100, 101.25, nil, nil])
        let fan = SampleCharts.fan(last: 123.45)
        let cases: [(fan: ChartFan?, shown: String, other: String)] = [(nil, "101.25", "123.45"), (fan, "123.45", "101.25")]
        for (fan, shown, other) in cases {
            let drawn = try #require(SampleCharts.elements(TimeChart(lines: [line], fan: fan), past: 3))
            let texts = drawn.named("text").filter { !$0.classes.contains("mark") }.map(\.text)
            #expect(texts.contains(shown) && !texts.contains(other), "\(texts)")
        }
    }

    @Test func pastForecastsAreNamed() throws {
        var chart = SampleCharts.coin()
        chart.pastFans = [200, 90].map { SampleCharts.fan(last: 100, cutoff: SampleCharts.lastDay - $0) }
        let drawn = try #require(SampleCharts.elements(chart, .russian))
        #expect(drawn.named("g", "past").count == 2)
        #expect(drawn.named("text", "issue").map(\.text) == ["14 июн.", "2 окт."])
    }

    // MARK: Words

    /// Positions estimated as the chart does, but slightly narrower: in every language, size and view, there is room for the words.
    @Test(arguments: Language.allCases) func labelsDoNotOverlap(language: Language) throws {
        for size in [ChartSize.full, .wide, .narrow] {
            for (past, ahead) in [(7, 7), (30, 96), (91, 30), (365, 96), (1095, 96), (1999, 96), (1999, -1000)] {
                for isLogarithmic in [false, true] {
                    var chart = SampleCharts.coin(2000, start: 4)
                    chart.pastFans = [SampleCharts.fan(last: 5, cutoff: SampleCharts.lastDay - 40)]
                    let drawn = try #require(
                        SampleCharts.elements(chart, past: past, ahead: ahead, size: size, isLogarithmic: isLogarithmic, language))
                    let boxes = drawn.named("text").map(WordBox.init)
                    for (index, box) in boxes.enumerated() {
                        #expect(box.left >= -1 && box.right <= size.width + 1, "\(box) leaves the picture")
                        for other in boxes[..<index] { #expect(!box.overlaps(other), "\(box) on \(other) \(past) \(ahead)") }
                    }
                }
            }
        }
    }

    /// Long names beside a narrow picture leave it little room.
    @Test(arguments: Language.allCases) func anAxisOfDaysHasTwoLabels(language: Language) throws {
        for name in ["Hold", "Ribilanciamento", "Ribilanciare ogni mese"] {
            for past in [60, 90, 180, 273, 400, 700] {
                let lines = (1...3).map { SampleCharts.line(SampleCharts.closes(800, seed: UInt64($0)), title: name) }
                let chart = TimeChart.comparison(of: lines, from: SampleCharts.lastDay - past)
                let drawn = try #require(SampleCharts.elements(chart, past: past, ahead: 0, size: .narrow, language))
                let days = drawn.named("text").filter { $0.classes.contains("day") }
                #expect(days.count >= 2, "\(name), \(past) days: \(days.map(\.text))")
                let boxes = days.map(WordBox.init)
                for (box, next) in zip(boxes, boxes.dropFirst()) { #expect(!box.overlaps(next), "\(box) on \(next)") }
            }
        }
    }

    @Test func theLabelOfAnExtremeIsBesideTheTodayLine() throws {
        let values: [Double?] = (0..<362).map { 100 + Double($0 % 7) } + [90, 95, 100]
        let chart = TimeChart(lines: [SampleCharts.line(values)], fan: SampleCharts.fan(last: 100), todayText: "today")
        for size in [ChartSize.full, .wide, .narrow] {
            let drawn = try #require(SampleCharts.elements(chart, past: 364, size: size))
            let line = SVGElements.numbers(try #require(drawn.named("path", "today").first?.attributes["d"]))
            let label = WordBox(try #require(drawn.named("text", "mark").first { $0.text == "90.00" }))
            #expect(label.right < line[0] && label.left > 0, "\(label), \(line[0])")
        }
    }

    @Test func wordsAreEscapedScalarByScalar() throws {
        var chart = SampleCharts.coin()
        chart.todayText = "\"\u{200D}<\u{301}&'\u{7}"
        let svg = chart.svg(
            view: (SampleCharts.lastDay - 30)...SampleCharts.lastDay, size: .wide, Conventions(of: .english), id: "a",
            title: "\"\u{200D} onload=\"x")
        #expect(svg.contains("&quot;\u{200D}&lt;\u{301}&amp;&#39;\u{FFFD}</text>"))
        #expect(svg.contains("aria-label=\"&quot;\u{200D} onload=&quot;x\">"))
        #expect(SVGElements(svg) != nil)
    }

    @Test func hiddenAmountsAreNowhere() throws {
        var chart = SampleCharts.coin()
        chart.hidesAmounts = true
        let drawn = try #require(SampleCharts.elements(chart))
        let texts = drawn.named("text").filter { !$0.classes.contains("day") }.map(\.text)
        #expect(texts == ["95%", "80%", "50%", "last close 31 Dec"])
    }

    @Test func nothingIsStyledInline() {
        let view = (SampleCharts.lastDay - 365)...(SampleCharts.lastDay + 96)
        let svg = SampleCharts.coin().svg(view: view, size: .narrow, Conventions(of: .kazakh), id: "a", title: "t")
        #expect(!svg.contains("style") && svg.hasPrefix("<svg class=\"narrow\" viewBox=\"0 0 358 300\" data-x="))
    }

    // MARK: Comparison and files

    @Test func comparedCoinsBeginAtOneHundred() throws {
        let from = SampleCharts.lastDay - 300
        let lines = (1...5).map { SampleCharts.line(SampleCharts.closes(400, seed: UInt64($0)), title: "SIM0\($0)") }
        let chart = TimeChart.comparison(of: lines, from: from)
        for line in chart.lines { #expect(line.values[line.values.count - 301] == 100) }
        let drawn = try #require(SampleCharts.elements(chart, past: 300, ahead: 0))
        let ends = drawn.named("text", "end")
        #expect(ends.count == 5 && Set(ends.map { String($0.text.prefix(5)) }) == ["SIM01", "SIM02", "SIM03", "SIM04", "SIM05"])
        let y = ends.map { $0.number("y") }.sorted()
        for (one, next) in zip(y, y.dropFirst()) { #expect(next - one >= 14.8, "\(y)") }
        #expect(
            Set(drawn.named("path", "line").compactMap { $0.classes.last }).count == 5 && drawn.named("path", "base").count == 1)
    }

    @Test func aCoinWithoutClosesIsLeftEmptyInAComparison() {
        let old = ChartLine(title: "OLD", firstDay: SampleCharts.lastDay - 900, values: [1, 2, 3])
        let chart = TimeChart.comparison(of: [old, SampleCharts.line([0, 5])], from: SampleCharts.lastDay - 300)
        #expect(chart.lines[0].values.isEmpty && chart.lines[1].values.isEmpty)
    }

    @Test func aFileNeedsNothingElse() throws {
        let view = (SampleCharts.lastDay - 95)...(SampleCharts.lastDay + 96)
        let file = SampleCharts.coin().document(
            view: view, Conventions(of: .italian), title: "SIM01 <USD>", description: "A & B", source: "Closecast <1>")
        let drawn = try #require(SVGElements(file))
        #expect(
            drawn.elements[0].attributes["xmlns"] == "http://www.w3.org/2000/svg" && drawn.elements[0].attributes["lang"] == "it")
        #expect(drawn.named("title").first?.text == "SIM01 &lt;USD&gt;" && drawn.named("desc").first?.text == "A &amp; B")
        #expect(file.contains("Closecast &lt;1&gt;"))
        #expect(!file.contains("style=") && !file.contains("http://www.w3.org/1999"))
        // Everything that is drawn has a style rule.
        let style = try #require(drawn.named("style").first?.text)
        for name in ["ahead", "band", "band-95", "line", "middle", "tag", "mark", "level", "today", "now", "page", "title"] {
            #expect(style.contains(".\(name)") && drawn.elements.contains { $0.classes.contains { $0 == name } }, "\(name)")
        }
    }
}

/// The place of a word, by widths of Arial.
struct WordBox: CustomStringConvertible {
    let left: Double
    let right: Double
    let baseline: Double
    let description: String

    init(_ element: SVGElements.Element) {
        let isMiddle = element.classes.contains { ["day", "today"].contains($0) }
        let anchor =
            element.attributes["text-anchor"] ?? (isMiddle ? "middle" : element.classes.contains("level") ? "end" : "start")
        let width = element.text.unicodeScalars.reduce(0) { $0 + (" .,\u{A0}\u{202F}".unicodeScalars.contains($1) ? 3.2 : 6.4) }
        let x = element.number("x")
        left = anchor == "start" ? x : anchor == "end" ? x - width : x - width / 2
        right = left + width
        baseline = element.number("y")
        description = "\(element.text) at \(x), \(baseline)"
    }

    func overlaps(_ other: WordBox) -> Bool {
        left < other.right && other.left < right && abs(baseline - other.baseline) < 11
    }
}
