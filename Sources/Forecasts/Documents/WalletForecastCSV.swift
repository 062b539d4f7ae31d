import Forecasting
import Market
import Text

/// The forecast of one or more wallets as CSV.
package enum WalletForecastCSV {
    /// Returns a header and one line per day: `wallet,date,day,point,q0.025,…,probability_above,…`, amounts in US dollars.
    package static func document(_ result: IssuedWalletForecast, _ plan: ForecastPlan) -> String {
        let forecast = result.forecast
        var text = CSVText.line(
            ["wallet", "date", "day", "point"] + plan.quantiles.quantiles.map { "q\(quantileName($0))" }
                + plan.questions.map { "probability_\($0.name)" })
        for step in 1...forecast.horizon {
            text += CSVText.line(
                [result.wallets.name, "\(forecast.day(step))", "\(step)", "\(exported(forecast.points[step - 1]))"]
                    + plan.quantiles.quantiles.map { "\(exported(forecast.quantile($0, step: step)))" }
                    + plan.questions.map { "\($0.probability(forecast, step: step))" })
        }
        return text
    }
}
