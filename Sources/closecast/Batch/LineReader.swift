import Glibc
import Platform

/// Reads lines from a file descriptor; memory holds one line and one buffer.
struct LineReader {
    /// The longest accepted line in bytes, since a line must fit in memory. 16 MB hold more than a million numbers.
    static let longestLine = 16 << 20

    /// The event that ended the wait.
    enum Next {
        /// A line without its line break.
        case line([UInt8])
        /// No input has arrived within the caller's time.
        case pause
        /// A signal asks the process to stop.
        case stop
        /// Another thread has set the flag.
        case halt
        case end
    }

    private let descriptor: Int32
    private let name: String
    private let signals: StopSignals?
    private var lines = LineBuffer()
    private var isAtEnd = false
    /// Bytes read so far.
    private(set) var bytesRead = 0

    /// - Parameter signals: the signals that stop reading; nil if signals end the process.
    init(descriptor: Int32, name: String, signals: StopSignals? = nil) {
        (self.descriptor, self.name, self.signals) = (descriptor, name, signals)
    }

    /// Bytes of the lines returned so far, including their line breaks.
    var bytesReturned: Int { lines.consumed }

    /// Returns the next line.
    ///
    /// - Parameters:
    ///   - milliseconds: the maximum wait; nil for no limit. A regular file never pauses.
    ///   - flag: ends the wait when another thread sets it.
    mutating func next(waitingAtMost milliseconds: Int32? = nil, unless flag: StopFlag? = nil) throws(Failure) -> Next {
        while true {
            // Also checked between lines that have been read: computing them may take minutes.
            if signals?.hasStopped == true { return .stop }
            if let line = lines.next() { return .line(line) }
            if isAtEnd { return lines.rest().map(Next.line) ?? .end }
            switch InputWait.wait(for: descriptor, signals: signals, flag: flag, milliseconds: milliseconds) {
            case .timeout: return .pause
            case .signal: return .stop
            case .flag: return .halt
            case .input: try fill()
            }
        }
    }

    private mutating func fill() throws(Failure) {
        guard lines.pending <= Self.longestLine else {
            throw Failure("\(name): a line is longer than \(Self.longestLine >> 20) MB; expected one JSON value a line", .data)
        }
        do throws(FileError) {
            let got = try lines.fill(atMost: 1 << 18) { space throws(FileError) in
                try Files.read(descriptor: descriptor, into: space, path: name)
            }
            bytesRead += got
            isAtEnd = got == 0
        } catch {
            throw Failure(error.description, .ioFailure)
        }
    }
}
