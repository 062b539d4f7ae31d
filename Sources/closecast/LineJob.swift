import Dispatch
import Documents
import LSTMEngine
import Synchronization

/// Computes one output line for each input line on several threads and writes them in order.
///
/// Lines are processed in blocks of fixed size, so that which lines are computed together, and therefore every output byte, does
/// not depend on the number of threads. Memory holds only the blocks in flight.
final class LineJob: Sendable {
    struct Line: Sendable {
        /// Counted from 1, including blank lines.
        let number: Int
        let bytes: [UInt8]
    }

    struct Output: Sendable {
        let bytes: [UInt8]
        let succeeded: Bool
    }

    struct Summary: Sendable {
        var lines = 0
        var failed = 0
        var firstFailedLine: Int?
    }

    struct Settings: Sendable {
        let blockSize: Int
        let threads: Int
        /// Whether the job continues after a line that failed.
        let keepsGoing: Bool
        /// This process takes the non-blank lines n, counted from 1, with (n - 1) % count == index.
        let shard: (index: Int, count: Int)
    }

    private struct Source {
        var reader: LineReader
        var lineNumber = 0
        var records = 0
        var nextBlock = 0
        /// Set at the end of the input and by a read error; the blocks before it are still computed and written.
        var isAtEnd = false
    }

    private struct Sink {
        var waiting: [Int: [(line: Int, output: Output)]] = [:]
        var nextBlock = 0
        var summary = Summary()
        var failure: Failure?
    }

    private let settings: Settings
    private let source: Mutex<Source>
    private let sink = Mutex(Sink())
    /// Set when nothing more may be written: a line failed, or writing did.
    private let isStopped = Atomic(false)
    /// Read without the source's lock, which a worker may hold while it waits for input.
    private let bytesRead = Atomic(0)
    /// Limits blocks that are read but not yet written: others must not pile up behind a slow one.
    private let inFlight: DispatchSemaphore
    private let write: @Sendable ([UInt8]) throws(Failure) -> Void
    private let progress: @Sendable (Summary, _ bytesRead: Int) -> Void

    init(
        reader: LineReader, settings: Settings, write: @escaping @Sendable ([UInt8]) throws(Failure) -> Void,
        progress: @escaping @Sendable (Summary, _ bytesRead: Int) -> Void = { _, _ in }
    ) {
        self.settings = settings
        source = Mutex(Source(reader: reader))
        inFlight = DispatchSemaphore(value: 4 * settings.threads)
        self.write = write
        self.progress = progress
    }

    /// Runs until the end of the input or the first failed line.
    ///
    /// - Parameter compute: returns the outputs of a block's lines, in order.
    func run(
        makeWorkspace: @Sendable () -> Workspace, compute: @Sendable ([Line], inout Workspace) -> [Output]
    ) throws(Failure) -> Summary {
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
        return try sink.withLock { sink throws(Failure) in
            if let failure = sink.failure { throw failure }
            return sink.summary
        }
    }

    private func nextBlock() -> (index: Int, lines: [Line])? {
        source.withLock { source in
            guard !source.isAtEnd, !isStopped.load(ordering: .acquiring) else { return nil }
            var lines: [Line] = []
            do throws(Failure) {
                while lines.count < settings.blockSize, let bytes = try source.reader.next() {
                    source.lineNumber += 1
                    if BatchLine.isBlank(bytes) { continue }
                    source.records += 1
                    guard (source.records - 1) % settings.shard.count == settings.shard.index else { continue }
                    lines.append(Line(number: source.lineNumber, bytes: bytes))
                }
            } catch {
                sink.withLock { sink in if sink.failure == nil { sink.failure = error } }
                source.isAtEnd = true
            }
            bytesRead.store(source.reader.bytesRead, ordering: .relaxed)
            guard !lines.isEmpty else { return nil }
            defer { source.nextBlock += 1 }
            return (source.nextBlock, lines)
        }
    }

    private func deliver(_ index: Int, _ outputs: [(Int, Output)]) {
        sink.withLock { sink in
            sink.waiting[index] = outputs
            while let block = sink.waiting.removeValue(forKey: sink.nextBlock) {
                sink.nextBlock += 1
                inFlight.signal()
                writeBlock(block, &sink)
            }
            progress(sink.summary, bytesRead.load(ordering: .relaxed))
        }
    }

    private func writeBlock(_ block: [(line: Int, output: Output)], _ sink: inout Sink) {
        var bytes: [UInt8] = []
        for (line, output) in block where !isStopped.load(ordering: .acquiring) {
            bytes += output.bytes
            sink.summary.lines += 1
            guard !output.succeeded else { continue }
            sink.summary.failed += 1
            sink.summary.firstFailedLine = sink.summary.firstFailedLine ?? line
            if !settings.keepsGoing { isStopped.store(true, ordering: .releasing) }
        }
        do throws(Failure) {
            try write(bytes)
        } catch {
            if sink.failure == nil { sink.failure = error }
            isStopped.store(true, ordering: .releasing)
        }
    }
}
