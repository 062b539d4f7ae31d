import Jobs
import JobsCrashPlan
import Platform

/// A program to be killed: `jobs-crash FOLDER` creates the only job of ``CrashPlan``, again and again with its key, and computes
/// it.
///
/// It prints `created ID` when the job is confirmed, `S17` when that series is about to be computed, and `done`.
@main struct JobsCrash {
    static func main() async throws {
        let models = StandInModels()
        models.change {
            $0.before = { history in
                say("\(history.ticker)")
                // Pause: forecasts take time. As a rule some blocks are done and some are not when the program is killed.
                try? await Task.sleep(for: .microseconds(Int.random(in: 0..<40_000)))
            }
        }
        let service = JobService(settings: CrashPlan.settings(CommandLine.arguments[1]), models: models)
        try await service.open()
        let running = Task { await service.run() }
        let job = try await create(service)
        say("created \(job.id)")
        for await state in try await service.watch(job.id, of: CrashPlan.owner) where state.isFinished { say(state.state.rawValue) }
        running.cancel()
        await running.value
    }

    private static func create(_ service: JobService) async throws -> Job {
        let upload = try await service.begin(CrashPlan.request)
        let input = Array(CrashPlan.input(CrashPlan.series).utf8)
        for start in stride(from: 0, to: input.count, by: 10_000) {
            try await upload.append(Array(input[start..<min(start + 10_000, input.count)]))
        }
        return try await upload.finish().job
    }

    /// One write is one line, whole or not at all.
    private static func say(_ line: String) {
        try? Files.writeAll(Array("\(line)\n".utf8), descriptor: 1, path: "standard output")
    }
}
