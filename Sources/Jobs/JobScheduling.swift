import Platform

extension JobService {
    /// Computes jobs until this task is cancelled, then calls ``stop()``.
    package func run() async {
        isRunning = true
        var sweptAt: ContinuousClock.Instant?
        while !Task.isCancelled {
            startRuns()
            if sweptAt.map({ ContinuousClock.now - $0 >= .seconds(settings.sweepSeconds) }) != false {
                await sweep()
                sweptAt = .now
            }
            // If cancelled during the sleep, the loop ends.
            try? await Task.sleep(for: .seconds(min(settings.retrySeconds, settings.sweepSeconds)))
        }
        await stop()
    }

    /// Stops running jobs at block boundaries, and ends all event streams. Everything needed to resume is on disk.
    package func stop() async {
        isStopping = true
        let runs = entries.values.compactMap(\.run)
        for run in runs { run.cancel() }
        for run in runs { await run.value }
        for entry in entries.values { for watcher in entry.watchers.values { watcher.finish() } }
        await store.release()
    }

    /// Starts jobs while there is room, one for each owner: the oldest job of the owner who has waited longest.
    func startRuns() {
        guard isRunning, !isStopping else { return }
        while entries.values.count(where: { $0.run != nil }) < settings.runningJobs, let job = nextJob() { start(job) }
    }

    private func nextJob() -> Job? {
        let busy = Set(entries.values.lazy.filter { $0.run != nil }.map(\.job.owner))
        let due = entries.values.lazy.filter { entry in
            !entry.job.isFinished && !busy.contains(entry.job.owner) && entry.retryAt.map { $0 <= .now } != false
        }
        return due.map(\.job).min { left, right in
            (turnOfOwner[left.owner] ?? 0, left.id) < (turnOfOwner[right.owner] ?? 0, right.id)
        }
    }

    private func start(_ job: Job) {
        lastTurn += 1
        turnOfOwner[job.owner] = lastTurn
        let run = JobRun(
            job, folder: store.path(job.id), settings: settings, disk: disk, models: models, turns: turns, stored: stored,
            report: { progress, isComputing in await self.progressed(job.id, progress, isComputing) })
        entries[job.id]!.run = Task { await self.ended(job.id, await run.run()) }
    }

    private func saveStart(_ job: Job) async {
        do throws(JobError) {
            try await save(job)
        } catch {
            // The job is computed all the same, and saved again when it ends.
            logger.info("the start of job \(job.id) is not recorded: \(error)")
        }
    }

    /// Updates a job's progress.
    ///
    /// - Parameter isComputing: false if the progress is that of an earlier run.
    private func progressed(_ id: JobID, _ progress: JobProgress, _ isComputing: Bool) async {
        let isFirst = isComputing && entries[id]?.job.startedAt == nil
        update(id) { job in
            // The problem it waited for is cleared only after actual progress.
            if isComputing, progress.completed > job.completed { job.problem = nil }
            (job.completed, job.failed, job.resultBytes) = (progress.completed, progress.failed, progress.bytes)
            guard isComputing, !job.isFinished else { return }
            (job.state, job.startedAt) = (.running, job.startedAt ?? now())
        }
        if isFirst, let job = entries[id]?.job { await saveStart(job) }
    }

    /// Records how a run ended. Only then can the job's next run start.
    private func ended(_ id: JobID, _ ending: JobRun.Ending) async {
        if let job = entries[id]?.job { await record(after(ending, job)) }
        entries[id]?.run = nil
        startRuns()
    }

    private func after(_ ending: JobRun.Ending, _ job: Job) -> Job {
        // If the job was cancelled meanwhile, it stays cancelled, however its run ended.
        guard !job.isFinished else { return job }
        var job = job
        switch ending {
        case .stopped:
            job.state = .waiting
            // If this service did not stop the run, the queue is stopping: no need to retry soon.
            entries[job.id]?.retryAt = .now + .seconds(settings.retrySeconds)
        case .finished: (job.state, job.finishedAt, job.problem) = (.done, now(), nil)
        case .failed(let problem): (job.state, job.finishedAt, job.problem) = (.failed, now(), problem)
        case .paused(let problem):
            // Logged once, however often it is retried.
            if job.problem != problem { logger.warning("job \(job.id) waits: \(problem.message)") }
            (job.state, job.problem) = (.waiting, problem)
            entries[job.id]?.retryAt = .now + .seconds(settings.retrySeconds)
        }
        return job
    }

    private func record(_ job: Job) async {
        do throws(JobError) {
            try await save(job)
        } catch {
            // The next run will find the end again.
            let problem = Job.Fault(error.code, error.description)
            if entries[job.id]?.job.problem != problem, job.problem == nil { logger.warning("job \(job.id) waits: \(error)") }
            entries[job.id]?.retryAt = .now + .seconds(settings.retrySeconds)
            update(job.id) { if !$0.isFinished { ($0.state, $0.problem) = (.waiting, job.problem ?? problem) } }
            return
        }
        guard let current = entries[job.id]?.job else { return }
        if current.isFinished, current != job {
            // It was cancelled during the save: the file must match the state that clients were given.
            return await record(current)
        }
        if job.isFinished { stored.removeInput(of: job.id) }
        update(job.id) { $0 = job }
        if job.isFinished { await removeInput(of: job.id) }
    }
}
