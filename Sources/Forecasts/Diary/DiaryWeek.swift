import Market

/// How the forecasts in the diary compare with the closes of some days, over all coins and models.
package struct DiaryWeek: Equatable, Sendable {
    package let days: ClosedRange<Day>
    /// The number of coins with a scored forecast.
    package let coins: Int
    /// The number of closes compared, counted once for each forecast.
    package let comparisons: Int
    /// The shares of closes within the 80 and 95 % bands; nil without forecasts that have bands.
    package let coverage80, coverage95: Double?
    /// 1 - loss / naive loss: of the quantiles, or of the points if no forecast has quantiles; nil if the naive forecast was exact.
    package let skill: Double?
}

extension Diary {
    /// Scores the forecasts that count on some days, which must have ended.
    ///
    /// - Returns: nil if no forecast has a stored close on these days.
    /// - Complexity: about 0.1 ms per entry.
    package func week(_ days: ClosedRange<Day>) async throws -> DiaryWeek? {
        var tally: DiaryTally?
        var coins = 0
        for asset in try await assets().keys {
            var isScored = false
            try await eachScore(of: asset, on: days) { entry in
                guard entry.counts, entry.score.means != nil else { return }
                isScored = true
                if tally == nil { tally = DiaryTally(entry.kept.entry.model) }
                tally?.add(entry)
            }
            if isScored { coins += 1 }
        }
        guard let summary = tally?.summary else { return nil }
        return DiaryWeek(
            days: days, coins: coins, comparisons: summary.daysScored, coverage80: summary.coverage80,
            coverage95: summary.coverage95, skill: summary.quantileSkill ?? summary.pointSkill)
    }
}
