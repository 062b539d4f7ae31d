import Documents
import Metrics
import Platform
import Synchronization

/// Computes the rest of one job: from the first series that its result does not have to the last.
actor JobRun {
    enum Ending: Equatable, Sendable {
        /// Each series has its answer.
        case finished
        /// The server stops, or the job was cancelled.
        case stopped
        /// Something is missing that may come back: a model, space on the disk.
        case paused(Job.Problem)
        /// The job can never be computed.
        case failed(Job.Problem)
    }

    private let executor = FileExecutor("closecast.jobs.run")
    private let job: Job
    private let folder: String
    private let settings: JobSettings
    private let disk: Disk
    private let models: any JobModels
    private let turns: FairTurns
    private let report: @Sendable (JobProgress, _ isComputing: Bool) async -> Void

    private var result: ResultFile?
    /// Set when nothing more may be written: blocks that arrive later are dropped.
    private var ending: Ending?
    private var nextToWrite = 0
    /// Blocks that are computed and wait for those before them; nil where one could not be computed. Kept outside of the actor, so
    /// that all that arrive while a write waits for the disk are written together.
    private let arrived = Mutex<[Int: Result<BlockAnswers, SeriesAnswers.Interruption>]>([:])

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(
        _ job: Job, folder: String, settings: JobSettings, disk: Disk, models: any JobModels, turns: FairTurns,
        report: @escaping @Sendable (JobProgress, _ isComputing: Bool) async -> Void
    ) {
        (self.job, self.folder, self.settings, self.disk) = (job, folder, settings, disk)
        (self.models, self.turns, self.report) = (models, turns, report)
    }

    /// Runs until the job has ended or this task is cancelled; blocks in flight are given up then, unless they end by themselves.
    func run() async -> Ending {
        do throws(FileError) {
            let result = try ResultFile(
                "\(folder)/result.ndjson", series: job.series, reservedBytes: settings.reservedBytes, disk: disk)
            self.result = result
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

    /// How it ended when nothing stood in the way.
    private var end: Ending {
        if result?.progress.completed == job.series { return .finished }
        if Task.isCancelled { return .stopped }
        return .failed(
            Job.Problem("input-damaged", "the stored input has fewer series than were received; create the job again"))
    }

    private static func ending(after error: FileError) -> Ending {
        if error.isOfFullDisk {
            return .paused(Job.Problem("disk-full", "\(error); it goes on when there is space"))
        }
        if error.isMissing {
            return .failed(Job.Problem("input-missing", "the stored input is gone; create the job again"))
        }
        return .paused(Job.Problem("storage-failure", error.description))
    }

    // MARK: The model

    private struct Unusable: Error {
        let ending: Ending
    }

    /// The model that the job was created with. One that was withdrawn may be put back, so the job waits for it; other weights
    /// under its name would make a result of two models, so the job fails.
    private func checkedModel() -> Result<any JobModel, Unusable> {
        do throws(JobModelError) {
            let model = try models.model(job.model.name, version: job.model.version)
            guard model.sha256 == job.model.sha256 else {
                return .failure(
                    Unusable(
                        ending: .failed(
                            Job.Problem(
                                "model-changed",
                                "version \(job.model.version) of the model \(job.model.name) has other weights now (sha256 "
                                    + "\(model.sha256.prefix(12)), the job's \(job.model.sha256.prefix(12))); create the job again")
                        )))
            }
            return .success(model)
        } catch {
            return .failure(Unusable(ending: .paused(Job.Problem(error.code, error.description))))
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

    /// Nil at the end and after a fault.
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

    /// Writes all blocks whose turn it is, and gives their turns to compute back.
    private func write() async {
        var (block, count) = (BlockAnswers(), 0)
        while let next = arrived.withLock({ $0.removeValue(forKey: nextToWrite) }) {
            nextToWrite += 1
            count += 1
            guard ending == nil else { continue }
            switch next {
            case .success(let answers): block.add(answers)
            case .failure(.stopped): ending = .stopped
            case .failure(.broken(let reason)): ending = .paused(Job.Problem("inference-failed", reason))
            }
        }
        if block.lines > 0 { append(block) }
        for _ in 0..<count { turns.give() }
        if block.lines > 0, let result { await report(result.progress, true) }
    }

    private func append(_ block: BlockAnswers) {
        do throws(FileError) {
            try result?.append(block.bytes, lines: block.lines, failed: block.failed)
            Counter(label: "closecast_job_series_total").increment(by: block.lines)
            Counter(label: "closecast_job_series_failed_total").increment(by: block.failed)
        } catch {
            ending = Self.ending(after: error)
        }
    }
}
