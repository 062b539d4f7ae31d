import Market

/// A currency that money is counted in.
///
/// To add one, add a case and its ``asset``, and the asset to `KnownAssets`.
package enum Currency: String, CaseIterable, Hashable, Sendable {
    /// US dollars: the currency of account. The journal, lots and stored closes are in it.
    case usd = "USD"
    /// Euros.
    case eur = "EUR"

    /// Parses a code in any case: `eur`.
    package init?(anyCase text: some StringProtocol) { self.init(rawValue: text.uppercased()) }

    /// The currency whose holdings are recorded in an asset; nil for a coin.
    package init?(_ asset: AssetID) {
        guard let currency = Self.allCases.first(where: { $0.asset == asset }) else { return nil }
        self = currency
    }

    /// The code of ISO 4217: `EUR`.
    package var code: String { rawValue }

    /// The asset that holdings of this currency are recorded in.
    package var asset: AssetID {
        switch self {
        case .usd: .usd
        case .eur: .eur
        }
    }
}
