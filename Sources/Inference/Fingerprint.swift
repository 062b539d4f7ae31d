import Forecasting
import Glibc

/// Detects that a model's files were rewritten, without reading them.
struct Fingerprint: Equatable, Sendable {
    private struct File: Equatable {
        let device: UInt
        let inode: UInt
        let size: Int
        /// Nanoseconds since 1970. The change time is included because copying may preserve the modification time.
        let modified: Int
        let changed: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
            size = Int(status.st_size)
            modified = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
            changed = status.st_ctim.tv_sec &* 1_000_000_000 &+ status.st_ctim.tv_nsec
        }
    }

    private let files: [File?]

    /// Reads the file attributes.
    ///
    /// - Parameter folder: the folder of a model version.
    init(_ folder: String) { files = ModelFolder.files.map { File("\(folder)/\($0)") } }

    /// Whether no file exists.
    var isEmpty: Bool { files.allSatisfy { $0 == nil } }
}
