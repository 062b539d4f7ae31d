import Forecasting
import Jobs
import Records

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
        1...(4 << 30), words: "lines of JSON, {\"id\":\"BTC\",\"closes\":[…],\"last\":\"2025-02-20\"}; id and last are optional")

    static let document = Schema.named(
        "JobDocument",
        .object([
            .init(
                "series",
                .array(
                    .object([
                        .optional("id", .seriesID, "Repeated in the answer."),
                        .init("closes", .array(.number(), count: 0...1_000_000), "Daily closes, oldest first."),
                        .optional("last", .nullable(.day), "The day of the last close."),
                    ]), count: 1...100_000))
        ]))
}
