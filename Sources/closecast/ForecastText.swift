import Forecasting
import JSONText
import Market

/// A price in JSON and CSV: 8 significant digits, more than a forecast in single precision has.
func exported(_ price: Double) -> Double { PriceText.rounded(price, digits: 8) }

/// What is told of each forecast beside its points.
struct ForecastDetails: Sendable {
    let told: ToldQuantiles
    let questions: [Question]
    let sampling: Sampling
    let skill: [Skill]

    init(_ forecaster: Forecaster, _ told: ToldQuantiles, _ questions: [Question], _ sampling: Sampling) {
        (self.told, self.questions, self.sampling) = (told, questions, sampling)
        skill = forecaster.configuration.skill
    }

    /// The first period's figures of the steps that a step belongs to.
    func group(step: Int) -> Skill.Group? { skill.first?.groups.first { $0.steps.contains(step) } }
}

/// Forecasts as JSON.
enum ForecastJSON {
    static func document(
        _ forecasts: [Forecast], _ details: ForecastDetails, _ origins: [Ticker: StoredCloses.Origin] = [:]
    ) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("forecasts")
            writer.array { writer in
                for forecast in forecasts {
                    writer.object { writer in
                        writer.key("ticker")
                        writer.string(forecast.ticker.description)
                        if let origin = origins[forecast.ticker] { members(of: origin, &writer) }
                        members(of: forecast, details, hasDates: true, &writer)
                    }
                }
            }
            // Of the model, so once for all.
            writer.key("skill")
            SkillText.write(details.skill, &writer)
        }
        writer.newline()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Where stored closes came from, and how old they are.
    private static func members(of origin: StoredCloses.Origin, _ writer: inout JSONWriter) {
        writer.key("closes")
        writer.object { writer in
            writer.member("source", origin.source)
            writer.member("retrieved_at", MomentText.iso(origin.retrievedAt))
            writer.member("age_days", origin.ageDays)
        }
    }

    /// All but the name of the series, which a ticker or an id gives.
    static func members(of forecast: Forecast, _ details: ForecastDetails, hasDates: Bool, _ writer: inout JSONWriter) {
        if hasDates {
            writer.key("cutoff")
            writer.string(forecast.cutoff.description)
        }
        writer.key("last_close")
        writer.number(exported(forecast.lastClose))
        writer.key("model")
        writer.string(forecast.modelName)
        writer.key("model_sha256")
        writer.string(forecast.modelSHA256)
        writer.key("horizon")
        writer.integer(forecast.horizon)
        if let paths = forecast.paths {
            writer.key("paths")
            writer.integer(paths.count)
            writer.key("seed")
            writer.verbatim(Array(details.sampling.seed.description.utf8))
        }
        for question in details.questions {
            writer.key(question.name)
            writer.number(question.price)
        }
        writer.key("values")
        writer.array { writer in
            for step in 1...forecast.horizon { value(of: forecast, step, details, hasDates: hasDates, &writer) }
        }
    }

    private static func value(
        of forecast: Forecast, _ step: Int, _ details: ForecastDetails, hasDates: Bool, _ writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.key("day")
            writer.integer(step)
            if hasDates {
                writer.key("date")
                writer.string(forecast.day(step).description)
            }
            writer.key("point")
            writer.number(exported(forecast.points[step - 1]))
            if let distribution = forecast.distribution {
                writer.key("quantiles")
                writer.object { writer in
                    for quantile in details.told.quantiles {
                        writer.key(quantileName(quantile))
                        writer.number(exported(distribution.quantile(quantile, step: step)))
                    }
                }
            }
            for question in details.questions {
                writer.key("probability_\(question.name)")
                writer.number(probability(question, forecast, step))
            }
        }
    }

    static func probability(_ question: Question, _ forecast: Forecast, _ step: Int) -> Double {
        PriceText.rounded(question.probability(forecast, step: step), digits: 6)
    }
}

/// Forecasts as CSV.
enum ForecastCSV {
    static func document(_ forecasts: [Forecast], _ details: ForecastDetails) -> String {
        let quantiles = details.told.quantiles.map { "q\(quantileName($0))" }
        let questions = details.questions.map { "probability_\($0.name)" }
        let skill = details.skill.isEmpty ? [] : ["skill", "skill_low", "skill_high", "held_50", "held_80", "held_95"]
        var text = (["ticker", "date", "day", "point"] + quantiles + questions + skill).joined(separator: ",") + "\n"
        for forecast in forecasts {
            for step in 1...forecast.horizon { text += row(forecast, step, details).joined(separator: ",") + "\n" }
        }
        return text
    }

    private static func row(_ forecast: Forecast, _ step: Int, _ details: ForecastDetails) -> [String] {
        var cells = [
            "\(forecast.ticker)", "\(forecast.day(step))", "\(step)", "\(exported(forecast.points[step - 1]))",
        ]
        if let distribution = forecast.distribution {
            cells += details.told.quantiles.map { "\(exported(distribution.quantile($0, step: step)))" }
        }
        cells += details.questions.map { "\(ForecastJSON.probability($0, forecast, step))" }
        guard !details.skill.isEmpty else { return cells }
        // Steps that nobody measured have empty cells.
        guard let group = details.group(step: step) else { return cells + Array(repeating: "", count: 6) }
        let skill = SkillText.skillScore(group.crpsToNaive)
        let figures = [skill.value, skill.low, skill.high, group.coverage50, group.coverage80, group.coverage95]
        return cells + figures.map { "\(PriceText.rounded($0, digits: 4))" }
    }
}
