import HTTPTypes

/// The rate limits of an edge, for calls that do not pass through its router, such as gRPC calls.
package struct CallLimits: Sendable {
    let addresses: TokenBuckets<IPAddress>
    let callers: TokenBuckets<String>
    let limitsLoopback: Bool
    let proxies: TrustedProxies

    /// Counts a call from an address.
    ///
    /// - Parameters:
    ///   - address: the peer's address; empty if it has none.
    ///   - forwarded: the `forwarded` and `x-forwarded-for` fields, which proxies may have set.
    /// - Returns: seconds that the client has to wait; nil if the call is allowed.
    package func wait(address: String, forwarded: [(name: String, value: String)]) -> Int? {
        var headers = HTTPFields()
        for field in forwarded { HTTPField.Name(field.name).map { headers.append(HTTPField(name: $0, value: field.value)) } }
        // If its two headers differ, a call is counted under the proxy's address.
        let client = (try? proxies.client(headers, of: ForwardedHop(address: address))) ?? ForwardedHop(address: address)
        guard let address = client.address.flatMap({ IPAddress($0) }), limitsLoopback || !address.isLoopback else { return nil }
        return wait(addresses.take(address.clientNetwork))
    }

    /// Counts a call from an authenticated caller, by the same id as ``CallerContext`` uses.
    ///
    /// - Returns: seconds that the caller has to wait; nil if the call is allowed.
    package func wait(callerID: String) -> Int? { wait(callers.take(callerID)) }

    private func wait(_ outcome: TokenBuckets<some Any>.Outcome) -> Int? {
        outcome.isAllowed ? nil : RateLimitHeaders.seconds(outcome.retryAfterSeconds)
    }
}
