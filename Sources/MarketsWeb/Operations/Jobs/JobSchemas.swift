import APIKit
import Forecasting
import Forecasts
import Jobs
import Records
import Services

/// The schemas of jobs in requests.
enum JobSchemas {
    /// The parameters of a new job, the same as those of `closecast batch`.
    static let settings =
        ForecastParameters.parameters.filter { !["above", "below", "touch", "paths"].contains($0.name) } + [
            .query("paths", .integer(1...JobSettings(folder: "").maximumPaths), "Sample paths per series (default: 1000)."),
            .query(
                "decode", .choice(DecodeMode.allCases.map(\.rawValue)),
                "How a point model forecasts the days after the first (default: recursive)."),
        ]

    static let lines = Schema.text(
        1...(4 << 30),
        words:
            "lines of JSON, {\"id\":\"BTC\",\"closes\":[…],\"last\":\"2025-02-20\"}; id and last are optional, as are open, high, low and volume"
    )

    static let document = Schema.named(
        "JobDocument",
        .object([
            .init(
                "series",
                .array(
                    .object(SeriesObject.schema(most: 1_000_000, requiresCloses: true)), count: 1...100_000))
        ]))
}
