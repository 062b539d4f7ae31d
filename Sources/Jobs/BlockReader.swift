import Forecasts
import Glibc
import Platform

/// Reads the series of a job's input, a block at a time. Confined to one actor.
final class BlockReader {
    struct Line: Sendable {
        /// The line number, from 1, counting blank lines.
        let number: Int
        let bytes: [UInt8]
    }

    /// The size at which a block ends, however few series it has.
    private static let blockBytes = 2 << 20

    private let path: String
    private let descriptor: Int32
    private var lines = LineBuffer()
    private var lineNumber = 0
    private var isAtEnd = false

    /// Opens the input.
    ///
    /// - Parameter skipped: the number of series that are already answered.
    init(_ path: String, skipping skipped: Int) throws(FileError) {
        self.path = path
        descriptor = try Files.open(path, O_RDONLY, action: "read")
        for _ in 0..<skipped { _ = try nextSeries() }
    }

    deinit { close(descriptor) }

    /// Returns the next series, at most `count`; empty after the last.
    func block(of count: Int) throws(FileError) -> [Line] {
        var block: [Line] = []
        var size = 0
        while block.count < count, size < Self.blockBytes, let line = try nextSeries() {
            block.append(line)
            size += line.bytes.count
        }
        return block
    }

    private func nextSeries() throws(FileError) -> Line? {
        while let bytes = try nextLine() {
            lineNumber += 1
            if !BatchLine.isBlank(bytes) { return Line(number: lineNumber, bytes: bytes) }
        }
        return nil
    }

    private func nextLine() throws(FileError) -> [UInt8]? {
        while true {
            if let line = lines.next() { return line }
            if isAtEnd { return lines.rest() }
            let got = try lines.fill(atMost: 1 << 18) { space throws(FileError) in
                try Files.read(descriptor: descriptor, into: space, path: path)
            }
            isAtEnd = got == 0
        }
    }
}
