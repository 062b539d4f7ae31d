/// A job whose input is being received. Call ``append(_:)`` for each piece, then ``finish()`` or ``abandon()``.
///
/// Uploads that are neither finished nor abandoned because the process ended are removed at the next start.
package final class JobUpload: Sendable {
    /// The result of an upload.
    package struct Outcome: Sendable {
        package let job: Job
        /// False if the same request had created the job before.
        package let isNew: Bool
    }

    let id: JobID
    let request: JobRequest
    /// How the job will be computed; nil if the key's job exists and the input is only compared.
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

    /// Adds a piece of newline-delimited JSON of any length. After an error, only ``abandon()`` may follow.
    ///
    /// - Throws: ``JobError`` with the line number, as soon as an invalid line is complete.
    package func append(_ piece: [UInt8]) async throws(JobError) { try await spool.append(piece) }

    /// Adds a whole JSON document instead, `{"series":[{"closes":[…]},…]}`. Each element becomes a line.
    ///
    /// - Throws: ``JobError/badDocument(_:)``, and other ``JobError`` cases that count elements as lines.
    package func append(document: [UInt8]) async throws(JobError) { try await spool.append(document: document) }

    /// Creates the job, which is durable when this returns. After an error, only ``abandon()`` may follow.
    package func finish() async throws(JobError) -> Outcome {
        try await jobs.finish(self, try await spool.finish())
    }

    /// Removes the received input. No effect after ``finish()``.
    package func abandon() async {
        await spool.closeFile()
        await jobs.abandon(self)
    }
}
