import Market

/// Stored closes of a coin.
package struct StoredPrices: Sendable {
    let asset: Asset
    /// The days in the file; nil for closes from providers.
    let days: ClosedRange<Day>?
    let added: Int
    /// The number of stored closes that differ.
    let differing: Int
    /// Whether these were replaced.
    let isReplaced: Bool
}

/// Why no closes of a coin were stored.
package struct PriceFailure: Error {
    enum Reason: Sendable {
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

    let ticker: Ticker
    let reason: Reason

    init(_ asset: Asset, _ reason: Reason) { (ticker, self.reason) = (asset.ticker, reason) }
}
