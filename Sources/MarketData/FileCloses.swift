import Market

/// The closes of one coin in a price file, ready to be stored.
package struct FileCloses: Sendable {
    /// The file's name in messages.
    package let name: String
    /// Candles of days that have ended, oldest first; at least one.
    package let candles: [Candle]
    /// Whether they are rates of a currency, which no coin may have.
    let isRates: Bool
    /// Notes for the user: closes left out, a symbol of another coin, and doubtful closes.
    package let notes: [PriceNote]

    /// Selects and checks the closes of a coin.
    ///
    /// - Parameters:
    ///   - coin: as read from the file.
    ///   - ticker: the asset that the closes are stored for.
    ///   - since: leaves out earlier days; nil to keep all.
    ///   - skipped: days whose closes are left out.
    ///   - today: the first day that has not ended.
    /// - Throws: ``FileClosesError`` if no candle is left.
    package init(
        _ coin: PriceFile, as ticker: Ticker, since: Day?, skipping skipped: Set<Day> = [], today: Day
    ) throws(FileClosesError) {
        let (all, notes) = coin.candles(endedBefore: today)
        (name, isRates) = (coin.name, coin.isRates)
        let wanted = since.map { since in all.filter { $0.day >= since } } ?? all
        let chosen = wanted.filter { !skipped.contains($0.day) }
        candles = chosen.map(\.withoutImpossibleValues)
        guard !candles.isEmpty else { throw FileClosesError(name: coin.name, since: since) }
        let faults = HistoryFault.all(in: chosen, today: today).filter { !Self.isExpected($0, skipped, isRates: coin.isRates) }
        let left = wanted.filter { skipped.contains($0.day) }.map { SkippedDays.Close(day: $0.day, close: $0.close) }
        self.notes =
            notes + [coin.symbolNote(for: ticker)].compactMap(\.self)
            + SkippedDays.notes(on: left, of: skipped, in: coin.name)
            + faults.map { PriceNote(.fault($0), of: coin.name) }
    }

    /// Whether a fault is not worth a note: an old last close, since files may end anywhere in the past, a gap that the caller made, and
    /// the holidays of rates.
    private static func isExpected(_ fault: HistoryFault, _ skipped: Set<Day>, isRates: Bool) -> Bool {
        switch fault {
        case .stale: true
        case _ where isRates && fault.isUsualForRates: true
        case .gap(let first, let last): (0...last - first).allSatisfy { skipped.contains(first + $0) }
        default: false
        }
    }

    /// The same closes in another currency.
    ///
    /// - Parameters:
    ///   - candles: at least one.
    ///   - note: a note for the user about the conversion.
    func converted(to candles: [Candle], note: PriceNote) -> FileCloses {
        FileCloses(name: name, candles: candles, notes: notes + [note], isRates: isRates)
    }

    private init(name: String, candles: [Candle], notes: [PriceNote], isRates: Bool) {
        (self.name, self.candles, self.notes, self.isRates) = (name, candles, notes, isRates)
    }

    /// The first and the last day with a close.
    package var days: ClosedRange<Day> { candles[0].day...candles[candles.count - 1].day }
}

/// A price file without closes to store.
package struct FileClosesError: Error, Equatable, Sendable {
    /// The file's name.
    package let name: String
    /// The first requested day; nil for all days.
    package let since: Day?

    /// What is missing, to follow the file's name: `no closes above zero of days that have ended from 2025-01-01 on`.
    package var detail: String { "no closes above zero of days that have ended\(since.map { " from \($0) on" } ?? "")" }
}

extension CloseImport {
    /// Stores the closes of a file, unless they cannot belong to the asset: ``store(_:of:source:replaces:)``.
    ///
    /// - Parameter fileName: the name to store as the source of the closes.
    package func store(
        _ file: FileCloses, of asset: Asset, fileName: String, replaces: Bool
    ) async throws -> CandleImport {
        if file.isRates, CurrencyTable.index(of: asset.id) == nil { throw CloseImportError.notCurrency(asset.ticker) }
        return try await store(file.candles, of: asset, source: "file:\(fileName)", replaces: replaces)
    }
}
