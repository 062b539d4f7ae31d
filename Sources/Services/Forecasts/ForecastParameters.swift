import APIKit
import Forecasting
import JSONText
import Market
import Records

/// The fields of a `ForecastRequest` in the API: members of a body, or parameters of a query.
package enum ForecastParameters {
    /// The largest number of sample paths per series; the command line, which has the machine to itself, permits more.
    static let maximumPaths = 10_000

    /// The limits for requests.
    package static var limits: ForecastRequest.Limits {
        var limits = ForecastRequest.Limits()
        (limits.maximumPaths, limits.maximumRedrawnValues) = (maximumPaths, 1_000_000)
        return limits
    }

    /// The limits for the total of wallets, where the paths of all coins are in memory together.
    package static var totalLimits: ForecastRequest.Limits {
        var limits = limits
        (limits.isAboutTotal, limits.maximumPathValues) = (true, 10_000_000)
        return limits
    }

    /// The members of a body, and the parameters of a query.
    static let members: [Schema.Member] = [
        .optional("days", .integer(1...1000), "How many days (default: the model's full horizon)."),
        .optional(
            "levels", .array(.level, count: 0...20),
            "Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95; an empty array: points only."
        ),
        .optional(
            "quantiles", .array(.number(minimum: 1e-6, maximum: 1 - 1e-6), count: 1...50), "Quantiles instead of bands."),
        .optional(
            "paths", .integer(1...maximumPaths), "Sample paths of each series, for a model that draws them, or for touch; 1000."),
        .optional("seed", .integer(0...Schema.largestInteger), "The same seed draws the same paths; 1."),
        .optional("model", .text(1...100), "A name from GET /v1/models (default: the default model)."),
        .optional("version", .text(1...20), "The model's version (default: the highest)."),
        .optional("above", price, "Show how likely each close is to be above a price."),
        .optional("below", price, "Show how likely each close is to be below a price."),
        .optional("touch", price, "Show how likely the close is to reach a price by each day."),
    ]

    private static let price = Schema.number(above: 0, maximum: 1e300)

    package static let parameters = members.map { Parameter.query($0.name, $0.schema, $0.note ?? "") }

    /// Query parameters that handle missing or wrong stored closes.
    package static let repairs = [
        Parameter.query("fill", .choice(["previous"]), "Fill missing and bad closes with the previous close."),
        .query(
            "skip_day", .array(.day, count: 1...100),
            "Days whose closes are left out; the previous close is used instead. Such forecasts are not kept in the diary."),
    ]

    /// Adds ``repairs`` to a request.
    package static func addRepairs(_ call: Call, to request: inout ForecastRequest) {
        request.fillsWithPrevious = call.text("fill") != nil
        request.skippedDays = call.texts("skip_day")?.compactMap { Day(iso: $0) } ?? []
    }

    /// - Parameter value: returns the checked value of a member or parameter.
    package static func request(_ value: (String) -> JSONValue?) -> ForecastRequest {
        func numbers(_ name: String) -> [Double]? { value(name)?.array?.compactMap(\.number) }
        var request = ForecastRequest()
        (request.model, request.version) = (value("model")?.string, value("version")?.string)
        (request.days, request.paths) = (value("days")?.integer, value("paths")?.integer)
        request.seed = value("seed")?.integer.map(UInt64.init)
        (request.levels, request.quantiles) = (numbers("levels"), numbers("quantiles"))
        (request.above, request.below, request.touch) = (value("above")?.number, value("below")?.number, value("touch")?.number)
        return request
    }
}
