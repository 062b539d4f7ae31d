import Glibc
import Platform

/// The folder of all jobs: `ID/job.json`, `ID/input.ndjson` until the job has ended, and `ID/result.ndjson`.
///
/// Jobs appear and disappear by renaming their folders: `ID.partial` is an upload, `ID.removed` a job being removed. Remains of
/// either after a crash are removed at the next start.
actor JobStore {
    nonisolated let folder: String
    private let disk: Disk
    private let executor = FileExecutor("closecast.jobs.store")
    /// The descriptor whose lock excludes other servers.
    private var lock: Int32 = -1

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The folder's content at start.
    struct Contents: Sendable {
        var jobs: [Job] = []
        /// Names that are not valid jobs, with the reason. They are left untouched.
        var strange: [String] = []
    }

    init(folder: String, disk: Disk) {
        self.folder = folder
        self.disk = disk
    }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// Locks the folder for this process, and reads its jobs in order of creation.
    func open() throws(JobError) -> Contents {
        do throws(FileError) {
            try Files.makeFolder(folder, mode: 0o700)
            if lock < 0 { lock = try Files.open("\(folder)/.lock", O_RDWR | O_CREAT, mode: 0o600, action: "write") }
        } catch {
            throw .file(error)
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw .folderInUse(path: folder) }
        do throws(FileError) {
            return try contents()
        } catch {
            throw .file(error)
        }
    }

    /// Releases the folder, after the last call.
    func release() {
        guard lock >= 0 else { return }
        // Closing alone is not enough: a child process that is being started also holds the lock until it has executed its program.
        flock(lock, LOCK_UN)
        close(lock)
        lock = -1
    }

    private func contents() throws(FileError) -> Contents {
        var contents = Contents()
        for name in try Files.names(in: folder) {
            let path = "\(folder)/\(name)"
            if Self.isLeftover(name), Files.isFolder(path) {
                Files.removeFolder(path)
                continue
            }
            guard let id = JobID(name), Files.isFolder(path) else {
                contents.strange.append("\(path): no job's folder")
                continue
            }
            do {
                let job = try JobDocument.read(try Files.read("\(path)/job.json"), id: id)
                if job.isFinished { removeInput(id) }
                contents.jobs.append(job)
            } catch {
                contents.strange.append("\(path)/job.json: \(error)")
            }
        }
        return contents
    }

    private static func isLeftover(_ name: String) -> Bool {
        [".partial", ".removed"].contains { name.hasSuffix($0) && JobID(name.dropLast($0.count)) != nil }
    }

    /// The folder of a job.
    nonisolated func path(_ id: JobID) -> String { "\(folder)/\(id)" }
    /// The folder of an upload.
    nonisolated func uploadPath(_ id: JobID) -> String { "\(folder)/\(id).partial" }

    /// Removes an upload.
    func abandonUpload(_ id: JobID) { Files.removeFolder(uploadPath(id)) }

    /// Turns an upload with a synced input into a job. The job is durable when this returns; after an error nothing remains.
    func commit(_ job: Job) throws(FileError) {
        let upload = uploadPath(job.id)
        do throws(FileError) {
            try disk.replace("\(upload)/job.json", with: JobDocument.write(job), mode: 0o600)
            try Files.move(upload, to: path(job.id))
            try disk.syncFolder(folder)
        } catch {
            Files.removeFolder(upload)
            Files.removeFolder(path(job.id))
            throw error
        }
    }

    /// Replaces the record of a job.
    func save(_ job: Job) throws(FileError) {
        try disk.replace("\(path(job.id))/job.json", with: JobDocument.write(job), mode: 0o600)
    }

    /// Removes the input of a finished job: it is not read again, and it may be large.
    func removeInput(_ id: JobID) { unlink("\(path(id))/input.ndjson") }

    /// Removes a job durably.
    func remove(_ id: JobID) throws(FileError) {
        let removed = "\(path(id)).removed"
        try Files.move(path(id), to: removed)
        do throws(FileError) {
            try disk.syncFolder(folder)
        } catch {
            try Files.move(removed, to: path(id))
            throw error
        }
        Files.removeFolder(removed)
    }
}
