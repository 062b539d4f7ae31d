import Forecasting
import Inference
import JSONText

/// The JSON form of a job in its file `job.json`.
enum JobDocument {
    /// The format version. Higher versions come from newer programs.
    private static let format = 1

    /// The reason why a file is not a valid job.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    static func write(_ job: Job) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("format", format)
            writer.member("id", job.id.description)
            writer.member("owner", job.owner)
            writer.member("state", job.state.rawValue)
            writer.member("series", job.series)
            writer.member("completed", job.completed)
            writer.member("failed", job.failed)
            writer.member("result_bytes", job.resultBytes)
            writer.member("created_at", job.createdAt)
            writer.member("started_at", job.startedAt)
            writer.member("finished_at", job.finishedAt)
            writer.member("idempotency_key", job.idempotencyKey)
            writer.member("request_sha256", job.requestSHA256)
            writer.member("problem_code", job.problem?.code)
            writer.member("problem", job.problem?.message)
            write(job.model, &writer)
            write(job.options, &writer)
        }
        writer.newline()
        return writer.bytes
    }

    private static func write(_ model: Job.Model, _ writer: inout JSONWriter) {
        writer.member("model", model.name)
        writer.member("model_version", model.version)
        writer.member("model_sha256", model.sha256)
    }

    private static func write(_ options: JobOptions, _ writer: inout JSONWriter) {
        writer.member("days", options.days)
        writer.key("quantiles")
        writer.array { writer in for quantile in options.quantiles { writer.number(quantile) } }
        writer.member("paths", options.sampling?.paths)
        // As text, because JSON numbers above 2^53 lose digits.
        writer.member("seed", options.sampling.map { "\($0.seed)" })
        writer.member("decode", options.decode.rawValue)
    }

    /// Parses the output of ``write(_:)``. Throws a fault for anything else.
    static func read(_ bytes: [UInt8], id: JobID) throws(Fault) -> Job {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw Fault(description: error.description)
        }
        let members = Members(value: value)
        guard try members.integer("format", 1...Int.max) == format else {
            throw Fault(description: "a newer closecast wrote it")
        }
        guard try members.text("id") == id.description else { throw Fault(description: "it is of another job") }
        let stateName = try members.text("state")
        guard let state = Job.State(rawValue: stateName) else { throw Fault(description: "state is \"\(stateName)\"") }
        let series = try members.integer("series", 1...Int.max)
        var job = Job(
            id: id, owner: try members.text("owner"), model: try model(members), options: try options(members), series: series,
            createdAt: try members.integer("created_at"), idempotencyKey: value["idempotency_key"]?.string,
            requestSHA256: try members.text("request_sha256"))
        job.state = state
        job.completed = try members.integer("completed", 0...series)
        job.failed = try members.integer("failed", 0...job.completed)
        job.resultBytes = try members.integer("result_bytes", 0...Int.max)
        job.startedAt = value["started_at"]?.integer
        job.finishedAt = value["finished_at"]?.integer
        if let code = value["problem_code"]?.string { job.problem = Job.Fault(code, value["problem"]?.string ?? code) }
        return job
    }

    private static func model(_ members: Members) throws(Fault) -> Job.Model {
        Job.Model(
            name: try members.text("model"), version: try members.text("model_version"), sha256: try members.text("model_sha256"))
    }

    private static func options(_ members: Members) throws(Fault) -> JobOptions {
        guard let quantiles = members.value["quantiles"]?.array?.map({ $0.number ?? 0 }), quantiles.allSatisfy({ $0 > 0 && $0 < 1 })
        else { throw Fault(description: "quantiles are no array of numbers between 0 and 1") }
        guard let decode = DecodeMode(rawValue: try members.text("decode")) else {
            throw Fault(description: "decode is no way to decode")
        }
        return JobOptions(
            days: try members.integer("days", 1...100_000), quantiles: quantiles,
            sampling: try sampling(members), decode: decode)
    }

    private static func sampling(_ members: Members) throws(Fault) -> Sampling? {
        if members.value["paths"] == .null { return nil }
        guard let seed = UInt64(try members.text("seed")) else { throw Fault(description: "seed is not a number") }
        return Sampling(paths: try members.integer("paths", 1...Sampling.maximumPaths), seed: seed)
    }

    /// Required members.
    private struct Members {
        let value: JSONValue

        func text(_ key: String) throws(Fault) -> String {
            guard let text = value[key]?.string else { throw Fault(description: "\(key) is no text") }
            return text
        }

        func integer(_ key: String, _ range: ClosedRange<Int> = Int.min...Int.max) throws(Fault) -> Int {
            guard let number = value[key]?.integer, range.contains(number) else {
                throw Fault(description: "\(key) is no whole number in its range")
            }
            return number
        }
    }
}
