import Access
import Forecasting
import Inference
import Jobs
import Market
import Metrics
import Platform
import Portfolio

/// What the controllers work with. The composition root makes one, and so do the tests.
package struct Services: Sendable {
    package let repositories: Repositories
    package let catalogue: ModelCatalogue
    package let queue: InferenceQueue
    package let market: MarketServices
    package let tokens: AccessTokens
    /// Batch jobs; nil where none are taken.
    package var jobs: JobService?
    /// How the server fares.
    package var health: HealthProbe = { Health() }
    /// Writes the metrics as `GET /metrics` has them, for what its `Accept` says; nil: there are none.
    package var metrics: (@Sendable (_ accept: String?) -> (bytes: [UInt8], type: String))?
    /// Whether callers without a token have no rights: so wherever the server listens on more than the loopback address.
    package let requiresToken: Bool
    /// Seconds since 1970-01-01 UTC.
    package let now: @Sendable () -> Int
    let writes: any WriteGuard
    let tokenUses = TokenUses()
    private let longWork = LongWork()
    private let writesUnderWay = WritesUnderWay()
    /// Forecasts of coins that wallets' forecasts are made of; its counts are for the metrics.
    package let coinForecasts = CoinForecasts(maximumBytes: 32 << 20)

    /// - Parameters:
    ///   - instance: names this process, from ``ProcessInstance``.
    package init(
        repositories: Repositories, catalogue: ModelCatalogue, queue: InferenceQueue, market: MarketServices,
        tokens: any TokenRepository, idempotency: any IdempotencyRepository, requiresToken: Bool = false,
        instance: String = ProcessInstance.make(), now: @escaping @Sendable () -> Int = { ProcessState.secondsSince1970 }
    ) {
        (self.repositories, self.catalogue, self.queue, self.market) = (repositories, catalogue, queue, market)
        (self.requiresToken, self.now) = (requiresToken, now)
        self.tokens = AccessTokens(tokens, now: now)
        writes = StoredWrites(repository: idempotency, instance: instance, underWay: writesUnderWay, now: now)
    }

    /// The Open Inference Protocol's answers; deadlines are told on the monotonic clock, as the queue's are.
    package var openInference: OpenInference {
        OpenInference(catalogue, queue, serverVersion: Locations.version) { ProcessState.monotonicSeconds }
    }

    /// Runs what keeps a processor busy for more than some milliseconds, and reads the store meanwhile, where no other request waits for
    /// it.
    ///
    /// - Parameter isLimited: false for what must be done and is limited elsewhere.
    package func atLength<Value: Sendable>(
        isLimited: Bool = true, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await longWork.run(isLimited: isLimited, body)
    }

    /// Parts of such work so far.
    package var longWorkParts: Int { longWork.count }

    /// Waits until the writes whose clients have gone are done, so many seconds at most: after the last request, before the store is
    /// closed.
    package func drainWrites(within seconds: Double) async { await writesUnderWay.drain(within: seconds) }

    /// The caller's wallets.
    package func portfolio(of caller: Principal) -> Portfolio {
        Portfolio(repositories, owner: caller.owner, now: now)
    }
}
