import Market

/// The prices of several assets since one day, each as a multiple of its close on that day.
package struct PriceComparison: Sendable, Equatable {
    /// The closes of an asset from the first day on.
    package struct Line: Sendable, Equatable {
        package let asset: Asset
        /// In quote currency per coin, one a day from ``PriceComparison/firstDay`` on; nil if none is stored. The first and the
        /// last are not nil.
        package let closes: [Double?]
        /// The last close as a multiple of the first, minus 1.
        package var change: Double { closes[closes.count - 1]! / closes[0]! - 1 }

        /// Returns the close of a day as a multiple of the first one; nil if none is stored.
        package func multiple(_ index: Int) -> Double? {
            guard closes.indices.contains(index), let close = closes[index] else { return nil }
            return close / closes[0]!
        }
    }

    /// The first day of the period on which every asset has a close.
    package let firstDay: Day
    /// The newest day on which any of them has one.
    package let lastDay: Day
    package let lines: [Line]
    /// The asset whose closes begin last, if the comparison therefore begins later than requested; otherwise nil.
    package let latecomer: Asset?
}

extension MarketData {
    /// Compares the prices of assets.
    ///
    /// - Parameter days: the number of days before the newest close; nil for all stored days.
    /// - Returns: nil if there is no day before the last one on which all of them have a close.
    package func comparison(of assets: [Asset], days: Int?) async throws -> PriceComparison? {
        var stored: [(asset: Asset, candles: [Candle])] = []
        for asset in assets {
            let newest = try await store.newestCandles(of: asset.id, count: .max, through: today)
            stored.append((asset, newest.map(\.candle)))
        }
        guard let last = stored.compactMap({ $0.candles.last?.day }).max(), !stored.contains(where: \.candles.isEmpty) else {
            return nil
        }
        let wanted = days.map { last - $0 }
        let shared = stored.map { Set($0.candles.lazy.map(\.day).filter { $0 >= wanted ?? $0 }) }
        guard let common = shared.dropFirst().reduce(shared.first, { $0?.intersection($1) })?.min(), common < last else {
            return nil
        }
        let latest = stored.max { $0.candles[0].day < $1.candles[0].day }!
        let isLate = latest.candles[0].day > wanted ?? stored.map { $0.candles[0].day }.min()!
        return PriceComparison(
            firstDay: common, lastDay: last,
            lines: stored.map { PriceComparison.Line(asset: $0.asset, closes: Self.closes($0.candles, from: common)) },
            latecomer: isLate ? latest.asset : nil)
    }

    /// One close per day, starting with a day that has one.
    private static func closes(_ candles: [Candle], from first: Day) -> [Double?] {
        var closes = [Double?](repeating: nil, count: candles[candles.count - 1].day - first + 1)
        for candle in candles where candle.day >= first { closes[candle.day - first] = candle.close }
        return closes
    }
}
