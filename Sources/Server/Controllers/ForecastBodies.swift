import Forecasts
import JSONText
import Market
import Records

/// What requests for forecasts look like.
extension ForecastSchemas {
    private static let series: [Schema.Member] = [
        .optional("id", .seriesID, "The answer repeats it."),
        .optional(
            "closes", .array(.number(), count: 0...100_000),
            "Daily closes, oldest first, without gaps, each above zero; a series of others gets an error in its place."),
        .optional("last", .nullable(.day), "The day of the last close; without it the answer has no dates."),
    ]

    /// One series next to the settings, or many in an array.
    static let request = Schema.named(
        "ForecastRequest",
        .either([
            .object([.init("closes", closes)] + series.filter { $0.name != "closes" } + ForecastParameters.members),
            .object(
                [.init("series", .array(.object(series), count: 1...ForecastsFromCloses.maximumSeries))]
                    + ForecastParameters.members),
        ]))

    /// As many closes as the models that come with this project read, whatever they say.
    static let exampleCloses = (0..<500).map { "\(100 + $0 * 7 % 13)" }.joined(separator: ",")

    private static let closes = Schema.array(.number(above: 0), count: 1...100_000)
}
