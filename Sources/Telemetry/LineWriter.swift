import Dispatch
import Glibc
import Logging
import Synchronization

/// Takes lines from any thread without keeping it waiting, and writes them one after another on a thread of its own.
///
/// Lines wait in memory, up to a number of bytes. What does not fit, since whoever reads the log has stopped, is lost, counted, and
/// told of when lines go out again.
package final class LineWriter: Sendable {
    private struct State {
        var lines: [[UInt8]] = []
        var bytes = 0
        /// Lines lost since this was last told.
        var lost = 0
        /// Lines lost in all.
        var allLost = 0
        var isWriting = false
        var isStarted = false
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let maximumBytes: Int
    private let write: @Sendable ([UInt8]) -> Void
    private let tellLost: @Sendable (_ count: Int) -> [UInt8]

    /// - Parameters:
    ///   - maximumBytes: of lines that wait; the default has room for more than 10,000.
    ///   - write: writes one line, and may take its time.
    ///   - tellLost: the line that says how many lines are missing where it stands.
    package init(
        maximumBytes: Int = 4 << 20, write: @escaping @Sendable ([UInt8]) -> Void,
        tellLost: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        (self.maximumBytes, self.write, self.tellLost) = (maximumBytes, write, tellLost)
    }

    /// Lines that were lost since the start.
    package var lostLines: Int { state.withLock { $0.allLost } }

    /// Takes a line with its end.
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

    /// Waits until all lines are written, so many seconds at most: before the process ends. Blocks.
    package func flush(within seconds: Double) {
        let end = ContinuousClock.now + .seconds(seconds)
        while state.withLock({ $0.isWriting }), ContinuousClock.now < end { usleep(500) }
    }

    /// Flushes when the process ends by `exit` or the end of its main function, two seconds at most.
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

    /// Writes as long as the process lives.
    private func run() {
        while true {
            wake.wait()
            while let (lines, lost) = take() {
                for line in lines { write(line) }
                if lost > 0 { write(tellLost(lost)) }
            }
        }
    }

    /// What waits, which are never the lost lines alone: they were lost behind others. nil where there is nothing: the thread may sleep.
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
    /// Writes to standard error, and says there how many lines are missing, in the form of the others.
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
