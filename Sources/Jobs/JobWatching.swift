extension JobService {
    /// Returns a stream of the job's current state and of every change, until it has ended or is removed, or the server stops.
    /// A slow reader skips to the newest state: at most one is buffered.
    ///
    /// - Throws: ``JobError/noSuchJob(id:)``, ``JobError/tooManyWatchers(limit:)``.
    package func watch(_ id: JobID, of owner: String) throws(JobError) -> AsyncStream<Job> {
        let job = try job(id, of: owner)
        let (stream, continuation) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(job)
        guard !job.isFinished, !isStopping, !watchesAreOver else {
            continuation.finish()
            return stream
        }
        guard entries[id]!.watchers.count < settings.maximumWatchersPerJob else {
            throw .tooManyWatchers(limit: settings.maximumWatchersPerJob)
        }
        lastNumber += 1
        let number = lastNumber
        entries[id]!.watchers[number] = continuation
        continuation.onTermination = { _ in Task { await self.unwatch(id, number) } }
        return stream
    }

    /// Ends all event streams, and later ones after their first state, because the server is about to stop and waits for its
    /// responses.
    package func endWatching() {
        watchesAreOver = true
        for entry in entries.values { for watcher in entry.watchers.values { watcher.finish() } }
    }

    private func unwatch(_ id: JobID, _ number: Int) { entries[id]?.watchers[number] = nil }
}
