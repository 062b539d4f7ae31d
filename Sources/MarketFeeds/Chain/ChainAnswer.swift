import Market

/// What a chain of providers found.
package struct ChainAnswer: Equatable, Sendable {
    /// A day on which two providers differ by more than ``CandleConsensus/tolerance``.
    package struct Disagreement: Equatable, Sendable {
        /// The day.
        package let day: Day
        /// The first provider and its close.
        package let one: (provider: Provider, close: Double)
        /// The second provider and its close.
        package let other: (provider: Provider, close: Double)

        /// The same day, providers and closes.
        package static func == (left: Disagreement, right: Disagreement) -> Bool {
            left.day == right.day && left.one == right.one && left.other == right.other
        }
    }

    /// The asset.
    package let asset: AssetID
    /// Oldest first, each day once, each with its source: a provider's name, or two joined by a plus.
    package let candles: [StoredCandle]
    /// Whose answers the candles were made from.
    package let answered: [Provider]
    /// What went wrong on the way, partial answers' reasons among them, in order of asking.
    package let failures: [FeedError]
    /// Providers that were not asked since the asset has no id for them.
    package let skipped: [Provider]
    /// Where two providers differ, oldest first.
    package let disagreements: [Disagreement]
    /// Days that only one provider has, of a quorum of two; 0 of a quorum of one.
    package let unconfirmedDays: Int
    /// Days without a candle between the first and the last.
    package let gaps: [ClosedRange<Day>]
    /// Whether a failure kept candles of those who answered from arriving.
    package let isPartial: Bool
    /// Whether the first candle is of the first day asked for, or of the asset's first day of trade where that is later.
    package let reachesBack: Bool
    /// Whether the last candle is of the last day asked for, or of the day that ended last.
    package let isCurrent: Bool
}

/// Why a chain of providers found nothing.
package struct ChainError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The asset.
    package let asset: AssetID
    /// What went wrong, in order of asking; empty when no provider could be asked.
    package let failures: [FeedError]
    /// Providers that were not asked since the asset has no id for them.
    package let skipped: [Provider]

    /// Whether no provider was reached at all, as without a network: asking for another asset now would fail as well.
    package var isUnreachable: Bool {
        !failures.isEmpty
            && failures.allSatisfy { failure in
                switch failure.problem {
                case .connection, .timedOut, .cancelled: true
                default: false
                }
            }
    }

    /// The asset, each provider's failure on a line of its own, and what to do.
    package var description: String {
        let names = skipped.map(\.rawValue).joined(separator: ", ")
        let missing = skipped.isEmpty ? "" : "Not asked, since \(asset) has no id for them: \(names)."
        guard !failures.isEmpty else { return "No provider could be asked for \(asset). \(missing) Add an id to the asset." }
        let lines = failures.map { "  \($0)" } + (missing.isEmpty ? [] : ["  \(missing)"])
        return "No provider has prices of \(asset):\n" + lines.joined(separator: "\n")
    }
}
