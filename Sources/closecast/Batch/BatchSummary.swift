import Forecasting
import Glibc
import JSONText

/// The result of a batch, for the program that started it.
struct BatchSummary {
    private let done: LineJob.Summary
    private let shard: Shard?
    private let seconds: Double
    private let model: ModelConfiguration
    private let failure: Failure?
    private let isComplete: Bool

    /// - Parameters:
    ///   - failure: the failure with which the command ends.
    ///   - isComplete: whether every line has an answer.
    init(
        _ done: LineJob.Summary, shard: Shard?, seconds: Double, model: ModelConfiguration, failure: Failure?, isComplete: Bool
    ) {
        (self.done, self.shard, self.seconds, self.model) = (done, shard, seconds, model)
        (self.failure, self.isComplete) = (failure, isComplete)
    }

    /// One JSON object and a line break.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("status", status)
            writer.member("exit_status", Int(failure?.status.rawValue ?? 0))
            writer.member("message", failure?.message)
            writer.member("lines", done.lines)
            writer.member("forecast", done.lines - done.failed)
            writer.member("failed", done.failed)
            writer.member("resumed", done.kept)
            writer.member("first_failed_line", done.firstFailedLine)
            writer.key("errors")
            writer.object { writer in
                for (code, count) in done.errors.sorted(by: { $0.key < $1.key }) { writer.member(code, count) }
            }
            writer.member("seconds", (seconds * 1000).rounded() / 1000)
            let computed = Double(done.lines - done.kept)
            writer.member("series_per_second", seconds > 0 ? (computed / seconds * 10).rounded() / 10 : nil)
            writer.member("peak_memory_bytes", Self.peakMemoryBytes)
            writer.member("model", model.name)
            writer.member("model_sha256", model.sha256)
            writer.member("shard", shard.map { "\($0.number)/\($0.count)" })
        }
        writer.newline()
        return writer.bytes
    }

    private var status: String {
        if isComplete { return "complete" }
        return done.wasStopped && done.failure == nil ? "interrupted" : "failed"
    }

    private static var peakMemoryBytes: Int {
        var usage = rusage()
        return getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 ? usage.ru_maxrss * 1024 : 0
    }
}
