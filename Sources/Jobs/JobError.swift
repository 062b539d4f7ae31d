import Forecasts
import JSONText
import Market
import Platform
import Text

/// The reasons why a request about jobs is rejected.
package enum JobError: Error, Equatable, Sendable {
    /// The owner has no such job. Jobs of other owners look the same.
    case noSuchJob(id: String)
    /// A line of the input is not a valid series.
    case badLine(number: Int, BatchLine.Fault)
    /// A JSON document is not of the form `{"series":[…]}`.
    case badDocument(JSONError)
    case lineTooLong(number: Int, limitBytes: Int)
    case tooManySeries(limit: Int)
    case bodyTooLarge(limitBytes: Int)
    /// The input contains no series.
    case noSeries
    /// A setting does not fit the model or the limits.
    case badSetting(name: String, value: String, expected: String)
    case model(JobModelError)
    case tooManyOpenJobs(limit: Int)
    case tooManyJobs(limit: Int)
    case tooManyWatchers(limit: Int)
    /// The key was used for a different request.
    case keyReused(key: String, id: JobID)
    /// Another request with this key is being received.
    case keyInUse(key: String)
    case diskFull(freeBytes: Int, neededBytes: Int)
    /// The owner would store more than they may.
    case quotaExceeded(QuotaExceeded)
    /// A file operation failed.
    case file(FileError)
    /// Another server is using the folder.
    case folderInUse(path: String)
    /// The server is stopping and accepts no more jobs.
    case stopping

    /// A stable error code for programs.
    package var code: String {
        switch self {
        case .noSuchJob: "no-such-job"
        case .badLine(_, let problem): problem.code
        case .badDocument: "malformed-json"
        case .lineTooLong: "line-too-long"
        case .tooManySeries: "too-many-series"
        case .bodyTooLarge: "body-too-large"
        case .noSeries: "no-series"
        case .badSetting: "bad-setting"
        case .model(let error): error.code
        case .tooManyOpenJobs: "too-many-open-jobs"
        case .tooManyJobs: "too-many-jobs"
        case .tooManyWatchers: "too-many-watchers"
        case .keyReused: "idempotency-key-reused"
        case .keyInUse: "idempotency-key-in-use"
        case .diskFull: "disk-full"
        case .quotaExceeded: "quota-exceeded"
        case .file: "storage-failure"
        case .folderInUse: "folder-in-use"
        case .stopping: "stopping"
        }
    }
}

extension JobError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noSuchJob(let id): "no job has the id \(id); GET /v1/jobs lists yours"
        case .badLine(let number, let problem): "line \(number): \(problem.message)"
        case .badDocument(let error): "the body is not {\"series\":[…]}: \(error)"
        case .lineTooLong(let number, let limit):
            "line \(number) is longer than \(limit) bytes; send fewer closes: a model reads the newest only"
        case .tooManySeries(let limit): "the input has more than \(limit) series; send the others as another job"
        case .bodyTooLarge(let limit): "the input is larger than \(limit) bytes; send it as several jobs"
        case .noSeries: "the input has no series; expected one line of JSON each, {\"id\":…,\"closes\":[…]}"
        case .badSetting(let name, let value, let expected): "\(name) is \(value); expected \(expected)"
        case .model(let error): error.description
        case .tooManyOpenJobs(let limit):
            "\(limit.counted("job is", "jobs are")) open, which is the limit; wait for one to end, or cancel one"
        case .tooManyJobs(let limit): "\(limit.counted("job is", "jobs are")) kept, which is the limit; delete finished ones"
        case .tooManyWatchers(let limit):
            "\(limit.counted("client follows", "clients follow")) this job's events, which is the limit; poll it instead"
        case .keyReused(let key, let id):
            "the key \(key) was used for job \(id) with another body or other settings; use a new key"
        case .keyInUse(let key): "a request with the key \(key) is being received; try again when it has ended"
        case .diskFull(let free, let needed):
            "the disk has \(free >> 20) MB free and jobs need \(needed >> 20) MB; delete finished jobs or try again later"
        case .quotaExceeded(let error): error.description
        case .file(let error): error.description
        case .folderInUse(let path): "another server keeps its jobs in \(path); stop it, or choose another folder"
        case .stopping: "the server is stopping; try again when it is back"
        }
    }
}
