import Market
import Store

/// A history read from a store.
package struct StoredHistory: Sendable {
    /// The closes.
    package let history: PriceHistory
    /// Notes for the user about closes that were left out or filled in.
    package let notes: [String]
    /// The last candle, with its source.
    package let last: StoredCandle

    /// Returns where the last close came from, and how old it is.
    package func origin(today: Day) -> ClosesOrigin {
        ClosesOrigin(source: last.source, retrievedAt: last.retrievedAt, ageDays: today - history.lastDay)
    }
}

/// Reads stored closes as histories that a model can forecast from.
package struct StoredHistories: Sendable {
    private let store: Store
    private let now: @Sendable () -> Int

    init(_ store: Store, now: @escaping @Sendable () -> Int) { (self.store, self.now) = (store, now) }

    /// Returns the newest unbroken run of an asset's stored closes, selected and checked like those of a file.
    ///
    /// - Parameter newest: the number of closes to read; nil for twice as many as needed.
    /// - Throws: `CloseSeriesError` for a gap, a bad close or a jump among the closes needed, or too few of them;
    ///   ``StoredClosesError/noCloses(_:)``; ``StoredClosesError/noCloseOn(_:asset:first:last:cutoff:isPast:)`` if the requested
    ///   cutoff has no close; and whatever the repository throws.
    package func history(
        of asset: Asset, _ selection: CloseSeries.Selection, newest: Int? = nil
    ) async throws -> StoredHistory {
        // Twice as many as needed: a fault just before them is worth a note, but reading ten years is not.
        let stored = try await store.newestCandles(
            of: asset.id, count: newest ?? 2 * max(selection.need, 1), through: selection.asOf ?? selection.today)
        if let asOf = selection.asOf, stored.last?.candle.day != asOf {
            throw try await noClose(of: asset, on: asOf, need: selection.need)
        }
        guard let last = stored.last else { throw StoredClosesError.noCloses(asset.ticker) }
        var rows = stored
        if let asOf = selection.asOf, stored.count < selection.need, let first = stored.first?.candle.day {
            // Later closes show the first day with enough closes.
            rows = try await store.candles(of: asset.id, from: first, through: asOf + selection.need)
        }
        // Volumes of two markets cannot be compared: those of other sources than the newest one's are left out.
        let candles = rows.map { $0.source == rows[rows.count - 1].source ? $0.candle : $0.candle.withoutVolume }
        let (history, notes) = try CloseSeries(candles, name: "stored closes of \(asset.ticker)").history(asset.ticker, selection)
        return StoredHistory(history: history, notes: notes.map(\.description), last: last)
    }

    /// Returns a cutoff near `day` that works for all coins; nil if there is none.
    package func commonCutoff(of coins: [Asset], near day: Day, need: Int) async throws -> Day? {
        var cutoffs: [Day] = []
        var isBefore = false
        for coin in coins {
            guard case .noCloseOn(_, _, let first, _, let cutoff?, _) = try await noClose(of: coin, on: day, need: need) else {
                return nil
            }
            cutoffs.append(cutoff)
            isBefore = isBefore || day < first
        }
        guard let common = isBefore ? cutoffs.max() : cutoffs.min() else { return nil }
        for coin in coins where try await !isWhole(coin, through: common, need) { return nil }
        return common
    }

    /// Returns the error for a day without a close. It names the nearest day with `need` closes in a row up to it: an earlier
    /// one, or the first.
    private func noClose(of asset: Asset, on day: Day, need: Int) async throws -> StoredClosesError {
        guard let coverage = try await store.coverage()[asset.id] else { return .noCloses(asset.ticker) }
        let cutoff: Day?
        if day < coverage.first {
            // If there is a gap near the beginning, the newest close is suggested instead.
            let earliest = coverage.first + (need - 1)
            cutoff = try await isWhole(asset, through: earliest, need) ? earliest : coverage.last
        } else {
            cutoff = try await store.newestCandles(of: asset.id, count: 1, through: day).last?.candle.day
        }
        let isUsable = if let cutoff { try await isWhole(asset, through: cutoff, need) } else { false }
        return .noCloseOn(
            day, asset: asset.ticker, first: coverage.first, last: coverage.last, cutoff: isUsable ? cutoff : nil,
            isPast: day < Day(secondsSince1970: now()))
    }

    /// Whether closes are stored for all of the `need` days up to and including `last`.
    private func isWhole(_ asset: Asset, through last: Day, _ need: Int) async throws -> Bool {
        let stored = try await store.newestCandles(of: asset.id, count: need, through: last)
        return stored.count == need && stored.last?.candle.day == last && stored.first?.candle.day == last - (need - 1)
    }
}
