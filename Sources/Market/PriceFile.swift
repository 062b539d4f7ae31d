import Archives
import Text

/// The daily closes of a user's file, not yet checked for gaps and other faults (see ``CloseSeries``).
public struct PriceFile: Equatable, Sendable {
    /// Accepted names of the date column. Case is ignored, and `_` counts as a space.
    public static let dateNames = [
        "date", "datetime", "time", "timestamp", "day", "snapped_at", "open time", "unix", "unix timestamp", "timeOpen",
        "time_open",
    ]
    /// Accepted names of the close column, most preferred first.
    public static let closeNames = ["close", "adj close", "close_usd", "PriceUSD", "price"]
    /// Accepted names of the column with each line's coin.
    public static let symbolNames = ["symbol", "ticker", "asset", "coin", "pair"]
    /// The ``dateNames`` that hold Unix times, often next to a date column.
    static let unixNames = ["unix", "unix timestamp"]
    /// The longest accepted line, in bytes. No exporter writes longer ones, and a file without line ends would be copied in
    /// memory several times.
    public static let maximumLineBytes = 1 << 20

    /// The file's name in errors.
    public let name: String
    /// The coin's symbol as the file writes it, such as `BTC/USD`; nil if it names none.
    public let symbol: String?
    /// Rows, oldest first.
    let rows: [CloseSeries.Row]
    /// The currency of the prices, if stated; otherwise US dollars are assumed.
    package let quote: QuoteCurrency?
    /// Whether the file has rates of currencies, so that its symbols are never those of coins.
    package let isRates: Bool
    /// Whether the file has times whose meaning no option states, so that the days may be off by one.
    package let isStampAssumed: Bool
    /// Notes for the user about automatic corrections and assumptions.
    let notes: [PriceNote]
    /// Notes about values other than closes, which forecasts do not read.
    let detailNotes: [PriceNote]

    /// Reads a file with one coin: comma, semicolon or tab separated, with a header or as Binance klines without one.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the file's name in errors.
    ///   - form: how to resolve what the file leaves open, and which of several coins to read.
    /// - Throws: ``PriceFileError`` with the file and line of every fault; ``PriceFileError/Kind/severalCoins(_:)`` if several
    ///   coins remain.
    /// - Complexity: one pass, about 7 ms for ten years.
    public init(_ bytes: [UInt8], name: String, form: PriceFileForm = PriceFileForm()) throws(PriceFileError) {
        let coins = try Self.coins(bytes, name: name, form: form)
        guard coins.count == 1 else {
            throw PriceFileError(.severalCoins(coins.map { $0.symbol ?? "" }), file: name)
        }
        self = coins[0]
    }

    /// Reads a file with one or more coins, each with its own days.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the file's name in errors.
    ///   - form: how to resolve what the file leaves open. If it names a coin, only that coin is returned.
    /// - Returns: one price file for each coin, in file order; never empty.
    /// - Throws: ``PriceFileError`` with the file and line of every fault.
    public static func coins(
        _ bytes: [UInt8], name: String, form: PriceFileForm = PriceFileForm()
    ) throws(PriceFileError) -> [PriceFile] {
        let (bytes, textNotes, isTable) = try delimited(bytes, name)
        do throws(PriceFileError) {
            return try coins(delimited: bytes, textNotes, name, form, isRates: isTable)
        } catch {
            guard case .noCloseColumn(let found) = error.faults[0].kind, form.columns[.close] == nil else { throw error }
            var form = form
            form.columns[.close] = try closeColumn(among: found, form, name)
            guard form.columns[.close] != nil else { throw error }
            return try coins(delimited: bytes, textNotes, name, form, isRates: isTable)
        }
    }

    /// Returns the only column whose name says that it has closes in a currency, such as `close_eur`, or rates; nil if there is none.
    ///
    /// - Throws: ``PriceFileError/Kind/rateDirection(column:)``.
    private static func closeColumn(
        among names: [String], _ form: PriceFileForm, _ file: String
    ) throws(PriceFileError) -> String? {
        let closes = names.filter(QuoteCurrency.isClose)
        guard closes.isEmpty else { return closes.count == 1 ? closes[0] : nil }
        let rate = names.first { ["rate", "курс", "бағам", "cambio"].contains($0.lowercased()) }
        if let rate, form.per == nil {
            throw PriceFileError(.rateDirection(column: rate, currency: currency(form, file)), file: file)
        }
        return rate
    }

