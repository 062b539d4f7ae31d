import Metrics
import Platform
import Synchronization

/// Computes the remaining series of one job, starting with the first that its result lacks.
actor JobRun {
    enum Ending: Equatable, Sendable {
        /// All series have answers.
        case finished
        /// The server is stopping, or the job was cancelled.
        case stopped
        /// Something is missing that may come back: a model, or disk space.
        case paused(Job.Fault)
        /// The job can never be computed.
        case failed(Job.Fault)
    }

    private let executor = FileExecutor("closecast.jobs.run")
    private let job: Job
    private let folder: String
    private let settings: JobSettings
    private let disk: Disk
    private let models: any JobModels
    private let turns: FairTurns
    private let stored: StoredBytes
    private let report: @Sendable (JobProgress, _ isComputing: Bool) async -> Void

    private var result: ResultFile?
    /// Set when nothing more may be written. Blocks that arrive later are dropped.
    private var ending: Ending?
    private var nextToWrite = 0
    /// Results of blocks that wait for earlier blocks. Kept outside the actor, so that all blocks that arrive during a disk
    /// write are written together.
    private let arrived = Mutex<[Int: Result<BlockAnswers, SeriesAnswers.Interruption>]>([:])

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(
        _ job: Job, folder: String, settings: JobSettings, disk: Disk, models: any JobModels, turns: FairTurns,
        stored: StoredBytes, report: @escaping @Sendable (JobProgress, _ isComputing: Bool) async -> Void
    ) {
        (self.job, self.folder, self.settings, self.disk) = (job, folder, settings, disk)
        (self.models, self.turns, self.stored, self.report) = (models, turns, stored, report)
    }

    /// Runs until the job has ended or this task is cancelled. Cancellation abandons blocks in flight, unless they finish on
    /// their own.
    func run() async -> Ending {
        do throws(FileError) {
            let result = try ResultFile(
                "\(folder)/result.ndjson", series: job.series, reservedBytes: settings.reservedBytes, disk: disk)
            self.result = result
            stored.set(result: result.progress.bytes, for: job.id)
            await report(result.progress, false)
            if result.progress.completed == job.series { return .finished }
            let model: any JobModel
            switch checkedModel() {
            case .success(let checked): model = checked
            case .failure(let unusable): return unusable.ending
            }
            let reader = try BlockReader("\(folder)/input.ndjson", skipping: result.progress.completed)
            await report(result.progress, true)
            await compute(reader, model)
        } catch {
            return Self.ending(after: error)
        }
        return ending ?? end
    }

    /// The ending if no error occurred.
    private var end: Ending {
        if result?.progress.completed == job.series { return .finished }
        if Task.isCancelled { return .stopped }
        return .failed(
            Job.Fault("input-damaged", "the stored input has fewer series than were received; create the job again"))
    }

    private static func ending(after error: FileError) -> Ending {
        if error.isOfFullDisk {
            return .paused(Job.Fault("disk-full", "\(error); the job continues when there is space"))
        }
        if error.isMissing {
            return .failed(Job.Fault("input-missing", "the stored input is gone; create the job again"))
        }
        return .paused(Job.Fault("storage-failure", error.description))
    }

    // MARK: The model

    private struct Unusable: Error {
        let ending: Ending
    }

    /// Returns the model with which the job was created. If it was withdrawn, it may come back, so the job waits. If its
    /// weights changed, the job fails, because its result would mix two models.
    private func checkedModel() -> Result<any JobModel, Unusable> {
        do throws(JobModelError) {
            let model = try models.model(job.model.name, version: job.model.version)
            guard model.sha256 == job.model.sha256 else {
                return .failure(
                    Unusable(
                        ending: .failed(
                            Job.Fault(
                                "model-changed",
                                "version \(job.model.version) of the model \(job.model.name) has other weights now (sha256 "
                                    + "\(model.sha256.prefix(12)), the job's \(job.model.sha256.prefix(12))); create the job again")
                        )))
            }
            return .success(model)
        } catch {
            return .failure(Unusable(ending: .paused(Job.Fault(error.code, error.description))))
        }
    }

    // MARK: Blocks

    private func compute(_ reader: BlockReader, _ model: any JobModel) async {
        let answers = SeriesAnswers(model, job.options)
        let size = settings.blockSeries(job.options)
        await withDiscardingTaskGroup { group in
            var next = 0
            while ending == nil, await turns.take() {
                guard let lines = nextBlock(reader, of: size) else {
                    turns.give()
                    break
                }
                let index = next
                next += 1
                group.addTask { await self.deliver(index, await answers.result(lines)) }
            }
        }
    }

    /// Returns nil at the end of the input, and after an error.
    private func nextBlock(_ reader: BlockReader, of size: Int) -> [BlockReader.Line]? {
        guard ending == nil, !Task.isCancelled else { return nil }
        do throws(FileError) {
            let lines = try reader.block(of: size)
            return lines.isEmpty ? nil : lines
        } catch {
            ending = Self.ending(after: error)
            return nil
        }
    }

    private nonisolated func deliver(_ index: Int, _ answers: Result<BlockAnswers, SeriesAnswers.Interruption>) async {
        arrived.withLock { $0[index] = answers }
        await write()
    }

    /// Writes all consecutive blocks that have arrived, and returns their turns.
    private func write() async {
        var (block, count) = (BlockAnswers(), 0)
        while let next = arrived.withLock({ $0.removeValue(forKey: nextToWrite) }) {
            nextToWrite += 1
            count += 1
            guard ending == nil else { continue }
            switch next {
            case .success(let answers): block.add(answers)
            case .failure(.stopped): ending = .stopped
            case .failure(.broken(let reason)): ending = .paused(Job.Fault("inference-failed", reason))
            }
        }
        if block.lines > 0 { append(block) }
        for _ in 0..<count { turns.give() }
        if block.lines > 0, let result { await report(result.progress, true) }
    }

    private func append(_ block: BlockAnswers) {
        do throws(QuotaExceeded) {
            try stored.take(result: block.bytes.count, for: job.id)
        } catch {
            ending = .paused(Job.Fault("quota-exceeded", "\(error)"))
            return
        }
        do throws(FileError) {
            try result?.append(block.bytes, lines: block.lines, failed: block.failed)
            Counter(label: "closecast_job_series_total").increment(by: block.lines)
            Counter(label: "closecast_job_series_failed_total").increment(by: block.failed)
        } catch {
            stored.set(result: result?.progress.bytes ?? 0, for: job.id)
            ending = Self.ending(after: error)
        }
    }
}
