import Text

/// The columns of a price file: one layout for all supported kinds of files.
struct PriceFileLayout {
    typealias DetailPath = WritableKeyPath<CandleDetails, Double?> & Sendable

    /// The columns of one coin.
    struct Coin {
        /// The coin's symbol; nil if the header names none.
        let symbol: String?
        let close: Int
        let details: [(column: Int, path: DetailPath)]
    }

    /// The header's column names, for errors.
    let names: [String]
    let date: Int
    /// A column of Unix times next to the dates. Both must be on the same day.
    var unix: Int?
    /// The column with each line's coin.
    var symbol: Int?
    /// One coin, or several if each has its own columns.
    let coins: [Coin]
    /// The name of the close column, if it may state a currency.
    var closeName: String?
    /// The meaning of the times.
    var stamp = StampEvidence(meaning: .open)
    /// The unit of the volumes, and whether it is certain.
    var volume: (unit: VolumeUnit, isKnown: Bool) = (.quote, true)
    /// Notes for the user about skipped lines and assumptions.
    var notes: [PriceNote.Kind] = []
    /// The first line, if it is data because the file has no header.
    var firstLine: DelimitedText.Line?

    /// The number of title lines accepted above a header.
    private static let titleLines = 5

    /// Names of columns with volumes in quote currency.
    private static let quoteVolumes = ["volume usd", "volume usdt", "quote volume", "quote asset volume", "total volume"]
    /// Names of columns with volumes whose unit follows from the rest of the header.
    private static let plainVolumes = ["volume", "vol.", "vol", "volume base"]
    /// Columns imported in addition to the close, with their accepted names.
    private static let detailNames: [(PriceFileForm.Column, [String], DetailPath)] = [
        (.open, ["open"], \.open), (.high, ["high"], \.high), (.low, ["low"], \.low),
        (.volume, quoteVolumes + plainVolumes, \.volume),
    ]

    /// Reads the header and advances `text` to the first line of data.
    ///
    /// - Throws: ``PriceFileError`` if none of the first lines is a valid header.
    static func read(_ text: inout DelimitedText, form: PriceFileForm, file: String) throws(PriceFileError) -> PriceFileLayout {
        let start = text
        guard let first = text.next() else {
            throw text.overlongLine.map { PriceFileError.overlong(line: $0, file: file) } ?? PriceFileError(.empty, file: file)
        }
        if let layout = twoNames(first, &text, form) {
            try checkFixed([.date, .symbol], form, "a yfinance file", file)
            return layout
        }
        if let layout = try headerless(first, form, file) {
            try checkFixed(PriceFileForm.Column.allCases, form, "a file without a header", file)
            return layout
        }
        var refusal: PriceFileError?
        text = start
        for _ in 0...titleLines {
            let line = text
            guard let header = text.next() else { break }
            do throws(PriceFileError) {
                var layout = try PriceFileLayout(header, form, file: file)
                if header.number > first.number {
                    let title = String(decoding: first.fields[0].prefix(40), as: UTF8.self)
                    layout.notes.append(.titleLines(header: header.number, title: title))
                }
                return layout
            } catch {
                // Report the line that most resembles a header.
                if refusal == nil || error.isAboutClose && refusal?.isAboutClose == false { refusal = error }
            }
            text = line
            _ = text.next()
            text = text.restarted()
        }
        throw text.overlongLine.map { PriceFileError.overlong(line: $0, file: file) } ?? refusal
            ?? PriceFileError(.empty, file: file)
    }

    private static func checkFixed(
        _ columns: [PriceFileForm.Column], _ form: PriceFileForm, _ words: String, _ file: String
    ) throws(PriceFileError) {
        if let column = columns.first(where: { form.columns[$0] != nil }) {
            throw PriceFileError(.fixedColumn(column, of: words), file: file)
        }
    }

    private init(names: [String], date: Int, coins: [Coin]) { (self.names, self.date, self.coins) = (names, date, coins) }

    // MARK: A header in one line

