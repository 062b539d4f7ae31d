import Jobs
import JobsCrashPlan
import Logging
import Platform
import Scratch
import Testing

/// A service on a folder.
struct TestService {
    let folder: String
    let models: StandInModels
    let jobs: JobService

    /// Runs a test with a service that computes jobs, and stops it at the end.
    static func running(
        _ folder: String, models: StandInModels = StandInModels(), disk: Disk = .unsynced,
        now: @escaping @Sendable () -> Int = { 1_700_000_000 }, settings change: (inout JobSettings) -> Void = { _ in },
        _ body: (TestService) async throws -> Void
    ) async throws {
        try await idle(folder, models: models, disk: disk, now: now, settings: change) { service async throws in
            let running = Task { await service.jobs.run() }
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(service)) } catch { outcome = .failure(error) }
            running.cancel()
            await running.value
            try outcome.get()
        }
    }

    /// As ``running(_:models:disk:now:settings:_:)``, but nothing is computed.
    static func idle(
        _ folder: String, models: StandInModels = StandInModels(), disk: Disk = .unsynced,
        now: @escaping @Sendable () -> Int = { 1_700_000_000 }, settings change: (inout JobSettings) -> Void = { _ in },
        _ body: (TestService) async throws -> Void
    ) async throws {
        var settings = CrashPlan.settings("\(folder)/jobs")
        change(&settings)
        let service = TestService(
            folder: settings.folder, models: models,
            jobs: JobService(
                settings: settings, models: models, disk: disk, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                now: now))
        try await service.jobs.open()
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(service)) } catch { outcome = .failure(error) }
        await service.jobs.stop()
        try outcome.get()
    }

    /// Creates a job of an input that arrives in pieces.
    @discardableResult func create(
        _ input: String, owner: String = "ann", key: String? = nil, days: Int = 2, pieces: Int = 1 << 16
    ) async throws -> JobUpload.Outcome {
        var request = JobRequest(owner: owner)
        request.idempotencyKey = key
        request.forecast.days = days
        return try await create(input, request, pieces: pieces)
    }

    @discardableResult func create(
        _ input: String, _ request: JobRequest, pieces: Int = 1 << 16
    ) async throws -> JobUpload.Outcome {
        let upload = try await jobs.begin(request)
        do {
            let bytes = Array(input.utf8)
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                try await upload.append(Array(bytes[start..<min(start + pieces, bytes.count)]))
            }
            return try await upload.finish()
        } catch {
            await upload.abandon()
            throw error
        }
    }

    /// Follows a job until a condition holds, or it has ended.
    @discardableResult func wait(
        for id: JobID, of owner: String = "ann", until holds: (Job) -> Bool = { $0.isFinished }
    ) async throws -> Job {
        for await job in try await jobs.watch(id, of: owner) where holds(job) { return job }
        return try await jobs.job(id, of: owner)
    }

    func result(_ id: JobID, of owner: String = "ann") async throws -> String {
        let reader = try await jobs.result(id, of: owner)
        var bytes: [UInt8] = []
        while let piece = try await reader.next() { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Names in the folder of jobs.
    var names: [String] { get throws { try Files.names(in: folder) } }
}

/// The result of an uninterrupted run of an input.
func uninterrupted(_ input: String, days: Int = 2) async throws -> String {
    try await Scratch.with { folder in
        var result = ""
        try await TestService.running(folder) { service async throws in
            let job = try await service.create(input, days: days).job
            try await service.wait(for: job.id)
            result = try await service.result(job.id)
        }
        return result
    }
}

/// A line of a series that can be forecast.
func line(_ id: String, _ closes: String = "1,2,3") -> String { "{\"id\":\"\(id)\",\"closes\":[\(closes)]}\n" }

/// Suspends series until it is opened.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var arrived = 0

    func pass() async {
        arrived += 1
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
