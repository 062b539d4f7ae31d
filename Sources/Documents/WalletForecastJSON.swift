import Forecasting
import JSONText
import Market
import Portfolio

/// What is told of a wallet's forecast beside its total.
package struct WalletForecastDetails: Sendable {
    package let told: ToldQuantiles
    /// About the total, in US dollars.
    package let questions: [Question]
    package let sampling: Sampling
    package let model: ModelConfiguration

    package init(told: ToldQuantiles, questions: [Question], sampling: Sampling, model: ModelConfiguration) {
        (self.told, self.questions, self.sampling, self.model) = (told, questions, sampling, model)
    }
}

/// The forecast of a wallet for programs.
package enum WalletForecastJSON {
    /// One object and a line end.
    package static func document(_ result: ForecastOfWallet, _ details: WalletForecastDetails) -> String {
        JSONWriter.document { writer in writer.object { members(of: result, details, &$0) } }
    }

    /// The members of that object.
    package static func members(of result: ForecastOfWallet, _ details: WalletForecastDetails, _ writer: inout JSONWriter) {
        let forecast = result.forecast
        ReportTimingJSON.members(of: result.wallets, &writer)
        writer.member("cutoff", forecast.cutoff.description)
        ReportTimingJSON.members(of: result.timing, &writer)
        writer.key("total_now")
        writer.price(forecast.totalNow)
        writer.member("model", details.model.name)
        writer.member("model_sha256", details.model.sha256)
        writer.member("horizon", forecast.horizon)
        writer.member("paths", forecast.totals.count)
        writer.key("seed")
        writer.verbatim(Array(details.sampling.seed.description.utf8))
        parts(of: result, &writer)
        if let dependence = forecast.dependence { write(dependence, &writer) }
        for question in details.questions { writer.member(question.name, question.price) }
        let names = details.told.quantiles.map(quantileName)
        writer.member("values", 1...forecast.horizon) { step, writer in value(of: forecast, step, details, names, &writer) }
        writer.key("skill")
        ForecastSkillJSON.write(details.model.skill, &writer)
    }

    private static func parts(of result: ForecastOfWallet, _ writer: inout JSONWriter) {
        writer.member("parts", result.forecast.parts) { part, writer in
            writer.member("ticker", part.forecast.ticker.description)
            writer.member("amount", part.amount)
            writer.key("last_close")
            writer.price(part.forecast.lastClose)
            writer.key("value_now")
            writer.price(part.valueNow)
        }
        writer.member("cash", result.forecast.cash)
        writer.member("left_out", result.leftOut) { left, writer in
            writer.member("ticker", left.asset.ticker.description)
            writer.member("amount", left.quantity.description)
            writer.member("reason", left.reason)
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
        of forecast: WalletForecast, _ step: Int, _ details: WalletForecastDetails, _ names: [String],
        _ writer: inout JSONWriter
    ) {
        writer.member("day", step)
        writer.member("date", forecast.day(step).description)
        writer.key("point")
        writer.price(forecast.points[step - 1])
        writer.key("quantiles")
        writer.object { writer in
            for (name, quantile) in zip(names, details.told.quantiles) {
                writer.key(name)
                writer.price(forecast.quantile(quantile, step: step))
            }
        }
        for question in details.questions {
            writer.member("probability_\(question.name)", question.probability(forecast, step: step))
        }
    }
}
