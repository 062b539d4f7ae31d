import Glibc
import Synchronization

/// SIGTERM and SIGINT as a file descriptor, so that a command that waits for input can end what it has begun.
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
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FileError(path: "a pipe", action: "open", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        handlerEnd.store(ends[1], ordering: .sequentiallyConsistent)
        for number in [SIGTERM, SIGINT] {
            // Only async-signal-safe calls: the signal may interrupt anything, an allocation included.
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = Glibc.write(StopSignals.handlerEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
                signal(number, SIG_DFL)
            }
        }
        return StopSignals(descriptor: ends[0])
    }

    /// Whether a signal has come.
    package var hasStopped: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }

    /// What ended a wait.
    package enum Wait: Sendable {
        /// Something can be read, or the input has ended.
        case input
        case stopped
        case timeout
    }

    /// Waits until an open descriptor has input or a signal comes.
    ///
    /// - Parameter milliseconds: how long at most; nil for ever.
    package func wait(for input: Int32, milliseconds: Int32? = nil) -> Wait {
        var requests = [
            pollfd(fd: input, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&requests, 2, milliseconds ?? -1)
            // A signal interrupts the call; the next one finds what the handler has written.
            if count < 0, errno == EINTR { continue }
            if requests[1].revents != 0 { return .stopped }
            return count == 0 ? .timeout : .input
        }
    }
}
