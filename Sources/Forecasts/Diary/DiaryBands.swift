import Market

/// The bands that a forecast in the diary gave for a day.
package struct DiaryBands: Equatable, Sendable {
    /// The last day that the forecast saw.
    package let cutoff: Day
    /// In quote currency per coin.
    package let band80, band95: ClosedRange<Double>
}

extension Diary {
    /// Returns the bands for a day of the newest forecast whose cutoff is not after another day; nil if there is none.
    ///
    /// Only forecasts that count in summaries are looked at, only days that they can be scored on, and cutoffs of the last 400 days.
    package func bands(of asset: AssetID, for target: Day, madeBy day: Day) async throws -> DiaryBands? {
        var found: DiaryBands?
        try await eachEntry(of: asset, pageSize: 20) { kept in
            let entry = kept.entry
            guard entry.cutoff > target - 400 else { return false }
            guard kept.isFirst, !entry.isLate, entry.cutoff <= day else { return true }
            let step = target - entry.cutoff
            guard (entry.firstStep...max(entry.firstStep, entry.settings.days)).contains(step), step <= entry.settings.days,
                let quantiles = entry.quantiles(step: step), let low = quantiles.first, let high = quantiles.last
            else { return true }
            // The levels 0.1 and 0.9 are the third from each end; quantiles ascend.
            found = DiaryBands(
                cutoff: entry.cutoff, band80: quantiles[2]...quantiles[quantiles.count - 3], band95: low...high)
            return false
        }
        return found
    }
}
