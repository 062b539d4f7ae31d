import Access
import Logging
import Synchronization

/// Notes on which day a token was last used. What cannot be noted makes no request fail, and none waits for it: another process may be
/// writing.
final class TokenUses: Sendable {
    /// Tokens whose use is being noted: one note each is enough.
    private let ids = Mutex<Set<String>>([])

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
