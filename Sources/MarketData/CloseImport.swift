import Market

/// Why closes were refused.
package enum CloseImportError: Error, Equatable, Sendable {
    /// The asset is US dollars, which have no closes in US dollars.
    case cash
    /// The closes are rates of a currency, and the asset is a coin.
    case notCurrency(Ticker)
    /// A new close differs implausibly from its neighbour.
    case jumps(Ticker, HistorySplice.Jump)
    /// Nearly all days that are both new and stored have different closes.
    case disagrees(Ticker, HistorySplice.Disagreement)
}

extension CloseImportError {
    /// Whether no closes of this kind can be the asset's, whatever their values.
    package var isOfAsset: Bool {
        switch self {
        case .cash, .notCurrency: true
        case .jumps, .disagrees: false
        }
    }
}

/// Stores closes from users.
package struct CloseImport: Sendable {
    let market: MarketData

    init(_ market: MarketData) { self.market = market }

    /// Stores closes from a file or a client, unless they cannot belong to the asset.
    ///
    /// Closes that contradict the stored ones (``HistorySplice``) are refused: they belong to another coin, are in another
    /// currency, or are off by a day. Files without new days are checked too, so that a user does not replace good closes by
    /// mistake. If only a few days differ, they are reported and the stored closes are kept.
    ///
    /// - Parameters:
    ///   - candles: ordered by day, ascending.
    ///   - source: `file:` and the name of a file.
    ///   - replaces: whether to trust the new closes: skips the check and replaces stored closes that differ.
    /// - Returns: the counts, and the gaps between stored and new closes.
    /// - Throws: ``CloseImportError``, ``AssetError/notStored(_:)``. Nothing is then stored.
    package func store(
        _ candles: [Candle], of asset: Asset, source: String, replaces: Bool
    ) async throws -> CandleImport {
        guard asset.id != .usd else { throw CloseImportError.cash }
        let splice = try await splice(candles, of: asset)
        if !replaces { try await check(candles, splice, of: asset) }
        var result = try await market.store.store(
            candles, of: asset.id, source: source, retrievedAt: market.now(), replaces: replaces)
        let isRate = CurrencyTable.index(of: asset.id) != nil
        // Currencies have no rates on weekends and holidays.
        result.gaps = splice.gaps.filter { !isRate || $0.upperBound - $0.lowerBound >= RateRule.longestAgeDays - 1 }
        return result
    }

    /// Checks closes without storing them.
    ///
    /// - Parameter candles: ordered by day, ascending.
    /// - Throws: ``CloseImportError``.
    package func check(_ candles: [Candle], of asset: Asset) async throws {
        guard asset.id != .usd else { throw CloseImportError.cash }
        try await check(candles, try await splice(candles, of: asset), of: asset)
    }

    private func splice(_ candles: [Candle], of asset: Asset) async throws -> HistorySplice {
        let stored = try await market.store.newestCandles(of: asset.id, count: .max, through: .last)
        return HistorySplice(candles, onto: stored.map(\.candle))
    }

    private func check(_ candles: [Candle], _ splice: HistorySplice, of asset: Asset) async throws {
        guard let first = candles.first?.day, let last = candles.last?.day else { return }
        let days = first - 1...last + 1
        if var disagreement = splice.disagreement {
            if case .moved = disagreement.guess {
            } else if let other = try await self.asset(like: splice, disagreement, except: asset.id, days) {
                disagreement.guess = .asset(other)
            }
            throw CloseImportError.disagrees(asset.ticker, disagreement)
        }
        if let jump = splice.firstJump { throw CloseImportError.jumps(asset.ticker, jump) }
    }

    /// Returns the stored asset that the new closes most likely belong to; nil if none is close.
    private func asset(
        like splice: HistorySplice, _ disagreement: HistorySplice.Disagreement, except asset: AssetID, _ days: ClosedRange<Day>
    ) async throws -> Ticker? {
        var nearest: (id: AssetID, distance: Double)?
        for (id, coverage) in try await market.store.coverage().sorted(by: { $0.key < $1.key })
        where id != asset && coverage.first <= days.upperBound && coverage.last >= days.lowerBound {
            guard let distance = splice.distance(to: try await stored(id, days), beside: disagreement) else { continue }
            if distance < nearest?.distance ?? .infinity { nearest = (id, distance) }
        }
        guard let nearest else { return nil }
        return try await market.store.asset(nearest.id)?.ticker
    }

    private func stored(_ asset: AssetID, _ days: ClosedRange<Day>) async throws -> [Candle] {
        try await market.store.candles(of: asset, from: days.lowerBound, through: days.upperBound).map(\.candle)
    }
}

extension Day {
    /// A day later than any close.
    fileprivate static let last = Day(daysSince1970: 2_932_896)
}

extension CloseImportError: CustomStringConvertible {
    /// The contradiction and its most likely cause. The remedy is missing because each interface words it differently.
    package var description: String {
        switch self {
        case .cash: "US dollars are cash and have no closes in US dollars"
        case .notCurrency(let ticker):
            "the file has exchange rates, and \(ticker) is a coin; name the currency: --currency \(ticker)"
        case .jumps(let ticker, let jump):
            "the close of \(ticker) would jump from \(Self.figure(jump.from)) on \(jump.fromDay) to \(Self.figure(jump.to)) on "
                + "\(jump.toDay), \(PriceText.significant(CloseJump.ratio(jump.from, jump.to), digits: 3)) times: "
                + "probably another coin, or another unit; nothing was stored"
        case .disagrees(let ticker, let found):
            "\(found.days) of the \(found.of) days already stored for \(ticker) have different closes (median difference "
                + "\(PriceText.significant(found.typical * 100, digits: 3)) %): \(Self.words(found.guess)); nothing was stored"
        }
    }

    private static func words(_ guess: HistorySplice.Guess) -> String {
        switch guess {
        case .moved(let days):
            "shifted one day \(days > 0 ? "later" : "earlier") they match, so the dates in the file are a day \(days > 0 ? "early" : "late")"
        case .asset(let ticker): "they are the closes of \(ticker)"
        case .factor(let factor):
            "all are about \(PriceText.significant(factor, digits: 3)) times the stored ones, so they are probably in another currency or unit"
        case .unknown: "they are probably for another coin"
        }
    }

    private static func figure(_ close: Double) -> String { PriceText.significant(close, digits: 6) }
}
