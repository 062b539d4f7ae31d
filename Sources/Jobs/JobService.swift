import Logging
import Metrics
import Platform

/// The batch jobs of all owners: creates, lists, runs, cancels and removes them.
///
/// What a method confirms is on the disk. An owner never sees another's job: it is as if there were none.
package actor JobService {
    /// What is known of a job beside its record.
    struct Entry {
        var job: Job
        /// While it is computed.
        var run: Task<Void, Never>?
        /// Not before this moment is it tried again.
        var retryAt: ContinuousClock.Instant?
        var watchers: [Int: AsyncStream<Job>.Continuation] = [:]
    }

    struct Key: Hashable {
        let owner: String
        let text: String
    }

    /// What jobs may take of the machine.
    package nonisolated let settings: JobSettings
    let models: any JobModels
    let disk: Disk
    let store: JobStore
    let turns: FairTurns
    let now: @Sendable () -> Int
    let logger: Logger

    var entries: [JobID: Entry] = [:]
    var idsByKey: [Key: JobID] = [:]
    /// Uploads by owner, and the keys of uploads.
    var uploads: [JobID: String] = [:]
    var uploadKeys: Set<Key> = []
    /// When an owner's job was last begun, as a number that grows.
    var turnOfOwner: [String: Int] = [:]
    var lastTurn = 0
    var lastNumber = 0
    var isRunning = false
    var isStopping = false
    var watchesAreOver = false

    /// - Parameters:
    ///   - now: seconds since 1970-01-01 UTC.
    ///   - logger: what goes wrong without a client to be told.
    package init(
        settings: JobSettings, models: any JobModels, disk: Disk = .system, logger: Logger = Logger(label: "closecast.jobs"),
        now: @escaping @Sendable () -> Int = { ProcessState.secondsSince1970 }
    ) {
        (self.settings, self.models, self.disk, self.logger, self.now) = (settings, models, disk, logger, now)
        store = JobStore(folder: settings.folder, disk: disk)
        turns = FairTurns(count: settings.blocksInFlight)
    }

    /// Reads the jobs that are kept, and removes what a crash left of uploads. To be called once, before anything else.
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
            if let key = Self.key(of: job) { idsByKey[key] = job.id }
        }
        measure()
    }

    static func key(of job: Job) -> Key? { job.idempotencyKey.map { Key(owner: job.owner, text: $0) } }

    // MARK: Reading

    /// The job of an owner.
    ///
    /// - Throws: ``JobError/noSuchJob(id:)``.
    package func job(_ id: JobID, of owner: String) throws(JobError) -> Job {
        guard let job = entries[id]?.job, job.owner == owner else { throw .noSuchJob(id: id.description) }
        return job
    }

    /// The jobs of an owner, newest first.
    ///
    /// - Parameters:
    ///   - before: the last job of the page before.
    ///   - states: nil for all.
    ///   - limit: at least 1.
    /// - Returns: a page, and whether more follow.
    package func jobs(
        of owner: String, before: JobID? = nil, states: Set<Job.State>? = nil, limit: Int
    ) -> (jobs: [Job], hasMore: Bool) {
        var jobs = entries.values.lazy.map(\.job).filter { job in
            job.owner == owner && before.map { job.id < $0 } != false && states?.contains(job.state) != false
        }.sorted { $0.id > $1.id }
        let hasMore = jobs.count > limit
        jobs.removeLast(max(0, jobs.count - limit))
        return (jobs, hasMore)
    }

    /// The answers that a job has so far: of a finished job all of them.
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

    /// Cancels a job: what is computed of it stays to be read. One that has ended is left as it is.
    ///
    /// - Throws: ``JobError/noSuchJob(id:)``, ``JobError/diskFull(freeBytes:neededBytes:)``, ``JobError/file(_:)``.
    package func cancel(_ id: JobID, of owner: String) async throws(JobError) -> Job {
        var job = try job(id, of: owner)
        if job.isFinished { return job }
        (job.state, job.finishedAt, job.problem) = (.cancelled, now(), nil)
        try await save(job)
        guard let entry = entries[id] else { throw .noSuchJob(id: id.description) }
        guard !entry.job.isFinished else {
            // It ended meanwhile: what the file says must be what everybody was told.
            try await save(entry.job)
            return entry.job
        }
        update(id) { ($0.state, $0.finishedAt, $0.problem) = (.cancelled, job.finishedAt, nil) }
        if let run = entry.run { run.cancel() } else { await store.removeInput(id) }
        startRuns()
        return entries[id]?.job ?? job
    }

    /// Removes a job and its result, cancelling it first where it is open.
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

    private func forget(_ job: Job) {
        guard let entry = entries.removeValue(forKey: job.id) else { return }
        entry.run?.cancel()
        for watcher in entry.watchers.values { watcher.finish() }
        if let key = Self.key(of: job), idsByKey[key] == job.id { idsByKey[key] = nil }
        measure()
    }

    /// Removes the jobs that ended long enough ago.
    func sweep() async {
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

    /// Changes a job in memory and tells its watchers; nothing where it is removed.
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

    /// Replaces a job's record on the disk; nothing where it is removed.
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
