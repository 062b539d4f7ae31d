import Access
import HTTPEdge
import Logging

/// Admits calls of other protocols, such as gRPC, by the same tokens and rate limits as HTTP.
package struct CallAdmission: Sendable {
    private let limits: CallLimits
    private let tokens: BearerTokens
    private let requiresToken: Bool
    private let logger: Logger

    /// - Parameter edge: the edge whose rate limits and time limit apply.
    package init(_ parts: ServerParts, edge: Edge<CallContext>, logger: Logger) {
        limits = edge.callLimits
        tokens = BearerTokens(
            parts.tokens, uses: parts.tokenUses, time: edge.timeLimit, people: parts.accounts?.people)
        (requiresToken, self.logger) = (parts.requiresToken || parts.accounts != nil, logger)
    }

    /// Checks a call's rate limits, token and scope.
    ///
    /// - Parameters:
    ///   - address: the peer's address; empty if it has none.
    ///   - forwarded: the `forwarded` and `x-forwarded-for` fields, which proxies may have set.
    ///   - token: the text after `Bearer `; nil if there is none.
    ///   - scope: the scope that the call requires; nil if it requires no token.
    /// - Throws: `CallRefusal`, `AccessError`, and whatever the token store throws.
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
