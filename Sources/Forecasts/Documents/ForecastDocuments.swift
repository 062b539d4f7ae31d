import Forecasting
import JSONText
import Market
import MarketData
import Records

/// The documents of forecasts and models. The values of days are written without a ``Document``: they are most of an answer.
package enum ForecastDocuments {
    /// A forecast, and what it was asked for; without dates if the day of the last close is unknown.
    package typealias Written = (forecast: Forecast, plan: ForecastPlan, hasDates: Bool)

    private static let price = Schema.number(above: 0)
    private static let probability = Schema.number(minimum: 0, maximum: 1)

    // MARK: Forecasts

    /// A forecast without the name of its series, which is a ticker or an id.
    package static let unnamed = Document<Written>(
        nil, members: [.optional("cutoff") { $0.hasDates ? $0.forecast.cutoff : nil }] + figures)

    private static let figures: [Document<Written>.Member] = [
        .price("last_close", price, "The naive forecast of every day.") { $0.forecast.lastClose },
        .field("model", .text(1...200)) { $0.forecast.modelName },
        .field("model_sha256", .text(64...64)) { $0.forecast.modelSHA256 },
        .field("horizon", .integer(1...1000)) { $0.forecast.horizon },
        .optional("read", nil, "What a model of volatility read: closes, or whole candles, with volume.") { $0.forecast.variant },
        .optional("paths", .integer(1...1_000_000)) { $0.forecast.paths?.count ?? redrawn($0)?.paths },
        .optionalAny(
            "seed", .integer(0...Schema.largestInteger), nil,
            { $0.forecast.paths != nil ? $0.plan.sampling.seed : redrawn($0)?.seed },
            write: { $1.seed($0) }),
        .optionalAny(
            "notes", .array(.text(1...1000), count: 1...10),
            "Why the measured skill does not hold for these closes: those of a pegged coin, for example.",
            { $0.forecast.caveats.isEmpty ? nil : $0.forecast.caveats },
            write: { caveats, writer in writer.array { writer in caveats.forEach { writer.string($0.description) } } }),
        question("above"), question("below"), question("touch"),
        .any("values", .array(day, count: 1...1000)) { written, writer in
            let (forecast, plan, hasDates) = written
            let names = plan.quantiles.quantiles.map(quantileName)
            writer.array { writer in
                for step in 1...forecast.horizon {
                    writer.object { value(of: forecast, step, plan, names, hasDates: hasDates, &$0) }
                }
            }
        },
    ]

    /// How past days were redrawn for a question; nil if they were not.
    private static func redrawn(_ written: Written) -> Sampling? {
        written.forecast.redrawn != nil && written.plan.request.touch != nil ? written.plan.sampling : nil
    }

    private static func question(_ name: String) -> Document<Written>.Member {
        .optional(name, price) { $0.plan.questions.first(where: { $0.name == name })?.price }
    }

    private static let day = Schema.object([
        .init("day", .integer(1...1000), "1 is the day after the last close."),
        .optional("date", .day, "If the day of the last close is known."), .init("point", price),
        .optional("quantiles", .map(price), "By level, such as 0.1."),
        .optional("probability_above", probability), .optional("probability_below", probability),
        .optional("probability_touch", probability),
    ])

    private static func value(
        of forecast: Forecast, _ step: Int, _ plan: ForecastPlan, _ names: [String], hasDates: Bool, _ writer: inout JSONWriter
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

    // MARK: Answers

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
                if let closes = origins[forecast.ticker] {
                    writer.key("closes")
                    origin.writeObject(closes, &writer)
                }
                unnamed.write((forecast, plan, true), &writer)
            }
            // The skill belongs to the model, so it is written once for all forecasts.
            writer.key("skill")
            ForecastSkillJSON.write(plan.skill, &writer)
        }
        writer.newline()
        return writer.bytes
    }

    /// The schema of ``document(_:_:_:)`` for stored closes, all of which have an origin.
    package static let answer = forecasts(
        "Forecast",
        [.init("ticker", .ticker), .init("closes", origin.schema), .init("cutoff", .day, "The last day that the model saw.")]
            + figures.map(\.schema))

    /// The same for sent closes: forecasts, or the reasons why there are none.
    package static let sentAnswer = forecasts(
        "SentForecast", note: "In the order of the series.",
        [
            .optional("id", .seriesID, "As you sent it."), unnamed.members[0].schema,
            .optional(
                "error", .object([.init("code", .text(1...60)), .init("message", .text(1...10_000))]),
                "Why this series has no forecast; its only other member is then its id."),
        ] + figures.map { .optional($0.schema.name, $0.schema.schema, $0.schema.note) })

    private static func forecasts(_ name: String, note: String? = nil, _ forecast: [Schema.Member]) -> Schema {
        .object([
            .init("forecasts", .array(.named(name, .object(forecast)), count: 1...1000), note),
            .init(
                "skill", .array(.any, count: 0...1000),
                "The model's skill against the last price, measured on days that it had not seen."),
        ])
    }

    /// Where stored closes came from, and how old they are.
    private static let origin = Document<ClosesOrigin>(
        nil, .field("source", .text(0...1000), "The source of the last close.") { $0.source },
        .moment("retrieved_at") { $0.retrievedAt },
        .field("age_days", .integer(-1_000_000...1_000_000), "1, the newest possible: yesterday's close.") { $0.ageDays })

    // MARK: Models

    /// What describes a model, after its name; nothing of a model that is not loaded.
    package static let model = Document<ModelConfiguration?>(
        nil, .optional("parameters", .integer(0...Schema.largestInteger)) { $0?.parameterCount },
        .optional("inputs", .integer(1...1_000_000)) { $0?.network?.architecture.inputs },
        .optional("outputs", .integer(1...1_000_000)) { $0?.network?.architecture.outputs },
        .optional("context", .integer(1...1_000_000), "The number of daily closes that a forecast reads.") { $0?.context },
        .optional("horizon", .integer(1...1_000_000), "The maximum number of days of a forecast.") { $0?.horizon },
        .optionalAny(
            "skill", .any, "Measured periods; see the model's card.", { $0?.skill }, write: { ForecastSkillJSON.write($0, &$1) }),
        .optionalAny("training", .any, nil, { $0?.training }, write: { $1.value($0) }),
        .optional("sha256", .text(64...64)) { $0?.sha256 })
}

extension VolatilityVariant: FieldChoice {}

extension Schema {
    /// The caller's name for a series.
    package static let seriesID = Schema.either([.text(0...1_000_000), .number()])

    /// The level of a central band, in percent.
    package static let level = Schema.ruled(
        BandLevel.range, words: "a percentage from \(Int(BandLevel.range.lowerBound)) to \(BandLevel.range.upperBound), such as 80",
        fault: BandLevel.fault)
}
