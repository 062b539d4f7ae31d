import Access
import Market
import Platform
import Synchronization

/// Rendered pages, kept until stored data changes, but for at most some seconds, because pages also show other things: running
/// computations, and the health of the feeds.
final class PageCache: Sendable {
    /// Everything that a page's content depends on.
    struct Key: Hashable, Sendable {
        let url: String
        let owner: String
        let person: String?
        /// A token of the same person may have fewer rights, and a page for it has no forms.
        let scope: AccessScope
        let hasForms: Bool
        let preferences: Preferences
        /// Whether it is the copy for use without a network.
        let isCopy: Bool
        /// The version of the stored data.
        let version: Int
        /// Changes whenever a task is started or has ended.
        let tasks: Int
        /// The time, in steps of ``PageCache/seconds``.
        let step: Int
    }

    static let seconds = 10

    private let pages: Mutex<BoundedCache<Key, RenderedPage>>

    init(maximumBytes: Int = 16 << 20) { pages = Mutex(BoundedCache(maximumBytes: maximumBytes)) }

    func page(_ key: Key) -> RenderedPage? { pages.withLock { $0.value(for: key) } }

    func keep(_ page: RenderedPage, _ key: Key) { pages.withLock { $0.insert(page, for: key, bytes: page.bytes + 500) } }
}
