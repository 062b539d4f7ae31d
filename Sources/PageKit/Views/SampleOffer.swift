import MarketData

extension SampleMarkets {
    /// The sample is offered until all of it is stored: its task may have been cancelled.
    package static func areOffered(in market: MarketData) async throws -> Bool {
        guard isInstalled else { return false }
        return try await !isStored(in: market.store)
    }
}
