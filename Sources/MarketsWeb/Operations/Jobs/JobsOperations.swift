import APIKit
import Access
import Forecasts
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import Jobs
import NIOCore
import Platform
import Records
import Services
import Store

/// Batch jobs, over HTTP and for pages: many series are sent at once, computed in the background, and read when they are finished.
package struct JobsOperations: Sendable {
    package let get, cancel: TypedOperation<JobReference, Job>
    package let remove: TypedOperation<JobReference, Void>
    private let jobs: JobService

    /// The limit for a JSON document in bytes, since it has to fit in memory; lines do not.
    private static let largestDocument = 16 << 20

    /// - Parameter isCurrent: whether a caller's credential is still valid.
    package func add(to api: inout API, isCurrent: @escaping @Sendable (Principal) async -> Bool) {
        api.add(Self.create, create)
        api.add(Self.list, list)
        api.add(get, cancel, remove)
        JobOutputs(jobs: jobs, isCurrent: isCurrent).add(to: &api)
    }

    package init(_ jobs: JobService) {
        self.jobs = jobs
        let answer = TypedAnswer<Job>.document(
            200, "The job.", JobDocuments.job,
            again: { document, call in try await jobs.job(try JobID(named: document.id), of: call.caller.owner) },
            of: { ($0, jobs.settings.keptSeconds) })
        get = TypedOperation(
            .get, "/v1/jobs/{job}", id: "getJob", tag: "Jobs", "The state of a job.", need: .scope(.read), answer: answer
        ) { input, call in try await jobs.job(try JobID(named: input.job), of: call.caller.owner) }
        cancel = TypedOperation(
            .post, "/v1/jobs/{job}/cancel", id: "cancelJob", tag: "Jobs",
            "Cancels a job; you can still read the answers so far. A job that has ended stays as it is.", need: .scope(.write),
            answer: answer
        ) { input, call in try await jobs.cancel(try JobID(named: input.job), of: call.caller.owner) }
        remove = TypedOperation(
            .delete, "/v1/jobs/{job}", id: "removeJob", tag: "Jobs",
            "Removes a job and its result; an open one is cancelled first.", need: .scope(.write), answer: .done("Removed.")
        ) { input, call in try await jobs.remove(try JobID(named: input.job), of: call.caller.owner) }
    }

    // MARK: Create

    private static let create = Operation(
        .post, "/v1/jobs", id: "createJob", tag: "Jobs",
        "Creates a batch job of up to 100,000 series: as lines of JSON, in any number of bytes, or as one document. It is "
            + "computed in the background and survives a restart of the server. If a line is not a series, the whole job is rejected; "
            + "a series that cannot be forecast gets an error in its place. The same Idempotency-Key and body return the same job as "
            + "long as it is kept.", need: .scope(.write), parameters: JobSchemas.settings,
        body: .stream(
            [("application/x-ndjson", JobSchemas.lines), ("application/json", JobSchemas.document)], maximumBytes: 4 << 30
        ).showing(
            #"{"id":"one","last":"2025-02-28","closes":[\#(ForecastDocuments.exampleCloses)]}"# + "\n",
            #"{"series":[{"id":"one","last":"2025-02-28","closes":[\#(ForecastDocuments.exampleCloses)]}]}"#),
        answers: [
            .json(202, "The job is queued.", JobDocuments.job.schema, headers: ["Location"]),
            .problem(404, "There is no such model."),
        ])

    private func create(_ call: Call) async throws -> Reply {
        let length = call.headers[.contentLength].flatMap { Int($0) }
        let upload = try await jobs.begin(try request(call), expectedBytes: length)
        let outcome: JobUpload.Outcome
        do {
            try await receive(call, into: upload)
            outcome = try await upload.finish()
        } catch {
            await upload.abandon()
            throw Self.isDocument(call) ? JobDocumentError.of(error) : error
        }
        let job = outcome.job
        let reply = Reply(.accepted) { JobDocuments.job.write((job, jobs.settings.keptSeconds), &$0) }
            .with(.location, "/v1/jobs/\(job.id)")
        return outcome.isNew ? reply : reply.asReplay
    }

    private func request(_ call: Call) throws -> JobRequest {
        var request = JobRequest(owner: call.caller.owner, forecast: ForecastParameters.request { call[$0] })
        request.forecast.decode = call.text("decode").flatMap { .init(rawValue: $0) }
        if let key = call.idempotencyKey {
            // Checks only the form of the key; a streamed body is hashed where it is read.
            request.idempotencyKey = try IdempotentRequest(owner: request.owner, key: key, requestHash: "").key
        }
        return request
    }

    private static func isDocument(_ call: Call) -> Bool {
        call.contentType == "application/json"
    }

    private func receive(_ call: Call, into upload: JobUpload) async throws {
        guard Self.isDocument(call) else {
            for try await piece in call.stream { try await upload.append(Array(piece.readableBytesView)) }
            return
        }
        do {
            let document = try await call.stream.collect(upTo: Self.largestDocument)
            try await upload.append(document: Array(document.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw Problem(
                .contentTooLarge, "body-too-large",
                "the document has more than \(Self.largestDocument) bytes; send lines of JSON as application/x-ndjson instead",
                field: "body", accepted: "at most \(Self.largestDocument) bytes")
        }
    }

    // MARK: List

    private static let list = Operation(
        .get, "/v1/jobs", id: "listJobs", tag: "Jobs", "Your jobs, newest first.", need: .scope(.read),
        parameters: Pagination.parameters + [
            .query("state", .array(.choice(Job.State.allCases.map(\.rawValue)), count: 1...5), "Only jobs in these states.")
        ],
        answers: [.json(200, "A page of jobs.", Pagination.schema(of: JobDocuments.job.schema))])

    private func list(_ call: Call) async throws -> Reply {
        let before = try Pagination.key(call) { JobID($0) }
        let states = call.texts("state").map { Set($0.compactMap { Job.State(rawValue: $0) }) }
        let page = await jobs.jobs(of: call.caller.owner, before: before, states: states, limit: Pagination.limit(call))
        let next = Pagination.cursor(after: page) { $0.id.description }
        return Reply {
            Pagination.write(page.elements, next, &$0) { JobDocuments.job.write(($0, jobs.settings.keptSeconds), &$1) }
        }
    }
}

extension Parameter {
    static let job = Parameter.path("job", .text(32...32, pattern: "^[0-9a-f]{32}$"), "A job's id.")
}

/// A job in a path.
package struct JobReference: Record {
    package let job: String

    package init(_ field: inout Fields<Self>) throws { job = try field("job", \.job, Parameter.job.schema, Parameter.job.note) }
}

extension Call {
    /// The job named in the path.
    var job: JobID {
        get throws(JobError) { try JobID(named: required("job", Call.text)) }
    }
}

extension JobID {
    /// - Throws: ``JobError/noSuchJob(id:)`` for a text that is not an id.
    fileprivate init(named text: String) throws(JobError) {
        guard let id = JobID(text) else { throw .noSuchJob(id: text.cut(to: 40)) }
        self = id
    }
}