    /// The currency that rates are of, as the caller or the file's name says; nil if neither does.
    private static func currency(_ form: PriceFileForm, _ file: String) -> String? {
        let stem = file.split(separator: "/").last?.split(separator: ".").first.map { $0.uppercased() }
        return [form.preferredCoin, stem].compactMap(\.self).first { $0 != "USD" && CurrencyTable.index(of: $0) != nil }
    }

    private static func coins(
        delimited bytes: [UInt8], _ textNotes: [PriceNote], _ name: String, _ form: PriceFileForm, isRates: Bool
    ) throws(PriceFileError) -> [PriceFile] {
        var text = DelimitedText(bytes, maximumLineBytes: maximumLineBytes)
        let layout = try PriceFileLayout.read(&text, form: form, file: name)
        var reader = PriceFileRows(file: name, form: form, layout: layout, delimiter: text.delimiter)
        if let line = layout.firstLine { try reader.read(line) }
        while !reader.isHopeless, let line = text.next() { try reader.read(line) }
        if let line = text.overlongLine { throw PriceFileError.overlong(line: line, file: name) }
        if reader.isEmpty { throw PriceFileError(.empty, file: name) }
        let coins = try chosen(try reader.coins(), form, isRates: isRates, file: name)
        var files: [PriceFile] = []
        for coin in coins {
            if coin.rows.isEmpty {
                throw PriceFileError(.noRows(reason: "at midnight UTC, when days end; export one price per day"), file: name)
            }
            let isReversed = isNewestFirst(coin.rows)
            let reading = files.isEmpty ? textNotes + reader.notes : []
            let per = isRates ? nil : form.per
            let rows = per == nil ? coin.rows : coin.rows.map(\.inverted)
            let file = PriceFile(
                name, coin.symbol, per.map { QuoteCurrency($0, .option) } ?? coin.quote, isReversed ? rows.reversed() : rows,
                isRates: isRates || per != nil, isStampAssumed: reader.isStampAssumed,
                reading + (isReversed ? [PriceNote(.newestFirst, of: name)] : []),
                reader.detailNotes)
            // Rates have weekends and holidays.
            if !file.isRates { try file.checkDaily() }
            try file.checkColumns()
            try file.checkOrder()
            files.append(file.leavingOutRunningDay(writtenAt: form.writtenAt))
        }
        guard !files.isEmpty else { throw PriceFileError(.empty, file: name) }
        return files
    }

    private init(
        _ name: String, _ symbol: String?, _ quote: QuoteCurrency?, _ rows: [CloseSeries.Row], isRates: Bool,
        isStampAssumed: Bool, _ notes: [PriceNote], _ detailNotes: [PriceNote]
    ) {
        (self.name, self.symbol, self.quote, self.rows) = (name, symbol, quote, rows)
        (self.isRates, self.isStampAssumed, self.notes, self.detailNotes) = (isRates, isStampAssumed, notes, detailNotes)
    }

    /// The most bytes of a file in an archive, as many as an upload may have.
    private static let maximumUnpackedBytes = 16 << 20

