import Market

/// A coin of a wallet and how much of it there is.
public struct WalletPart: Equatable, Sendable {
    /// The coin's closes.
    public let history: PriceHistory
    /// In coins; negative for what is owed.
    public let amount: Double

    /// An amount of the coin of a history.
    public init(history: PriceHistory, amount: Double) {
        (self.history, self.amount) = (history, amount)
    }
}

/// What becomes of a wallet's parts that cannot be forecast: those with too short a history, or one that ends before the others do.
public enum MissingParts: String, CaseIterable, Sendable {
    /// The wallet has no forecast; the error names the coin.
    case refused
    /// The total is that of the other parts; ``WalletForecast/excluded`` names the coin.
    case leftOut
}
