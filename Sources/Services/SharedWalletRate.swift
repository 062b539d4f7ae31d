import APIKit
import HTTPEdge
import HTTPTypes
import Platform

/// How often one network may open links to wallets, whether they exist or not.
package final class SharedWalletRate: Sendable {
    /// A spreadsheet that reads a dozen tables each minute stays below it.
    package static let rate = RequestRate(perSecond: 0.5, burst: 60)

    private let buckets = TokenBuckets<String>(rate, capacity: 10_000) { ProcessState.monotonicSeconds }

    /// - Throws: a ``Problem`` of status 429.
    package func take(_ address: String) throws(Problem) {
        let outcome = buckets.take(IPAddress(address)?.clientNetworks.first ?? "")
        guard !outcome.isAllowed else { return }
        var problem = Problem(
            .tooManyRequests, "rate-limited", "too many requests for shared wallets from this network; ask again later",
            retryAfterSeconds: Int(outcome.retryAfterSeconds.rounded(.up)))
        problem.headers = Reply.sharedHeaders
        throw problem
    }
}

extension Reply {
    /// The headers of a page whose address is a secret: no search engine lists it, no cache keeps it, and no other site learns it.
    package static let sharedHeaders: HTTPFields = [
        HTTPField.Name("X-Robots-Tag")!: "noindex, nofollow, noarchive", .cacheControl: "no-store",
        HTTPField.Name("Referrer-Policy")!: "no-referrer",
    ]
}
