import Forecasting
import Market
import MarketData
import Text

/// A forecast as text for the terminal: a small table, a chart, and its provenance.
struct ForecastReport {
    let history: PriceHistory
    let forecast: Forecast
    let forecaster: Forecaster
    let plan: ForecastPlan
    /// Where stored closes came from; nil for closes from a file.
    var origin: ClosesOrigin?
    /// The skill on these closes, if that of other coins does not apply to them.
    var own: OwnSkill?

    /// The days that the table shows, besides the last day.
    private static let tableDays = [1, 7, 30, 60, 96]

    var text: String { [title, table, chart(height: 12), provenance].joined(separator: "\n") }

    /// The title, a large chart and the provenance, without the table.
    var plot: String { [title, chart(height: 24), provenance].joined(separator: "\n") }

    private var title: String {
        let simulated = SimulatedMarket.isTicker(history.ticker) ? " (a simulated market, no real coin)" : ""
        return "\(history.ticker)\(simulated)  last close \(ShownPrice.text(history.lastClose)) on \(history.lastDay)\n"
    }

    // MARK: The table

    private var table: String {
        let steps = Self.tableDays.filter { $0 < forecast.horizon } + [forecast.horizon]
        var columns = [
            TextColumn("day", steps.map { "\($0)" }, minimum: 4), TextColumn("date", steps.map { "\(forecast.day($0))" }),
            TextColumn("forecast", steps.map { ShownPrice.text(forecast.points[$0 - 1]) }),
            TextColumn("change", steps.map { PercentText.signed(forecast.points[$0 - 1] / history.lastClose - 1) }),
        ]
        let answers = plan.questions.map { question in
            TextColumn(
                "\(question.name) \(PriceText.significant(question.price, digits: 8))",
                steps.map { PriceText.fixed(question.probability(forecast, step: $0) * 100, decimals: 1) + " %" })
        }
        let bands = plan.quantiles.isChosen ? bandColumns(steps) : fitting(bandColumns(steps), beside: columns + answers)
        columns += bands + answers
        return TextColumn.table(columns, indent: "  ")
    }

    private func bandColumns(_ steps: [Int]) -> [TextColumn] {
        guard let distribution = forecast.distribution else { return [] }
        func price(_ quantile: Double, _ step: Int) -> String { PriceText.rough(distribution.quantile(quantile, step: step)) }
        guard !plan.quantiles.levels.isEmpty else {
            return plan.quantiles.quantiles.map { quantile in
                TextColumn("q \(quantileName(quantile))", steps.map { price(quantile, $0) })
            }
        }
        return plan.quantiles.levels.map { level in
            let ends = RequestedQuantiles.ends(of: level)
            return TextColumn("\(quantileName(level)) %", steps.map { "\(price(ends[0], $0)) .. \(price(ends[1], $0))" })
        }
    }

    /// Returns the widest bands, as many as fit the terminal's width.
    private func fitting(_ bands: [TextColumn], beside others: [TextColumn]) -> [TextColumn] {
        var bands = bands
        func width(_ columns: [TextColumn]) -> Int { columns.reduce(0) { $0 + $1.width + 2 } }
        while bands.count > 1, width(others + bands) > Console.columns { bands.removeFirst() }
        return bands
    }

    // MARK: The chart

    private func chart(height: Int) -> String {
        // The forecast takes at least a third of the width.
        let past = history.suffix(max(14, min(96, 2 * forecast.horizon))).closes
        let chart = TextChart(
            past: past, future: forecast.points, edges: edges.map(\.closes), firstDay: history.lastDay - (past.count - 1),
            height: height, width: Console.columns, hasColours: Console.hasColours
        ).text
        return edges.isEmpty ? chart : chart + "dotted: \(edges[0].name)\n"
    }

    /// The edges of the 80 % band, or of the band closest to it.
    private var edges: [(name: String, closes: [Double])] {
        guard let distribution = forecast.distribution, let lowest = plan.quantiles.quantiles.first,
            let highest = plan.quantiles.quantiles.last
        else {
            return []
        }
        let level = plan.quantiles.levels.min { abs($0 - 80) < abs($1 - 80) }
        let ends = level.map(RequestedQuantiles.ends) ?? [lowest, highest]
        let name = level.map { "the \(quantileName($0)) % band" } ?? ends.map { "q \(quantileName($0))" }.joined(separator: " and ")
        return ends.map { end in (name, (1...forecast.horizon).map { distribution.quantile(end, step: $0) }) }
    }

    // MARK: Provenance

    private var provenance: String {
        let configuration = forecaster.configuration
        let way =
            (forecast.paths?.count ?? (forecast.redrawn != nil && plan.request.touch != nil ? plan.sampling.paths : nil))
            .map { $0.counted("sample path") }
            ?? (forecaster.mode == .slidingWindow ? "sliding window" : forecaster.hasPaths ? "no sample paths" : "recursive")
        let read = forecast.variant.map { ", read from \($0.words)" } ?? ""
        return
            "model \(configuration.name) (sha256 \(configuration.sha256.prefix(12))), last day seen \(forecast.cutoff), \(way)\(read)\n"
            + (origin.map { "stored closes, the last from \($0.source), \($0.ageDays.counted("day")) old\n" }
                ?? "")
            + forecast.caveats.map { SkillText.lines($0, of: history.ticker, configuration) }.joined()
            + (own.map { SkillText.lines($0, of: history.ticker) } ?? SkillText.lines(configuration))
    }
}

extension VolatilityVariant {
    fileprivate var words: String {
        switch self {
        case .closes: "closes alone"
        case .ohlc: "candles"
        case .ohlcv: "candles and volume"
        }
    }
}
