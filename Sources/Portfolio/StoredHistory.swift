import Market

extension Portfolio {
    /// The newest unbroken run of an asset's stored closes, chosen and checked as those of a file are.
    ///
    /// - Parameter newest: how many closes are read; nil for twice as many as are needed.
    /// - Returns: the history, notes for people, and where its last close came from.
    /// - Throws: `PriceFileError`: a gap, a bad close or a jump among those that are needed, or too few; ``PortfolioError/noCloses(_:)``.
    public func history(
        of asset: Asset, _ selection: PriceFile.Selection, newest: Int? = nil
    ) async throws -> (history: PriceHistory, notes: [String], last: StoredCandle) {
        // Twice as many as are needed: a fault before them is worth a note, all of ten years is not worth reading.
        let stored = try await repositories.candles.newestCandles(
            of: asset.id, count: newest ?? 2 * max(selection.need, 1), through: selection.asOf ?? selection.today)
        guard let last = stored.last else { throw PortfolioError.noCloses(asset.ticker) }
        let (history, notes) = try PriceFile(stored.map(\.candle), name: "stored closes of \(asset.ticker)")
            .history(asset.ticker, selection)
        return (history, notes, last)
    }
}
