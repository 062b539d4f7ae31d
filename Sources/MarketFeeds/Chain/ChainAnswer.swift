import Market

/// The result of a chain of providers.
package struct ChainAnswer: Equatable, Sendable {
    /// A day on which two providers differ by more than ``CandleConsensus/tolerance``.
    package struct Disagreement: Equatable, Sendable {
        package let day: Day
        /// The first provider and its close.
        package let one: (provider: Provider, close: Double)
        /// The second provider and its close.
        package let other: (provider: Provider, close: Double)

        /// Returns true if day, providers and closes are equal.
        package static func == (left: Disagreement, right: Disagreement) -> Bool {
            left.day == right.day && left.one == right.one && left.other == right.other
        }
    }

    package let asset: AssetID
    /// The candles, oldest first, one for each day, each with its source: a provider's name, or two names joined by a plus sign.
    package let candles: [StoredCandle]
    /// The providers whose answers were used.
    package let answered: [Provider]
    /// The failures in order of requests, including the reasons for partial answers.
    package let failures: [FeedError]
    /// Providers that were skipped because the asset has no id for them.
    package let skipped: [Provider]
    /// The days on which two providers disagree, oldest first.
    package let disagreements: [Disagreement]
    /// With a quorum of two, the number of days that only one provider has; 0 with a quorum of one.
    package let unconfirmedDays: Int
    /// Impossible values of the used providers that were left out.
    package let impossible: [Provider: HistoryFault]
    /// The missing days between the first and the last candle.
    package let gaps: [ClosedRange<Day>]
    /// Whether a failure prevented candles of the used providers from arriving.
    package let isPartial: Bool
    /// Whether the candles start on the first requested day, or on the asset's first day of trade if that is later.
    package let reachesBack: Bool
    /// Whether the candles end on the last requested day, or on yesterday if that is earlier.
    package let isCurrent: Bool
}

/// The error of a chain in which no provider had prices.
package struct ChainError: Error, Equatable, Sendable, CustomStringConvertible {
    package let asset: AssetID
    /// The failures in order of requests; empty if no provider could be asked.
    package let failures: [FeedError]
    /// Providers that were skipped because the asset has no id for them.
    package let skipped: [Provider]

    /// Whether no provider was reachable, for example without a network. Requests for other assets would then fail, too.
    package var isUnreachable: Bool {
        !failures.isEmpty
            && failures.allSatisfy { failure in
                switch failure.reason {
                case .connection, .timedOut, .cancelled: true
                default: false
                }
            }
    }

    /// The asset, a line for each provider's failure, and what to do.
    package var description: String {
        let names = skipped.map(\.rawValue).joined(separator: ", ")
        let missing = skipped.isEmpty ? "" : "Not asked, since \(asset) has no id for them: \(names)."
        guard !failures.isEmpty else { return "No provider could be asked for \(asset). \(missing) Add an id to the asset." }
        let lines = failures.map { "  \($0)" } + (missing.isEmpty ? [] : ["  \(missing)"])
        return "No provider has prices of \(asset):\n" + lines.joined(separator: "\n")
    }
}
