/// Spaces the requests to one provider, across all callers.
actor RateLimiter {
    private let spacing: Double
    private var free = -Double.infinity

    init(requestsPerSecond: Double) { spacing = 1 / requestsPerSecond }

    /// Reserves the next place in the queue.
    ///
    /// - Parameters:
    ///   - now: on the clock of ``FeedClock/uptime``.
    ///   - longest: how long the caller can wait, in seconds.
    /// - Returns: how long to wait; nil, without reserving a place, if that exceeds `longest`.
    func place(at now: Double, longest: Double) -> Double? {
        let wait = max(0, free - now)
        guard wait <= longest else { return nil }
        free = max(free, now) + spacing
        return wait
    }

    /// Blocks all requests until a time: a provider that asks one request to wait means all of them.
    func close(until uptime: Double) { free = max(free, uptime) }

    /// Returns how long the next request would wait.
    func wait(at now: Double) -> Double { max(0, free - now) }
}
