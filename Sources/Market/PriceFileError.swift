/// What is wrong with a price file, line by line.
public struct PriceFileError: Error, Equatable, Sendable, CustomStringConvertible {
    public struct Problem: Equatable, Sendable, CustomStringConvertible {
        public let file: String
        /// From 1; nil when the file as a whole is meant.
        public let line: Int?
        public let kind: Kind

        public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(kind.message)" }
    }

    public enum Kind: Equatable, Sendable {
        case empty
        case compressed
        case notText
        case noDateColumn(found: [String])
        case noCloseColumn(found: [String])
        case missingField(column: String)
        case badDate(String)
        case badNumber(String)
        case mixedNumbers(String)
        case ambiguousNumbers(String)
        case notDaily(spacing: String)
        case unordered(day: Day, before: Day)
        case duplicateDay(day: Day, firstLine: Int)
        case noRows(reason: String)
        case asOfMissing(asOf: Day, first: Day, last: Day)
        case gap(after: Day, before: Day, window: Window)
        case badClose(day: Day, text: String, window: Window)
        case jump(day: Day, from: Double, to: Double, window: Window)
        case tooShort(have: Int, need: Int, first: Day, last: Day)
    }

    /// The days that a forecast reads, and how many closes a file has from a fault to its end.
    public struct Window: Equatable, Sendable {
        public let need: Int
        /// The first good day after the fault and how many closes there are from it on.
        public let goodFrom: Day
        public let closesFromThere: Int
    }

    public let problems: [Problem]
    static let shown = 8

    public var description: String {
        let lines = problems.prefix(Self.shown).map(\.description)
        let more = problems.count - lines.count
        return (lines + (more > 0 ? ["… and \(more) more"] : [])).joined(separator: "\n")
    }
}

extension PriceFileError.Kind {
    var message: String {
        switch self {
        case .empty: "the file is empty; expected a header with a date and a close column, then a line a day"
        case .compressed: "the file is compressed; unpack it first: gunzip -c FILE | closecast forecast TICKER --from -"
        case .notText: "the file is not text; expected comma, semicolon or tab separated values"
        case .noDateColumn(let found):
            "no date column among \(quoted(found)); expected a header with one of \(PriceFile.dateNames.joined(separator: ", "))"
        case .noCloseColumn(let found):
            "no close column among \(quoted(found)); expected a header with one of \(PriceFile.closeNames.joined(separator: ", "))"
        case .missingField(let column): "the line ends before its column \"\(column)\""
        case .badDate(let text):
            "\"\(text)\" is no date; expected 2025-02-20, 2025-02-20T00:00:00Z, or Unix seconds or milliseconds"
        case .badNumber(let text): "\"\(text)\" is no price; expected a number such as 97600.06 or 97,600.06"
        case .mixedNumbers(let text): "\"\(text)\" uses another decimal sign than the lines before; use one in the whole file"
        case .ambiguousNumbers(let text):
            "\"\(text)\" may mean thousands or decimals, and so may every price of the file; write prices with a decimal point"
        case .notDaily(let spacing): "the rows are \(spacing) apart; expected one row a day: export daily candles"
        case .unordered(let day, let before):
            "\(day) stands after \(before); sort the lines by date, oldest or newest first"
        case .duplicateDay(let day, let firstLine): "\(day) is there already on line \(firstLine); keep one line a day"
        case .noRows(let reason): "no closes \(reason)"
        case .asOfMissing(let asOf, let first, let last):
            "no close on \(asOf), the file has \(first) to \(last); choose a day within"
        case .gap(let after, let before, let window):
            "\(count(before - after - 1, "day is", "days are")) missing between \(after) and \(before), \(window.place). "
                + "Repeat the last close over the gap: --fill previous. \(window.sinceRemedy)"
        case .badClose(let day, let text, let window):
            "the close of \(day) is \(text.isEmpty ? "missing" : "\"\(text)\""), not a positive number, \(window.place). "
                + "Repeat the close before it: --fill previous. \(window.sinceRemedy)"
        case .jump(let day, let from, let to, let window):
            "the close jumps from \(from) to \(to) on \(day), \(PriceText.significant(max(to / from, from / to), digits: 3)) times in a "
                + "day: another coin under this ticker, or another unit, \(window.place). \(window.sinceRemedy)"
        case .tooShort(let have, let need, let first, let last):
            "\(count(have, "daily close", "daily closes")), \(first) to \(last); the model reads \(need). Add \(need - have) more days"
        }
    }

    private func quoted(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }

    private func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
}

extension PriceFileError.Window {
    fileprivate var place: String { "inside the last \(need) days, which the model reads" }

    fileprivate var sinceRemedy: String {
        let enough = closesFromThere >= need ? "" : ", of which the model needs \(need)"
        return "Or leave out the days before: --since \(goodFrom) (\(closesFromThere) closes\(enough))."
    }
}
