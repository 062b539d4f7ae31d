import Market

/// The results of asking providers one after another.
protocol ChainLog {
    associatedtype Answer
    var failures: [FeedError] { get set }
    var skipped: [Provider] { get set }
    mutating func add(_ answer: Answer, of provider: Provider)
}

/// Collects answers of any type.
struct Finding<Answer>: ChainLog {
    var answers: [Answer] = []
    var failures: [FeedError] = []
    var skipped: [Provider] = []

    mutating func add(_ answer: Answer, of provider: Provider) { answers.append(answer) }
}

/// Collects answers with candles.
struct Round: ChainLog {
    let asset: Asset
    let first: Day
    let last: Day
    var answers: [(provider: Provider, answer: FeedAnswer)] = []
    var failures: [FeedError] = []
    var skipped: [Provider] = []

    init(asset: Asset, first: Day, last: Day) { (self.asset, self.first, self.last) = (asset, first, last) }

    mutating func add(_ answer: FeedAnswer, of provider: Provider) {
        answers.append((provider, answer))
        if let cut = answer.cutShortBy { failures.append(cut) }
    }

    /// Returns true if no further provider needs to be asked.
    func isEnough(_ quorum: Int) -> Bool {
        quorum == 1 ? answers.contains { $0.answer.covers(from: first, through: last) } : answers.count >= quorum
    }

    func answer(_ quorum: Int) -> ChainAnswer? {
        if quorum == 2, answers.count == 2 {
            let merged = CandleConsensus.merged(answers[0], answers[1])
            return answer(merged, of: answers)
        }
        // The first of those with the most candles; max(by:) would return the last.
        guard let best = answers.first(where: { one in answers.allSatisfy { $0.answer.candles.count <= one.answer.candles.count } })
        else { return nil }
        var alone = CandleConsensus.Merged()
        for candle in best.answer.candles { alone.add(candle, best.answer, isConfirmed: quorum == 1) }
        return answer(alone, of: [best])
    }

    private func answer(_ merged: CandleConsensus.Merged, of used: [(provider: Provider, answer: FeedAnswer)]) -> ChainAnswer {
        let days = merged.candles.map(\.candle.day)
        let impossible = used.compactMap { one in one.answer.impossible.map { (one.provider, $0) } }
        return ChainAnswer(
            asset: asset.id, candles: merged.candles, answered: used.map(\.provider), failures: failures, skipped: skipped,
            disagreements: merged.disagreements, unconfirmedDays: merged.unconfirmedDays,
            impossible: Dictionary(impossible) { first, _ in first }, gaps: CandleSeries.gaps(days),
            isPartial: used.contains { $0.answer.isPartial }, reachesBack: days.first! <= first, isCurrent: days.last! >= last)
    }
}
