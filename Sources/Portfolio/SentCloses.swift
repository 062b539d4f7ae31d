import Market

/// Why closes that a person sends are not stored.
package enum SentClosesError: Error, Equatable, Sendable, CustomStringConvertible {
    /// US dollars have no closes.
    case cash
    /// Joined to the stored closes, they jump by more than ``PriceFile/largestDailyRatio`` times.
    case jump(Ticker, HistoryFault)

    package var description: String {
        switch self {
        case .cash: "US dollars are cash and have no closes in US dollars"
        case .jump(let ticker, let fault): "joined to the stored closes of \(ticker), \(fault); nothing was stored"
        }
    }
}

extension Portfolio {
    /// Stores closes that a person sends, all or none of them. All owners share them.
    ///
    /// - Parameters:
    ///   - candles: days ascending.
    ///   - source: where they come from, e.g. `file:BTC.csv`.
    ///   - replaces: replace stored closes that differ, and accept jumps.
    /// - Throws: ``SentClosesError``: nothing is stored then.
    package func store(_ candles: [Candle], of asset: Asset, source: String, replaces: Bool) async throws -> CandleImport {
        guard asset.id != .usd else { throw SentClosesError.cash }
        if !replaces { try await checkJumps(candles, asset) }
        return try await repositories.candles.store(candles, of: asset.id, source: source, retrievedAt: now(), replaces: replaces)
    }

    /// Refuses jumps that the new days make in a history that is stored already; those of a first import are only reported.
    private func checkJumps(_ candles: [Candle], _ asset: Asset) async throws {
        let stored = try await repositories.candles.newestCandles(of: asset.id, count: .max, through: .distantFuture).map(\.candle)
        guard !stored.isEmpty else { return }
        let known = Set(stored.map(\.day))
        let joined = (stored + candles.filter { !known.contains($0.day) }).sorted { $0.day < $1.day }
        let old = Set(HistoryFault.jumps(in: stored))
        if let jump = HistoryFault.jumps(in: joined).first(where: { !old.contains($0) }) {
            throw SentClosesError.jump(asset.ticker, jump)
        }
    }
}

extension Day {
    fileprivate static let distantFuture = Day(daysSince1970: 2_932_896)
}
