import Platform
import Synchronization

/// An uploaded file and the result of processing it.
package struct SentFile<Content: Sendable>: Sendable {
    /// A random id. Only the file's owner can use it.
    package let id: String
    package let owner: String
    package let name: String
    package let bytes: [UInt8]
    package var content: Content
    /// In seconds since 1970-01-01 UTC.
    package let expiresAt: Int
}

/// The files uploaded in the last minutes, in memory only, so that a page can be requested again with other choices, or a preview
/// can be confirmed, without uploading the file again: see the article *Files*.
package final class SentFiles<Content: Sendable>: Sendable {
    private let files = Mutex<[SentFile<Content>]>([])
    private let limits: SentFileLimits
    /// The clock, in seconds since 1970-01-01 UTC.
    private let now: @Sendable () -> Int
    private let contentBytes: @Sendable (Content) -> Int

    /// - Parameter contentBytes: the approximate memory use of a result, beyond some hundred kilobytes.
    package init(
        _ limits: SentFileLimits = SentFileLimits(), now: @escaping @Sendable () -> Int,
        contentBytes: @escaping @Sendable (Content) -> Int = { _ in 0 }
    ) {
        (self.limits, self.now, self.contentBytes) = (limits, now, contentBytes)
    }

    /// Keeps a file for some minutes.
    package func keep(_ bytes: [UInt8], name: String, of owner: String, _ content: Content) -> SentFile<Content> {
        let file = SentFile(
            id: RandomID.hexadecimal(digits: 32), owner: owner, name: name, bytes: bytes, content: content,
            expiresAt: now() + limits.minutes * 60)
        files.withLock { files in
            files.append(file)
            tidy(&files, owner: owner)
        }
        return file
    }

    /// Replaces the result of a file, which then counts as the last uploaded one; its expiry does not change.
    package func replace(_ file: SentFile<Content>) {
        files.withLock { files in
            guard let index = files.firstIndex(where: { $0.id == file.id }) else { return }
            files.remove(at: index)
            files.append(file)
            tidy(&files, owner: file.owner)
        }
    }

    /// Returns a file of an owner; nil for one that has expired, or belongs to another owner.
    package func file(_ id: String, of owner: String) -> SentFile<Content>? {
        let now = now()
        return files.withLock { $0.first { $0.id == id && $0.owner == owner && $0.expiresAt > now } }
    }

    /// The number of minutes for which a file is still kept, at least 1.
    package func minutesLeft(of file: SentFile<Content>) -> Int { max(1, (file.expiresAt - now() + 59) / 60) }

    package func forget(_ id: String, of owner: String) {
        files.withLock { $0.removeAll { $0.id == id && $0.owner == owner } }
    }

    /// Removes expired and excess files, the oldest first. The last uploaded file always stays.
    private func tidy(_ files: inout [SentFile<Content>], owner: String) {
        let now = now()
        files.removeAll { $0.expiresAt <= now }
        var own = files.filter { $0.owner == owner }
        while own.count > limits.filesOfOwner || own.count > 1 && size(own) > limits.bytesOfOwner {
            let oldest = own.removeFirst()
            files.removeAll { $0.id == oldest.id }
        }
        while files.count > 1, size(files) > limits.bytes { files.removeFirst() }
    }

    /// The approximate memory use in bytes.
    private func size(_ files: [SentFile<Content>]) -> Int {
        files.reduce(0) { $0 + $1.bytes.count + 200_000 + contentBytes($1.content) }
    }
}

/// How much uploaded data is kept, and for how long.
package struct SentFileLimits: Sendable {
    package var minutes = 15
    /// The maximum number of files of one owner; a further one replaces the oldest.
    package var filesOfOwner = 4
    package var bytesOfOwner = 20 << 20
    /// The limit for all owners together.
    package var bytes = 64 << 20

    package init() {}
}
