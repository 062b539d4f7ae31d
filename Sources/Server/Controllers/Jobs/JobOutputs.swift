import HTTPTypes
import Hummingbird
import Jobs
import NIOCore

/// What a job gives: its answers and its events.
struct JobOutputs: Sendable {
    let jobs: JobService

    func add(to api: inout API) {
        api.add(Self.result, result)
        api.add(Self.events, events)
    }

    // MARK: The result

    private static let result = Operation(
        .get, "/v1/jobs/{job}/result", id: "getJobResult", tag: "Jobs",
        "The answers so far, one line of JSON a series, in the order of the series: of a job that is done all of them. Two headers "
            + "tell how many there are and will be.", scope: .read, parameters: [.job],
        answers: [
            .contents(
                200, "As `closecast batch` prints them.", [("application/x-ndjson", .text(0...(1 << 40)))],
                headers: ["Closecast-Job-State", "Closecast-Job-Completed", "Closecast-Job-Series"])
        ])

    private func result(_ call: Call) async throws -> Reply {
        let result = try await jobs.result(try call.job, of: call.caller.owner)
        let job = result.job
        let body = ResponseBody(contentLength: job.resultBytes) { writer in
            while let piece = try await result.next() { try await writer.write(ByteBuffer(bytes: piece)) }
            try await writer.finish(nil)
        }
        return Reply(stream: body, type: "application/x-ndjson")
            .with(.cacheControl, "private, no-cache").with(.jobState, job.state.rawValue)
            .with(.jobCompleted, "\(job.completed)").with(.jobSeries, "\(job.series)")
    }

    // MARK: Events

    private static let events = Operation(
        .get, "/v1/jobs/{job}/events", id: "getJobEvents", tag: "Jobs",
        "Server-sent events: `progress` with the job now and whenever it has come further, at most four a second, and `end` with the "
            + "job when it has ended. Comments every 15 seconds keep the connection open.", scope: .read, parameters: [.job],
        answers: [
            .contents(200, "Events until the job has ended.", [("text/event-stream", Self.event)]),
            .empty(204, "A client that saw the end connects again: there is nothing more."),
        ])

    /// One event: JSON as text, for a stream's lines have no types.
    private static let event = Schema.object([
        .init("event", .choice(["progress", "end"])), .init("id", .text(1...20)), .init("data", .text(1...(1 << 20)), "The job."),
    ])

    private func events(_ call: Call) async throws -> Reply {
        let job = try await jobs.job(try call.job, of: call.caller.owner)
        // Browsers connect again after the end of a stream, until they are told so; any other id is of no consequence.
        if job.isFinished, call.headers[.lastEventID] == JobEvents.endID { return .nothing }
        let states = try await jobs.watch(job.id, of: job.owner)
        let events = JobEvents(states: states, keptSeconds: jobs.settings.keptSeconds)
        let body = ResponseBody { writer in
            try await events.forEach { try await writer.write(ByteBuffer(string: $0)) }
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