    /// Returns a file as delimited text in UTF-8, notes on how it was read, and whether it is a table of rates.
    private static func delimited(
        _ bytes: [UInt8], _ name: String, isUnpacked: Bool = false
    ) throws(PriceFileError) -> ([UInt8], notes: [PriceNote], isTable: Bool) {
        if bytes.starts(with: [0x1F, 0x8B]) { throw PriceFileError(.compressed(.gzip), file: name) }
        if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
            // A workbook is a ZIP archive that begins with its table of contents.
            let isWorkbook = String(decoding: bytes.prefix(4096), as: UTF8.self).contains("[Content_Types].xml")
            if isWorkbook || isUnpacked { throw PriceFileError(isWorkbook ? .workbook : .compressed(.zip), file: name) }
            return try delimited(unpacked(bytes, name), name, isUnpacked: true)
        }
        if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { throw PriceFileError(.workbook, file: name) }
        guard let text = UTF16Text.utf8(bytes), !text.contains(0) else { throw PriceFileError(.notText, file: name) }
        if let rates = try RateTable.text(text, file: name) {
            return (rates.text, rates.leftOut.isEmpty ? [] : [PriceNote(.endedCurrencies(rates.leftOut), of: name)], true)
        }
        guard PriceFileJSON.isJSON(text) else { return (text, [], false) }
        let table = try PriceFileJSON.table(text, file: name)
        return (table.text, [PriceNote(.json(columns: table.columns), of: name)], false)
    }

    private static func unpacked(_ bytes: [UInt8], _ name: String) throws(PriceFileError) -> [UInt8] {
        do throws(ZipFault) {
            return try ZipReader.onlyFile(bytes, maximumBytes: maximumUnpackedBytes)
        } catch {
            throw PriceFileError(.badArchive(error.description), file: name)
        }
    }

    /// Leaves out the last row if the file was written on its day, before the day's close was known.
    private func leavingOutRunningDay(writtenAt: Int?) -> PriceFile {
        guard let writtenAt, let last = rows.last, last.day == Day(secondsSince1970: writtenAt), let known = last.known,
            known > writtenAt
        else { return self }
        let note = PriceNote(.writtenBeforeEnd(last.day), of: name, line: last.line)
        return PriceFile(
            name, symbol, quote, rows.dropLast(), isRates: isRates, isStampAssumed: isStampAssumed, notes + [note], detailNotes)
    }

    /// Returns the requested coin, or all coins if none was requested.
    private static func chosen(
        _ coins: [PriceFileRows.CoinRows], _ form: PriceFileForm, isRates: Bool, file: String
    ) throws(PriceFileError) -> [PriceFileRows.CoinRows] {
        guard let wanted = form.coin ?? (coins.count > 1 || isRates ? form.preferredCoin : nil) else { return coins }
        let found = coins.filter { CoinSymbol($0.symbol ?? "").isMeant(by: wanted) }
        guard !found.isEmpty else {
            let symbols = coins.compactMap(\.symbol)
            throw PriceFileError(isRates ? .noRates(of: wanted, found: symbols) : .noSuchCoin(wanted, found: symbols), file: file)
        }
        return found
    }

    /// Compares the file's own symbol with a ticker. Returns a note if they may not match.
    ///
    /// - Parameter ticker: the ticker under which the closes are read.
    package func symbolNote(for ticker: Ticker) -> PriceNote? {
        guard let symbol, !symbol.isEmpty else { return nil }
        let coin = CoinSymbol(symbol)
        // A lower-case symbol may be the coin's name: bitcoin does not contradict BTC.
        if let named = coin.ticker, named != ticker, symbol == symbol.uppercased() || coin.quote != nil {
            return PriceNote(.otherSymbol(symbol, ticker: ticker), of: name)
        }
        return nil
    }

    /// Returns the newest unbroken run of closes, at least `selection.need` of them.
    ///
    /// - Parameters:
    ///   - ticker: the name of the history.
    ///   - selection: the days to use, and how to treat faults.
    /// - Returns: the history, and notes for people about closes that were left out or filled.
    /// - Throws: ``CloseSeriesError``, as ``CloseSeries/history(_:_:)``.
    public func history(
        _ ticker: Ticker, _ selection: CloseSeries.Selection
    ) throws(CloseSeriesError) -> (history: PriceHistory, notes: [PriceNote]) {
        let (history, notes) = try CloseSeries(name: name, rows: rows).history(ticker, selection)
        let quoteNote = quote.flatMap { $0.isDollar ? nil : PriceNote(.otherCurrency($0), of: name) }
        return (history, self.notes + [symbolNote(for: ticker), quoteNote].compactMap(\.self) + notes)
    }

    /// Returns the candles of all days that have ended and have a valid close, ready to be stored.
    ///
    /// - Parameter today: the first day that has not ended (UTC).
    /// - Returns: the candles, oldest first, and notes for the user about skipped closes.
    public func candles(endedBefore today: Day) -> (candles: [Candle], notes: [PriceNote]) {
        var candles: [Candle] = []
        candles.reserveCapacity(rows.count)
        var (notes, endedCount, firstBad): ([PriceNote], Int, CloseSeries.Row?) = (self.notes + detailNotes, 0, nil)
        for row in rows where row.day < today {
            endedCount += 1
            guard row.close > 0, row.close.isFinite else {
                firstBad = firstBad ?? row
                continue
            }
            candles.append(
                Candle(day: row.day, close: row.close, row.details))
        }
        if endedCount < rows.count {
            notes.append(PriceNote(.notEnded(rows[endedCount].day), of: name))
        }
        if let firstBad {
            let kind = PriceNote.Kind.badCloses(count: endedCount - candles.count, first: firstBad.day)
            notes.append(PriceNote(kind, of: name, line: firstBad.line))
        }
        return (candles, notes)
    }

    /// A column name in the form used for comparison.
    static func normal(_ name: String) -> String { String(name.lowercased().map { $0 == "_" ? " " : $0 }) }

    private static func isNewestFirst(_ rows: [CloseSeries.Row]) -> Bool {
        let steps = zip(rows, rows.dropFirst())
        // By majority, so that a single misplaced line is reported as such.
        return steps.count { $0.day > $1.day } > steps.count { $0.day < $1.day }
    }

    /// Rejects hourly, weekly and other non-daily files as a whole: a thousand duplicate days would hide the cause.
    private func checkDaily() throws(PriceFileError) {
        guard rows.count > 3 else { return }
        // Sorted, because wrong order is a different fault.
        let days = rows.map(\.day).sorted()
        let distances = zip(days, days.dropFirst()).map { $1 - $0 }.sorted()
        let median = distances[(distances.count - 1) / 2]
        let times = rows.compactMap(\.known).sorted()
        let seconds = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()[(times.count - 2) / 2]
        // Intraday candles may count for the day on which they end, so that the days alone do not show how many there are.
        if (1..<64_800).contains(seconds) { throw notDaily("less than a day (\(86_400 / seconds) a day)") }
        guard median != 1 else { return }
        let distinct = Set(days).count
        let perDay = (rows.count + distinct / 2) / distinct
        // Few distinct days may also mean one repeated line. Only regular intraday rows count as intraday.
        if median == 0, perDay < 2 { return }
        let spacing = median == 0 ? "less than a day (\(perDay) a day)" : "\(median) days"
        throw notDaily(spacing)
    }

    private func notDaily(_ spacing: String) -> PriceFileError { PriceFileError(.notDaily(spacing: spacing), file: name) }

    /// Rejects files whose columns are in a different order than their header states, such as lows for closes.
    private func checkColumns() throws(PriceFileError) {
        let candles = rows.filter { $0.details.low != nil && $0.details.high != nil && $0.close > 0 }
        let wrong = candles.count { $0.close < $0.details.low! || $0.close > $0.details.high! }
        guard candles.count > 3, wrong * 2 > candles.count else { return }
        throw PriceFileError(.mixedColumns(lines: wrong, of: candles.count), file: name)
    }

    private func checkOrder() throws(PriceFileError) {
        // The usual case, checked without a dictionary.
        if zip(rows, rows.dropFirst()).allSatisfy({ $0.day < $1.day }) { return }
        var faults: [PriceFileError.Fault] = []
        var lineByDay: [Day: Int] = [:]
        var newest: Day?
        for row in rows {
            if let first = lineByDay[row.day] {
                faults.append(.init(file: name, line: row.line, kind: .duplicateDay(day: row.day, firstLine: first)))
            } else if let newest, row.day < newest {
                faults.append(.init(file: name, line: row.line, kind: .unordered(day: row.day, before: newest)))
            }
            lineByDay[row.day] = lineByDay[row.day] ?? row.line
            newest = max(newest ?? row.day, row.day)
        }
        if !faults.isEmpty { throw PriceFileError(faults: faults) }
    }
}
