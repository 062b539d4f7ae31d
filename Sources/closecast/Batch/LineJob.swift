import Dispatch
import Forecasts
import LSTMEngine
import Platform
import Synchronization

/// Computes one output line for each input line on several threads and writes them in order.
///
/// Lines are computed together in blocks. If the input pauses, a block is computed before it is full, so that a program that waits
/// for an answer before it sends more gets it. Memory holds only the blocks in flight.
final class LineJob: Sendable {
    struct Line: Sendable {
        /// Counted from 1, including blank lines.
        let number: Int
        let bytes: [UInt8]
        /// The answer to this line that an earlier run has written.
        let kept: [UInt8]?
    }

    struct Output: Sendable {
        let bytes: [UInt8]
        /// The code of its error; nil if the line succeeded.
        let errorCode: String?
        /// Whether an earlier run has written it.
        let isKept: Bool
        /// Why the job cannot continue.
        let failure: Failure?

        /// Returns the answer to a line.
        static func answer(_ bytes: [UInt8], errorCode: String?) -> Output {
            Output(bytes: bytes, errorCode: errorCode, isKept: false, failure: nil)
        }

        /// Returns an answer that an earlier run has written, which is not written again.
        static func kept(errorCode: String?) -> Output { Output(bytes: [], errorCode: errorCode, isKept: true, failure: nil) }

        /// Returns an output that ends the job.
        static func failure(_ failure: Failure) -> Output {
            Output(bytes: [], errorCode: nil, isKept: false, failure: failure)
        }
    }

    /// The result of the job, however it ended.
    struct Summary: Sendable {
        /// Lines that have an answer.
        var lines = 0
        /// Of these, those whose answer an earlier run has written.
        var kept = 0
        var failed = 0
        var firstFailedLine: Int?
        /// The number of failed lines by the code of their error.
        var errors: [String: Int] = [:]
        /// Whether a signal ended the job before its input was read.
        var wasStopped = false
        /// Why reading or writing ended the job.
        var failure: Failure?
    }

    struct Settings: Sendable {
        let blockSize: Int
        let threads: Int
        /// Whether the job continues after a line that failed.
        let keepsGoing: Bool
        /// This process takes the non-blank lines n, counted from 1, with (n - 1) % count == index.
        let shard: (index: Int, count: Int)
    }

    /// How long the input may pause before a partly filled block is computed. Far longer than a writer needs for its next line, and
    /// too short for people to notice.
    private static let pauseMilliseconds: Int32 = 5

    private struct Source {
        var reader: LineReader
        var kept: KeptLines?
        var lineNumber = 0
        var records = 0
        var nextBlock = 0
        /// Set at the end of the input and by a read error; the earlier blocks are still computed and written.
        var isAtEnd = false
    }

    private struct Sink {
        var waiting: [Int: [(line: Int, output: Output)]] = [:]
        var nextBlock = 0
        var summary = Summary()
    }

    private let settings: Settings
    private let source: Mutex<Source>
    private let sink = Mutex(Sink())
    /// Set when nothing more may be written, because a line or a write failed. It also ends another worker's wait for input, which
    /// may never come.
    private let stop: StopFlag
    /// Read without the source's lock, which a worker may hold while it waits for input.
    private let bytesRead = Atomic(0)
    /// Limits blocks that are read but not yet written, so that they do not pile up behind a slow one.
    private let inFlight: DispatchSemaphore
    private let write: @Sendable ([UInt8]) throws(Failure) -> Void
    private let progress: @Sendable (Summary, _ bytesRead: Int) -> Void

    /// - Parameter kept: the answers to the first lines, which an earlier run has written.
    /// - Throws: an error if the process has too many open files.
    init(
        reader: LineReader, kept: KeptLines? = nil, settings: Settings,
        write: @escaping @Sendable ([UInt8]) throws(Failure) -> Void,
        progress: @escaping @Sendable (Summary, _ bytesRead: Int) -> Void = { _, _ in }
    ) throws(Failure) {
        do throws(FileError) { stop = try StopFlag() } catch { throw Failure(error) }
        self.settings = settings
        source = Mutex(Source(reader: reader, kept: kept))
        inFlight = DispatchSemaphore(value: 4 * settings.threads)
        self.write = write
        self.progress = progress
    }

