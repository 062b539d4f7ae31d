import Ledger
import Market

/// A result in plain English, the same on the command line and in API answers; pages have it in four languages.
extension PaperResult {
    /// The caution that applies to every result.
    package static let caution = "Simulated money on past closes; past results promise nothing."

    /// Says who won or leads, and for each strategy other than ``Strategy/hold`` whether luck explains its result.
    ///
    /// - Parameter match: the match that has this result; before its last day, no strategy has won.
    package func sentences(of match: PaperMatch) -> [String] {
        [winnerSentence(isOver: match.isOver(on: lastDay))]
            + lines.compactMap { line in line.luck.map { Self.sentence(line.strategy, $0) } }
            + [seenSentence]
            .compactMap(\.self)
    }

    private func winnerSentence(isOver: Bool) -> String {
        let names = winners.map(\.rawValue)
        let line = lines.first { $0.strategy == winners[0] }!
        let end = "\(line.final.fixed(places: 2)) USD (\(Self.percent(line.change.doubleValue, isSigned: true)))"
        return names.count == 1
            ? "\(names[0]) \(isOver ? "won" : "is ahead") with \(end) on \(lastDay)."
            : "\(names.joined(separator: " and ")) \(isOver ? "ended" : "are") level with \(end) on \(lastDay)."
    }

    private static func sentence(_ strategy: Strategy, _ luck: PaperLuck) -> String {
        let size = percent(abs(luck.lead), isSigned: false)
        let lead = "\(strategy.rawValue) ended \(size) \(luck.lead < 0 ? "below" : "above") hold"
        let range =
            luck.range.map { "\(percent($0.lowerBound, isSigned: true)) to \(percent($0.upperBound, isSigned: true))" } ?? ""
        return switch luck.verdict {
        case .same: "\(strategy.rawValue) ended exactly like hold."
        case .tooShort: "\(lead); \(PaperLuck.leastDays) days are needed to tell that from luck."
        case .within: "\(lead); luck alone gives \(range) in 9 of 10 cases, so this is within luck."
        case .beats: "\(lead); luck alone gives \(range) in 9 of 10 cases, so this is more than luck."
        case .worse: "\(lead); luck alone gives \(range) in 9 of 10 cases, so this is worse than luck."
        }
    }

    private var seenSentence: String? {
        guard seenCount > 0, let model else { return nil }
        let through = model.fittedThrough.map { " (up to \($0))" } ?? ""
        return "\(seenCount) of \(decisions.count) forecasts are of days that \(model.name) was fitted to\(through): "
            + "follow proves nothing there."
    }

    /// `-3.1 %`, with one decimal.
    private static func percent(_ share: Double, isSigned: Bool) -> String {
        let text = PriceText.fixed(abs(share) * 100, decimals: 1)
        let sign = text == "0.0" ? "" : share < 0 ? "-" : isSigned ? "+" : ""
        return "\(sign)\(text) %"
    }
}

extension RecordedPaperMatch {
    /// Says that a result follows another model than the one with which the match started; nil if it does not.
    package func modelSentence(_ result: PaperResult) -> String? {
        otherModel(in: result).map { model in
            "The model was replaced after this match started: follow is computed again with \(model.name) as it is now, "
                + "so its past trades may have changed."
        }
    }
}
