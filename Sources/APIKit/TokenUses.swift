import Access
import Logging
import People
import Synchronization

/// Records the day of each token's last use. Requests do not wait for it, since another process may be writing, and do not fail
/// because of it.
package final class TokenUses: Sendable {
    /// The tokens whose use is being recorded: one write for each is enough.
    private let ids = Mutex<Set<String>>([])

    package init() {}

    func note(_ token: AccessToken, in tokens: AccessTokens, _ logger: Logger) {
        guard tokens.isFirstUse(of: token), ids.withLock({ $0.insert(token.id).inserted }) else { return }
        Task {
            do {
                try await tokens.noteUse(of: token)
            } catch {
                logger.warning("the use of a token was not noted", metadata: ["caller": "\(token.id)", "error": "\(error)"])
            }
            ids.withLock { _ = $0.remove(token.id) }
        }
    }
}
