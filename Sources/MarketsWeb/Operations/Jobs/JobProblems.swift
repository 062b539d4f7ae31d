import APIKit
import HTTPEdge
import HTTPTypes
import JSONText
import Jobs
import Platform

extension JobError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noSuchJob(let id): Problem(.notFound, code, description, field: "job", value: .string(id))
        case .badLine(let number, _): badLine(number, pointer: "")
        case .badDocument: Problem(.badRequest, code, description, field: "body")
        case .noSeries: Problem(.unprocessableContent, code, description, field: "body")
        case .lineTooLong(_, let limit), .bodyTooLarge(let limit):
            Problem(.contentTooLarge, code, description, field: "body", accepted: "at most \(limit) bytes")
        case .tooManySeries(let limit):
            Problem(.unprocessableContent, code, description, field: "body", accepted: "at most \(limit) series")
        case .badSetting(let name, let value, let expected):
            Problem(
                .unprocessableContent, "not-for-this-model", description, field: name, value: .string(value), accepted: expected)
        case .model(let error): Problem(modelStatus(error), code, description, field: "model", retryAfterSeconds: modelRetry(error))
        case .tooManyOpenJobs, .tooManyJobs, .tooManyWatchers: Problem(.tooManyRequests, code, description, retryAfterSeconds: 10)
        case .keyReused(let key, _):
            Problem(.unprocessableContent, "key-reused", description, field: "Idempotency-Key", value: .string(key))
        case .keyInUse(let key):
            Problem(
                .conflict, "in-progress", description, field: "Idempotency-Key", value: .string(key), retryAfterSeconds: 1)
        case .quotaExceeded(let error): error.problem
        case .diskFull: Problem(.serviceUnavailable, code, description, retryAfterSeconds: 60)
        case .stopping: Problem(.serviceUnavailable, code, description, retryAfterSeconds: 5)
        // Clients must not see the server's paths; the error is logged.
        case .file, .folderInUse:
            Problem(.internalServerError, code, "the server could not read or write the job; its log has the reason")
        }
    }

    /// - Parameter pointer: the line's JSON pointer, if it was an element of a document.
    fileprivate func badLine(_ number: Int, pointer: String) -> Problem {
        guard case .badLine(_, let problem) = self else { return self.problem }
        // Member names come from the client and may be as long as a line.
        let place = (pointer.isEmpty ? description : "\(pointer): \(problem.message)").cut(to: 1000)
        let member = problem.member.map { "\(pointer)/\($0.cut(to: 100))" }
        let isUnreadable = problem.code == "malformed-json" || problem.code == "unknown-member"
        var answer = Problem(
            isUnreadable ? .badRequest : .unprocessableContent, code, place, field: member ?? (pointer.isEmpty ? "body" : pointer),
            value: problem.value.map(JSONValue.string))
        if pointer.isEmpty { answer.extra = [JSONValue.Member(key: "line", value: .number(Double(number)))] }
        return answer
    }

    private func modelStatus(_ error: JobModelError) -> HTTPResponse.Status {
        switch error.code {
        case "model-unavailable": .serviceUnavailable
        case "reads-no-prices": .unprocessableContent
        default: .notFound
        }
    }

    private func modelRetry(_ error: JobModelError) -> Int? { error.code == "model-unavailable" ? 5 : nil }
}

/// Errors in a document whose elements were counted as lines.
enum JobDocumentError {
    static func of(_ error: any Error) -> any Error {
        guard case JobError.badLine(let number, let problem) = error else { return error }
        return JobError.badLine(number: number, problem).badLine(number, pointer: "/series/\(number - 1)")
    }
}
