import Dispatch
import Glibc
import Logging
import Synchronization

/// Accepts lines from any thread without blocking it, and writes them in order on its own thread.
///
/// Lines wait in memory up to a maximum size. Lines that do not fit, because the log's reader has stopped, are dropped and
/// counted. The count is reported when lines are written again.
package final class LineWriter: Sendable {
    private struct State {
        var lines: [[UInt8]] = []
        var bytes = 0
        /// Dropped lines that have not been reported yet.
        var lost = 0
        /// All dropped lines.
        var allLost = 0
        var isWriting = false
        var isStarted = false
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let maximumBytes: Int
    private let write: @Sendable ([UInt8]) -> Void
    private let lostLinesMessage: @Sendable (_ count: Int) -> [UInt8]

    /// Creates a writer. Its thread starts with the first line.
    ///
    /// - Parameters:
    ///   - maximumBytes: the maximum size of waiting lines; the default has room for more than 10,000 lines.
    ///   - write: writes one line; may block.
    ///   - lostLinesMessage: returns the line that reports how many lines are missing at its position.
    package init(
        maximumBytes: Int = 4 << 20, write: @escaping @Sendable ([UInt8]) -> Void,
        lostLinesMessage: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        (self.maximumBytes, self.write, self.lostLinesMessage) = (maximumBytes, write, lostLinesMessage)
    }

    /// The number of lines dropped since the start.
    package var lostLines: Int { state.withLock { $0.allLost } }

    /// Adds a line, including its line end.
    package func append(_ line: [UInt8]) {
        let (starts, wakes) = state.withLock { state -> (Bool, Bool) in
            guard state.bytes + line.count <= maximumBytes else {
                state.lost += 1
                state.allLost += 1
                return (false, false)
            }
            let wakes = state.lines.isEmpty && !state.isWriting
            state.lines.append(line)
            state.bytes += line.count
            if wakes { state.isWriting = true }
            defer { state.isStarted = true }
            return (!state.isStarted, wakes)
        }
        if starts { start() }
        if wakes { wake.signal() }
    }

    /// Waits until all lines are written, for at most `seconds`. For use before the process ends. Blocks.
    package func flush(within seconds: Double) {
        let end = ContinuousClock.now + .seconds(seconds)
        while state.withLock({ $0.isWriting }), ContinuousClock.now < end { usleep(500) }
    }

    /// Arranges a flush of at most two seconds when the process ends by `exit` or by returning from its main function.
    package func flushAtExit() {
        let isFirst = Self.ending.withLock { ending in
            defer { ending = self }
            return ending == nil
        }
        guard isFirst else { return }
        atexit { LineWriter.ending.withLock { $0 }?.flush(within: 2) }
    }

    private static let ending = Mutex<LineWriter?>(nil)

    // MARK: The thread

    private func start() {
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                if let pointer { Unmanaged<LineWriter>.fromOpaque(pointer).takeRetainedValue().run() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        precondition(code == 0, "cannot start the thread of the log: \(String(cString: strerror(code)))")
        pthread_detach(thread)
    }

    /// Writes until the process ends.
    private func run() {
        while true {
            wake.wait()
            while let (lines, lost) = take() {
                for line in lines { write(line) }
                if lost > 0 { write(lostLinesMessage(lost)) }
            }
        }
    }

    /// Returns the waiting lines and the number of dropped ones; nil if there are none, so that the thread can sleep. Dropped lines
    /// never appear alone, because they were dropped behind waiting ones.
    private func take() -> (lines: [[UInt8]], lost: Int)? {
        state.withLock { state in
            guard !state.lines.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer { (state.lines, state.bytes, state.lost) = ([], 0, 0) }
            return (state.lines, state.lost)
        }
    }
}

extension LineWriter {
    /// Creates a writer to standard error, which reports dropped lines there in the same format.
    package static func standardError(_ form: LogLines.Form, threshold: LogThreshold) -> LineWriter {
        LineWriter(write: LogLines.toStandardError) { count in
            let line = Mutex<[UInt8]>([])
            let lines = LogLines(label: "closecast.log", threshold: threshold, form: form) { bytes in line.withLock { $0 = bytes } }
            Logger(label: "closecast.log") { _ in lines }
                .warning("lines are missing here", metadata: ["count": .stringConvertible(count)])
            return line.withLock { $0 }
        }
    }
}
