import Access
import HTTPEdge
import Logging

/// Decides whether calls of other protocols, such as gRPC's, are answered: by the tokens and the rate limits that HTTP has.
package struct CallAdmission: Sendable {
    private let limits: CallLimits
    private let tokens: BearerTokens
    private let requiresToken: Bool
    private let logger: Logger

    /// - Parameter edge: whose rate limits and time limit hold.
    package init(_ parts: ServerParts, edge: Edge<CallContext>, logger: Logger) {
        limits = edge.callLimits
        tokens = BearerTokens(parts.tokens, uses: parts.tokenUses, time: edge.timeLimit)
        (requiresToken, self.logger) = (parts.requiresToken, logger)
    }

    /// - Parameters:
    ///   - address: the peer's; empty if it has none.
    ///   - forwarded: what proxies may have written: `forwarded` and `x-forwarded-for`.
    ///   - token: what stands behind `Bearer `; nil if there is none.
    ///   - scope: what the call needs; nil for one that needs no token.
    /// - Throws: `CallRefusal`, `AccessError`, and what the store of tokens throws.
    package func admit(
        address: String, forwarded: [(name: String, value: String)], token: String?, scope: AccessScope?
    ) async throws {
        if let seconds = limits.wait(address: address, forwarded: forwarded) {
            throw CallRefusal.tooMany(retryAfterSeconds: seconds)
        }
        guard let scope else { return }
        guard let token else {
            guard !requiresToken else { throw CallRefusal.tokenNeeded }
            return
        }
        let principal = try await tokens.principal(of: token, logger)
        guard let id = principal.credential?.id else { return }
        if let seconds = limits.wait(callerID: id) { throw CallRefusal.tooMany(retryAfterSeconds: seconds) }
        guard principal.scope.allows(scope) else {
            throw AccessError.insufficientScope(id: id, have: principal.scope, need: scope)
        }
    }
}
