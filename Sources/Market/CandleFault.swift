/// Values of a candle that contradict each other or the close.
public enum CandleFault: Hashable, Sendable, CustomStringConvertible {
    /// The low is above the high.
    case lowAboveHigh(low: Double, high: Double)
    /// The close is above the high.
    case closeAboveHigh(close: Double, high: Double)
    /// The close is below the low.
    case closeBelowLow(close: Double, low: Double)
    /// The open is above the high.
    case openAboveHigh(open: Double, high: Double)
    /// The open is below the low.
    case openBelowLow(open: Double, low: Double)
    /// An open, high or low that is zero, negative or not finite.
    case notAPrice(name: String, value: Double)

    /// A clause with both values, such as `low 71511.5 is above the high 58509.4`.
    public var description: String {
        switch self {
        case .lowAboveHigh(let low, let high): Self.clause("low", low, "above the high", high)
        case .closeAboveHigh(let close, let high): Self.clause("close", close, "above the high", high)
        case .closeBelowLow(let close, let low): Self.clause("close", close, "below the low", low)
        case .openAboveHigh(let open, let high): Self.clause("open", open, "above the high", high)
        case .openBelowLow(let open, let low): Self.clause("open", open, "below the low", low)
        case .notAPrice(let name, let value): "\(name) is \(HistoryFault.figure(value)), which is not a price"
        }
    }

    private static func clause(_ name: String, _ value: Double, _ relation: String, _ other: Double) -> String {
        "\(name) \(HistoryFault.figure(value)) is \(relation) \(HistoryFault.figure(other))"
    }
}

extension Candle {
    /// The largest relative excess that can be rounding: sources round each value separately.
    package static let candleRounding = 1e-6

    /// The first contradiction among the candle's values; nil if they are possible.
    public var fault: CandleFault? {
        for (name, value) in [("open", open), ("high", high), ("low", low)] {
            if let value, !(value > 0 && value.isFinite) { return .notAPrice(name: name, value: value) }
        }
        if let low, let high, Self.exceeds(low, high) { return .lowAboveHigh(low: low, high: high) }
        if let high, Self.exceeds(close, high) { return .closeAboveHigh(close: close, high: high) }
        if let low, Self.exceeds(low, close) { return .closeBelowLow(close: close, low: low) }
        if let high, let open, Self.exceeds(open, high) { return .openAboveHigh(open: open, high: high) }
        if let low, let open, Self.exceeds(low, open) { return .openBelowLow(open: open, low: low) }
        return nil
    }

    private static func exceeds(_ value: Double, _ limit: Double) -> Bool { value > limit * (1 + candleRounding) }

    /// The candle without its impossible values; the close is kept.
    ///
    /// If the low is above the high, both are left out. Otherwise the one that contradicts the close is left out, then an open
    /// outside of both.
    package var withoutImpossibleValues: Candle {
        switch fault {
        case nil: self
        case .lowAboveHigh: with(high: nil, low: nil).withoutImpossibleValues
        case .closeAboveHigh: with(high: nil, low: low).withoutImpossibleValues
        case .closeBelowLow: with(high: high, low: nil).withoutImpossibleValues
        case .openAboveHigh, .openBelowLow: with(open: nil, high: high, low: low)
        case .notAPrice:
            with(open: Self.price(open), high: Self.price(high), low: Self.price(low)).withoutImpossibleValues
        }
    }

    private static func price(_ value: Double?) -> Double? { value.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }

    private func with(high: Double?, low: Double?) -> Candle { with(open: open, high: high, low: low) }

    private func with(open: Double?, high: Double?, low: Double?) -> Candle {
        Candle(day: day, open: open, high: high, low: low, close: close, volume: volume)
    }
}
