import Dispatch
import Synchronization
import Telemetry
import Testing

@Suite struct LineWriterTests {
    /// The output; writing can be blocked, as by a full pipe.
    private final class Reader: Sendable {
        private let lines = Mutex<[String]>([])
        private let isHeld = Atomic(false)
        private let began = DispatchSemaphore(value: 0)
        private let goes = DispatchSemaphore(value: 0)

        var all: [String] { lines.withLock { $0 } }

        func hold() { isHeld.store(true, ordering: .sequentiallyConsistent) }
        /// Waits until a write is blocked.
        func awaitHeld() { began.wait() }
        func letGo() {
            isHeld.store(false, ordering: .sequentiallyConsistent)
            goes.signal()
        }

        func write(_ bytes: [UInt8]) {
            if isHeld.load(ordering: .sequentiallyConsistent) {
                began.signal()
                goes.wait()
            }
            lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
    }

    private func writer(_ reader: Reader, maximumBytes: Int = 1 << 20) -> LineWriter {
        LineWriter(maximumBytes: maximumBytes, write: reader.write) { Array("\($0) lost".utf8) }
    }

    @Test func linesComeOutInTheirOrderAndTheLastOnesToo() {
        let reader = Reader()
        let writer = writer(reader)
        let expected = (0..<5000).map { "line \($0)\n" }
        for line in expected { writer.append(Array(line.utf8)) }
        writer.flush(within: 60)
        #expect(reader.all == expected)
        #expect(writer.lostLines == 0)
    }

    @Test func linesOfSeveralThreadsKeepTheOrderOfEach() {
        let reader = Reader()
        let writer = writer(reader)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<1000 { writer.append(Array("\(thread) \(number)".utf8)) }
        }
        writer.flush(within: 60)
        for thread in 0..<4 {
            #expect(reader.all.filter { $0.hasPrefix("\(thread) ") } == (0..<1000).map { "\(thread) \($0)" })
        }
    }

    @Test func loggingDoesNotWaitForTheReader() {
        let reader = Reader()
        let writer = writer(reader, maximumBytes: 100)
        reader.hold()
        writer.append(Array("first".utf8))
        reader.awaitHeld()
        // No reader: if a line waited for one, this would never finish. Ten of ten bytes fit.
        for number in 0..<1000 { writer.append(Array("number \(number % 10)  ".utf8)) }
        #expect(writer.lostLines == 990)
        reader.letGo()
        writer.flush(within: 60)
        #expect(reader.all == ["first"] + (0..<10).map { "number \($0)  " } + ["990 lost"])
        writer.append(Array("after".utf8))
        writer.flush(within: 60)
        #expect(reader.all.last == "after")
    }
}
