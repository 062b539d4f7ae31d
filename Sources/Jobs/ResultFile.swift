import Forecasts
import Glibc
import Platform

/// The progress of a job.
struct JobProgress: Equatable, Sendable {
    /// The number of answers in the synced result.
    var completed = 0
    /// The number of errors among them.
    var failed = 0
    /// The length of the synced result, in bytes.
    var bytes = 0
}

/// The answers of a job, one line for each series, in order. Confined to one actor.
///
/// The file is its own journal: every complete line is done. Opening it cuts off an incomplete write after a crash, and counts
/// the remaining lines.
package final class ResultFile {
    private let path: String
    private let descriptor: Int32
    private let disk: Disk
    private let reservedBytes: Int
    private(set) var progress = JobProgress()

    /// - Parameter series: how many lines there can be.
    package init(_ path: String, series: Int, reservedBytes: Int, disk: Disk) throws(FileError) {
        self.path = path
        self.disk = disk
        self.reservedBytes = reservedBytes
        descriptor = try Files.open(path, O_RDWR | O_CREAT, mode: 0o600, action: "write")
        // All members are initialized: if code from here on throws, `deinit` closes the file.
        try recover(series: series)
        try disk.syncFolder(Files.folder(of: path))
    }

    deinit { close(descriptor) }

    private func recover(series: Int) throws(FileError) {
        var lines = LineBuffer()
        reading: while true {
            let got = try lines.fill(atMost: 1 << 20) { space throws(FileError) in
                try Files.read(descriptor: descriptor, into: space, path: path)
            }
            if got == 0 { break }
            while let line = lines.next() {
                // A machine crash can leave zeros instead of the last blocks.
                guard progress.completed < series, BatchAnswer.isWhole(line) else { break reading }
                progress.completed += 1
                progress.failed += BatchAnswer.isProblem(line) ? 1 : 0
                progress.bytes = lines.consumed
            }
        }
        try cut()
        // Lines written by a killed process may not be on disk yet.
        try disk.syncFile(descriptor, path: path)
    }

    /// Appends complete lines, which are durable when this returns. After an error none of them is in the file.
    func append(_ bytes: [UInt8], lines: Int, failed: Int) throws(FileError) {
        if let free = disk.freeBytes(path), free < reservedBytes + bytes.count {
            throw FileError(path: path, action: "write", code: ENOSPC)
        }
        do throws(FileError) {
            try disk.writeAll(bytes, descriptor, path: path)
            try disk.syncFile(descriptor, path: path)
        } catch {
            try cut()
            throw error
        }
        progress.completed += lines
        progress.failed += failed
        progress.bytes += bytes.count
    }

    /// Removes everything after the counted lines.
    private func cut() throws(FileError) {
        guard ftruncate(descriptor, progress.bytes) == 0, lseek(descriptor, progress.bytes, SEEK_SET) >= 0 else {
            throw FileError(path: path, action: "truncate", code: errno)
        }
    }
}
