/// The columns of a price file: one layout for all supported kinds of files.
struct PriceFileLayout {
    typealias DetailPath = WritableKeyPath<PriceFile.Details, Double?> & Sendable

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
    /// A column of Unix times beside the dates. Both must be on the same day.
    var unix: Int?
    /// The column with each line's coin.
    var symbol: Int?
    /// One coin, or several if each has its own columns.
    let coins: [Coin]
    /// Whether timestamps are those of price snapshots, not of days. A snapshot at midnight is the close of the previous day.
    var holdsSnapshots = false
    /// Notes for the user about skipped lines and assumptions.
    var notes: [String] = []
    /// The first line, if it is data because the file has no header.
    var firstLine: DelimitedText.Line?

    /// The number of title lines accepted above a header.
    private static let titleLines = 5

    /// Columns imported besides the close, with their accepted names. Volumes are taken to be in quote currency.
    private static let detailNames: [(PriceFileForm.Column, [String], DetailPath)] = [
        (.open, ["open"], \.open), (.high, ["high"], \.high), (.low, ["low"], \.low),
        (
            .volume,
            ["volume usd", "volume usdt", "quote volume", "quote asset volume", "volume", "total volume"], \.volume
        ),
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
            try checkFixed([.date, .symbol], form, "a file of yfinance", file)
            return layout
        }
        if let layout = klines(first) {
            try checkFixed(PriceFileForm.Column.allCases, form, "a file of Binance without a header", file)
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
                    layout.notes.append("the header is on line \(header.number); the lines above it were ignored (\"\(title)\")")
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
        guard let date = try index(.date, PriceFile.dateNames) else {
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
        // An explicitly named date column wins, even if another column disagrees.
        if form.columns[.date] == nil {
            unix = found.firstIndex { PriceFile.unixNames.contains($0) }.flatMap { $0 == date ? nil : $0 }
        }
        holdsSnapshots = found[date] == "snapped at"
    }

    // MARK: A header in three lines

    /// Reads yfinance's three-line header: column names, tickers, then the name of the date column followed by empty fields.
    private static func twoNames(_ first: DelimitedText.Line, _ text: inout DelimitedText, _ form: PriceFileForm)
        -> PriceFileLayout?
    {
        let start = text
        func words(_ line: DelimitedText.Line) -> [String] { line.fields.map { String(decoding: $0, as: UTF8.self) } }
        guard first.fields.count > 1, let second = text.next(), let third = text.next(), second.fields.count == first.fields.count,
            let dateName = third.fields.first.map({ PriceFile.normal(String(decoding: $0, as: UTF8.self)) }),
            third.fields.dropFirst().allSatisfy(\.isEmpty),
            PriceFile.dateNames.contains(dateName) || PriceFile.unixNames.contains(dateName)
        else {
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
        return PriceFileLayout(names: zip(names, symbols).map { $0 == $1 ? $0 : "\($0) \($1)" }, date: 0, coins: coins)
    }

    // MARK: No header

    /// Reads Binance's spot klines: twelve columns without names, with times in milliseconds, or microseconds since 2025.
    private static func klines(_ line: DelimitedText.Line) -> PriceFileLayout? {
        let fields = line.fields.map { String(decoding: $0, as: UTF8.self) }
        guard fields.count == 12, let open = DateText.unixSeconds(fields[0]), let close = DateText.unixSeconds(fields[6]),
            open <= close, fields[0].utf8.count >= 13, fields[1...5].allSatisfy({ Double($0) != nil })
        else { return nil }
        let names = [
            "open time", "open", "high", "low", "close", "volume", "close time", "quote asset volume", "number of trades",
            "taker buy base asset volume", "taker buy quote asset volume", "ignore",
        ]
        let coin = Coin(symbol: nil, close: 4, details: [(1, \.open), (2, \.high), (3, \.low), (7, \.volume)])
        var layout = PriceFileLayout(names: names, date: 0, coins: [coin])
        layout.firstLine = line
        layout.notes = ["no header line; read as Binance klines: open time, open, high, low, close, …"]
        return layout
    }
}
