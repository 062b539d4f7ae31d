import Notices
import Store
import Synchronization

/// The numbers of unread notices, counted again after each change of the store: a page from memory needs no look into it.
final class UnreadCounts: Sendable {
    private struct Counts {
        var version = 0
        var ofOwner: [String: Int] = [:]
    }

    private let counts = Mutex(Counts())

    /// - Parameter version: of the stored data, read before.
    func count(of owner: String, in store: Store, version: Int) async throws -> Int {
        if let known = counts.withLock({ $0.version == version ? $0.ofOwner[owner] : nil }) { return known }
        let count = try await store.reading { try $0.unreadNotices(of: owner) }
        counts.withLock { counts in
            if counts.version != version { counts = Counts(version: version) }
            counts.ofOwner[owner] = count
        }
        return count
    }
}
