import APIKit
import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import Jobs
import NIOCore
import Platform
import Records

/// The output of a job: its answers and its events.
struct JobOutputs: Sendable {
    let jobs: JobService
    /// Whether a caller's credential is still valid.
    let isCurrent: @Sendable (Principal) async -> Bool

    func add(to api: inout API) {
        api.add(Self.result, result)
        api.add(Self.events, events)
    }

    // MARK: The result

    private static let headers = [
        "Accept-Ranges", "Closecast-Job-State", "Closecast-Job-Completed", "Closecast-Job-Series", "ETag",
    ]

    private static let result = Operation(
        .get, "/v1/jobs/{job}/result", id: "getJobResult", tag: "Jobs",
        "The answers so far, one line of JSON per series, in the order of the series. A job that is done has all of them. Two "
            + "headers give the current and the final number. Resume an interrupted download with Range and If-Range; results are only appended.",
        need: .scope(.read),
        parameters: [
            .job,
            .header(
                "Range", .text(0...1000),
                "Some of the bytes, such as `bytes=1000-`; a request for several ranges returns the whole result."),
            .header(
                "If-Range", .text(0...1000),
                "The ETag of the first answer; if the result is a different one by now, all of it is sent."
            ),
        ],
        answers: [
            .contents(200, "As `closecast batch` prints them.", [("application/x-ndjson", .text(0...(1 << 40)))], headers: headers),
            .contents(
                206, "The bytes asked for.", [("application/x-ndjson", .text(0...(1 << 40)))], headers: headers + ["Content-Range"]),
            .problem(416, "The range is not within the result (code no-such-range). Content-Range gives the result's length."),
        ])

    private func result(_ call: Call) async throws -> Reply {
        let result = try await jobs.result(try call.job, of: call.caller.owner)
        let job = result.job
        let length = job.resultBytes
        // Answers are only appended, so the same length means the same bytes.
        let tag = "\"\(job.id)-\(length)\""
        var reply: Reply
        switch ByteRange.asked(call.headers, tag: tag, length: length) {
        case .whole: reply = Self.lines(of: result, length)
        case .part(let range):
            try await result.select(range)
            reply = Self.lines(of: result, range.count)
            reply.status = .partialContent
            reply.headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
        case .notModified:
            reply = .nothing
            reply.status = .notModified
        case .unsatisfiable: throw Self.noSuchRange(call, length)
        }
        return reply.with(.cacheControl, "private, no-cache").with(.eTag, tag).with(.acceptRanges, "bytes")
            .with(.jobState, job.state.rawValue).with(.jobCompleted, "\(job.completed)").with(.jobSeries, "\(job.series)")
    }

    private static func lines(of result: JobResult, _ length: Int) -> Reply {
        let body = ResponseBody(contentLength: length) { writer in
            while let piece = try await result.next() { try await writer.write(ByteBuffer(bytes: piece)) }
            try await writer.finish(nil)
        }
        return Reply(stream: body, type: "application/x-ndjson")
    }

    private static func noSuchRange(_ call: Call, _ length: Int) -> Problem {
        var problem = Problem(
            .rangeNotSatisfiable, "no-such-range",
            "the result has \(length) bytes so far; request a range within them, or try again later",
            field: "Range", value: call.headers[.range].map { .string($0.cut(to: 200)) },
            accepted: "bytes from 0 to \(length)")
        problem.headers[.contentRange] = "bytes */\(length)"
        return problem
    }

    // MARK: Events

    private static let events = Operation(
        .get, "/v1/jobs/{job}/events", id: "getJobEvents", tag: "Jobs",
        "Server-sent events: `progress` with the job now and whenever it advances, at most four a second, and `end` with the "
            + "job when it has ended. Comments every 15 seconds keep the connection open.", need: .scope(.read), parameters: [.job],
        answers: [
            .contents(200, "Events until the job has ended.", [("text/event-stream", Self.event)]),
            .empty(204, "The client reconnects after `end`; there are no more events."),
        ])

    /// One event; its JSON is described as text, because the lines of a stream have no types.
    private static let event = Schema.object([
        .init("event", .choice(["progress", "end"])), .init("id", .text(1...20)), .init("data", .text(1...(1 << 20)), "The job."),
    ])

    private func events(_ call: Call) async throws -> Reply {
        let job = try await jobs.job(try call.job, of: call.caller.owner)
        // After the end of a stream, browsers reconnect until they get a 204. Other ids have no meaning.
        if job.isFinished, call.headers[.lastEventID] == JobEvents.endID { return .nothing }
        let states = try await jobs.watch(job.id, of: job.owner)
        var events = JobEvents(states: states, keptSeconds: jobs.settings.keptSeconds)
        events.isPermitted = { [isCurrent, caller = call.caller] in await isCurrent(caller) }
        let permitted = events
        let body = ResponseBody { writer in
            try await permitted.forEach { try await writer.write(ByteBuffer(string: $0)) }
            try await writer.finish(nil)
        }
        return Reply(stream: body, type: "text/event-stream").with(.cacheControl, "no-store")
    }
}

extension HTTPField.Name {
    static let jobState = Self("Closecast-Job-State")!
    static let jobCompleted = Self("Closecast-Job-Completed")!
    static let jobSeries = Self("Closecast-Job-Series")!
    static let lastEventID = Self("Last-Event-ID")!
}
