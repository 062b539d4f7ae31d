import Foundation

/// The files of programs that tests start.
///
/// They are in memory if there is room: a program makes each write safe from a power cut, which takes a disk milliseconds, and no
/// test cuts the power.
package enum ProgramFiles {
    /// The folder for their folders: that of `TMPDIR`, if it is set.
    package static let parent: URL = {
        let (files, memory) = (FileManager.default, "/dev/shm")
        let free = (try? files.attributesOfFileSystem(forPath: memory))?[.systemFreeSize] as? NSNumber
        let isInMemory =
            ProcessInfo.processInfo.environment["TMPDIR"] == nil && files.isWritableFile(atPath: memory)
            && (free?.int64Value ?? 0) >= 2 << 30
        return isInMemory ? URL(filePath: memory) : files.temporaryDirectory
    }()
}
