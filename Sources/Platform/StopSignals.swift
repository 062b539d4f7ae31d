import Glibc
import Synchronization

/// SIGTERM and SIGINT as a file descriptor, so that a command that waits for input can finish its work.
///
/// A second signal ends the process at once.
package struct StopSignals: Sendable {
    /// Becomes readable with the first signal.
    package let descriptor: Int32

    /// The end of the pipe that the signal handler writes to; -1 before ``listen()``.
    private static let handlerEnd = Atomic<Int32>(-1)

    /// Returns the signals of this process. From the first call on, the first signal no longer ends the process.
    ///
    /// - Throws: `FileError` if the process has too many open files.
    package static func listen() throws(FileError) -> StopSignals {
        let ends = try Files.pipe()
        handlerEnd.store(ends.writing, ordering: .sequentiallyConsistent)
        for number in [SIGTERM, SIGINT] {
            // Only async-signal-safe calls: the signal may interrupt anything, an allocation included.
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = Glibc.write(StopSignals.handlerEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
                signal(number, SIG_DFL)
            }
        }
        return StopSignals(descriptor: ends.reading)
    }

    /// Whether a signal has arrived.
    package var hasStopped: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }
}
