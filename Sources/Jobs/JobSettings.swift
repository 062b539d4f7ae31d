import Forecasting

/// The limits of jobs on the machine's resources.
package struct JobSettings: Sendable {
    /// The folder with one subfolder for each job; created if missing.
    package var folder: String
    package var maximumSeries = 100_000
    /// The longest input line. 1 MiB holds about 100,000 closes.
    package var maximumLineBytes = 1 << 20
    /// The largest input.
    package var maximumBodyBytes = 4 << 30
    package var maximumPaths = 10_000
    package var maximumQuantiles = 99
    /// The most jobs of one owner that are being uploaded, waiting or running.
    package var maximumOpenPerOwner = 10
    /// The most jobs of one owner, including finished ones.
    package var maximumPerOwner = 1000
    /// The most bytes of the inputs and results of one owner's jobs; nil for no limit.
    package var maximumBytesPerOwner: Int?
    package var maximumWatchersPerJob = 8
    /// Uploads are rejected or aborted below this free space.
    package var minimumFreeBytes = 1 << 30
    /// Free space that results must not use, because the database needs it.
    package var reservedBytes = 256 << 20
    /// How long finished jobs are kept.
    package var keptSeconds = 7 * 86_400
    /// The most blocks computed at the same time, over all jobs. Results are synced block by block.
    package var blocksInFlight = 4
    /// The most jobs, each of a different owner, that take turns.
    package var runningJobs = 16
    /// The interval after which a waiting job retries, for a missing model or missing space.
    package var retrySeconds = 10.0
    /// The interval of checks for jobs to remove.
    package var sweepSeconds = 60.0

    /// Creates default settings for jobs in `folder`.
    package init(folder: String) { self.folder = folder }

    /// The limits of each forecast of a job.
    var requestLimits: ForecastRequest.Limits {
        var limits = ForecastRequest.Limits()
        (limits.maximumPaths, limits.maximumQuantiles) = (maximumPaths, maximumQuantiles)
        return limits
    }

    /// The number of series in a block: blocks of sample paths and of points take about equally long, so that turns are fair.
    func blockSeries(_ options: JobOptions) -> Int {
        options.sampling.map { min(max(8000 / $0.paths, 1), 48) } ?? 96
    }
}
