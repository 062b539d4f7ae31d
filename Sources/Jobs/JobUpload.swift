/// A job whose input is being received: pieces in, then ``finish()`` or ``abandon()``.
///
/// What is neither finished nor abandoned, because the process ended, is removed at the next start.
package final class JobUpload: Sendable {
    /// What became of it.
    package struct Outcome: Sendable {
        package let job: Job
        /// False where the same request had made the job before.
        package let isNew: Bool
    }

    let id: JobID
    let request: JobRequest
    /// What the job will be computed with; nil where the key's job is there and the input is compared only.
    let plan: (model: Job.Model, options: JobOptions)?
    let createdAt: Int
    private let spool: JobSpool
    private let jobs: JobService

    init(
        id: JobID, request: JobRequest, plan: (model: Job.Model, options: JobOptions)?, createdAt: Int, spool: JobSpool,
        jobs: JobService
    ) {
        (self.id, self.request, self.plan, self.createdAt, self.spool, self.jobs) = (id, request, plan, createdAt, spool, jobs)
    }

    /// Takes up a piece of newline-delimited JSON of any length. After an error only ``abandon()`` may follow.
    ///
    /// - Throws: ``JobError`` that names the line, as soon as it has arrived.
    package func append(_ piece: [UInt8]) async throws(JobError) { try await spool.append(piece) }

    /// Takes up a whole JSON document instead, `{"series":[{"closes":[…]},…]}`: each element becomes a line.
    ///
    /// - Throws: ``JobError/badDocument(_:)``, and ``JobError`` that counts elements as lines.
    package func append(document: [UInt8]) async throws(JobError) { try await spool.append(document: document) }

    /// Makes the job: when this returns, it outlasts the machine. After an error only ``abandon()`` may follow.
    package func finish() async throws(JobError) -> Outcome {
        try await jobs.finish(self, try await spool.finish())
    }

    /// Removes what was received; nothing after ``finish()``.
    package func abandon() async {
        await spool.closeFile()
        await jobs.abandon(self)
    }
}
