import Forecasting
import JSONText
import Market
import MarketData

/// Forecasts as JSON.
package enum ForecastJSON {
    /// Returns `{"forecasts":[…],"skill":[…]}` and a line break.
    ///
    /// - Parameter origins: where stored closes came from, by ticker.
    package static func document(
        _ forecasts: [Forecast], _ plan: ForecastPlan, _ origins: [Ticker: ClosesOrigin] = [:]
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("forecasts", forecasts) { forecast, writer in
                writer.member("ticker", forecast.ticker.description)
                if let origin = origins[forecast.ticker] { members(of: origin, &writer) }
                members(of: forecast, plan, hasDates: true, &writer)
            }
            // The skill belongs to the model, so it is written once for all forecasts.
            writer.key("skill")
            ForecastSkillJSON.write(plan.skill, &writer)
        }
        writer.newline()
        return writer.bytes
    }

    /// Writes where stored closes came from, and how old they are.
    private static func members(of origin: ClosesOrigin, _ writer: inout JSONWriter) {
        writer.key("closes")
        writer.object { writer in
            writer.member("source", origin.source)
            writer.member("retrieved_at", MomentText.iso(origin.retrievedAt))
            writer.member("age_days", origin.ageDays)
        }
    }

    /// Writes everything except the name of the series, which is a ticker or an id.
    ///
    /// - Parameter hasDates: false if the day of the last close is unknown.
    package static func members(
        of forecast: Forecast, _ plan: ForecastPlan, hasDates: Bool, _ writer: inout JSONWriter
    ) {
        if hasDates { writer.member("cutoff", forecast.cutoff.description) }
        writer.key("last_close")
        writer.price(forecast.lastClose)
        writer.member("model", forecast.modelName)
        writer.member("model_sha256", forecast.modelSHA256)
        writer.member("horizon", forecast.horizon)
        if let paths = forecast.paths {
            writer.member("paths", paths.count)
            writer.key("seed")
            writer.verbatim(Array(plan.sampling.seed.description.utf8))
        }
        if !forecast.caveats.isEmpty {
            writer.key("notes")
            writer.array { writer in forecast.caveats.forEach { writer.string($0.description) } }
        }
        for question in plan.questions { writer.member(question.name, question.price) }
        let names = plan.quantiles.quantiles.map(quantileName)
        writer.member("values", 1...forecast.horizon) { step, writer in
            value(of: forecast, step, plan, names, hasDates: hasDates, &writer)
        }
    }

    private static func value(
        of forecast: Forecast, _ step: Int, _ plan: ForecastPlan, _ names: [String], hasDates: Bool,
        _ writer: inout JSONWriter
    ) {
        writer.member("day", step)
        if hasDates { writer.member("date", forecast.day(step).description) }
        writer.key("point")
        writer.price(forecast.points[step - 1])
        if let distribution = forecast.distribution, !names.isEmpty {
            writer.key("quantiles")
            writer.object { writer in
                for (name, quantile) in zip(names, plan.quantiles.quantiles) {
                    writer.key(name)
                    writer.price(distribution.quantile(quantile, step: step))
                }
            }
        }
        for question in plan.questions {
            writer.member("probability_\(question.name)", probability(question, forecast, step))
        }
    }

    /// Returns a probability with six digits, more than sample paths support.
    static func probability(_ question: PriceQuestion, _ forecast: Forecast, _ step: Int) -> Double {
        PriceText.rounded(question.probability(forecast, step: step), digits: 6)
    }
}
