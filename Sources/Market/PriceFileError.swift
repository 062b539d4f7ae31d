/// The faults of a price file, line by line.
public struct PriceFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One fault and its place.
    public struct Fault: Equatable, Sendable, CustomStringConvertible {
        /// The file's name, as given by the caller.
        public let file: String
        /// The line number, from 1; nil if the fault concerns the whole file.
        public let line: Int?
        /// The kind of fault.
        public let kind: Kind

        /// `BTC.csv:7: ` and a sentence that says what is wrong and what to do.
        public var description: String { description(.commandLine) }

        /// Whether the file is an archive; the fault then concerns no line.
        package var isCompressed: Bool { if case .compressed = kind { true } else { false } }

        /// ``description`` with options as another interface writes them.
        package func description(_ spelling: OptionSpelling) -> String {
            "\(file)\(line.map { ":\($0)" } ?? ""): \(kind.message(spelling))"
        }
    }

    /// The kinds of faults in a price file.
    public enum Kind: Equatable, Sendable {
        /// There is no header, or no line below it.
        case empty
        /// The file is an archive.
        case compressed(Archive)
        /// The file is an archive from which no file can be taken, with the reason.
        case badArchive(String)
        /// The file has a column of rates, and nothing states what is counted in what.
        ///
        /// `currency` is that of the rates, if the file's name is its code.
        case rateDirection(column: String, currency: String?)
        /// The file is an Excel workbook.
        case workbook
        /// The file is JSON that cannot be read, with the reason.
        case badJSON(String)
        /// The first line has a date and numbers only, and its columns cannot be identified.
        case noHeader(columns: Int)
        /// The file contains bytes that do not occur in text.
        case notText
        /// The header has none of ``PriceFile/dateNames``.
        case noDateColumn(found: [String])
        /// The header has none of ``PriceFile/closeNames``.
        case noCloseColumn(found: [String])
        /// A line has fewer fields than needed.
        case missingField(column: String)
        /// A line has more fields than the header.
        case extraFields(found: Int, header: Int)
        /// The header lacks a column named in ``PriceFileForm/columns``.
        case noNamedColumn(PriceFileForm.Column, name: String, found: [String])
        /// ``PriceFileForm/columns`` names a column of a file type whose columns have fixed positions.
        case fixedColumn(PriceFileForm.Column, of: String)
        /// The header has more than one date or close column.
        case repeatedColumn(String)
        /// The file has several coins, but one was expected. Holds the file's symbols.
        case severalCoins([String])
        /// The file does not have the requested coin.
        case noSuchCoin(String, found: [String])
        /// The table of rates does not have those of the requested currency.
        case noRates(of: String, found: [String])
        /// Text follows a closing quotation mark or a carriage return within a line.
        case strayText
        /// A line is longer than ``PriceFile/maximumLineBytes``.
        case overlongLine
        /// The file has more closes than the given maximum.
        case tooManyRows(Int)
        /// A date field is neither an ISO date nor a Unix time.
        case badDate(String)
        /// A date field does not match the requested format.
        case dateNotInFormat(String, DatePattern)
        /// Two date columns of a line are on different days.
        case datesDisagree(date: String, unix: String, columns: [String])
        /// Offsets from UTC that do not fit one time zone.
        case mixedOffsets([String])
        /// A close outside ``CloseJump/possibleCloses``.
        case impossibleClose(String)
        /// A close field is not a number.
        case badNumber(String)
        /// A value uses another decimal separator than earlier lines, or than the option says.
        case mixedNumbers(String, option: DecimalSign? = nil)
        /// A value such as `1,234` is ambiguous, and nothing else in the file distinguishes thousands from decimals.
        case ambiguousNumbers(String)
        /// A price has a different currency sign than an earlier price of the coin.
        case mixedCurrencies(String, first: String)
        /// A price has a sign that several currencies use, and nothing states which one is meant.
        case ambiguousCurrency(String, codes: [String])
        /// A price has a different currency sign than the file's symbol, close column or name states.
        case otherCurrency(String, codes: [String], stated: String)
        /// In most lines the close is not between low and high.
        case mixedColumns(lines: Int, of: Int)
        /// Rows are not one day apart.
        case notDaily(spacing: String)
        /// A day is below a later day.
        case unordered(day: Day, before: Day)
        /// A day occurs on two lines.
        case duplicateDay(day: Day, firstLine: Int)
        /// No line of the file is a daily close.
        case noRows(reason: String)
    }

    /// Kinds of archives.
    public enum Archive: Equatable, Sendable {
        case gzip, zip
    }

    /// The faults, in the order of the lines, up to a thousand; never empty.
    public let faults: [Fault]
    /// One fault, of the file as a whole or of a line.
    package init(_ kind: Kind, file: String, line: Int? = nil) { faults = [Fault(file: file, line: line, kind: kind)] }

    /// Faults of lines; never empty.
    init(faults: [Fault]) { self.faults = faults }

    static func overlong(line: Int, file: String) -> PriceFileError { PriceFileError(.overlongLine, file: file, line: line) }

    /// Whether the error concerns only the close column.
    var isAboutClose: Bool {
        switch faults.first?.kind {
        case .noCloseColumn, .repeatedColumn, .noNamedColumn: true
        default: false
        }
    }

    /// The number of faults shown in ``description``.
    static let shown = 8

    /// One line for each of the first 8 faults, and the number of further ones.
    public var description: String {
        let lines = faults.prefix(Self.shown).map(\.description)
        let more = faults.count - lines.count
        return (lines + (more > 0 ? ["… and \(more) more"] : [])).joined(separator: "\n")
    }
}

