import Market

/// Simulated prices for some coins and for euros, so that trading can be tried where no price provider answers.
package struct PracticePrices: Sendable {
    /// Returns the coins that have these prices, or get them when they are turned on. Coins with closes from elsewhere keep those.
    package let coins: @Sendable () async throws -> [Asset]
    /// Stores the prices, and a new one each minute until the server stops.
    package let turnOn: @Sendable () async throws -> Void

    package init(
        coins: @escaping @Sendable () async throws -> [Asset], turnOn: @escaping @Sendable () async throws -> Void
    ) {
        (self.coins, self.turnOn) = (coins, turnOn)
    }
}
