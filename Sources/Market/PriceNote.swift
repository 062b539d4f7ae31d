/// A note for people about closes that were read: what was assumed, left out or filled, and what looks wrong.
public struct PriceNote: Equatable, Sendable, CustomStringConvertible {
    /// The kinds of notes.
    package enum Kind: Equatable, Sendable {
        /// The header is below other lines, which are ignored. Holds the beginning of the first line.
        case titleLines(header: Int, title: String)
        /// There is no header. `format` is the name of a known format; nil for a date and a price.
        case noHeader(format: String?, columns: [String])
        /// The file is JSON.
        case json(columns: [String])
        /// Columns of rates of currencies that ended are left out.
        case endedCurrencies([String])
        /// The rows are read from the end.
        case newestFirst
        /// All times are at the edge of a day at these offsets from UTC, so dates count as written.
        case localDays(offsets: [String])
        /// Times with these offsets are converted to UTC.
        case convertedTimes(offsets: [String])
        /// The times are midnight, and nothing states their meaning.
        case midnight(StampMeaning)
        /// The times are not midnight. `example`, in seconds since 1970-01-01 UTC, counts for `day`.
        case oddTimes(StampMeaning, example: Int, day: Day)
        /// Prices from within a day are left out. `first` is the time of the first, in seconds since 1970-01-01 UTC.
        case pricesWithinDay(count: Int, first: Int)
        /// A price such as this text may have a decimal sign or thousands separators; it is read with a decimal point.
        case assumedPoint(String)
        /// Dates are the serial numbers of Excel. Holds the first.
        case excelDates(text: String, day: Day)
        /// Lines repeat the header and are left out.
        case repeatedHeaders(count: Int)
        /// Volumes are not numbers and are left out.
        case badVolumes(count: Int, first: String)
        /// The unit of the volumes follows only from whether they have fractions.
        case assumedVolumeUnit(VolumeUnit)
        /// The close of a day is left out because the file was written on that day.
        case writtenBeforeEnd(Day)
        /// The close of a day is left out because the day has not ended.
        case notEnded(Day)
        /// Closes are not positive numbers and are left out.
        case badCloses(count: Int, first: Day)
        /// The file labels the closes with another symbol.
        case otherSymbol(String, ticker: Ticker)
        /// The prices, and a forecast from them, are not in US dollars.
        case otherCurrency(QuoteCurrency)
        /// The prices are converted by the stored closes of an asset. Days without such a close are left out.
        case converted(QuoteCurrency, by: Ticker, daysLeftOut: Int)
        /// The caller leaves out a close. If `isFilled`, the previous close is used instead.
        case skipped(SkippedDays.Close, isFilled: Bool)
        /// The caller leaves out a day that has no close.
        case nothingToSkip(Day)
        /// What looks wrong in closes that are stored.
        case fault(HistoryFault)
        /// A close that may be wrong, and is used.
        case doubt(HistoryFault)
        /// The number of further doubts.
        case moreDoubts(Int)
        /// Closes before a day are not used because of a fault.
        case usedFrom(Day, closes: Int, after: CloseSeriesError.Kind)
        /// Missing and bad closes are filled with the previous one. `replaced` are the first of those that were probably wrong.
        case filled(count: Int, replaced: [SkippedDays.Close])
    }

    /// The name of the closes: a file's name, or `stored closes of BTC`.
    let name: String
    /// The line of a file, from 1; nil if the note concerns all closes.
    package let line: Int?
    package let kind: Kind

    /// - Parameter name: the name of the closes.
    package init(_ kind: Kind, of name: String, line: Int? = nil) { (self.kind, self.name, self.line) = (kind, name, line) }

    /// `BTC.csv:7: ` and a sentence, with the options of the command line.
    public var description: String { description(.commandLine) }

    /// ``description`` with options as another interface writes them.
    package func description(_ spelling: OptionSpelling) -> String {
        "\(name)\(line.map { ":\($0)" } ?? ""): \(kind.message(spelling))"
    }
}
