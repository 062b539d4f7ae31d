import Access
import HTTPTypes
import Logging

/// Decides on calls that do not come through the router, such as gRPC's, as the router does: by the same tokens, and the same buckets of
/// each address and token, whichever way its requests take.
package struct CallAdmission: Sendable {
    let limits: CallLimits
    let tokens: AccessTokens
    /// Whether a caller without a token has no rights.
    let requiresToken: Bool
    let time: RequestTimeLimit
    let uses: TokenUses
    let logger: Logger

    /// - Parameters:
    ///   - address: the peer's; empty where it has none.
    ///   - forwarded: what proxies may have written: `forwarded` and `x-forwarded-for`.
    ///   - token: what stands behind `Bearer `; nil where there is none.
    ///   - scope: what the call needs; nil for one that needs no token.
    /// - Throws: `CallRefusal`, `AccessError`, and what the store of tokens throws.
    package func admit(
        address: String, forwarded: [(name: String, value: String)], token: String?, scope: AccessScope?
    ) async throws {
        if let seconds = limits.wait(address: address, forwarded) { throw CallRefusal.tooMany(retryAfterSeconds: seconds) }
        guard let scope else { return }
        guard let token else {
            guard !requiresToken else { throw CallRefusal.tokenNeeded }
            return
        }
        let known = try await time.within { try await tokens.verify(token) }
        uses.note(known, in: tokens, logger)
        if let seconds = limits.wait(token: known.id) { throw CallRefusal.tooMany(retryAfterSeconds: seconds) }
        guard known.scope.allows(scope) else {
            throw AccessError.scopeTooSmall(id: known.id, have: known.scope, need: scope)
        }
    }
}

/// The buckets of an edge, for calls that do not come through its router.
struct CallLimits: Sendable {
    let addresses: TokenBuckets<IPAddress>
    let callers: TokenBuckets<String>
    let limitsLoopback: Bool
    let proxies: TrustedProxies

    /// Seconds that the client has to wait; nil where it need not.
    func wait(address: String, _ forwarded: [(name: String, value: String)]) -> Int? {
        var headers = HTTPFields()
        for field in forwarded { HTTPField.Name(field.name).map { headers.append(HTTPField(name: $0, value: field.value)) } }
        var (address, isSecure) = (address, false)
        proxies.follow(headers, address: &address, isSecure: &isSecure)
        guard let address = IPAddress(address), limitsLoopback || !address.isLoopback else { return nil }
        return wait(addresses.take(address.household))
    }

    /// The same of a token, by its id.
    func wait(token: String) -> Int? { wait(callers.take(token)) }

    private func wait(_ outcome: TokenBuckets<some Any>.Outcome) -> Int? {
        outcome.isAllowed ? nil : RateLimitReply.seconds(outcome.retryAfterSeconds)
    }
}
