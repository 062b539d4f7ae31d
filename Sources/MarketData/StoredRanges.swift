import Market

/// An asset whose closes are stored, and their range.
package struct StoredRange: Sendable {
    package let asset: Asset
    package let coverage: CandleCoverage

    package init(asset: Asset, coverage: CandleCoverage) { (self.asset, self.coverage) = (asset, coverage) }
}

extension MarketData {
    /// Returns the assets whose closes are stored, ordered by ticker, then by id. Weekends and holidays of currencies are not missing
    /// days.
    package func storedRanges() async throws -> [StoredRange] {
        var coverage = try await store.coverage()
        let currencies = coverage.keys.filter { CurrencyTable.index(of: $0) != nil }
        if !currencies.isEmpty {
            let usual = try await store.gapDays(of: currencies, upTo: RateRule.longestAgeDays)
            for (id, days) in usual { coverage[id]?.usualGapDays = days }
        }
        return try await store.assets().sortedByTicker.compactMap { asset in
            coverage[asset.id].map { StoredRange(asset: asset, coverage: $0) }
        }
    }

    /// Returns the coins whose closes are stored, and euros, ordered by id.
    package func assetsWithCloses() async throws -> [Asset] {
        let coverage = try await store.coverage()
        return try await store.assets().filter { coverage[$0.id] != nil && !$0.isOtherCurrency }.sorted { $0.id < $1.id }
    }

    /// Returns gaps, jumps and other faults of an asset's stored closes; nil if none are stored.
    ///
    /// - Complexity: reads all of its closes.
    package func faults(of asset: Asset) async throws -> [HistoryFault]? {
        let stored = try await store.newestCandles(of: asset.id, count: .max, through: today)
        guard !stored.isEmpty else { return nil }
        let isRate = CurrencyTable.index(of: asset.id) != nil
        return HistoryFault.all(in: stored.map(\.candle), today: today).filter { !isRate || !$0.isUsualForRates }
    }
}

extension [Asset] {
    /// The assets ordered by ticker, then by id.
    package var sortedByTicker: [Asset] { sorted { ($0.ticker.description, $0.id) < ($1.ticker.description, $1.id) } }
}
