/// Why daily closes cannot be forecast from.
public struct CloseSeriesError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One fault and its place.
    public struct Fault: Equatable, Sendable {
        /// The line of a file, from 1; nil for the series as a whole, and for closes from a store.
        public let line: Int?
        /// What is wrong there.
        public let kind: Kind

        /// The fault with the cutoff that it names only if forecasts from there pass the check.
        func verified(_ search: RemedySearch) -> Fault {
            switch kind {
            case .asOfMissing(let asOf, let nearest, let first, let last):
                Fault(line: line, kind: .asOfMissing(asOf: asOf, nearest: search.verified(nearest), first: first, last: last))
            case .tooShort(let have, let need, let first, let last, let cutoff):
                Fault(
                    line: line,
                    kind: .tooShort(have: have, need: need, first: first, last: last, firstCutoff: search.verified(cutoff)))
            case .noRows, .gap, .badClose, .jump, .spike: self
            }
        }
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
        /// A close on another level than the one before, as no market moves: more than ``CloseJump/largestDailyRatio`` times away, or
        /// far more than this series usually moves.
        case jump(day: Day, from: Double, to: Double, window: Window)
        /// A close far above or below those before and after it.
        case spike(day: Day, close: Double, before: Double, after: Double, window: Window)
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
    /// What helps, tried on these closes; empty if no single change does.
    public let remedies: [CloseRemedy]

    init(name: String, faults: [Fault], remedies: [CloseRemedy] = []) {
        (self.name, self.faults, self.remedies) = (name, faults, remedies)
    }

    /// How many faults ``description`` has.
    static let shown = 8

    /// A line a fault, the first 8 of them, and the options of the command line that mend all of them.
    public var description: String { description { _ in true } }

    /// ``description`` for an interface that has only some of the options.
    ///
    /// - Parameter offers: whether it can do what a remedy says.
    package func description(offering offers: (CloseRemedy) -> Bool) -> String {
        guard faults.contains(where: { $0.kind.window != nil }) || !remedies.isEmpty else { return facts }
        let sentences = remedies.filter(offers).map(\.sentence).enumerated().map { index, sentence in
            index == 0 ? sentence : "Or \(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
        }
        let words = sentences.isEmpty ? "No option helps; correct the closes, or add more days." : sentences.joined(separator: " ")
        return faults.count == 1 ? "\(facts). \(words)" : "\(facts)\n\(words)"
    }

    /// A line a fault, without remedies.
    package var facts: String {
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
                + "\(nearest < asOf ? "The last close before that day" : "The first day that can be forecast from"): --as-of \(nearest)"
        case .asOfMissing(let asOf, nil, let first, let last):
            "no close on \(asOf); the file has \(first) to \(last), and too few days in a row for a forecast near that day"
        case .gap(let after, let before, let window):
            "\((before - after - 1).counted("day is", "days are")) missing between \(after) and \(before), \(window.place)"
        case .badClose(let day, let text, let window):
            "the close of \(day) is \(text.isEmpty ? "missing" : PriceFileError.quoted(text)), not a positive number, \(window.place)"
        case .jump(let day, let from, let to, let window):
            "the close jumps from \(Self.figure(from)) to \(Self.figure(to)) on \(day), "
                + "\(PriceText.significant(CloseJump.ratio(from, to), digits: 3)) times in a day: another coin under this ticker, or another unit, \(window.place)"
        case .spike(let day, let close, let before, let after, let window):
            "the close of \(day) is \(Self.figure(close)), between \(Self.figure(before)) and \(Self.figure(after)): probably a wrong number, "
                + window.place
        case .tooShort(let have, let need, let first, let last, let firstCutoff?):
            "\(have.counted("daily close")) from \(first) to \(last); the model reads \(need). "
                + "The first day that can be forecast from: --as-of \(firstCutoff)"
        case .tooShort(let have, let need, let first, let last, nil):
            "\(have.counted("daily close")), \(first) to \(last); the model reads \(need). "
                + "Add \((need - have).counted("more day")), before \(first) or after \(last)"
        }
    }

    private static func figure(_ close: Double) -> String { PriceText.significant(close, digits: 6) }
}

extension CloseSeriesError.Window {
    fileprivate var place: String { "inside the last \(need) days, which the model reads" }
}
