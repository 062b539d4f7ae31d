import Text

/// Why daily closes cannot be used for a forecast.
public struct CloseSeriesError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One fault and its place.
    public struct Fault: Equatable, Sendable {
        /// The line of a file, from 1; nil for the series as a whole, and for closes from a store.
        public let line: Int?
        /// The fault.
        public let kind: Kind

        /// The fault; it names a cutoff only if forecasts from there pass the check.
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

    /// The faults of a series of closes.
    public enum Kind: Equatable, Sendable {
        /// The selection leaves no closes.
        case noRows(reason: String)
        /// The requested cutoff has no close; `nearest` is the last close before it, or else the first day with enough closes up to
        /// it, nil if there are too few.
        case asOfMissing(asOf: Day, nearest: Day?, first: Day, last: Day)
        /// Days without a line, between two that have one.
        case gap(after: Day, before: Day, window: Window)
        /// A close that is missing, zero, negative or not finite.
        case badClose(day: Day, text: String, window: Window)
        /// A close on an implausibly different level than the previous one: more than ``CloseJump/largestDailyRatio`` times away,
        /// or far more than this series usually moves.
        case jump(day: Day, from: Double, to: Double, window: Window)
        /// A close far above or below those before and after it.
        case spike(day: Day, close: Double, before: Double, after: Double, window: Window)
        /// Fewer closes than the model reads; `firstCutoff` is the first day with enough closes up to it, if a cutoff before it was
        /// requested.
        case tooShort(have: Int, need: Int, first: Day, last: Day, firstCutoff: Day? = nil)
    }

    /// The days that a forecast reads, and the number of closes from a fault to the end of the series.
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

    /// The name of the closes in errors: a file's name, or `stored closes of BTC`.
    public let name: String
    /// The faults, oldest day first; never empty.
    public let faults: [Fault]
    /// The remedies, tried on these closes; empty if no single change helps.
    public let remedies: [CloseRemedy]

    init(name: String, faults: [Fault], remedies: [CloseRemedy] = []) {
        (self.name, self.faults, self.remedies) = (name, faults, remedies)
    }

    /// The number of faults in ``description``.
    static let shown = 8

    /// One line per fault, for the first 8, and the command-line options that fix all of them.
    public var description: String { description { _ in true } }

    /// ``description`` for an interface that has only some of the options.
    ///
    /// - Parameter offers: whether the interface can apply a remedy.
    package func description(offering offers: (CloseRemedy) -> Bool) -> String {
        guard faults.contains(where: { $0.kind.window != nil }) || !remedies.isEmpty else { return facts }
        let sentences = remedies.filter(offers).map(\.sentence).enumerated().map { index, sentence in
            index == 0 ? sentence : "Or \(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
        }
        let words = sentences.isEmpty ? "No option helps; correct the closes, or add more days." : sentences.joined(separator: " ")
        return faults.count == 1 ? "\(facts). \(words)" : "\(facts)\n\(words)"
    }

    /// One line per fault, without remedies.
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
