import Glibc
import JSONText
import Platform

/// The batch jobs of one owner in the server's folder, which contains a folder with a `job.json` for each job of all owners.
struct OwnedJobs {
    let folder: String
    let owner: String

    /// Returns the folder where the server of a database keeps batch jobs, unless a configuration file names another folder.
    static func folder(beside database: String) -> String {
        ProcessState.environment("CLOSECAST_JOBS") ?? database + ".jobs"
    }

    /// Removes the jobs, unless a server is using the folder: it keeps its jobs in memory, and may be computing some.
    ///
    /// - Returns: the paths of the remaining jobs.
    /// - Throws: `FileError` if the folder cannot be listed.
    func remove() throws(FileError) -> [String] {
        guard Files.isFolder(folder) else { return [] }
        let jobs = try paths()
        guard !jobs.isEmpty, let lock = lock() else { return jobs }
        defer { close(lock) }
        for job in jobs { Files.removeFolder(job) }
        return jobs.filter(Files.exists)
    }

    private func paths() throws(FileError) -> [String] {
        try Files.names(in: folder).map { "\(folder)/\($0)" }.filter { path in
            // Folders that are not jobs are left alone, as the server does.
            guard let text = try? Files.read("\(path)/job.json") else { return false }
            return (try? JSONValue(parsing: text))?["owner"]?.string == owner
        }
    }

    /// Takes the lock of the server; returns nil if a server holds it.
    private func lock() -> Int32? {
        let descriptor = open("\(folder)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
