import JSONText
import Ledger
import Market

/// A number of another program's file: as ``ForeignNumber``, but digits beyond the 18th place are cut, since programs that count
/// in binary write them.
enum FormNumber {
    /// The texts for nothing.
    private static let nothing: Set<String> = ["", "-", "—", "–", "n/a", "N/A", "null", "None"]

    static func isNothing(_ text: String) -> Bool { nothing.contains(text) }

    static func read(_ text: String, _ decimal: DecimalSign?) -> ForeignNumber? {
        if let number = ForeignNumber(text, decimal) { return number }
        guard text.utf8.count <= 200 else { return nil }
        let mark: Character = decimal == .comma ? "," : "."
        let plain = decimal == .comma ? text : PlainDecimal.text(text)
        let parts = plain.split(separator: mark, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
        guard digits.count > FixedDecimal.places else { return nil }
        let kept = digits.prefix(FixedDecimal.places)
        return ForeignNumber("\(parts[0])\(mark)\(kept)\(parts[1].dropFirst(digits.count))", decimal)
    }

    /// The decimal sign with which all texts can be read; the point if both fit.
    static func sign(of texts: [String]) -> DecimalSign {
        let numbers = texts.filter { !isNothing($0) }
        let readable = DecimalSign.allCases.map { sign in (sign, numbers.count { ForeignNumber($0, sign) != nil }) }
        return readable.max { $0.1 == $1.1 ? $1.0 == .point : $0.1 < $1.1 }?.0 ?? .point
    }
}
