import Forecasting
import JSONText
import Market
import Portfolio

/// The forecast of a wallet as JSON.
package enum WalletForecastJSON {
    /// Returns one object and a line break.
    ///
    /// - Parameter explain: returns why a coin is left out.
    package static func document(
        _ result: IssuedWalletForecast, _ plan: ForecastPlan, explain: (CoinFault) -> String = \.description
    ) -> String {
        JSONWriter.document { writer in writer.object { members(of: result, plan, explain, &$0) } }
    }

    private static func members(
        of result: IssuedWalletForecast, _ plan: ForecastPlan, _ explain: (CoinFault) -> String, _ writer: inout JSONWriter
    ) {
        let forecast = result.forecast
        ReportTimingJSON.members(of: result.wallets, &writer)
        writer.member("cutoff", forecast.cutoff.description)
        ReportTimingJSON.members(of: result.timing, &writer)
        if result.currency != .usd { writer.member("currency", result.currency.code) }
        if !result.rates.isEmpty {
            writer.member("rates", result.rates) { rate, writer in
                writer.member("currency", rate.currency.code)
                writer.member("day", rate.rate.day.description)
                writer.member("close", rate.rate.close.description)
            }
        }
        writer.key("total_now")
        writer.price(forecast.totalNow)
        writer.member("model", forecast.parts[0].forecast.modelName)
        writer.member("model_sha256", forecast.parts[0].forecast.modelSHA256)
        writer.member("horizon", forecast.horizon)
        writer.member("paths", forecast.totals.count)
        writer.key("seed")
        writer.verbatim(Array(plan.sampling.seed.description.utf8))
        parts(of: result, explain, &writer)
        if let dependence = forecast.dependence { write(dependence, &writer) }
        if !result.caveats.isEmpty {
            writer.key("notes")
            writer.array { writer in result.caveats.forEach { writer.string("\($0.ticker): \($0.caveat)") } }
        }
        for question in plan.questions { writer.member(question.name, question.price) }
        let names = plan.quantiles.quantiles.map(quantileName)
        writer.member("values", 1...forecast.horizon) { step, writer in value(of: forecast, step, plan, names, &writer) }
        writer.key("skill")
        ForecastSkillJSON.write(plan.skill, &writer)
    }

    private static func parts(
        of result: IssuedWalletForecast, _ explain: (CoinFault) -> String, _ writer: inout JSONWriter
    ) {
        writer.member("parts", zip(result.forecast.parts, result.coins).map { $0 }) { entry, writer in
            let (part, coin) = entry
            writer.member("ticker", part.forecast.ticker.description)
            writer.member("amount", coin.quantity.doubleValue)
            writer.key("last_close")
            writer.price(part.forecast.lastClose / result.rate)
            writer.key("value_now")
            writer.price(part.valueNow)
        }
        writer.member("cash", result.forecast.cash)
        writer.member("left_out", result.leftOut) { left, writer in
            writer.member("ticker", left.asset.ticker.description)
            writer.member("amount", left.quantity.description)
            writer.member("reason", explain(left.reason))
        }
    }

    private static func write(_ dependence: WalletForecast.Dependence, _ writer: inout JSONWriter) {
        writer.key("dependence")
        writer.object { writer in
            writer.member("method", dependence.method)
            writer.member("first", dependence.firstDay.description)
            writer.member("last", dependence.lastDay.description)
            writer.member("days", dependence.days)
        }
    }

    private static func value(
        of forecast: WalletForecast, _ step: Int, _ plan: ForecastPlan, _ names: [String],
        _ writer: inout JSONWriter
    ) {
        writer.member("day", step)
        writer.member("date", forecast.day(step).description)
        writer.key("point")
        writer.price(forecast.points[step - 1])
        writer.key("quantiles")
        writer.object { writer in
            for (name, quantile) in zip(names, plan.quantiles.quantiles) {
                writer.key(name)
                writer.price(forecast.quantile(quantile, step: step))
            }
        }
        for question in plan.questions {
            writer.member("probability_\(question.name)", question.probability(forecast, step: step))
        }
    }
}
