/// How to read a price file that does not say it by itself: its columns, its dates, its coin.
public struct PriceFileForm: Equatable, Sendable {
    /// What a column holds.
    public enum Column: String, CaseIterable, Sendable {
        case date, close, open, high, low, volume, symbol
    }

    /// Columns by their names in the file's header; the others are found by the names that are usual.
    public var columns: [Column: String]
    /// Nil for ISO dates and Unix times.
    public var dateFormat: DatePattern?
    /// The coin to read: as the file writes it, or its ticker. A file without it is refused.
    public var coin: String?
    /// The coin to read of a file of several where ``coin`` is nil. A file that names no coin, or one, is read whatever it names.
    public var preferredCoin: String?

    /// A form; without any argument the file is read as it is.
    public init(
        columns: [Column: String] = [:], dateFormat: DatePattern? = nil, coin: String? = nil, preferredCoin: String? = nil
    ) {
        (self.columns, self.dateFormat, self.coin, self.preferredCoin) = (columns, dateFormat, coin, preferredCoin)
    }

    /// Adds columns written as `close=Last`, or several of them as `close=Last,date=Day`.
    ///
    /// - Throws: ``PriceFileFormError``.
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

/// Why a form cannot be understood.
public enum PriceFileFormError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Text that is not a pair such as `close=Last`.
    case badColumn(String)
    /// A name in front of `=` that is none of ``PriceFileForm/Column``.
    case unknownColumn(String)
    /// One kind of column is named twice.
    case columnTwice(PriceFileForm.Column)
    /// A date format that cannot be used.
    case badDateFormat(String, reason: String)

    /// A sentence with the text and what is expected.
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
