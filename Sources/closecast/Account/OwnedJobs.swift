import Glibc
import JSONText
import Platform

/// The batch jobs of one owner in the server's folder, which has a folder with a `job.json` for each job of all owners.
struct OwnedJobs {
    let folder: String
    let owner: String

    /// Returns where the server of a database keeps batch jobs, unless a configuration file names another folder.
    static func folder(beside database: String) -> String {
        ProcessState.environment("CLOSECAST_JOBS") ?? database + ".jobs"
    }

    /// Removes the jobs, unless a server uses the folder: it knows its jobs by heart, and computes some of them.
    ///
    /// - Returns: the paths of the jobs that stay.
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
            // What is no job stays, as the server lets it stay.
            guard let text = try? Files.read("\(path)/job.json") else { return false }
            return (try? JSONValue(parsing: text))?["owner"]?.string == owner
        }
    }

    /// Takes the lock of the server; nil if a server has it.
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
