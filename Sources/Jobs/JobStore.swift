import Glibc
import Platform

/// The folder of all jobs: `ID/job.json`, `ID/input.ndjson` until the job has ended, and `ID/result.ndjson`.
///
/// A job appears and disappears by renaming its folder: `ID.partial` is an upload, `ID.removed` a job that is being removed, and
/// what a crash leaves of either is removed at the next start.
actor JobStore {
    nonisolated let folder: String
    private let disk: Disk
    private let executor = FileExecutor("closecast.jobs.store")
    /// The descriptor whose lock keeps other servers out.
    private var lock: Int32 = -1

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// What is found at a start.
    struct Contents: Sendable {
        var jobs: [Job] = []
        /// What is no job, and why: it is left where it is.
        var strange: [String] = []
    }

    init(folder: String, disk: Disk) {
        self.folder = folder
        self.disk = disk
    }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// Takes the folder for this process and reads the jobs in it, in the order in which they were created.
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

    /// Gives the folder up, after the last call.
    func release() {
        if lock >= 0 { close(lock) }
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

    /// The folder of a job that is there.
    nonisolated func path(_ id: JobID) -> String { "\(folder)/\(id)" }
    /// The folder of an upload.
    nonisolated func uploadPath(_ id: JobID) -> String { "\(folder)/\(id).partial" }

    /// Removes what was uploaded.
    func abandonUpload(_ id: JobID) { Files.removeFolder(uploadPath(id)) }

    /// Makes a job of an upload whose input is synced: when this returns, it outlasts the machine. After an error nothing is left.
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

    /// Removes the input of a job that has ended: nobody reads it again, and it may be large.
    func removeInput(_ id: JobID) { unlink("\(path(id))/input.ndjson") }

    /// Removes a job: when this returns, it does not come back.
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
