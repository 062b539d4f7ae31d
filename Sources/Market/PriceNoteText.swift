import Text

extension PriceNote.Kind {
    /// The sentence, with options as `spelling` writes them.
    func message(_ spelling: OptionSpelling) -> String {
        switch self {
        case .titleLines(let header, let title):
            "the header is on line \(header); the lines above it were ignored (\"\(title)\")"
        case .noHeader(let format, let columns):
            "no header line; read as \(format.map { "\($0): " } ?? "")\(columns.joined(separator: ", "))"
        case .json(let columns): "read as JSON with \(columns.joined(separator: ", ")); line 2 is the first entry of the list"
        case .endedCurrencies(let codes): "left out, since these currencies have ended: \(codes.joined(separator: ", "))"
        case .newestFirst: "the newest day comes first, so the file is read from the end"
        case .localDays(let offsets):
            "every time is midnight or 23:59 at \(offsets.joined(separator: " and ")), so dates are used as written, not converted to UTC"
        case .convertedTimes(let offsets):
            "times at \(offsets.joined(separator: " and ")) were converted to UTC; each close counts for its UTC day"
        case .midnight(.open):
            "the times are midnight, so each is read as the start of the day that the row describes. If they are the times of the "
                + "prices, each is the close of the day before: \(spelling.option("stamp", "close"))"
        case .midnight(.close):
            "the times are midnight and are read as the times of the prices (snapshots), so each is the close of the day before. "
                + "If they are the start of the day that the row describes: \(spelling.option("stamp", "open"))"
        case .oddTimes(.open, let example, let day):
            "times such as \(MomentText.short(example)) are read as the start of 24 hours; the close counts for the UTC day on which "
                + "they end (\(day)). If they are the times of the prices: \(spelling.option("stamp", "close"))"
        case .oddTimes(.close, let example, let day):
            "times such as \(MomentText.short(example)) are read as the times of the prices; each counts as the close of its UTC day "
                + "(\(day)), although that day ends later. If they are the start of 24 hours: \(spelling.option("stamp", "open"))"
        case .pricesWithinDay(let count, let first):
            count == 1
                ? "the price of \(MomentText.short(first)) is left out: it is not from the end of a day"
                : "\(count) prices are left out, the first of \(MomentText.short(first)): they are not from the end of a day"
        case .assumedPoint(let text):
            "\(text) is read with a decimal point, as are all prices of the file; if the points separate thousands: "
                + spelling.option("decimal", "comma")
        case .excelDates(let text, let day): "dates are read as Excel's serial numbers: \(text) is \(day)"
        case .repeatedHeaders(let count):
            "\(count.counted("line repeats the header and is", "lines repeat the header and are")) left out"
        case .badVolumes(let count, let first):
            "\(count.counted("volume is not a number and", "volumes are not numbers and")) left out, the first is "
                + PriceFileError.quoted(first)
        case .assumedVolumeUnit(.coins):
            "the volumes have fractions, so they are read as numbers of coins and multiplied by the close. If they are amounts of money: "
                + spelling.option("volume-unit", "quote")
        case .assumedVolumeUnit(.quote):
            "the volumes are whole numbers, so they are read as amounts of money. If they are numbers of coins: "
                + spelling.option("volume-unit", "coins")
        case .writtenBeforeEnd(let day):
            "the close of \(day) is left out: the file was written on that day, before it ended in UTC"
        case .notEnded(let day): "the close of \(day) is left out: that day has not ended in UTC"
        case .badCloses(let count, let first):
            count == 1
                ? "the close of \(first) is missing, zero or not a number; it is left out"
                : "\(count) closes are missing, zero or not numbers; they are left out, the first on \(first)"
        case .otherSymbol(let symbol, let ticker): "reading these closes as \(ticker), but the file labels them \(symbol)"
        case .otherCurrency(let quote): "the prices are in \(quote), and so is the forecast"
        case .converted(let quote, let asset, let left):
            "the prices are in \(quote), and are converted by the stored closes of \(asset)"
                + (left > 0 ? "; \(left.counted("day without such a close is", "days without such a close are")) left out" : "")
        case .skipped(let left, let isFilled):
            "the close of \(left.day), \(left.close.isFinite ? Self.figure(left.close) : "missing"), is left out"
                + (isFilled ? "; the previous close is used instead" : "")
        case .nothingToSkip(let day): "no close on \(day) to leave out"
        case .fault(let fault): fault.importNote
        case .doubt(let fault):
            if case .spike(let day, _, _, _) = fault {
                "\(fault); leave it out: \(spelling.option("skip-day", "\(day)"))"
            } else {
                "\(fault)"
            }
        case .moreDoubts(let count): "\(count.counted("more close")) like that"
        case .usedFrom(let first, let closes, let fault):
            "\(Self.fact(fault)); used from \(first) on (\(closes.counted("close")))"
        case .filled(let count, let replaced):
            "\(count.counted("missing or bad close")) filled with the previous close"
                + (replaced.isEmpty ? "" : ", also " + Self.list(replaced))
        }
    }

    /// A fault before the closes that are used.
    private static func fact(_ fault: CloseSeriesError.Kind) -> String {
        switch fault {
        case .badClose(let day, let text, _): "the close of \(day) is \(text.isEmpty ? "missing" : text)"
        case .spike(let day, let close, let before, let after, _):
            "the close of \(day) is \(figure(close)), between \(figure(before)) and \(figure(after))"
        case .gap(let after, let before, _): "no closes between \(after) and \(before) (\(before - after - 1) missing)"
        case .jump(let day, let from, let to, _):
            "the close jumps \(PriceText.significant(CloseJump.ratio(from, to), digits: 3)) times on \(day): another coin or unit"
        case .noRows, .asOfMissing, .tooShort: fault.message
        }
    }

    private static func list(_ closes: [SkippedDays.Close]) -> String {
        closes.map { "\(figure($0.close)) on \($0.day)" }.joined(separator: ", ")
    }

    private static func figure(_ close: Double) -> String { PriceText.significant(close, digits: 6) }
}
