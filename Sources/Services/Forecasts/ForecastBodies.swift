import Forecasts
import JSONText
import Market
import Records

/// The bodies of forecast requests.
extension ForecastDocuments {
    private static let series = SeriesObject.schema(most: ForecastsFromCloses.maximumCloses)

    /// One series next to the settings, or many in an array.
    package static let request = Schema.named(
        "ForecastRequest",
        .either([
            .object([.init("closes", closes)] + series.filter { $0.name != "closes" } + ForecastParameters.members),
            .object(
                [.init("series", .array(.object(series), count: 1...ForecastsFromCloses.maximumSeries))]
                    + ForecastParameters.members),
        ]))

    /// The number of closes that the models of this project read; their values do not matter.
    package static let exampleCloses = (0..<500).map { "\(100 + $0 * 7 % 13)" }.joined(separator: ",")

    private static let closes = Schema.array(.number(above: 0), count: 1...ForecastsFromCloses.maximumCloses)
}
