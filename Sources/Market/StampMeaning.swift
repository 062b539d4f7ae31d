/// What the times in a price file are: the start of the period whose last price a row has, or the moment of that price.
public enum StampMeaning: String, CaseIterable, Sendable {
    /// The candle opens at the time, and its close is the price a day later.
    case open
    /// The price is that of the time.
    case close
}

/// Why times are taken to mean what they mean.
struct StampEvidence: Equatable {
    let meaning: StampMeaning
    /// Whether an option, the provider's own column names or its form leave no doubt.
    var isKnown = true
}
