import Market

/// The result of refreshing one asset's closes.
package struct RefreshResult: Equatable, Sendable {
    package let asset: Asset
    /// The last stored day afterwards; nil if there is none.
    package var newest: Day?
    /// The number of new days.
    package var added = 0
    /// Stored closes that providers have revised; the stored values are kept.
    package var changes: [CandleImport.Change] = []
    /// The providers that answered; empty if no close was missing.
    package var providers: [Provider] = []
    /// Why no closes arrived, without any API key.
    package var failure: String?
    /// Why no hourly prices arrived.
    package var quoteFailure: String?
    /// Whether something was missing and no provider could be reached at all, as without a network.
    package var isUnreachable = false

    package init(asset: Asset, newest: Day?) { (self.asset, self.newest) = (asset, newest) }

    /// Whether the close of this day or a later one is now stored.
    package func reaches(_ day: Day) -> Bool { newest.map { $0 >= day } ?? false }
}
