import Market

/// What became of an attempt to bring one asset's closes up to date.
package struct RefreshResult: Equatable, Sendable {
    package let asset: Asset
    /// The last day stored after it; nil where there is none.
    package var newest: Day?
    /// How many days were new.
    package var added = 0
    /// Stored closes that providers now tell otherwise; they stay as they are.
    package var changes: [CandleImport.Change] = []
    /// Who answered; nobody where no close was missing.
    package var providers: [Provider] = []
    /// Why no closes came; it names no key.
    package var failure: String?
    /// Why no prices of the last hours came.
    package var quoteFailure: String?
    /// Whether something was missing and no provider was reached at all, as without a network.
    package var isUnreachable = false

    package init(asset: Asset, newest: Day?) { (self.asset, self.newest) = (asset, newest) }

    /// Whether the close of a day, or a later one, is stored now.
    package func reaches(_ day: Day) -> Bool { newest.map { $0 >= day } ?? false }
}
