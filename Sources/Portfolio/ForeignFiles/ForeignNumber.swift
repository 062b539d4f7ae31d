import JSONText
import Ledger
import Market

/// A number as programs write it, with group marks, a sign or brackets, and a unit: `$1,234.50`, `(0,5 BTC)`, `1E-05`.
package struct ForeignNumber: Equatable {
    package let value: FixedDecimal
    /// The text before or after the digits: `$`, `BTC`.
    package let unit: String?
    /// The number of decimal places as written, zeros at the end included.
    package let places: Int

    /// No number has more bytes: reading megabytes of digits takes seconds.
    private static let longest = 200

    /// Reads a number.
    ///
    /// - Parameter decimal: nil if it is not known: a text that could be two numbers, such as `1.234`, is then not read.
    /// - Returns: nil if the text is not a number.
    package init?(_ text: String, _ decimal: DecimalSign?) {
        guard text.utf8.count <= Self.longest else { return nil }
        guard let decimal else {
            let readings = DecimalSign.allCases.compactMap { Self(text, $0) }
            guard let first = readings.first, readings.allSatisfy({ $0 == first }) else { return nil }
            self = first
            return
        }
        if let plain = Self(plain: text, decimal) {
            self = plain
            return
        }
        var scan = NumberScan(text, decimal)
        guard let number = scan.number(), let value = FixedDecimal(PlainDecimal.text(number)) else { return nil }
        (self.value, unit, places) = (value, scan.unit, Self.places(number))
    }

    /// Reads the form of nearly all numbers, an optional minus and digits around at most one decimal sign, byte by byte: a file has a
    /// million of them. Returns nil for every other text.
    private init?(plain text: String, _ decimal: DecimalSign) {
        let mark = UInt8(ascii: decimal == .comma ? "," : ".")
        var (digits, point): ([UInt8], Int?) = ([], nil)
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
            case UInt8(ascii: "-") where index == 0: digits.append(byte)
            case mark where point == nil && digits.last.map { $0 != UInt8(ascii: "-") } == true:
                point = index
                digits.append(UInt8(ascii: "."))
            default: return nil
            }
        }
        let places = point.map { digits.count - $0 - 1 } ?? 0
        guard point == nil || places > 0, let value = FixedDecimal(String(decoding: digits, as: UTF8.self)) else { return nil }
        (self.value, unit, self.places) = (value, nil, places)
    }

    /// - Parameter number: with a point and an exponent, as JSON writes it.
    private static func places(_ number: String) -> Int {
        let digits = number.utf8.prefix { $0 != UInt8(ascii: "e") }
        let fraction = digits.firstIndex(of: UInt8(ascii: ".")).map { digits.distance(from: $0, to: digits.endIndex) - 1 } ?? 0
        return max(0, fraction - (Int(number[digits.endIndex...].dropFirst()) ?? 0))
    }
}

/// Takes the parts of a number from its text, from the left.
private struct NumberScan {
    private let decimal: Character
    private var rest: Substring
    private var sign: Character?
    private(set) var unit: String?

    init(_ text: String, _ decimal: DecimalSign) {
        self.decimal = decimal == .comma ? "," : "."
        // Nearly all texts are ASCII, in which there is nothing to replace.
        let text = text.utf8.contains { $0 > 0x7F } ? text.replacing("\u{2212}", with: "-") : text
        rest = Self.trimmed(text[...])
        if rest.first == "(", rest.last == ")" { (sign, rest) = ("-", Self.trimmed(rest.dropFirst().dropLast())) }
    }

    /// Returns the number with a point and without group marks, as JSON writes it; nil if the text is not a number.
    mutating func number() -> String? {
        guard takePrefix(), let digits = takeDigits() else { return nil }
        let exponent = takeExponent()
        guard takeUnit(rest) else { return nil }
        return (sign == "-" ? "-" : "") + digits + exponent
    }

    /// Takes a sign and a unit before the digits.
    private mutating func takePrefix() -> Bool {
        guard var start = rest.firstIndex(where: Self.isDigit) else { return false }
        // The point of `$.50` belongs to the number, that of `Fr.50` to the unit.
        if rest[..<start].last == decimal, rest[..<start].dropLast().last?.isLetter != true { start = rest.index(before: start) }
        var prefix = Self.trimmed(rest[..<start])
        rest = rest[start...]
        if let first = prefix.first, Self.isSign(first) {
            guard take(sign: first) else { return false }
            prefix = prefix.dropFirst()
        } else if let last = prefix.last, Self.isSign(last) {
            guard take(sign: last) else { return false }
            prefix = prefix.dropLast()
        }
        return takeUnit(prefix)
    }

    private mutating func take(sign: Character) -> Bool {
        guard self.sign == nil else { return false }
        self.sign = sign
        return true
    }

    private mutating func takeUnit(_ text: Substring) -> Bool {
        let text = Self.trimmed(text)
        guard let first = text.first else { return true }
        guard unit == nil, first.isLetter || first.isCurrencySymbol,
            text.allSatisfy({ $0.isLetter || $0.isNumber || $0.isCurrencySymbol || $0 == "." })
        else { return false }
        unit = String(text)
        return true
    }

    private mutating func takeDigits() -> String? {
        // The last digit ends the number: a blank behind it belongs to neither the number nor the unit.
        let run = rest.prefix { Self.isDigit($0) || $0 == decimal || Self.groupMark($0) != nil }
        guard let last = run.lastIndex(where: Self.isDigit) else { return nil }
        let taken = run[...last]
        rest = rest[taken.endIndex...]
        if rest.first == decimal { rest.removeFirst() }  // the point of `5.`
        let parts = taken.split(separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = Self.whole(parts[0]) else { return nil }
        guard parts.count == 2 else { return whole }
        return parts[1].allSatisfy(Self.isDigit) ? whole + "." + parts[1] : nil
    }

    /// Takes the `E-05` of `1E-05`. In `1 E5` it is a unit.
    private mutating func takeExponent() -> String {
        guard let mark = rest.first, mark == "e" || mark == "E" else { return "" }
        let sign = rest.dropFirst().prefix(1).filter(Self.isSign)
        let digits = rest.dropFirst(1 + sign.count).prefix(while: Self.isDigit)
        guard !digits.isEmpty else { return "" }
        rest = rest[digits.endIndex...]
        return "e" + sign + digits
    }

    /// Returns the digits of a whole number whose groups, if there are any, have three digits.
    private static func whole(_ text: Substring) -> String? {
        guard let mark = text.lazy.compactMap(groupMark).first else { return text.isEmpty ? "0" : String(text) }
        let groups = text.split(omittingEmptySubsequences: false) { groupMark($0) == mark }
        guard let first = groups.first, (1...3).contains(first.count), first.first != "0",
            groups.dropFirst().allSatisfy({ $0.count == 3 }), groups.joined().allSatisfy(isDigit)
        else { return nil }
        return groups.joined()
    }

    /// The kind of a mark between groups of digits. The decimal sign is none, because it was split off.
    private static func groupMark(_ character: Character) -> Character? {
        switch character {
        case ",", ".": character
        case "'", "\u{2019}": "'"
        default: character.isWhitespace ? " " : nil
        }
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    private static func isSign(_ character: Character) -> Bool { character == "+" || character == "-" }

    private static func trimmed(_ text: Substring) -> Substring {
        // The properties of a character take long to find.
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        if let first = text.utf8.first, let last = text.utf8.last, visible.contains(first), visible.contains(last) { return text }
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
