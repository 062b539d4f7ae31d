import Forecasting
import Forecasts
import Market
import Portfolio
import Text

/// The forecast of a wallet as text for the terminal.
struct WalletForecastReport {
    let result: IssuedWalletForecast
    let forecaster: Forecaster
    let plan: ForecastPlan
    let today: Day

    private var forecast: WalletForecast { result.forecast }

    var warnings: [String] {
        var warnings = result.leftOut.map { "the total is without \($0.quantity) \($0.asset.ticker): \($0.reason)" }
        if let note = TimingText.note(result.timing, day: forecast.cutoff) { warnings.append(note) }
        warnings += result.caveats.map { "\($0.ticker): \($0.caveat)" }
        let age = today - forecast.cutoff - 1
        if age > 1, plan.request.asOf == nil {
            warnings.append("the last closes are from \(forecast.cutoff) (\(age + 1) days ago)")
        }
        if forecaster.configuration.hasSeen(daysAfter: forecast.cutoff, horizon: forecast.horizon) {
            warnings.append("the model has seen days after \(forecast.cutoff), so this is not a test of it")
        }
        return warnings
    }

    /// The value of today's holdings on the days up to the cutoff, oldest first.
    private var past: [Double] { result.pastTotals(days: max(14, min(96, 2 * forecast.horizon))) }

    // MARK: Text

    var text: String { [title, table, chart(height: 12), provenance].joined(separator: "\n") }

    var plot: String { [title, chart(height: 24), provenance].joined(separator: "\n") }

    private var title: String {
        let parts = zip(forecast.parts, result.coins).map { part, coin in
            "\(PriceText.significant(coin.quantity.doubleValue, digits: 12)) \(part.forecast.ticker)"
        }
        let cash = result.cash.parts.map { "\(PriceText.fixed($0.quantity.doubleValue, decimals: 2)) \($0.currency.code)" }
        let without =
            result.leftOut.isEmpty ? "" : "; without \(result.leftOut.map { "\($0.asset.ticker)" }.joined(separator: ", "))"
        return "\(result.wallets.name)  \(ShownPrice.text(forecast.totalNow)) \(result.currency.code) on \(forecast.cutoff)"
            + "  (\((parts + cash).joined(separator: ", "))\(without))\n"
    }

    private var table: String {
        let steps = [1, 7, 30, 60, 96].filter { $0 < forecast.horizon } + [forecast.horizon]
        var columns = [
            TextColumn("day", steps.map { "\($0)" }, minimum: 4), TextColumn("date", steps.map { "\(forecast.day($0))" }),
            TextColumn("forecast", steps.map { ShownPrice.text(forecast.points[$0 - 1]) }),
            TextColumn("change", steps.map { PercentText.signed(forecast.points[$0 - 1] / forecast.totalNow - 1) }),
        ]
        let levels =
            plan.quantiles.levels.isEmpty
            ? [] : plan.quantiles.isChosen ? plan.quantiles.levels : plan.quantiles.levels.filter { $0 > 50 }
        for level in levels {
            let ends = RequestedQuantiles.ends(of: level)
            columns.append(
                TextColumn(
                    "\(quantileName(level)) %",
                    steps.map { step in
                        ends.map { signed(PriceText.rough, forecast.quantile($0, step: step)) }.joined(separator: " .. ")
                    }))
        }
        if plan.quantiles.levels.isEmpty {
            for quantile in plan.quantiles.quantiles {
                columns.append(
                    TextColumn(
                        "q \(quantileName(quantile))", steps.map { signed(PriceText.rough, forecast.quantile(quantile, step: $0)) })
                )
            }
        }
        columns += plan.questions.map { question in
            TextColumn(
                "\(question.name) \(PriceText.significant(question.price, digits: 12))",
                steps.map { PriceText.fixed(question.probability(forecast, step: $0) * 100, decimals: 1) + " %" })
        }
        return TextColumn.table(columns, indent: "  ")
    }

    /// Formats a value that may be negative, such as a debt.
    private func signed(_ text: (Double) -> String, _ value: Double) -> String {
        value < 0 ? "-" + text(-value) : text(value)
    }

    private func chart(height: Int) -> String {
        let level = plan.quantiles.levels.min { abs($0 - 80) < abs($1 - 80) }
        let ends =
            level.map(RequestedQuantiles.ends) ?? [plan.quantiles.quantiles.first, plan.quantiles.quantiles.last].compactMap { $0 }
        let edges = ends.map { end in (1...forecast.horizon).map { forecast.quantile(end, step: $0) } }
        let known = past.isEmpty ? [forecast.totalNow] : past
        return TextChart(
            past: known, future: forecast.points, edges: edges, firstDay: forecast.cutoff - (known.count - 1), height: height,
            width: Console.columns, hasColours: Console.hasColours
        ).text + (level.map { "dotted: the \(quantileName($0)) % band; before it, what these holdings were worth\n" } ?? "")
    }

    /// The note about the currency rates that the forecast keeps constant.
    private var rates: String {
        result.rates.map { rate in
            "at 1 \(rate.currency.code) = \(rate.rate.close) USD, the close of \(rate.rate.day), on all days\n"
        }.joined()
    }

    private var provenance: String {
        let configuration = forecaster.configuration
        let together =
            forecast.dependence.map {
                "joint movement of coins: \($0.days.counted("common day")), \($0.firstDay) to \($0.lastDay), resampled together\n"
            } ?? ""
        return "model \(configuration.name) (sha256 \(configuration.sha256.prefix(12))), last day seen \(forecast.cutoff), "
            + "\(forecast.totals.count.counted("joint sample path"))\n" + together
            + rates
            + "the accuracy below was measured on single coins; for wallets see docs/quality.md\n"
            + SkillText.lines(configuration)
            + result.caveats.map { SkillText.lines($0.caveat, of: $0.ticker, configuration) }.joined()
    }
}
