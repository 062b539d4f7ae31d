import Logging
import Metrics
import Platform

/// Manages the batch jobs of all owners: creates, lists, runs, cancels and removes them.
///
/// Whatever a method confirms is on disk. Owners never see the jobs of others, which look as if they did not exist.
package actor JobService {
    /// A job with its runtime state.
    struct Entry {
        var job: Job
        /// The task that computes the job, while it runs.
        var run: Task<Void, Never>?
        /// The earliest time of the next attempt.
        var retryAt: ContinuousClock.Instant?
        var watchers: [Int: AsyncStream<Job>.Continuation] = [:]
    }

    struct Key: Hashable {
        let owner: String
        let text: String
    }

    /// The resource limits of jobs.
    package nonisolated let settings: JobSettings
    let models: any JobModels
    let disk: Disk
    let store: JobStore
    let turns: FairTurns
    let stored: StoredBytes
    let now: @Sendable () -> Int
    let logger: Logger

    var entries: [JobID: Entry] = [:]
    var idsByKey: [Key: JobID] = [:]
    /// The owner of each upload, and the idempotency keys of uploads.
    var uploads: [JobID: String] = [:]
    var uploadKeys: Set<Key> = []
    /// An ascending number of each owner's most recent job start.
    var turnOfOwner: [String: Int] = [:]
    var lastTurn = 0
    var lastNumber = 0
    var isRunning = false
    var isStopping = false
    var watchesAreOver = false

    /// Creates a service. Call ``open()`` before anything else.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970-01-01 UTC.
    ///   - logger: receives errors that no client is waiting for.
    package init(
        settings: JobSettings, models: any JobModels, disk: Disk = .system, logger: Logger = Logger(label: "closecast.jobs"),
        now: @escaping @Sendable () -> Int = { ProcessState.secondsSince1970 }
    ) {
        (self.settings, self.models, self.disk, self.logger, self.now) = (settings, models, disk, logger, now)
        store = JobStore(folder: settings.folder, disk: disk)
        turns = FairTurns(count: settings.blocksInFlight)
        stored = StoredBytes(limit: settings.maximumBytesPerOwner)
    }

    /// Reads the stored jobs, and removes remains of interrupted uploads. Must be called once, before anything else.
    ///
    /// - Throws: ``JobError/file(_:)``, ``JobError/folderInUse(path:)``.
    package func open() async throws(JobError) {
        let contents = try await store.open()
        for strange in contents.strange { logger.warning("left alone in the folder of jobs: \(strange)") }
        for job in contents.jobs {
            var job = job
            if job.state == .running { job.state = .waiting }
            lastNumber += 1
            entries[job.id] = Entry(job: job)
            let files = store.path(job.id)
            stored.add(
                job.id, of: job.owner, input: Files.size(of: "\(files)/input.ndjson"),
                result: Files.size(of: "\(files)/result.ndjson"))
            if let key = Self.key(of: job) { idsByKey[key] = job.id }
        }
        measure()
    }

    static func key(of job: Job) -> Key? { job.idempotencyKey.map { Key(owner: job.owner, text: $0) } }

    // MARK: Reading

    /// Returns an owner's job.
    ///
    /// - Throws: ``JobError/noSuchJob(id:)``.
    package func job(_ id: JobID, of owner: String) throws(JobError) -> Job {
        guard let job = entries[id]?.job, job.owner == owner else { throw .noSuchJob(id: id.description) }
        return job
    }

    /// Returns an owner's jobs, newest first.
    ///
    /// - Parameters:
    ///   - before: the last job of the previous page.
    ///   - states: nil for all states.
    ///   - limit: the page size, at least 1.
    package func jobs(
        of owner: String, before: JobID? = nil, states: Set<Job.State>? = nil, limit: Int
    ) -> Page<Job> {
        let jobs = entries.values.lazy.map(\.job).filter { job in
            job.owner == owner && before.map { job.id < $0 } != false && states?.contains(job.state) != false
        }.sorted { $0.id > $1.id }
        return Page(jobs[...], limit: limit)
    }

    /// Returns the answers of a job so far; those of a finished job are complete.
    ///
    /// - Throws: ``JobError/noSuchJob(id:)``, ``JobError/file(_:)``.
    package func result(_ id: JobID, of owner: String) async throws(JobError) -> JobResult {
        let result = JobResult(try job(id, of: owner), path: "\(store.path(id))/result.ndjson")
        do throws(FileError) {
            try await result.open()
        } catch {
            throw entries[id] == nil ? .noSuchJob(id: id.description) : .file(error)
        }
        return result
    }

    // MARK: Ending

    /// Cancels a job; existing answers remain readable. A finished job is returned unchanged.
    ///
    /// - Throws: ``JobError/noSuchJob(id:)``, ``JobError/diskFull(freeBytes:neededBytes:)``, ``JobError/file(_:)``.
    package func cancel(_ id: JobID, of owner: String) async throws(JobError) -> Job {
        var job = try job(id, of: owner)
        if job.isFinished { return job }
        (job.state, job.finishedAt, job.problem) = (.cancelled, now(), nil)
        try await save(job)
        guard let entry = entries[id] else { throw .noSuchJob(id: id.description) }
        guard !entry.job.isFinished else {
            // It ended meanwhile: the file must match the state that clients were given.
            try await save(entry.job)
            return entry.job
        }
        update(id) { ($0.state, $0.finishedAt, $0.problem) = (.cancelled, job.finishedAt, nil) }
        if let run = entry.run { run.cancel() } else { await removeInput(of: id) }
        startRuns()
        return entries[id]?.job ?? job
    }

    /// Removes a job and its result. An open job is cancelled first.
    ///
    /// - Throws: ``JobError/noSuchJob(id:)``, ``JobError/file(_:)``.
    package func remove(_ id: JobID, of owner: String) async throws(JobError) {
        let job = try job(id, of: owner)
        do throws(FileError) {
            try await store.remove(id)
        } catch {
            throw error.isMissing ? .noSuchJob(id: id.description) : fault(error)
        }
        forget(job)
        startRuns()
    }

    /// Removes all jobs of an owner whose account is deleted. One that cannot be removed is logged.
    package func removeAll(of owner: String) async {
        for job in entries.values.map(\.job) where job.owner == owner {
            do throws(JobError) {
                try await remove(job.id, of: owner)
            } catch {
                logger.error("a job of a deleted account was not removed", metadata: ["job": "\(job.id)", "error": "\(error)"])
            }
        }
    }

    private func forget(_ job: Job) {
        guard let entry = entries.removeValue(forKey: job.id) else { return }
        entry.run?.cancel()
        stored.remove(job.id)
        for watcher in entry.watchers.values { watcher.finish() }
        if let key = Self.key(of: job), idsByKey[key] == job.id { idsByKey[key] = nil }
        measure()
    }

    /// Removes jobs that finished more than ``JobSettings/keptSeconds`` ago.
    package func sweep() async {
        let ended = entries.values.map(\.job).filter { $0.isFinished && ($0.finishedAt ?? 0) + settings.keptSeconds <= now() }
        for job in ended {
            do throws(FileError) {
                try await store.remove(job.id)
                forget(job)
            } catch {
                logger.warning("a job that ended stays: \(error)")
            }
        }
    }

    // MARK: Common

    /// Returns the bytes of the inputs and results of an owner's jobs, including uploads.
    package nonisolated func storedBytes(of owner: String) -> Int { stored.total(of: owner) }

    /// Removes the input of a job that has ended.
    func removeInput(of id: JobID) async {
        await store.removeInput(id)
        stored.removeInput(of: id)
    }

    /// Changes a job in memory and notifies its watchers. No effect if the job was removed.
    func update(_ id: JobID, _ change: (inout Job) -> Void) {
        guard var job = entries[id]?.job else { return }
        change(&job)
        guard let old = entries[id]?.job, job != old else { return }
        entries[id]!.job = job
        for watcher in entries[id]!.watchers.values {
            watcher.yield(job)
            if job.isFinished { watcher.finish() }
        }
        if job.state != old.state { measure() }
    }

    /// Replaces a job's record on disk. Errors are ignored if the job was removed.
    func save(_ job: Job) async throws(JobError) {
        do throws(FileError) {
            try await store.save(job)
        } catch {
            if entries[job.id] != nil { throw fault(error) }
        }
    }

    func fault(_ error: FileError) -> JobError {
        guard error.isOfFullDisk else { return .file(error) }
        return .diskFull(freeBytes: disk.freeBytes(settings.folder) ?? 0, neededBytes: settings.minimumFreeBytes)
    }

    func measure() {
        let states = entries.values.reduce(into: [:]) { $0[$1.job.state, default: 0] += 1 }
        for state in Job.State.allCases {
            Gauge(label: "closecast_jobs", dimensions: [("state", state.rawValue)]).record(states[state] ?? 0)
        }
    }
}
