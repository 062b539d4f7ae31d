import Ledger
import Market

/// The result of a paper match up to its last day, or up to the newest close while it runs. The money is simulated.
package struct PaperResult: Equatable, Sendable {
    /// The course of one strategy.
    package struct Line: Equatable, Sendable {
        package let strategy: Strategy
        /// The value of cash and coins in US dollars at the end of each day, from ``PaperResult/firstDay``.
        package let values: [FixedDecimal]
        /// In the order in which they were made.
        package let trades: [PaperTrade]
        /// The cash at the end, in US dollars.
        package let cash: FixedDecimal
        /// The quantity of each coin at the end.
        package let quantities: [Quantity]
        /// All fees together, in US dollars.
        package let fees: FixedDecimal
        /// The final value as a multiple of the starting cash, minus 1; rounded half to even at the 18th place.
        package let change: FixedDecimal
        /// The largest fall from a previous high, as a share of that high: 0.25 is 25 %. The starting cash counts as the first
        /// value.
        package let largestFall: FixedDecimal
        /// The comparison with ``Strategy/hold``; nil for that strategy itself.
        package let luck: PaperLuck?

        /// The value at the end.
        package var final: FixedDecimal { values[values.count - 1] }
    }

    /// Days on which a coin has no close: it keeps its last value and is not traded.
    package struct Missing: Equatable, Sendable {
        /// An index into ``PaperResult/coins``.
        package let coin: Int
        /// The number of such days.
        package let days: Int
        /// The last day with a close.
        package let lastClose: Day
    }

    /// The coins of the match, in its order.
    package let coins: [Asset]
    /// The first day from the start of the match on which all coins have a close; every strategy buys at its closes.
    package let firstDay: Day
    /// In the order of the match's strategies; the first is ``Strategy/hold``.
    package let lines: [Line]
    /// Coins that have days without a close.
    package let missing: [Missing]
    /// The forecasts of each trading day; empty if no strategy follows them.
    package let decisions: [ForecastDecision]
    /// The model that was followed; nil if no strategy follows forecasts.
    package let model: PaperModel?

    /// The last day.
    package var lastDay: Day { firstDay + (lines[0].values.count - 1) }
    /// The strategies with the highest final value: one, or several that end with exactly the same value.
    package var winners: [Strategy] {
        let highest = lines.map(\.final).max()
        return lines.filter { $0.final == highest }.map(\.strategy)
    }

    /// How many decisions were about days that the model was fitted to; they prove nothing about the model.
    package var seenCount: Int { decisions.count(where: \.isSeen) }
}

/// The model that a paper match followed.
package struct PaperModel: Equatable, Sendable {
    package let name: String
    /// The SHA-256 of the weights, 64 hexadecimal digits.
    package let sha256: String
    /// The last day that it was trained, validated or calibrated on; nil if not stated.
    package let fittedThrough: Day?
}

/// The result of a match, or why there is none yet.
package enum PaperOutcome: Equatable, Sendable {
    /// No day of the match has a close of every coin yet; the given coins have none since its start, or never one on the same day.
    case waiting(for: [Asset])
    case result(PaperResult)
}
