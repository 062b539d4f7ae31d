import Market

/// Accumulates a ``DiarySummary``.
struct DiaryTally {
    let model: DiaryEntry.Model
    private var counted = 0
    private var late = 0
    private var repeats = 0
    private var scored: [(entry: DiaryEntry, score: DiaryScore, means: DiaryScore.Means)] = []

    init(_ model: DiaryEntry.Model) { self.model = model }

    mutating func add(_ scoredEntry: ScoredEntry) {
        guard scoredEntry.counts else {
            if scoredEntry.kept.entry.isLate { late += 1 } else { repeats += 1 }
            return
        }
        counted += 1
        if let means = scoredEntry.score.means { scored.append((scoredEntry.kept.entry, scoredEntry.score, means)) }
    }

    var summary: DiarySummary {
        let cutoffs = scored.map(\.entry.cutoff)
        return DiarySummary(
            model: model, entries: counted, entriesScored: scored.count,
            entriesBetter: scored.count { ($0.means.quantileSkill ?? $0.means.pointSkill ?? 0) > 0 }, late: late, repeats: repeats,
            daysScored: scored.reduce(0) { $0 + $1.score.daysScored }, differentDays: Set(scored.flatMap(\.score.scoredDays)).count,
            cutoffs: cutoffs.min().map { $0...cutoffs.max()! },
            pointSkill: skill(mean { $0.pointError / $0.close }, mean { $0.naivePointError / $0.close }),
            // Forecasts without quantiles enter neither mean.
            quantileSkill: skill(mean(\.quantileLoss), mean { $0.quantileLoss == nil ? nil : $0.naiveQuantileLoss }),
            coverage50: mean(\.coverage50), coverage80: mean(\.coverage80), coverage95: mean(\.coverage95))
    }

    private func skill(_ loss: Double?, _ naive: Double?) -> Double? {
        guard let loss, let naive else { return nil }
        return DiaryScore.Means.skill(loss, naive)
    }

    /// Returns the mean of a figure over all scored days of the entries that have it; nil if none has.
    private func mean(_ figure: (DiaryScore.Means) -> Double?) -> Double? {
        var (sum, days) = (0.0, 0)
        for entry in scored {
            guard let value = figure(entry.means) else { continue }
            sum += value * Double(entry.score.daysScored)
            days += entry.score.daysScored
        }
        return days > 0 ? sum / Double(days) : nil
    }
}
