/// Options for reading a price file: its columns, its date format and its coin.
public struct PriceFileForm: Equatable, Sendable {
    /// The kinds of columns.
    public enum Column: String, CaseIterable, Sendable {
        case date, close, open, high, low, volume, symbol
    }

    /// The header names of columns. Other columns are found by their usual names.
    public var columns: [Column: String]
    /// The date format; nil for ISO dates, dates with the name of the month, Unix times and Excel's serial numbers.
    public var dateFormat: DatePattern?
    /// The meaning of the times in the date column; nil to detect it.
    public var stamp: StampMeaning?
    /// The currency of the prices, such as `EUR`; nil for the currency of the file's symbol or name, or else US dollars.
    public var quote: String?
    /// For a file of a currency's rates: the currency of which one unit is worth the given number of units, such as `USD` for tenge in
    /// a dollar. Nil for closes.
    package var per: String?
    /// The decimal sign; nil to detect it.
    public var decimal: DecimalSign?
    /// The unit of the volumes; nil to detect it.
    public var volumeUnit: VolumeUnit?
    /// When the file was last written, in seconds since 1970-01-01 UTC. The close of a day that had not ended then is left out. Nil if
    /// unknown.
    public var writtenAt: Int?
    /// The coin to read, as the file writes it or as a ticker. A file without it is rejected.
    public var coin: String?
    /// The coin to read from a file with several, if ``coin`` is nil. It is ignored for a file with one coin or without symbols.
    public var preferredCoin: String?

    /// Creates options. Without arguments, everything is detected from the file.
    public init(
        columns: [Column: String] = [:], dateFormat: DatePattern? = nil, stamp: StampMeaning? = nil, quote: String? = nil,
        decimal: DecimalSign? = nil, volumeUnit: VolumeUnit? = nil, coin: String? = nil, preferredCoin: String? = nil,
        writtenAt: Int? = nil
    ) {
        (self.columns, self.dateFormat, self.stamp, self.quote) = (columns, dateFormat, stamp, quote)
        (self.decimal, self.volumeUnit, self.writtenAt) = (decimal, volumeUnit, writtenAt)
        (self.coin, self.preferredCoin) = (coin, preferredCoin)
    }

    /// Adds column names written as `close=Last`, or several as `close=Last,date=Day`.
    ///
    /// - Throws: ``PriceFileFormError/badColumn(_:)``, ``PriceFileFormError/unknownColumn(_:)``,
    ///   ``PriceFileFormError/columnTwice(_:)``.
    public mutating func addColumns(_ text: String) throws(PriceFileFormError) {
        for pair in Self.pairs(text) {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw .badColumn(String(pair)) }
            let words = parts.map { $0.drop { $0 == " " } }
            guard let column = Column(rawValue: words[0].lowercased()) else { throw .unknownColumn(String(words[0])) }
            guard columns[column] == nil else { throw .columnTwice(column) }
            columns[column] = String(words[1])
        }
    }

    /// Parses the code of a currency or coin: `EUR`, in any case.
    ///
    /// - Throws: ``PriceFileFormError/badQuote(_:)``.
    public static func quote(_ text: String) throws(PriceFileFormError) -> String {
        guard let ticker = Ticker(text) else { throw .badQuote(text) }
        return ticker.description
    }

    /// Splits at commas before the next `kind=`. Other commas belong to a name, such as `('Close', 'BTC-USD')`.
    private static func pairs(_ text: String) -> [String] {
        var pairs: [String] = []
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            if !piece.contains("="), let last = pairs.last, last.contains("=") {
                pairs[pairs.count - 1] = "\(last),\(piece)"
            } else {
                pairs.append(String(piece))
            }
        }
        return pairs
    }
}

/// The character between the whole part and the fraction of a number.
public enum DecimalSign: String, CaseIterable, Sendable {
    case point, comma
}

/// The unit of traded volumes.
public enum VolumeUnit: String, CaseIterable, Sendable {
    /// Coins; multiplied by the close for the volume in quote currency.
    case coins
    /// The quote currency, such as US dollars.
    case quote
}

/// Invalid ``PriceFileForm`` options.
public enum PriceFileFormError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A text is not a pair such as `close=Last`.
    case badColumn(String)
    /// The name before `=` is not a ``PriceFileForm/Column``.
    case unknownColumn(String)
    /// The same kind of column is named twice.
    case columnTwice(PriceFileForm.Column)
    /// A text is not the code of a currency.
    case badQuote(String)
    /// A date format is invalid.
    case badDateFormat(String, reason: String)

    /// A sentence with the invalid text and what is expected.
    public var description: String {
        let kinds = PriceFileForm.Column.allCases.map(\.rawValue).joined(separator: ", ")
        return switch self {
        case .badColumn(let text):
            "\"\(text)\" names no column; expected a pair such as close=Last, with one of \(kinds) before the ="
        case .unknownColumn(let name): "\"\(name)\" is not a kind of column; expected one of \(kinds), as in close=Last"
        case .columnTwice(let column): "the \(column.rawValue) column is named twice; name one"
        case .badQuote(let text): "\(PriceFileError.quoted(text)) is not the code of a currency; expected one such as EUR"
        case .badDateFormat(let text, let reason):
            "\"\(text)\" is not a date format: \(reason); expected one such as dd/MM/yyyy or MMM d, yyyy, made of \(DatePattern.letters)"
        }
    }
}
