import Forecasting
import Inference
import JSONText
import Jobs
import Market
import Records

/// The schemas of jobs in requests and responses.
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

    static let job = Schema.named(
        "Job",
        .object([
            .init("id", .text(32...32)), .init("state", .choice(Job.State.allCases.map(\.rawValue))),
            .init("series", .integer(1...100_000_000)),
            .init("completed", count, "Answers so far: forecasts and errors."),
            .init("failed", count, "How many of these are errors."),
            .init("result_bytes", .integer(0...Schema.largestInteger), "The length of the answers so far."),
            .init("created_at", .moment), .init("started_at", .nullable(.moment)), .init("finished_at", .nullable(.moment)),
            .init("expires_at", .nullable(.moment), "When an ended job is removed."), .init("model", .text(1...200)),
            .init("model_version", .text(1...20)), .init("model_sha256", .text(64...64)), .init("days", .integer(1...100_000)),
            .init("quantiles", .array(.number(minimum: 0, maximum: 1), count: 0...100)),
            .init("paths", .nullable(.integer(1...Sampling.maximumPaths)), "Null for a point model."),
            .init("seed", .nullable(.integer(0...Schema.largestInteger))),
            .init("decode", .choice(DecodeMode.allCases.map(\.rawValue))),
            .init(
                "problem",
                .nullable(.object([.init("code", .text(1...60)), .init("message", .text(1...10_000))])),
                "Why it failed, or what it waits for."),
        ]))

    private static let count = Schema.integer(0...100_000_000)

    /// Writes the members of ``job``.
    static func write(_ job: Job, keptSeconds: Int, _ writer: inout JSONWriter) {
        writer.member("id", job.id.description)
        writer.member("state", job.state.rawValue)
        writer.member("series", job.series)
        writer.member("completed", job.completed)
        writer.member("failed", job.failed)
        writer.member("result_bytes", job.resultBytes)
        writer.member("created_at", MomentText.iso(job.createdAt))
        writer.member("started_at", job.startedAt.map(MomentText.iso))
        writer.member("finished_at", job.finishedAt.map(MomentText.iso))
        writer.member("expires_at", job.finishedAt.map { MomentText.iso($0 + keptSeconds) })
        writer.member("model", job.model.name)
        writer.member("model_version", job.model.version)
        writer.member("model_sha256", job.model.sha256)
        write(job.options, &writer)
        writer.key("problem")
        guard let problem = job.problem else { return writer.null() }
        writer.object { writer in
            writer.member("code", problem.code)
            writer.member("message", problem.message)
        }
    }

    private static func write(_ options: JobOptions, _ writer: inout JSONWriter) {
        writer.member("days", options.days)
        writer.key("quantiles")
        writer.array { writer in for quantile in options.quantiles { writer.number(quantile) } }
        writer.member("paths", options.sampling?.paths)
        writer.member("seed", options.sampling.map { Int(clamping: $0.seed) })
        writer.member("decode", options.decode.rawValue)
    }
}
