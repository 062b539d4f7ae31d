import Market

extension Portfolio {
    /// The newest unbroken run of an asset's stored closes, chosen and checked as those of a file are.
    ///
    /// - Parameter newest: how many closes are read; nil for twice as many as are needed.
    /// - Returns: the history, notes for people, and where its last close came from.
    /// - Throws: `PriceFileError`: a gap, a bad close or a jump among those that are needed, or too few; ``PortfolioError/noCloses(_:)``;
    ///   ``PortfolioError/noCloseOn(_:asset:first:last:cutoff:isPast:)`` where the day to forecast from has none.
    package func history(
        of asset: Asset, _ selection: PriceFile.Selection, newest: Int? = nil
    ) async throws -> (history: PriceHistory, notes: [String], last: StoredCandle) {
        // Twice as many as are needed: a fault before them is worth a note, all of ten years is not worth reading.
        let stored = try await repositories.candles.newestCandles(
            of: asset.id, count: newest ?? 2 * max(selection.need, 1), through: selection.asOf ?? selection.today)
        if let asOf = selection.asOf, stored.last?.candle.day != asOf {
            throw try await noClose(of: asset, on: asOf, need: selection.need)
        }
        guard let last = stored.last else { throw PortfolioError.noCloses(asset.ticker) }
        var rows = stored
        if let asOf = selection.asOf, stored.count < selection.need, let first = stored.first?.candle.day {
            // Later closes tell from which day on there are enough.
            rows = try await repositories.candles.candles(of: asset.id, from: first, through: asOf + selection.need)
        }
        let (history, notes) = try PriceFile(rows.map(\.candle), name: "stored closes of \(asset.ticker)")
            .history(asset.ticker, selection)
        return (history, notes, last)
    }

    /// A day near `day` that all coins can be forecast from; nil where there is none.
    func commonCutoff(of coins: [Asset], near day: Day, need: Int) async throws -> Day? {
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

    /// The error for a day without a close, with the nearest day that `need` closes in a row lead up to: before it, or the first one.
    private func noClose(of asset: Asset, on day: Day, need: Int) async throws -> PortfolioError {
        let candles = repositories.candles
        guard let coverage = try await candles.coverage()[asset.id] else { return .noCloses(asset.ticker) }
        let cutoff: Day?
        if day < coverage.first {
            // A gap near the beginning: the newest close then serves.
            let earliest = coverage.first + (need - 1)
            cutoff = try await isWhole(asset, through: earliest, need) ? earliest : coverage.last
        } else {
            cutoff = try await candles.newestCandles(of: asset.id, count: 1, through: day).last?.candle.day
        }
        let isUsable = if let cutoff { try await isWhole(asset, through: cutoff, need) } else { false }
        return .noCloseOn(
            day, asset: asset.ticker, first: coverage.first, last: coverage.last, cutoff: isUsable ? cutoff : nil,
            isPast: day < today)
    }

    /// Whether a close of each of the `need` days up to and including a day is stored.
    private func isWhole(_ asset: Asset, through last: Day, _ need: Int) async throws -> Bool {
        let stored = try await repositories.candles.newestCandles(of: asset.id, count: need, through: last)
        return stored.count == need && stored.last?.candle.day == last && stored.first?.candle.day == last - (need - 1)
    }
}