    private init(_ header: DelimitedText.Line, _ form: PriceFileForm, file: String) throws(PriceFileError) {
        if header.hasStrayText { throw PriceFileError(.strayText, file: file, line: header.number) }
        let names = header.fields.map { String(decoding: $0, as: UTF8.self) }
        let found = names.map(PriceFile.normal)
        func index(_ column: PriceFileForm.Column, _ accepted: [String]) throws(PriceFileError) -> Int? {
            if let named = form.columns[column] {
                guard let index = found.firstIndex(of: PriceFile.normal(named)) else {
                    throw PriceFileError(.noNamedColumn(column, name: named, found: names), file: file)
                }
                return index
            }
            return accepted.lazy.compactMap { found.firstIndex(of: PriceFile.normal($0)) }.first
        }
        // pandas writes the dates of an index without a name.
        let unnamed = form.columns[.date] == nil && ["", "unnamed: 0"].contains(found[0]) ? 0 : nil
        guard let date = try index(.date, PriceFile.dateNames) ?? unnamed else {
            throw PriceFileError(.noDateColumn(found: names), file: file)
        }
        guard let close = try index(.close, PriceFile.closeNames) else {
            throw PriceFileError(.noCloseColumn(found: names), file: file)
        }
        for column in [date, close] where found.count(where: { $0 == found[column] }) > 1 {
            throw PriceFileError(.repeatedColumn(names[column]), file: file, line: header.number)
        }
        var details: [(column: Int, path: DetailPath)] = []
        for (column, accepted, path) in Self.detailNames {
            if let column = try index(column, accepted) { details.append((column, path)) }
        }
        self.init(names: names, date: date, coins: [Coin(symbol: nil, close: close, details: details)])
        symbol = try index(.symbol, PriceFile.symbolNames)
        closeName = names[close]
        // An explicitly named date column wins, even if another column disagrees.
        if form.columns[.date] == nil {
            unix = found.firstIndex { PriceFile.unixNames.contains($0) }.flatMap { $0 == date ? nil : $0 }
        }
        stamp = Self.stamp(found, date: found[date], close: found[close], form)
        volume = Self.volumeUnit(names, form)
    }

    /// The meaning of a file's times, by its header. A row with an open, a high, a low or a close is a candle, and its time is its
    /// start; a bare price is a snapshot.
    private static func stamp(_ found: [String], date: String, close: String, _ form: PriceFileForm) -> StampEvidence {
        if let stamp = form.stamp { return StampEvidence(meaning: stamp) }
        if date == "snapped at" { return StampEvidence(meaning: .close) }
        if ["open time", "timeopen", "time open"].contains(date) || isTradingView(found) { return StampEvidence(meaning: .open) }
        // CryptoDataDownload writes the time of the open twice.
        if found.contains("unix"), date != "unix", found.contains("open") { return StampEvidence(meaning: .open) }
        let isCandle = found.contains("open") || found.contains("high") || close.contains("close")
        return StampEvidence(meaning: isCandle ? .open : .close, isKnown: false)
    }

    /// The unit of the volume column, by its name or by the program whose header this is. Exchanges count coins; Yahoo,
    /// CoinMarketCap and the export of this program count dollars.
    private static func volumeUnit(_ names: [String], _ form: PriceFileForm) -> (VolumeUnit, isKnown: Bool) {
        if let unit = form.volumeUnit { return (unit, true) }
        let found = names.map(PriceFile.normal)
        if form.columns[.volume] == nil, quoteVolumes.contains(where: found.contains) { return (.quote, true) }
        if found.contains("adj close") || found.contains("marketcap") || found.contains("market cap") || found.contains("retrieved")
        {
            return (.quote, true)
        }
        return (.coins, isTradingView(found) || found.contains("volume base") || found.contains("vol.") || found.contains("trades"))
    }

    /// TradingView's exports begin with these columns; indicators may follow.
    private static func isTradingView(_ found: [String]) -> Bool { found.starts(with: ["time", "open", "high", "low", "close"]) }

    // MARK: A header in two or three lines

    /// Reads yfinance's header: column names and tickers on two lines, the name of the date column first or on a third line followed by
    /// empty fields.
    private static func twoNames(_ first: DelimitedText.Line, _ text: inout DelimitedText, _ form: PriceFileForm)
        -> PriceFileLayout?
    {
        let start = text
        func words(_ line: DelimitedText.Line) -> [String] { line.fields.map { String(decoding: $0, as: UTF8.self) } }
        func isDate(_ field: ArraySlice<UInt8>?) -> Bool {
            field.map { PriceFile.dateNames.map(PriceFile.normal).contains(PriceFile.normal(String(decoding: $0, as: UTF8.self))) }
                == true
        }
        guard first.fields.count > 1, let second = text.next(), second.fields.count == first.fields.count else {
            text = start
            return nil
        }
        let behind = text
        if let third = text.next(), isDate(third.fields.first), third.fields.dropFirst().allSatisfy(\.isEmpty) {
        } else if isDate(first.fields[0]), second.fields[0].isEmpty, second.fields.dropFirst().allSatisfy({ isTicker($0) }) {
            text = behind
        } else {
            text = start
            return nil
        }
        // With group_by="ticker" the tickers are on the first line.
        let (one, two) = (words(first), words(second))
        let closeName = PriceFile.normal(form.columns[.close] ?? "close")
        let areNamesFirst = one.dropFirst().contains { PriceFile.normal($0) == closeName }
        let (names, symbols) = areNamesFirst ? (one, two) : (two, one)
        let found = names.map(PriceFile.normal)
        var coins: [Coin] = []
        for symbol in symbols.dropFirst() where !symbol.isEmpty && !coins.contains(where: { $0.symbol == symbol }) {
            func index(_ accepted: [String]) -> Int? {
                accepted.lazy.compactMap { name in
                    found.indices.dropFirst().first { symbols[$0] == symbol && found[$0] == PriceFile.normal(name) }
                }.first
            }
            guard let close = index(form.columns[.close].map { [$0] } ?? PriceFile.closeNames) else { continue }
            let details = detailNames.compactMap { column, accepted, path in
                index(form.columns[column].map { [$0] } ?? accepted).map { ($0, path) }
            }
            coins.append(Coin(symbol: symbol, close: close, details: details))
        }
        guard !coins.isEmpty else {
            text = start
            return nil
        }
        var layout = PriceFileLayout(names: zip(names, symbols).map { $0 == $1 ? $0 : "\($0) \($1)" }, date: 0, coins: coins)
        layout.stamp = StampEvidence(meaning: form.stamp ?? .open)
        layout.volume = (form.volumeUnit ?? .quote, true)
        return layout
    }

