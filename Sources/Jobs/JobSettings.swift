import Forecasting

/// What jobs may take of the machine.
package struct JobSettings: Sendable {
    /// Where jobs are kept, one folder each; made when it is missing.
    package var folder: String
    package var maximumSeries = 100_000
    /// Of one line of the input: 1 MiB holds about 100,000 closes.
    package var maximumLineBytes = 1 << 20
    /// Of a whole input.
    package var maximumBodyBytes = 4 << 30
    package var maximumPaths = 10_000
    package var maximumQuantiles = 99
    /// Jobs of one owner that are uploaded, waiting or running.
    package var maximumOpenPerOwner = 10
    /// Jobs of one owner, finished ones too.
    package var maximumPerOwner = 1000
    package var maximumWatchersPerJob = 8
    /// No upload begins or goes on with less free space than this.
    package var minimumFreeBytes = 1 << 30
    /// No result is written into the last free bytes: the database needs them.
    package var reservedBytes = 256 << 20
    /// How long a job is kept after its end.
    package var keptSeconds = 7 * 86_400
    /// Blocks computed at once, of all jobs; a job's result is synced block by block.
    package var blocksInFlight = 4
    /// Jobs, each of another owner, that take turns.
    package var runningJobs = 16
    /// How long a job waits for a model or for space before it tries again.
    package var retrySeconds = 10.0
    /// How often finished jobs are looked through for those to remove.
    package var sweepSeconds = 60.0

    /// Defaults for jobs in `folder`.
    package init(folder: String) { self.folder = folder }

    /// What each forecast of a job may ask for.
    var requestLimits: ForecastRequest.Limits {
        var limits = ForecastRequest.Limits()
        (limits.maximumPaths, limits.maximumQuantiles) = (maximumPaths, maximumQuantiles)
        return limits
    }

    /// How many series make a block: a block of sample paths and one of points take about as long, so that turns are fair.
    func blockSeries(_ options: JobOptions) -> Int {
        options.sampling.map { min(max(8000 / $0.paths, 1), 48) } ?? 96
    }
}
