import Market

/// A coin of a wallet, with its history and amount.
public struct WalletPart: Equatable, Sendable {
    /// The coin's closes.
    public let history: PriceHistory
    /// The amount in coins; negative for debts.
    public let amount: Double

    /// Creates a part.
    public init(history: PriceHistory, amount: Double) {
        (self.history, self.amount) = (history, amount)
    }
}

/// How to treat coins of a wallet that cannot be forecast, such as those with a short history or one that ends early.
public enum MissingParts: String, CaseIterable, Sendable {
    /// Refuse the forecast; the error names the coin.
    case refused
    /// Forecast the other coins; ``WalletForecast/excluded`` lists the coin.
    case leftOut
}
