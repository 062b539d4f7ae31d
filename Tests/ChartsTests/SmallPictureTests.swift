import Charts
import Market
import Testing

@Suite struct SmallPictureTests {
    @Test func everySmallPictureIsWellFormedAndHasNoStyle() {
        for svg in Self.pictures {
            #expect(SVGElements(svg) != nil, "\(svg)")
            #expect(!svg.contains("style") && !svg.contains("nan") && !svg.contains("inf"), "\(svg)")
        }
    }

    private static let fan = SampleCharts.fan(last: 100)
    private static let skill = SkillGraphic(
        rows: [
            .init(label: "Days 1 to 7", low: 0.007, middle: 0.027, high: 0.061, text: "+2.7%"),
            .init(label: "Days 8 to 30", low: -0.003, middle: 0.007, high: 0.027, text: "+0.7%"),
            .init(label: "Days 31 to 96", low: -0.037, middle: -0.01, high: -0.001, text: "−1.0%"),
        ], sides: ("worse", "better than the last price"))

    private static let pictures: [String] = [
        Sparkline(closes: SampleCharts.closes(31), fan: fan).svg(), Sparkline(closes: []).svg(), Sparkline(closes: [nil, 5]).svg(),
        Sparkline(closes: [3, 3, 3]).svg(width: 84, height: 34),
        Sparkline(closes: SampleCharts.closes(31), fan: fan).svg(reach: 0.01), Sparkline(closes: [0, 0]).svg(reach: 0.5),
        Sparkline(closes: [7], fan: SampleCharts.fan(days: 1, last: 7)).svg(),
        DiaryPicture(fan: fan, line: SampleCharts.line(SampleCharts.closes(100))).svg(),
        DiaryPicture(fan: fan, line: SampleCharts.line([])).svg(), skill.svg(title: "\"skill\""),
        SkillGraphic(rows: [], sides: ("", "")).svg(title: ""),
        CoverageGraphic(rows: [.init(label: "95%", share: 1.2, promise: 0.95, text: "94")]).svg(title: "<coverage>"),
        RingChart(slices: [.init(label: "<A>", share: 1, name: "part-1", shareText: "100%")]).svg(), RingChart(slices: []).svg(),
        PathDots(above: 40).svg(), OddsBar(rise: 0.5).svg(), OddsBar(rise: 7).svg(), RangeBar(low: 5, value: 5, high: 5).svg(),
    ]

    @Test(arguments: [(40, 40), (0, 0), (100, 100), (-3, 0), (180, 100)])
    func oneHundredDotsShowHowManyPathsEndAbove(above: Int, filled: Int) throws {
        let drawn = try #require(SVGElements(PathDots(above: above).svg(title: "so many of 100")))
        #expect(drawn.named("circle").count == 100 && drawn.named("circle", "on").count == filled)
        #expect(drawn.elements[0].attributes["role"] == "img")
    }

    @Test func aSparklineHasHistoryOnTheLeftAndForecastOnTheRight() throws {
        let drawn = try #require(SVGElements(Sparkline(closes: SampleCharts.closes(31), fan: Self.fan).svg()))
        let line = SVGElements.numbers(try #require(drawn.named("path", "line").first?.attributes["d"]))
        #expect(line.count == 62 && line[0] == 1 && line[60] == 74)
        #expect(drawn.named("path", "band").map { $0.classes.last } == ["band-80", "band-50"])
        let band = SVGElements.numbers(try #require(drawn.named("path", "band").first?.attributes["d"]))
        #expect(band.count == 2 + 2 * 2 * 30 && band.max() == 147)
    }

    /// Pictures on one scale can be compared: half the change is half the height.
    @Test func sparklinesOfAPageHaveOneScale() throws {
        let pictures = [[100.0, 120, 100], [1.0, 1.1, 1.0], [5.0, 5.0, 5.0]].map { Sparkline(closes: $0) }
        let reach = try #require(Sparkline.reach(of: pictures))
        #expect(abs(reach - 0.2) < 1e-9)
        let heights = try pictures.map { picture in
            let drawn = try #require(SVGElements(picture.svg(reach: reach)))
            let line = SVGElements.numbers(try #require(drawn.named("path", "line").first?.attributes["d"]))
            return line[1] - line[3]
        }
        #expect(heights == [17, 8.5, 0])
        #expect(Sparkline.reach(of: [Sparkline(closes: [5, 5]), Sparkline(closes: [])]) == nil)
    }

    /// Without that limit one coin that grew a thousandfold would flatten all others.
    @Test func aChangeBeyondTheScaleIsCutOff() throws {
        let pictures = [[1.0, 1000, 1], [1.0, 1.5, 1]].map { Sparkline(closes: $0) }
        #expect(Sparkline.reach(of: pictures) == 1)
        let drawn = try #require(SVGElements(pictures[0].svg(reach: 1)))
        let line = SVGElements.numbers(try #require(drawn.named("path", "line").first?.attributes["d"]))
        #expect(line.count == 6 && line[3] == 3)
    }

    /// A dot is filled only where its interval leaves 0 out.
    @Test func skillIsJudgedByItsInterval() throws {
        let drawn = try #require(SVGElements(Self.skill.svg(title: "skill")))
        #expect(drawn.named("circle").map { $0.attributes["class"] } == ["good", "unsure", "poor"])
        let zero = SVGElements.numbers(try #require(drawn.named("path", "zero").first?.attributes["d"]))[0]
        let dots = drawn.named("circle").map { $0.number("cx") }
        #expect(dots[0] > zero && dots[1] > zero && dots[2] < zero)
        #expect(drawn.named("text", "quiet").map(\.text) == ["worse", "better than the last price", "0"])
    }

    @Test func theSlicesOfARingFillIt() throws {
        let shares = [0.31, 0.21, 0.18, 0.17, 0.08, 0.05]
        let ring = RingChart(
            slices: zip(1..., shares).map { .init(label: "SIM0\($0)", share: $1, name: "part-\($0)", shareText: "\($1)") },
            center: ("5 coins", "and cash"))
        let drawn = try #require(SVGElements(ring.svg()))
        let starts = drawn.named("path").map { SVGElements.numbers($0.attributes["d"] ?? "") }
        #expect(starts.count == 6 && starts[0][0] == 92 && starts[0][1] == 4)
        // Each slice begins where the one before ended.
        for (one, next) in zip(starts, starts.dropFirst()) { #expect(one[7] == next[0] && one[8] == next[1], "\(one) \(next)") }
        #expect(starts[5][7] == 92 && starts[5][8] == 4)
        #expect(drawn.elements[0].attributes["aria-label"]?.hasPrefix("SIM01 0.31, SIM02 0.21") == true)
    }

    @Test func bothEndsOfARangeAreInIt() throws {
        for (value, x) in [(10.0, 6.0), (20, 294), (15, 150), (99, 294)] {
            let drawn = try #require(SVGElements(RangeBar(low: 10, value: value, high: 20).svg()))
            #expect(drawn.named("circle").first?.number("cx") == x)
        }
    }
}
