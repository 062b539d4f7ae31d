import Platform

extension JobService {
    /// Computes jobs until this task is cancelled; then ``stop()``.
    package func run() async {
        isRunning = true
        var sweptAt: ContinuousClock.Instant?
        while !Task.isCancelled {
            startRuns()
            if sweptAt.map({ ContinuousClock.now - $0 >= .seconds(settings.sweepSeconds) }) != false {
                await sweep()
                sweptAt = .now
            }
            // Cancelled while it sleeps, the loop ends.
            try? await Task.sleep(for: .seconds(min(settings.retrySeconds, settings.sweepSeconds)))
        }
        await stop()
    }

    /// Ends what is running at a block's border, and all streams of events. All that is needed to go on is on the disk.
    package func stop() async {
        isStopping = true
        let runs = entries.values.compactMap(\.run)
        for run in runs { run.cancel() }
        for run in runs { await run.value }
        for entry in entries.values { for watcher in entry.watchers.values { watcher.finish() } }
        await store.release()
    }

    /// Begins to compute jobs while there is room: the oldest of the owner who has waited longest, one of each owner.
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
            job, folder: store.path(job.id), settings: settings, disk: disk, models: models, turns: turns,
            report: { progress, isComputing in await self.progressed(job.id, progress, isComputing) })
        entries[job.id]!.run = Task { await self.ended(job.id, await run.run()) }
    }

    private func saveStart(_ job: Job) async {
        do throws(JobError) {
            try await save(job)
        } catch {
            // It is computed all the same, and saved again at its end.
            logger.info("the start of job \(job.id) is not recorded: \(error)")
        }
    }

    /// - Parameter isComputing: false where it is only known what was computed before.
    private func progressed(_ id: JobID, _ progress: JobProgress, _ isComputing: Bool) async {
        let isFirst = isComputing && entries[id]?.job.startedAt == nil
        update(id) { job in
            // What it waited for is forgotten only when there is more of it than before.
            if isComputing, progress.completed > job.completed { job.problem = nil }
            (job.completed, job.failed, job.resultBytes) = (progress.completed, progress.failed, progress.bytes)
            guard isComputing, !job.isFinished else { return }
            (job.state, job.startedAt) = (.running, job.startedAt ?? now())
        }
        if isFirst, let job = entries[id]?.job { await saveStart(job) }
    }

    /// Records how a run ended; the job's next run is begun only after that.
    private func ended(_ id: JobID, _ ending: JobRun.Ending) async {
        if let job = entries[id]?.job { await record(after(ending, job)) }
        entries[id]?.run = nil
        startRuns()
    }

    private func after(_ ending: JobRun.Ending, _ job: Job) -> Job {
        // Cancelled meanwhile, it stays so, whatever its run came to.
        guard !job.isFinished else { return job }
        var job = job
        switch ending {
        case .stopped:
            job.state = .waiting
            // Where it was not this service that stopped it, the queue ends: no reason to hurry.
            entries[job.id]?.retryAt = .now + .seconds(settings.retrySeconds)
        case .finished: (job.state, job.finishedAt, job.problem) = (.done, now(), nil)
        case .failed(let problem): (job.state, job.finishedAt, job.problem) = (.failed, now(), problem)
        case .paused(let problem):
            // Said once, however often it is tried.
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
            // Its end is found again when it is next run.
            let problem = Job.Problem(error.code, error.description)
            if entries[job.id]?.job.problem != problem, job.problem == nil { logger.warning("job \(job.id) waits: \(error)") }
            entries[job.id]?.retryAt = .now + .seconds(settings.retrySeconds)
            update(job.id) { if !$0.isFinished { ($0.state, $0.problem) = (.waiting, job.problem ?? problem) } }
            return
        }
        guard let current = entries[job.id]?.job else { return }
        if current.isFinished, current != job {
            // Cancelled while this was saved: what the file says must be what everybody was told.
            return await record(current)
        }
        update(job.id) { $0 = job }
        if job.isFinished { await store.removeInput(job.id) }
    }
}
