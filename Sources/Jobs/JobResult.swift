import Glibc
import Platform

/// The answers of a job so far, read in pieces.
package actor JobResult {
    /// The job when reading began. ``Job/resultBytes`` of it are read.
    package nonisolated let job: Job
    private static let pieceBytes = 1 << 18
    /// All readers share one thread; each blocks it for one piece.
    private static let executor = FileExecutor("closecast.jobs.results")

    private let path: String
    private var descriptor: Int32 = -1
    private var read = 0
    private var end: Int

    package nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }

    init(_ job: Job, path: String) {
        self.job = job
        self.path = path
        end = job.resultBytes
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Opens the file. From then on it can be read to the end, even if the job is removed meanwhile.
    func open() throws(FileError) {
        if job.resultBytes > 0 { descriptor = try Files.open(path, O_RDONLY, action: "read") }
    }

    /// Restricts reading to a range of bytes. Must be called before the first ``next()``.
    ///
    /// - Parameter range: within ``Job/resultBytes``.
    package func select(_ range: Range<Int>) throws(FileError) {
        guard range.lowerBound == 0 || lseek(descriptor, range.lowerBound, SEEK_SET) >= 0 else {
            throw FileError(path: path, action: "read", code: errno)
        }
        (read, end) = (range.lowerBound, range.upperBound)
    }

    /// Returns the next piece, or nil after the last.
    package func next() throws(FileError) -> [UInt8]? {
        let count = min(Self.pieceBytes, end - read)
        guard count > 0 else { return nil }
        var piece = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = try piece.withUnsafeMutableBufferPointer { bytes throws(FileError) in
                try Files.read(
                    descriptor: descriptor,
                    into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: bytes[got...])), path: path)
            }
            guard more > 0 else { throw FileError(path: path, action: "read the end of", code: EIO) }
            got += more
        }
        read += got
        return piece
    }
}
