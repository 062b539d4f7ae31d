import Glibc
import Jobs
import Platform
import Synchronization

extension Disk {
    /// Does not wait until writes are safe from a power cut: a killed process loses nothing in any case.
    static var unsynced: Disk {
        var disk = Disk.system
        disk.sync = { _ in 0 }
        return disk
    }
}

/// A disk that fills up, or fails.
final class FailingDisk: Sendable {
    private struct State {
        var bytesLeft = Int.max
        var failingSyncs = 0
        var freeBytes: Int?
    }

    private let state = Mutex(State())

    /// How many bytes can still be written before the disk is full.
    func fill(after bytes: Int) { state.withLock { $0.bytesLeft = bytes } }
    func empty() { fill(after: .max) }
    /// Makes the next `count` syncs fail.
    func failSyncs(_ count: Int) { state.withLock { $0.failingSyncs = count } }
    /// Sets the free space that the file system reports.
    func tell(freeBytes: Int?) { state.withLock { $0.freeBytes = freeBytes } }

    var disk: Disk {
        var disk = Disk.system
        disk.write = { [self] descriptor, bytes in
            let room = state.withLock { state in
                let room = min(bytes.count, state.bytesLeft)
                if state.bytesLeft != .max { state.bytesLeft -= room }
                return room
            }
            // Like a real disk: what fits is written, the rest is refused.
            if room > 0 || bytes.isEmpty { return Glibc.write(descriptor, bytes.baseAddress, room) }
            errno = ENOSPC
            return -1
        }
        disk.sync = { [self] descriptor in
            let fails = state.withLock { state in
                defer { state.failingSyncs = max(0, state.failingSyncs - 1) }
                return state.failingSyncs > 0
            }
            guard fails else { return 0 }
            errno = EIO
            return -1
        }
        disk.freeBytes = { [self] _ in state.withLock { $0.freeBytes } }
        return disk
    }
}
