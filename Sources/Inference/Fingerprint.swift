import Glibc

/// What tells that a model's files were written anew, without reading them.
struct Fingerprint: Equatable, Sendable {
    private struct File: Equatable {
        let device: UInt
        let inode: UInt
        let size: Int
        /// Nanoseconds since 1970; the change time too, since copying may keep the other.
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

    private let configuration: File?
    private let weights: File?

    /// - Parameter folder: a model's.
    init(_ folder: String) {
        configuration = File(folder + "/config.json")
        weights = File(folder + "/model.safetensors")
    }

    /// Whether there is neither file.
    var isEmpty: Bool { configuration == nil && weights == nil }
}
