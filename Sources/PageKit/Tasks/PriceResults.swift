import Market

/// Stored closes of a coin.
package struct StoredPrices: Sendable {
    package let asset: Asset
    /// The days in the file; nil for closes from providers.
    package let days: ClosedRange<Day>?
    package let added: Int
    /// The number of stored closes that differ.
    package let differing: Int
    /// Whether these were replaced.
    package let isReplaced: Bool

    package init(asset: Asset, days: ClosedRange<Day>?, added: Int, differing: Int, isReplaced: Bool) {
        (self.asset, self.days, self.added, self.differing, self.isReplaced) = (asset, days, added, differing, isReplaced)
    }
}

/// Why no closes of a coin were stored.
package struct PriceFailure: Error {
    package enum Reason: Sendable {
        /// No provider answered; the text for operators has the failure of each.
        case noAnswer(String)
        case noProvider
        /// The server may not ask providers.
        case offline
        /// The task's time was over before the coin's turn.
        case noTime
        case cancelled
        /// The server failed.
        case fault
        /// The closes contradict the stored ones, or the name of the coin was taken meanwhile: `PriceFaultWords`.
        case refused(any Error)
    }

    package let ticker: Ticker
    package let reason: Reason

    package init(_ asset: Asset, _ reason: Reason) { (ticker, self.reason) = (asset.ticker, reason) }
}