extension PriceFileError {
    /// Returns a field in quotation marks, shortened if it is long: an unclosed quote makes the rest of a file one field.
    static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(40).map { $0.value < 0x20 ? " " : String($0) }.joined()
        return "\"\(start)\(text.unicodeScalars.count > 40 ? "…" : "")\""
    }
}

extension PriceFileError.Kind {
    /// What is wrong and what to do, with options as `spelling` writes them.
    package func message(_ spelling: OptionSpelling) -> String {
        switch self {
        case .empty: "the file is empty; expected a header with a date and a close column, then one line per day"
        case .compressed(let archive):
            switch spelling {
            case .commandLine:
                "the file is compressed; unpack it first: \(archive == .gzip ? "gunzip -c" : "unzip -p") FILE | closecast forecast TICKER --from -"
            case .query: "the file is compressed; send it unpacked, or by gzip with the header Content-Encoding: gzip"
            }
        case .badArchive(let reason): reason
        case .rateDirection(let column, let currency): rateDirection(column, currency, spelling)
        case .workbook: "the file is an Excel workbook; save the sheet as \"CSV UTF-8\" and read that"
        case .badJSON(let reason): "the file is JSON, and \(reason)"
        case .noHeader(let columns):
            "the file has no header; put a line above that names its \(columns) columns, with a date and a close among them, "
                + "such as \(Self.header(columns))"
                + (columns == 3 ? ", and quotation marks around prices with a decimal comma" : "")
        case .notText:
            "the file is not text in UTF-8 or UTF-16; expected comma, semicolon or tab separated values"
        case .noDateColumn(let found):
            "no date column among \(quoted(found)); expected a header with one of \(PriceFile.dateNames.joined(separator: ", ")). Name another one: \(spelling.option("column", "date=NAME"))"
        case .noCloseColumn(let found):
            "no close column among \(quoted(found)); expected a header with one of \(PriceFile.closeNames.joined(separator: ", ")). Name another one: \(spelling.option("column", "close=NAME"))"
        case .missingField(let column): "the line ends before its column \"\(column)\"; every line has the fields of the header"
        case .extraFields(let found, let header):
            "the line has \(found) fields and the header \(header); put quotation marks around dates and prices that contain the separator: \"97,600.06\". "
                + "If the comma is the decimal sign, also add \(spelling.option("decimal", "comma"))"
        case .fixedColumn(let column, let form):
            "the \(column.rawValue) column of \(form) cannot be chosen; leave out \(spelling.option("column", "\(column.rawValue)=…"))"
        case .noNamedColumn(let column, let name, let found):
            "no column named \(quoted(name)) to read as \(column.rawValue); the header has \(quoted(found))"
        case .repeatedColumn(let name):
            "the header has more than one column \(quoted(name)); rename the others"
        case .severalCoins(let found):
            "the file has the closes of \(found.count) coins, \(quoted(found)); choose one: \(spelling.option("coin", found.first ?? ""))"
        case .noSuchCoin(let wanted, let found) where found.isEmpty:
            "the file names no coin, so \(wanted) cannot be found in it; leave out \(spelling.name("coin"))"
        case .noSuchCoin(let wanted, let found):
            "\(wanted) is not among the coins of the file, \(quoted(found)); choose one of them with \(spelling.option("coin"))"
        case .noRates(let wanted, let found): "the file has no rates of \(wanted); it has \(found.joined(separator: ", "))"
        case .strayText:
            "text follows a closing quotation mark or a carriage return, so the line is ambiguous; end lines with line feeds, "
                + "and correct the quotation marks"
        case .overlongLine:
            "the line is longer than \(PriceFile.maximumLineBytes >> 20) MiB; expected one line per day. Check the line ends and quotation marks"
        case .tooManyRows(let maximum): "the file has more than \(maximum) closes; export daily prices, or split the file"
        case .badDate(let text):
            "\(quoted(text)) is not a date; expected 2025-02-20, 2025-02-20T00:00:00Z, or Unix seconds or milliseconds. "
                + "Choose another format: \(Self.formats(of: text).map { spelling.option("date-format", $0.contains(" ") ? quoted($0) : $0) }.joined(separator: " or "))"
        case .dateNotInFormat(let text, let pattern):
            "\(quoted(text)) is not a date in the format \(pattern), which \(spelling.name("date-format")) states"
        case .datesDisagree(let date, let unix, let columns):
            "the date \(quoted(date)) and the Unix time \(quoted(unix)) are different days; choose one: "
                + columns.map { spelling.option("column", "date=\($0.contains(" ") ? quoted($0) : $0)") }.joined(separator: " or ")
        case .mixedOffsets(let found):
            "times with the offsets \(found.joined(separator: ", ")) are not of one time zone; export them in UTC"
        case .impossibleClose(let text):
            "\(quoted(text)) is not a possible close; expected \(CloseJump.possibleWords)"
        case .badNumber(let text): "\(quoted(text)) is not a price; expected a number such as 97600.06, 97,600.06 or €97600.06"
        case .mixedNumbers(let text, nil):
            "\(quoted(text)) uses another decimal sign than the lines before; use one in the whole file"
        case .mixedNumbers(let text, let option?):
            "\(quoted(text)) uses another decimal sign than \(spelling.option("decimal", option.rawValue)) says; leave that out, "
                + "or use one sign in the whole file"
        case .mixedCurrencies(let text, let first):
            "\(quoted(text)) is in another currency than \(quoted(first)); expected one currency for all prices of a coin. Split the file by currency"
        case .ambiguousCurrency(let text, let codes):
            "the sign in \(quoted(text)) is used by several currencies; choose one: \(quotes(codes, spelling))"
        case .otherCurrency(let text, let codes, let stated):
            "\(quoted(text)) is in another currency than \(stated), which the file's symbol, close column or name states; choose one: "
                + quotes(codes + [stated], spelling)
        case .ambiguousNumbers(let text):
            "\(quoted(text)) may mean thousands or decimals, like every price of the file; choose the decimal sign: "
                + "\(spelling.option("decimal", "point")) or \(spelling.option("decimal", "comma"))"
        case .mixedColumns(let lines, let count):
            "in \(lines) of \(count) lines the close is not between the low and the high, so the header probably has the names in the wrong order; choose the close column: "
                + spelling.option("column", "close=NAME")
        case .notDaily(let spacing): "the rows are \(spacing) apart; expected one row a day: export daily candles"
        case .unordered(let day, let before):
            "\(day) comes after \(before); sort the lines by date, oldest or newest first"
        case .duplicateDay(let day, let firstLine): "\(day) is already on line \(firstLine); keep one line per day"
        case .noRows(let reason): "no closes \(reason)"
        }
    }

