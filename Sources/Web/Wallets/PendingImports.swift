import Platform
import Synchronization

/// Files that were previewed and wait to be confirmed: in memory, for a quarter of an hour, and only for who sent them.
///
/// So a file is sent once, and what is recorded is what was previewed.
final class PendingImports: Sendable {
    struct File: Sendable {
        let owner: String
        let name: String
        /// `text/csv` or `application/json`.
        let type: String
        let bytes: [UInt8]
        fileprivate let expiresAt: Int
    }

    static let maximumBytes = 64 << 20
    static let lifetimeSeconds = 900
    private static let mostPerOwner = 3

    private let files = Mutex<[String: File]>([:])
    private let now: @Sendable () -> Int

    /// - Parameter now: the clock, in seconds since 1970-01-01 UTC.
    init(now: @escaping @Sendable () -> Int) { self.now = now }

    /// Keeps a file, and forgets the oldest ones where they are too many or too large together.
    ///
    /// - Returns: the id to ask for it by.
    func keep(_ bytes: [UInt8], name: String, type: String, owner: String) -> String {
        let id = RandomID.hexadecimal(digits: 32)
        let file = File(owner: owner, name: name, type: type, bytes: bytes, expiresAt: now() + Self.lifetimeSeconds)
        files.withLock { files in
            files = files.filter { $0.value.expiresAt > now() }
            let own = files.filter { $0.value.owner == owner }.sorted { $0.value.expiresAt < $1.value.expiresAt }
            for (old, _) in own.dropLast(Self.mostPerOwner - 1) { files[old] = nil }
            files[id] = file
            while files.values.reduce(0, { $0 + $1.bytes.count }) > Self.maximumBytes, files.count > 1,
                let oldest = files.filter({ $0.key != id }).min(by: { $0.value.expiresAt < $1.value.expiresAt })
            {
                files[oldest.key] = nil
            }
        }
        return id
    }

    /// Returns a file; nil if it is another owner's, too old, or forgotten.
    func file(_ id: String, owner: String) -> File? {
        files.withLock { $0[id] }.flatMap { $0.owner == owner && $0.expiresAt > now() ? $0 : nil }
    }

    func forget(_ id: String) { files.withLock { $0[id] = nil } }
}
