/// Why daily closes cannot be forecast from.
public struct CloseSeriesError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One fault and its place.
    public struct Fault: Equatable, Sendable {
        /// The line of a file, from 1; nil for the series as a whole, and for closes from a store.
        public let line: Int?
        /// What is wrong there.
        public let kind: Kind
    }

    /// What can be wrong with a series of closes.
    public enum Kind: Equatable, Sendable {
        /// Nothing is left after the selection.
        case noRows(reason: String)
        /// The cutoff asked for has no close; `nearest` is the last close before it, or else the first day that enough closes lead up to,
        /// nil where there are too few.
        case asOfMissing(asOf: Day, nearest: Day?, first: Day, last: Day)
        /// Days without a line between two that have one.
        case gap(after: Day, before: Day, window: Window)
        /// A close that is missing, zero, negative or no finite number.
        case badClose(day: Day, text: String, window: Window)
        /// A close more than ``CloseJump/largestDailyRatio`` times the one before, or less than its reciprocal.
        case jump(day: Day, from: Double, to: Double, window: Window)
        /// Fewer closes than the model reads; `firstCutoff` is the first day that enough of them lead up to, where a cutoff before it
        /// was asked for.
        case tooShort(have: Int, need: Int, first: Day, last: Day, firstCutoff: Day? = nil)
    }

    /// The days that a forecast reads, and how many closes a series has from a fault to its end.
    public struct Window: Equatable, Sendable {
        /// Closes that a forecast reads.
        public let need: Int
        /// The first good day after the fault.
        public let goodFrom: Day
        /// Closes from ``goodFrom`` to the end of the series.
        public let closesFromThere: Int

        package init(need: Int, goodFrom: Day, closesFromThere: Int) {
            self.need = need
            self.goodFrom = goodFrom
            self.closesFromThere = closesFromThere
        }
    }

    /// What errors call the closes: a file's name, or `stored closes of BTC`.
    public let name: String
    /// What is wrong, oldest day first; never empty.
    public let faults: [Fault]

    init(name: String, faults: [Fault]) { (self.name, self.faults) = (name, faults) }

    /// How many faults ``description`` has.
    static let shown = 8

    /// A line a fault, the first 8 of them, with the options of the command line that mend it.
    public var description: String {
        let lines = faults.prefix(Self.shown).map { fault in
            "\(name)\(fault.line.map { ":\($0)" } ?? ""): \(fault.kind.message)"
        }
        let more = faults.count - lines.count
        return (lines + (more > 0 ? ["… and \(more) more"] : [])).joined(separator: "\n")
    }
}

extension CloseSeriesError.Kind {
    var message: String {
        switch self {
        case .noRows(let reason): "no closes \(reason)"
        case .asOfMissing(let asOf, let nearest?, let first, let last):
            "no close on \(asOf); the file has \(first) to \(last). "
                + "\(nearest < asOf ? "The last close before is" : "The first day that can be forecast from"): --as-of \(nearest)"
        case .asOfMissing(let asOf, nil, let first, let last):
            "no close on \(asOf); the file has \(first) to \(last), too few days for a forecast"
        case .gap(let after, let before, let window):
            "\((before - after - 1).counted("day is", "days are")) missing between \(after) and \(before), \(window.place). "
                + "Repeat the last close over the gap: --fill previous. \(window.sinceRemedy)"
        case .badClose(let day, let text, let window):
            "the close of \(day) is \(text.isEmpty ? "missing" : PriceFileError.quoted(text)), not a positive number, \(window.place). "
                + "Repeat the close before it: --fill previous. "
                + (window.closesFromThere > 0 ? window.sinceRemedy : "Or forecast from the day before: --as-of \(day - 1).")
        case .jump(let day, let from, let to, let window):
            "the close jumps from \(PriceText.significant(from, digits: 6)) to \(PriceText.significant(to, digits: 6)) on \(day), "
                + "\(PriceText.significant(max(to / from, from / to), digits: 3)) times in a day: another coin under this ticker, or another unit, \(window.place). "
                + "Forecast from the day before: --as-of \(day - 1). \(window.sinceRemedy)"
        case .tooShort(let have, let need, let first, let last, let firstCutoff?):
            "\(have.counted("daily close")) from \(first) to \(last); the model reads \(need). "
                + "The first day that can be forecast from: --as-of \(firstCutoff)"
        case .tooShort(let have, let need, let first, let last, nil):
            "\(have.counted("daily close")), \(first) to \(last); the model reads \(need). "
                + "Add \((need - have).counted("more day")), before \(first) or after \(last)"
        }
    }
}

extension CloseSeriesError.Window {
    fileprivate var place: String { "inside the last \(need) days, which the model reads" }

    fileprivate var sinceRemedy: String {
        closesFromThere >= need
            ? "Or leave out the days before: --since \(goodFrom) (\(closesFromThere.counted("close")))."
            : "(--since \(goodFrom) would leave \(closesFromThere), too few.)"
    }
}
