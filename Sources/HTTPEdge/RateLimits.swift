import HTTPTypes
import Hummingbird

/// Refuses requests from an address that exceeds its rate. It belongs before the authentication, which costs more.
package struct AddressRateLimit<Context: RemoteAddressContext>: RouterMiddleware {
    private let buckets: TokenBuckets<IPAddress>
    private let limitsLoopback: Bool

    /// - Parameter limitsLoopback: whether programs on this machine are limited too.
    package init(_ buckets: TokenBuckets<IPAddress>, limitsLoopback: Bool) {
        (self.buckets, self.limitsLoopback) = (buckets, limitsLoopback)
    }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        guard let address = IPAddress(context.remoteAddress), limitsLoopback || !address.isLoopback else {
            return try await next(request, context)
        }
        let headers = try RateLimitHeaders.headers("address", buckets.take(address.clientNetwork), buckets.rate)
        var response = try await next(request, context)
        RateLimitHeaders.add(headers, to: &response)
        return response
    }
}

/// Refuses requests from a caller that exceeds its rate. It belongs behind the authentication.
package struct CallerRateLimit<Context: CallerContext>: RouterMiddleware {
    private let buckets: TokenBuckets<String>

    package init(_ buckets: TokenBuckets<String>) { self.buckets = buckets }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        guard let caller = context.callerID else { return try await next(request, context) }
        let headers = try RateLimitHeaders.headers("token", buckets.take(caller), buckets.rate)
        var response = try await next(request, context)
        RateLimitHeaders.add(headers, to: &response)
        return response
    }
}

/// The `RateLimit-Policy` and `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers): quota and window, the remaining
/// requests and when the quota is full again.
enum RateLimitHeaders {
    static func headers(_ name: String, _ outcome: TokenBuckets<some Any>.Outcome, _ rate: RequestRate) throws(Problem)
        -> HTTPFields
    {
        let (window, full) = (seconds(Double(rate.burst) / rate.perSecond), seconds(outcome.secondsToFull))
        var headers = HTTPFields()
        headers[.rateLimitPolicy] = "\"\(name)\";q=\(rate.burst);w=\(window)"
        headers[.rateLimit] = "\"\(name)\";r=\(outcome.remaining);t=\(full)"
        guard !outcome.isAllowed else { return headers }
        var problem = Problem(
            .tooManyRequests, "rate-limited",
            "more requests of this \(name) than \(rate.burst) at once and \(rate.perSecond) a second; ask again in "
                + "\(seconds(outcome.retryAfterSeconds)) s", retryAfterSeconds: seconds(outcome.retryAfterSeconds))
        problem.headers = headers
        throw problem
    }

    /// Adds both limits of a response to one header, as a list.
    static func add(_ headers: HTTPFields, to response: inout Response) {
        for field in headers { response.headers.append(field) }
    }

    /// Returns whole seconds, rounded up, at least one.
    static func seconds(_ value: Double) -> Int { value >= 1e9 ? 1_000_000_000 : max(Int(value.rounded(.up)), 1) }
}

extension HTTPField.Name {
    static let rateLimit = HTTPField.Name("RateLimit")!
    static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy")!
}
