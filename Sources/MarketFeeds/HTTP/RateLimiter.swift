/// Keeps requests to one provider apart, whoever sends them.
actor RateLimiter {
    private let spacing: Double
    private var free = -Double.infinity

    init(requestsPerSecond: Double) { spacing = 1 / requestsPerSecond }

    /// Takes the next place in the queue.
    ///
    /// - Parameters:
    ///   - now: on the scale of ``FeedClock/uptime``.
    ///   - longest: how long the caller can wait.
    /// - Returns: how long to wait, or nil, and no place taken, when it is longer than that.
    func place(at now: Double, longest: Double) -> Double? {
        let wait = max(0, free - now)
        guard wait <= longest else { return nil }
        free = max(free, now) + spacing
        return wait
    }

    /// Lets nobody go before a moment: a provider that asked one request to wait means all of them.
    func close(until uptime: Double) { free = max(free, uptime) }

    /// How long the next request would wait.
    func wait(at now: Double) -> Double { max(0, free - now) }
}
