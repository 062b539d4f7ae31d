import Market

/// Why the prices of a file cannot be stored in US dollars.
package struct QuoteConversionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file's name.
    package let file: String
    /// The currency of the prices, and its source.
    package let quote: QuoteCurrency
    /// Whether closes of the currency can be fetched from a provider.
    package let isFetchable: Bool
    let spelling: OptionSpelling

    /// The currency, and how to store its closes.
    package var description: String {
        let rates = isFetchable ? "closecast history fetch \(quote.code)" : CurrencyTable.ratesCommand(quote.code)
        return
            "\(file): the prices are in \(quote), and closes are stored in US dollars. Prices are converted by the stored closes of "
            + "\(quote.code); get them first: \(rates). If the prices are in US dollars: \(spelling.option("quote", "USD"))"
    }
}

extension CloseImport {
    /// Selects and checks the closes of a coin in a file, in US dollars: prices in another currency are multiplied by its stored closes.
    ///
    /// - Parameters:
    ///   - coin: as read from the file.
    ///   - ticker: the asset that the closes are stored for.
    ///   - since: leaves out earlier days; nil to keep all.
    ///   - skipped: days whose closes are left out.
    ///   - spelling: how the error writes options.
    /// - Throws: ``FileClosesError`` if no close is left, ``QuoteConversionError`` if no rates of the currency are stored.
    package func closes(
        of coin: PriceFile, as ticker: Ticker, since: Day?, skipping skipped: Set<Day> = [], spelling: OptionSpelling = .commandLine
    ) async throws -> FileCloses {
        let closes = try FileCloses(coin, as: ticker, since: since, skipping: skipped, today: market.today)
        guard let quote = coin.quote, !quote.isDollar else { return closes }
        let code = quote.code == "XBT" ? "BTC" : quote.code
        let currency = CurrencyTable.asset(named: code)
        let isFetchable = KnownAssets.id(named: code) != nil || currency?.providerIDs.isEmpty == false
        let missing = QuoteConversionError(file: coin.name, quote: quote, isFetchable: isFetchable, spelling: spelling)
        guard code != ticker.description else { throw missing }
        let days = closes.days.lowerBound - RateRule.longestAgeDays...closes.days.upperBound
        var (asset, rates) = (currency, [StoredCandle]())
        if let currency { rates = try await market.store.candles(of: currency.id, from: days.lowerBound, through: days.upperBound) }
        if rates.isEmpty, let other = try? await market.directory.asset(code), other.id != currency?.id {
            rates = try await market.store.candles(of: other.id, from: days.lowerBound, through: days.upperBound)
            asset = other
        }
        guard let asset else { throw missing }
        let byDay = Dictionary(rates.map { ($0.candle.day, $0.candle.close) }) { $1 }
        let converted = closes.candles.compactMap { candle in
            RateRule.newest(on: candle.day) { byDay[$0] }.flatMap { candle.times($0.rate) }
        }
        guard !converted.isEmpty else { throw missing }
        let left = closes.candles.count - converted.count
        return closes.converted(
            to: converted, note: PriceNote(.converted(quote, by: asset.ticker, daysLeftOut: left), of: coin.name))
    }
}

extension Candle {
    /// The candle in another currency; nil if its close is then impossible.
    fileprivate func times(_ rate: Double) -> Candle? {
        guard CloseJump.possibleCloses.contains(close * rate) else { return nil }
        return Candle(
            day: day, open: open.map { $0 * rate }, high: high.map { $0 * rate }, low: low.map { $0 * rate }, close: close * rate,
            volume: volume.map { $0 * rate })
    }
}
