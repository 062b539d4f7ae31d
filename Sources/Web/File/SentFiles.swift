import Market
import Platform
import Synchronization

/// A file that somebody sent, and what came of it.
package struct SentFile: Sendable {
    /// Random: who has it may see the file if they are its owner.
    package let id: String
    package let owner: String
    package let name: String
    package let bytes: [UInt8]
    package var options: FileOptions
    /// Nil while the file cannot be forecast.
    package var forecast: FileForecast?
    /// In seconds since 1970-01-01 UTC.
    package let expiresAt: Int

    /// About what it takes of the memory.
    fileprivate var size: Int { bytes.count + 200_000 }
}

/// The files sent in the last minutes, in memory only, so that a page can be asked for again with other days, and its figures
/// downloaded: see the article *Files*.
package final class SentFiles: Sendable {
    package static let minutes = 15
    /// The most files of one owner; a further one takes the place of the oldest.
    package static let mostOfOwner = 4
    package static let maximumBytes = 64 << 20

    private let files = Mutex<[SentFile]>([])
    /// The clock, in seconds since 1970-01-01 UTC.
    private let now: @Sendable () -> Int

    package init(now: @escaping @Sendable () -> Int) { self.now = now }

    /// Keeps a file for some minutes.
    package func keep(_ bytes: [UInt8], name: String, of owner: String, _ options: FileOptions, _ forecast: FileForecast?)
        -> SentFile
    {
        let file = SentFile(
            id: RandomID.hexadecimal(digits: 32), owner: owner, name: name, bytes: bytes, options: options, forecast: forecast,
            expiresAt: now() + Self.minutes * 60)
        files.withLock { files in
            files.append(file)
            tidy(&files, owner: owner)
        }
        return file
    }

    /// Replaces what came of a file; the time that it is kept does not begin anew.
    package func replace(_ file: SentFile) {
        files.withLock { files in
            if let index = files.firstIndex(where: { $0.id == file.id }) { files[index] = file }
        }
    }

    /// Returns a file of an owner; nil for one that is not kept any more, or is another's.
    package func file(_ id: String, of owner: String) -> SentFile? {
        let now = now()
        return files.withLock { $0.first { $0.id == id && $0.owner == owner && $0.expiresAt > now } }
    }

    /// For how many minutes a file is still kept, at least 1.
    package func minutesLeft(of file: SentFile) -> Int { max(1, (file.expiresAt - now() + 59) / 60) }

    package func forget(_ id: String, of owner: String) {
        files.withLock { $0.removeAll { $0.id == id && $0.owner == owner } }
    }

    /// Removes what is too old or too much, the oldest first.
    private func tidy(_ files: inout [SentFile], owner: String) {
        let now = now()
        files.removeAll { $0.expiresAt <= now }
        var surplus = files.count { $0.owner == owner } - Self.mostOfOwner
        files.removeAll { file in
            guard file.owner == owner, surplus > 0 else { return false }
            surplus -= 1
            return true
        }
        var size = files.reduce(0) { $0 + $1.size }
        while size > Self.maximumBytes, files.count > 1 { size -= files.removeFirst().size }
    }
}
