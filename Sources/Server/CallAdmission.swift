import APIKit
import Access
import HTTPEdge
import Logging
import Services

/// Admits calls of other protocols, such as gRPC, by the same tokens and rate limits as HTTP.
package struct CallAdmission: Sendable {
    private let limits: CallLimits
    /// Returns the principal of a token; nil if tokens are ignored.
    private let principal: (@Sendable (_ token: String) async throws -> Principal)?
    private let requiresToken: Bool

    /// - Parameter edge: the edge whose rate limits and time limit apply.
    package init(_ parts: ServerParts, edge: Edge<CallContext>, logger: Logger) {
        limits = edge.callLimits
        let tokens = BearerTokens(parts.tokens, uses: parts.tokenUses, time: edge.timeLimit, people: parts.accounts?.people)
        principal = { try await tokens.principal(of: $0, logger) }
        requiresToken = parts.requiresToken || parts.accounts != nil
    }

    /// - Parameter edge: the edge whose rate limits apply.
    package init(_ parts: StatelessParts, edge: Edge<CallContext>) {
        limits = edge.callLimits
        if case .bearers(let tokens) = parts.callers {
            (principal, requiresToken) = ({ try tokens.principal(of: $0) }, true)
        } else {
            (principal, requiresToken) = (nil, false)
        }
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
        guard let principal = try await self.principal?(token) else { return }
        guard let id = principal.credential?.id else { return }
        if let seconds = limits.wait(callerID: id) { throw CallRefusal.tooMany(retryAfterSeconds: seconds) }
        guard principal.scope.allows(scope) else {
            throw AccessError.insufficientScope(id: id, have: principal.scope, need: scope)
        }
    }
}
