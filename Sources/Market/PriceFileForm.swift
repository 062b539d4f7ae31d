/// Options for reading a price file: its columns, its date format and its coin.
public struct PriceFileForm: Equatable, Sendable {
    /// The kinds of columns.
    public enum Column: String, CaseIterable, Sendable {
        case date, close, open, high, low, volume, symbol
    }

    /// The header names of columns. Other columns are found by their usual names.
    public var columns: [Column: String]
    /// The date format; nil for ISO dates and Unix times.
    public var dateFormat: DatePattern?
    /// The coin to read, as the file writes it or as a ticker. A file without it is rejected.
    public var coin: String?
    /// The coin to read from a file with several, if ``coin`` is nil. It is ignored for a file with one coin or without symbols.
    public var preferredCoin: String?

    /// Creates options. Without arguments, everything is detected from the file.
    public init(
        columns: [Column: String] = [:], dateFormat: DatePattern? = nil, coin: String? = nil, preferredCoin: String? = nil
    ) {
        (self.columns, self.dateFormat, self.coin, self.preferredCoin) = (columns, dateFormat, coin, preferredCoin)
    }

    /// Adds column names written as `close=Last`, or several as `close=Last,date=Day`.
    ///
    /// - Throws: ``PriceFileFormError/badColumn(_:)``, ``PriceFileFormError/unknownColumn(_:)``,
    ///   ``PriceFileFormError/columnTwice(_:)``.
    public mutating func addColumns(_ text: String) throws(PriceFileFormError) {
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw .badColumn(String(pair)) }
            let words = parts.map { $0.drop { $0 == " " } }
            guard let column = Column(rawValue: words[0].lowercased()) else { throw .unknownColumn(String(words[0])) }
            guard columns[column] == nil else { throw .columnTwice(column) }
            columns[column] = String(words[1])
        }
    }
}

/// Invalid ``PriceFileForm`` options.
public enum PriceFileFormError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A text is not a pair such as `close=Last`.
    case badColumn(String)
    /// The name before `=` is not a ``PriceFileForm/Column``.
    case unknownColumn(String)
    /// The same kind of column is named twice.
    case columnTwice(PriceFileForm.Column)
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
        case .badDateFormat(let text, let reason):
            "\"\(text)\" is not a date format: \(reason); expected one such as dd/MM/yyyy or MMM d, yyyy, made of \(DatePattern.letters)"
        }
    }
}
