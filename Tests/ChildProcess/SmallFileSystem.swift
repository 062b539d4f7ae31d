import Foundation
import Glibc

/// A test's own file system in memory, which can become full.
package enum SmallFileSystem {
    /// Whether one can be mounted: it takes root, and in a container the right to mount as well.
    package static let canBeMounted: Bool = {
        guard getuid() == 0 else { return false }
        let folder = NSTemporaryDirectory() + "closecast-mount-\(UUID().uuidString)"
        guard mkdir(folder, 0o700) == 0 else { return false }
        defer { rmdir(folder) }
        guard let mounted = try? mount(folder, megabytes: 1), mounted else { return false }
        return (try? unmount(folder)) ?? false
    }()

    /// Returns whether it was mounted.
    package static func mount(_ folder: String, megabytes: Int) throws -> Bool {
        try run("/bin/mount", ["-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder])
    }

    @discardableResult package static func unmount(_ folder: String) throws -> Bool { try run("/bin/umount", ["-l", folder]) }

    private static func run(_ program: String, _ arguments: [String]) throws -> Bool {
        try ChildProcess(program, arguments, errors: nil).wait() == .exited(0)
    }
}
