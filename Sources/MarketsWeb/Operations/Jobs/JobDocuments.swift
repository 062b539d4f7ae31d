import Forecasting
import Jobs
import Records

/// The documents of jobs.
enum JobDocuments {
    /// A job, on a server that keeps ended jobs for some seconds.
    static let job = Document<(job: Job, keptSeconds: Int)>(
        "Job", .text("id", .text(32...32)) { $0.job.id }, .choice("state") { $0.job.state },
        .field("series", .integer(1...100_000_000)) { $0.job.series },
        .field("completed", count, "Answers so far: forecasts and errors.") { $0.job.completed },
        .field("failed", count, "How many of these are errors.") { $0.job.failed },
        .field("result_bytes", nil, "The length of the answers so far.") { $0.job.resultBytes },
        .moment("created_at") { $0.job.createdAt }, .moment("started_at", orNull: { $0.job.startedAt }),
        .moment("finished_at", orNull: { $0.job.finishedAt }),
        .moment(
            "expires_at", "When an ended job is removed.",
            orNull: { whole in whole.job.finishedAt.map { $0 + whole.keptSeconds } }),
        .field("model", .text(1...200)) { $0.job.model.name }, .field("model_version", .text(1...20)) { $0.job.model.version },
        .field("model_sha256", .text(64...64)) { $0.job.model.sha256 },
        .field("days", .integer(1...100_000)) { $0.job.options.days },
        .values("quantiles", .array(.number(minimum: 0, maximum: 1), count: 0...100)) { $0.job.options.quantiles },
        .field("paths", .integer(1...Sampling.maximumPaths), "Null for a model that draws none.") {
            $0.job.options.sampling?.paths
        },
        .field("seed") { $0.job.options.sampling.map { Int(clamping: $0.seed) } }, .choice("decode") { $0.job.options.decode },
        .object("problem", problem, "Why it failed, or what it waits for.", orNull: { $0.job.problem }))

    private static let count = Schema.integer(0...100_000_000)

    private static let problem = Document<Job.Fault>(
        nil, .field("code", .text(1...60)) { $0.code }, .field("message", .text(1...10_000)) { $0.message })
}