    private func quoted(_ text: String) -> String { PriceFileError.quoted(text) }

    private func rateDirection(_ column: String, _ currency: String?, _ spelling: OptionSpelling) -> String {
        // A URL names the currency already.
        let of = spelling == .commandLine ? "--currency \(currency ?? "CODE") " : ""
        return "the column \(quoted(column)) does not say what is counted in what; if it is units of the currency for one dollar: "
            + "\(of)\(spelling.option("per", "USD")); "
            + (currency == "EUR" ? "" : "for one euro: \(of)\(spelling.option("per", "EUR")); ") + "if it is dollars for one unit: "
            + of + spelling.option("column", "close=\(column.contains(" ") ? quoted(column) : column)")
    }

    private func quotes(_ codes: [String], _ spelling: OptionSpelling) -> String {
        codes.map { spelling.option("quote", $0) }.joined(separator: " or ")
    }

    /// The formats that a date may have, day or month first; an example if it has none of the usual ones.
    private static func formats(of text: String) -> [String] {
        let dates = ["dd/MM/yyyy", "MM/dd/yyyy", "dd.MM.yyyy", "dd-MM-yyyy", "MM-dd-yyyy", "yyyy/MM/dd"]
        let usual = dates.flatMap { [$0, "\($0) HH:mm", "\($0) HH:mm:ss"] }
        let fitting = usual.filter { (try? DatePattern($0).stamp(text)) != nil }
        return fitting.isEmpty ? ["dd/MM/yyyy"] : fitting
    }

    private static func header(_ columns: Int) -> String {
        let names = columns < 5 ? ["date", "close"] : ["date", "open", "high", "low", "close", "volume"]
        return (0..<columns).map { $0 < names.count ? names[$0] : "column\($0 + 1)" }.joined(separator: ",")
    }

    private func quoted(_ names: [String]) -> String {
        names.prefix(12).map { quoted($0) }.joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    }
}
