import Documents
import Forecasting
import Inference
import JSONText

/// What a client asks of a forecast, beside whose it is.
struct ForecastSettings: Hashable, Sendable {
    var model: String?
    var version: String?
    var days: Int?
    var levels: [Double]?
    var quantiles: [Double]?
    var paths: Int?
    var seed: UInt64?
    var above: Double?
    var below: Double?
    var touch: Double?

    /// The most sample paths of a series; the command line, which has a machine for itself, draws more.
    static let maximumPaths = 10_000

    /// The members of a body, and the parameters of a query.
    static let members: [Schema.Member] = [
        .optional("days", .integer(1...1000), "How many days; all that the model forecasts where it is missing."),
        .optional(
            "levels", .array(.level, count: 0...20),
            "Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95; an empty array: points only."
        ),
        .optional(
            "quantiles", .array(.number(minimum: 1e-6, maximum: 1 - 1e-6), count: 1...50), "Quantiles instead of bands."),
        .optional("paths", .integer(1...maximumPaths), "Sample paths of each series, for a model that draws them; 1000."),
        .optional("seed", .integer(0...Schema.largestInteger), "The same seed draws the same paths; 1."),
        .optional("model", .text(1...100), "A name of GET /v1/models; the default model where it is missing."),
        .optional("version", .text(1...20), "Of the model; the highest where it is missing."),
        .optional("above", price, "Tell how likely each close is to be above a price."),
        .optional("below", price, "Tell how likely each close is to be below a price."),
        .optional("touch", price, "Tell how likely a close up to each day is to reach a price."),
    ]

    private static let price = Schema.number(above: 0, maximum: 1e300)

    static let parameters = members.map { Parameter.query($0.name, $0.schema, $0.note ?? "") }

    /// - Parameter value: of a member or a parameter, checked already.
    init(_ value: (String) -> JSONValue?) {
        func numbers(_ name: String) -> [Double]? { value(name)?.array?.compactMap(\.number) }
        (model, version) = (value("model")?.string, value("version")?.string)
        (days, paths) = (value("days")?.integer, value("paths")?.integer)
        seed = value("seed")?.integer.map(UInt64.init)
        (levels, quantiles) = (numbers("levels"), numbers("quantiles"))
        (above, below, touch) = (value("above")?.number, value("below")?.number, value("touch")?.number)
    }

    var options: ForecastOptions { ForecastOptions(days: days, paths: paths ?? Sampling().paths, seed: seed ?? Sampling().seed) }

    /// What is told of this model's forecasts.
    ///
    /// - Throws: a ``Problem`` where the model cannot do what is asked.
    func details(_ forecaster: Forecaster) throws(Problem) -> ForecastDetails {
        let name = forecaster.configuration.name
        if levels != nil, quantiles != nil { throw refusal("quantiles", "levels and quantiles: give one of them") }
        for (field, isGiven) in [("paths", paths != nil), ("seed", seed != nil)] where isGiven && !forecaster.drawsPaths {
            throw refusal(field, "the model \(name) draws no sample paths")
        }
        let asksForMore = quantiles != nil || !(levels ?? []).isEmpty || above != nil || below != nil || touch != nil
        guard forecaster.hasDistribution || !asksForMore else {
            throw refusal(quantiles == nil ? "levels" : "quantiles", "the model \(name) was not calibrated: it has points alone")
        }
        guard touch == nil || forecaster.drawsPaths else {
            throw refusal("touch", "the model \(name) has bands of single days and no sample paths")
        }
        let questions = [above.map(Question.above), below.map(Question.below), touch.map(Question.touch)].compactMap { $0 }
        let options = options
        return ForecastDetails(
            forecaster, told(forecaster), questions, Sampling(paths: options.paths, seed: options.seed))
    }

    private func told(_ forecaster: Forecaster) -> ToldQuantiles {
        guard forecaster.hasDistribution else { return ToldQuantiles(levels: [], isChosen: false) }
        return quantiles.map { ToldQuantiles(quantiles: $0) }
            ?? ToldQuantiles(levels: levels ?? [50, 80, 95], isChosen: levels != nil)
    }

    private func refusal(_ field: String, _ words: String) -> Problem {
        Problem(.unprocessableContent, "not-for-this-model", words, field: field)
    }
}

/// A forecast of a stored asset, as a client asks for it.
struct ForecastQuery: Hashable, Sendable {
    /// A ticker or an id, as it was written.
    let asset: String
    let settings: ForecastSettings
}
