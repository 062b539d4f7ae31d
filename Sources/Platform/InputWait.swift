import Glibc

/// The event that ended a wait for input.
package enum InputWait: Sendable {
    /// There is input to read, or the input has ended.
    case input
    /// A signal asks the process to stop.
    case signal
    /// Another thread has set the flag.
    case flag
    /// The time is over.
    case timeout

    /// Waits until an open descriptor has input, a signal comes, or a flag is set.
    ///
    /// - Parameter milliseconds: the maximum wait; nil for no limit.
    package static func wait(
        for input: Int32, signals: StopSignals? = nil, flag: StopFlag? = nil, milliseconds: Int32? = nil
    ) -> InputWait {
        // Negative descriptors are ignored.
        var requests = [input, signals?.descriptor ?? -1, flag?.descriptor ?? -1].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            let count = poll(&requests, 3, milliseconds ?? -1)
            // A signal interrupts the call; the next call finds what the handler has written.
            if count < 0, errno == EINTR { continue }
            if requests[2].revents != 0 { return .flag }
            if requests[1].revents != 0 { return .signal }
            return count == 0 ? .timeout : .input
        }
    }
}