    /// Runs until the end of the input, the first failed line, or a signal.
    ///
    /// - Parameters:
    ///   - makeWorkspace: makes the scratch memory of a thread.
    ///   - compute: returns the outputs of a block's lines, in order.
    func run<Scratch: ~Copyable>(
        makeWorkspace: @Sendable () -> Scratch, compute: @Sendable ([Line], inout Scratch) -> [Output]
    ) -> Summary {
        DispatchQueue.concurrentPerform(iterations: settings.threads) { _ in
            var workspace = makeWorkspace()
            while true {
                inFlight.wait()
                guard let (index, lines) = nextBlock() else {
                    inFlight.signal()
                    return
                }
                let outputs = compute(lines, &workspace)
                deliver(index, Array(zip(lines.map(\.number), outputs)))
            }
        }
        return sink.withLock { $0.summary }
    }

    private func nextBlock() -> (index: Int, lines: [Line])? {
        source.withLock { source in
            guard !source.isAtEnd, !stop.isSet else { return nil }
            var lines: [Line] = []
            do throws(Failure) {
                try read(&lines, &source)
            } catch {
                sink.withLock { $0.summary.failure = $0.summary.failure ?? error }
                source.isAtEnd = true
            }
            bytesRead.store(source.reader.bytesRead, ordering: .relaxed)
            guard !lines.isEmpty else { return nil }
            defer { source.nextBlock += 1 }
            return (source.nextBlock, lines)
        }
    }

    /// Reads the lines of the next block.
    private func read(_ lines: inout [Line], _ source: inout Source) throws(Failure) {
        while lines.count < settings.blockSize {
            switch try source.reader.next(waitingAtMost: lines.isEmpty ? nil : Self.pauseMilliseconds, unless: stop) {
            case .pause: return
            case .halt:
                source.isAtEnd = true
                lines = []
                return
            case .stop:
                source.isAtEnd = true
                return sink.withLock { $0.summary.wasStopped = true }
            case .end:
                source.isAtEnd = true
                try source.kept?.checkEnd()
                return
            case .line(let bytes):
                source.lineNumber += 1
                if BatchLine.isBlank(bytes) { continue }
                source.records += 1
                guard (source.records - 1) % settings.shard.count == settings.shard.index else { continue }
                lines.append(Line(number: source.lineNumber, bytes: bytes, kept: try source.kept?.next()))
            }
        }
    }

    private func deliver(_ index: Int, _ outputs: [(Int, Output)]) {
        sink.withLock { sink in
            sink.waiting[index] = outputs
            while let block = sink.waiting.removeValue(forKey: sink.nextBlock) {
                sink.nextBlock += 1
                inFlight.signal()
                writeBlock(block, &sink.summary)
            }
            progress(sink.summary, bytesRead.load(ordering: .relaxed))
        }
    }

    private func writeBlock(_ block: [(line: Int, output: Output)], _ summary: inout Summary) {
        var bytes: [UInt8] = []
        var counted = summary
        for (line, output) in block where !stop.isSet {
            if let failure = output.failure {
                counted.failure = counted.failure ?? failure
                stop.set()
                break
            }
            bytes += output.bytes
            counted.lines += 1
            if output.isKept { counted.kept += 1 }
            guard let code = output.errorCode else { continue }
            counted.failed += 1
            counted.errors[code, default: 0] += 1
            counted.firstFailedLine = counted.firstFailedLine ?? line
            if !settings.keepsGoing { stop.set() }
        }
        do throws(Failure) {
            if !bytes.isEmpty { try write(bytes) }
            summary = counted
        } catch {
            // Lines that could not be written do not count.
            summary.failure = summary.failure ?? error
            stop.set()
        }
    }
}
