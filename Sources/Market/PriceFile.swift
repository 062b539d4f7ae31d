/// The daily closes of a file as people have them, not yet checked for gaps and other faults (see ``CloseSeries``).
public struct PriceFile: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        let line: Int
        let day: Day
        /// NaN where the file has none.
        let close: Double
        /// What stands there where that is no positive number.
        let text: String
        var details = Details()
    }

    /// What a row has beside its close, in the file's own unit.
    struct Details: Equatable, Sendable {
        var open, high, low, volume: Double?
    }

    /// Accepted names of the date column, compared without case and with `_` as a space.
    public static let dateNames = [
        "date", "datetime", "time", "timestamp", "day", "snapped_at", "open time", "unix", "unix timestamp",
    ]
    /// Accepted names of the close column, the first that occurs wins.
    public static let closeNames = ["close", "adj close", "close_usd", "PriceUSD", "price"]
    /// Accepted names of the column that says which coin a line is of.
    public static let symbolNames = ["symbol", "ticker", "asset", "coin", "pair"]
    /// Those of ``dateNames`` that hold Unix times, often beside a date.
    static let unixNames = ["unix", "unix timestamp"]
    /// A longer line is refused: no exporter writes one, and a file without line ends would be read into memory several times.
    public static let maximumLineBytes = 1 << 20

    /// What to call the file in errors.
    public let name: String
    /// The coin as the file writes it, such as `BTC/USD`; nil where it does not.
    public let symbol: String?
    /// Oldest first.
    let rows: [Row]
    /// What was mended without being asked, for people.
    let notes: [String]

    /// Reads a file of one coin: comma, semicolon or tab separated, with a header or as Binance writes candles.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: what to call the file in errors.
    ///   - form: how to read what the file does not say, and which coin of several.
    /// - Throws: ``PriceFileError`` with file and line of everything that is wrong; ``PriceFileError/Kind/severalCoins(_:)``.
    /// - Complexity: one pass, about 7 ms for ten years.
    public init(_ bytes: [UInt8], name: String, form: PriceFileForm = PriceFileForm()) throws(PriceFileError) {
        let coins = try Self.coins(bytes, name: name, form: form)
        guard coins.count == 1 else {
            throw PriceFileError(.severalCoins(coins.map { $0.symbol ?? "" }), file: name)
        }
        self = coins[0]
    }

    /// Reads a file of one coin or several, each with its own days.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: what to call the file in errors.
    ///   - form: how to read what the file does not say; with a coin, the answer has that coin alone.
    /// - Returns: one for each coin, in the order in which the file has them; never empty.
    /// - Throws: ``PriceFileError`` with file and line of everything that is wrong.
    public static func coins(
        _ bytes: [UInt8], name: String, form: PriceFileForm = PriceFileForm()
    ) throws(PriceFileError) -> [PriceFile] {
        if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x50, 0x4B, 3, 4]) {
            throw PriceFileError(.compressed, file: name)
        }
        if bytes.contains(0) { throw PriceFileError(.notText, file: name) }
        var text = DelimitedText(bytes, maximumLineBytes: maximumLineBytes)
        let layout = try PriceFileLayout.read(&text, form: form, file: name)
        var reader = PriceFileRows(file: name, form: form, layout: layout)
        if let line = layout.firstLine { try reader.read(line) }
        while !reader.isHopeless, let line = text.next() { try reader.read(line) }
        if let line = text.overlongLine { throw PriceFileError.overlong(line: line, file: name) }
        if reader.isEmpty { throw PriceFileError(.empty, file: name) }
        let coins = try chosen(try reader.coins(delimiter: text.delimiter), form, file: name)
        var files: [PriceFile] = []
        for coin in coins {
            if coin.rows.isEmpty {
                throw PriceFileError(.noRows(reason: "at midnight UTC, where days end; export one price a day"), file: name)
            }
            let (ordered, notes) = oldestFirst(coin.rows)
            let file = PriceFile(name, coin.symbol, ordered, (files.isEmpty ? reader.notes : []) + notes.map { "\(name): \($0)" })
            try file.checkDaily()
            try file.checkOrder()
            files.append(file)
        }
        guard !files.isEmpty else { throw PriceFileError(.empty, file: name) }
        return files
    }

    private init(_ name: String, _ symbol: String?, _ rows: [Row], _ notes: [String]) {
        (self.name, self.symbol, self.rows, self.notes) = (name, symbol, rows, notes)
    }

    /// The coin that was asked for, or all of them.
    private static func chosen(
        _ coins: [PriceFileRows.CoinRows], _ form: PriceFileForm, file: String
    ) throws(PriceFileError) -> [PriceFileRows.CoinRows] {
        guard let wanted = form.coin ?? (coins.count > 1 ? form.preferredCoin : nil) else { return coins }
        let found = coins.filter { CoinSymbol($0.symbol ?? "").isMeant(by: wanted) }
        guard !found.isEmpty else {
            throw PriceFileError(.noSuchCoin(wanted, found: coins.compactMap(\.symbol)), file: file)
        }
        return found
    }

    /// What the file's own name for the coin makes doubtful; nil where nothing.
    ///
    /// - Parameter ticker: what the caller takes the file for.
    package func symbolNote(for ticker: Ticker) -> String? {
        guard let symbol, !symbol.isEmpty else { return nil }
        let coin = CoinSymbol(symbol)
        // In small letters it may be the coin's name: bitcoin is no other coin than BTC.
        if let named = coin.ticker, named != ticker, symbol == symbol.uppercased() || coin.quote != nil {
            return "\(name): reading these closes as \(ticker), but the file labels them \(symbol)"
        }
        return coin.isInDollars ? nil : "\(name): \(symbol) is not in US dollars, but its closes are read as if they were"
    }

    /// Returns the newest unbroken run of closes, at least `selection.need` of them.
    ///
    /// - Parameters:
    ///   - ticker: what to call the history.
    ///   - selection: which days, and what to do about faults.
    /// - Returns: the history, and notes for people: what was left out or filled.
    /// - Throws: ``CloseSeriesError``, as ``CloseSeries/history(_:_:)``.
    public func history(
        _ ticker: Ticker, _ selection: CloseSeries.Selection
    ) throws(CloseSeriesError) -> (history: PriceHistory, notes: [String]) {
        let (history, notes) = try closes.history(ticker, selection)
        return (history, self.notes + (symbolNote(for: ticker).map { [$0] } ?? []) + notes)
    }

    /// The closes alone.
    private var closes: CloseSeries {
        CloseSeries(
            name: name, rows: rows.map { CloseSeries.Row(line: $0.line, day: $0.day, close: $0.close, text: $0.text) })
    }

    /// All days that have ended and have a close, for a store.
    ///
    /// - Parameter today: the first day that has not ended.
    /// - Returns: the candles, oldest first, and notes for people: what was left out, which gaps there are.
    public func candles(endedBefore today: Day) -> (candles: [Candle], notes: [String]) {
        let ended = rows.filter { $0.day < today }
        let good = ended.filter { $0.close > 0 && $0.close.isFinite }
        var notes = self.notes
        if ended.count < rows.count {
            notes.append("\(name): the close of \(rows[ended.count].day) is left out: that day has not ended in UTC")
        }
        if let bad = ended.first(where: { !($0.close > 0 && $0.close.isFinite) }) {
            notes.append(
                "\(place(bad)): \(ended.count - good.count) closes are missing, zero or no numbers and left out, the first on \(bad.day)"
            )
        }
        let candles = good.map { row in
            Candle(
                day: row.day, open: row.details.open, high: row.details.high, low: row.details.low, close: row.close,
                volume: row.details.volume)
        }
        return (candles, notes)
    }

    /// `BTC.csv:7`.
    func place(_ row: Row) -> String { "\(name):\(row.line)" }

    /// A column's name as it is compared.
    static func normal(_ name: String) -> String { String(name.lowercased().map { $0 == "_" ? " " : $0 }) }

    private static func oldestFirst(_ rows: [Row]) -> (rows: [Row], notes: [String]) {
        let steps = zip(rows, rows.dropFirst())
        // By majority, so that one line in the wrong place is told as one.
        let isNewestFirst = steps.count { $0.day > $1.day } > steps.count { $0.day < $1.day }
        return isNewestFirst ? (rows.reversed(), ["the newest day stands first; read from the end"]) : (rows, [])
    }

    /// Hourly, weekly and other files are told as a whole: a thousand duplicate days would hide what is wrong.
    private func checkDaily() throws(PriceFileError) {
        guard rows.count > 3 else { return }
        // Of sorted days: rows in disorder are another fault.
        let days = rows.map(\.day).sorted()
        let distances = zip(days, days.dropFirst()).map { $1 - $0 }.sorted()
        let median = distances[(distances.count - 1) / 2]
        guard median != 1 else { return }
        let distinct = Set(days).count
        let perDay = (rows.count + distinct / 2) / distinct
        // Few distinct days may also be one line repeated; only regular intraday rows count as such.
        if median == 0, perDay < 2 { return }
        let spacing = median == 0 ? "less than a day (\(perDay) a day)" : "\(median) days"
        throw PriceFileError(faults: [.init(file: name, line: nil, kind: .notDaily(spacing: spacing))])
    }

    private func checkOrder() throws(PriceFileError) {
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
