/// The meaning of the times in a price file: the start of the period whose last price the row has, or the moment of that price.
public enum StampMeaning: String, CaseIterable, Sendable {
    /// The candle opens at the time, and its close is the price a day later.
    case open
    /// The price is that of the time.
    case close
}

/// The reason for a reading of times.
struct StampEvidence: Equatable {
    let meaning: StampMeaning
    /// Whether an option, the provider's own column names or its form leave no doubt.
    var isKnown = true
}