    /// Whether a field is a symbol and not a number.
    private static func isTicker(_ field: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: field, as: UTF8.self)
        return Double(text) == nil && CoinSymbol(text).ticker != nil
    }

    // MARK: No header

    /// The columns of Binance's spot klines.
    static let klineNames = [
        "open time", "open", "high", "low", "close", "volume", "close time", "quote asset volume", "number of trades",
        "taker buy base asset volume", "taker buy quote asset volume", "ignore",
    ]

    /// Reads a file whose first line has a time and numbers only: Binance's klines, Kraken's OHLCVT, or a date and a price.
    ///
    /// - Returns: nil if the first line may be a header.
    /// - Throws: ``PriceFileError/Kind/noHeader(columns:)`` if it is not a header, and the columns cannot be identified.
    private static func headerless(
        _ line: DelimitedText.Line, _ form: PriceFileForm, _ file: String
    ) throws(PriceFileError) -> PriceFileLayout? {
        let fields = line.fields.map { String(decoding: $0, as: UTF8.self) }
        guard fields.count > 1, isTime(fields[0], form),
            zip(fields, line.fields).dropFirst().allSatisfy({ Double($0) != nil || PriceColumn.isNumber($1) })
        else { return nil }
        var layout: PriceFileLayout
        if fields.count == 12, let open = DateText.unixSeconds(fields[0]), let close = DateText.unixSeconds(fields[6]),
            open <= close
        {
            layout = PriceFileLayout(names: klineNames, date: 0, coins: [candles(close: 4, volume: 7)])
            layout.notes = [.noHeader(format: "Binance klines", columns: klineNames.prefix(5) + ["…"])]
        } else if (6...8).contains(fields.count), DateText.unixSeconds(fields[0]) != nil, isCandle(fields) {
            let all = ["time", "open", "high", "low", "close"] + (fields.count == 8 ? ["vwap"] : []) + ["volume", "trades"]
            let names = Array(all.prefix(fields.count))
            layout = PriceFileLayout(names: names, date: 0, coins: [candles(close: 4, volume: fields.count == 8 ? 6 : 5)])
            layout.volume = (form.volumeUnit ?? .coins, true)
            layout.notes = [.noHeader(format: "Kraken OHLCVT", columns: names)]
        } else if fields.count == 2 {
            layout = PriceFileLayout(names: ["date", "close"], date: 0, coins: [Coin(symbol: nil, close: 1, details: [])])
            layout.stamp.isKnown = false
            layout.notes = [.noHeader(format: nil, columns: layout.names)]
        } else {
            throw PriceFileError(.noHeader(columns: fields.count), file: file, line: line.number)
        }
        layout.stamp = form.stamp.map { StampEvidence(meaning: $0) } ?? layout.stamp
        layout.firstLine = line
        return layout
    }

    private static func isTime(_ text: String, _ form: PriceFileForm) -> Bool {
        (form.dateFormat?.stamp(text) ?? DateText.stamp(text)) != nil
    }

    /// Whether the second to fifth fields can be an open, a high, a low and a close.
    private static func isCandle(_ fields: [String]) -> Bool {
        let values = fields[1...4].compactMap { Double($0) }
        return values.count == 4 && values.allSatisfy { values[2] <= $0 && $0 <= values[1] }
    }

    private static func candles(close: Int, volume: Int) -> Coin {
        Coin(symbol: nil, close: close, details: [(1, \.open), (2, \.high), (3, \.low), (volume, \.volume)])
    }
}
