import Forecasting
import Market
import Text

/// Forecasts as CSV.
package enum ForecastCSV {
    /// Returns a header and one line per day.
    package static func document(_ forecasts: [Forecast], _ plan: ForecastPlan) -> String {
        let quantiles = plan.quantiles.quantiles.map { "q\(quantileName($0))" }
        let questions = plan.questions.map { "probability_\($0.name)" }
        let skill = plan.skill.isEmpty ? [] : ["skill", "skill_low", "skill_high", "held_50", "held_80", "held_95"]
        var text = CSVText.line(["ticker", "date", "day", "point"] + quantiles + questions + skill)
        for forecast in forecasts {
            for step in 1...forecast.horizon { text += CSVText.line(row(forecast, step, plan)) }
        }
        return text
    }

    private static func row(_ forecast: Forecast, _ step: Int, _ plan: ForecastPlan) -> [String] {
        var cells = [
            "\(forecast.ticker)", "\(forecast.day(step))", "\(step)", "\(exported(forecast.points[step - 1]))",
        ]
        if let distribution = forecast.distribution {
            cells += plan.quantiles.quantiles.map { "\(exported(distribution.quantile($0, step: step)))" }
        }
        cells += plan.questions.map { "\(ForecastDocuments.probability($0, forecast, step))" }
        guard !plan.skill.isEmpty else { return cells }
        // Steps without measured skill have empty cells.
        guard let group = plan.skill(step: step) else { return cells + Array(repeating: "", count: 6) }
        let skill = ForecastSkillJSON.score(group.crpsToNaive)
        let figures = [skill.value, skill.low, skill.high, group.coverage50, group.coverage80, group.coverage95]
        return cells + figures.map { "\(PriceText.rounded($0, digits: 4))" }
    }
}
